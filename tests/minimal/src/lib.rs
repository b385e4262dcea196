//! A crate without `std` that uses all of mrna that is there without it. Only checked.
#![no_std]

extern crate alloc;

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// A message.
#[derive(Serialize, Deserialize)]
pub struct Message<'a> {
    name: &'a str,
    numbers: Vec<u16>,
}

/// Writes and reads, typed and dynamic.
pub fn there_and_back(message: &Message<'_>) -> mrna::Result<mrna::Value> {
    let bytes = mrna::to_vec(message)?;
    let _: Message<'_> = mrna::from_slice_with(&bytes, mrna::Limits::new().memory(1_000))?;
    let mut de = mrna::Deserializer::from_slice(&bytes);
    let value = mrna::Value::deserialize(&mut de)?;
    de.end()?;
    assert_eq!(value["name"], message.name);
    mrna::from_value(mrna::value!([(value), record{x: 1}]))
}
