//! `mrna convert`: from one format to another, and what it says is lost.

#[path = "convert/damage.rs"]
mod damage;
#[path = "convert/files.rs"]
mod files;
#[path = "convert/prop.rs"]
mod prop;
#[path = "convert/python.rs"]
mod python;
#[path = "convert/tables.rs"]
mod tables;
#[path = "convert/unfaithful.rs"]
mod unfaithful;

use mrna::Value;

use crate::util::{Ran, mrna};

/// The formats but mrna itself.
const FORMATS: [&str; 5] = ["json", "jsonl", "msgpack", "cbor", "python"];

fn convert(from: &str, to: &str, input: &[u8]) -> Ran {
    mrna(&["convert", "--from", from, "--to", to], input)
}

/// What it converts to, with nothing said and all well.
fn quietly(from: &str, to: &str, input: &[u8]) -> Vec<u8> {
    let ran = convert(from, to, input);
    assert_eq!((ran.status, &*ran.err), (Some(0), ""), "{from} to {to}");
    ran.out
}

fn messages(values: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        mrna::append(&mut bytes, value).unwrap();
    }
    bytes
}

fn values(bytes: &[u8]) -> Vec<Value> {
    mrna::Deserializer::from_slice(bytes).into_iter().collect::<mrna::Result<_>>().unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// The lines about losses without what is in front of each.
fn losses(err: &str) -> Vec<&str> {
    err.lines().map(|line| line.strip_prefix("mrna: standard input: lost: ").unwrap()).collect()
}
