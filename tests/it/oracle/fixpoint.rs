use std::hash::{DefaultHasher, Hash, Hasher};

use mrna::{
    Limits, Scan, Value, encoded_len, from_reader, from_slice, from_slice_with, from_value, scan,
    to_value, to_vec, to_writer,
};
use serde::de::IgnoredAny;

use super::generate::Choices;
use super::pieces::Pieces;
use super::{fault, hex};

/// Within the default depth.
const LEVELS: u8 = 100;

/// Two values made from the bytes, each as it was when written and read.
pub fn fixpoint(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let (one, other) = (choices.value(LEVELS), choices.value(LEVELS));
    let (encoded, other_encoded) = (fixpoint_of(&one), fixpoint_of(&other));
    let order = one.cmp(&other);
    assert_eq!(one == other, encoded == other_encoded, "{one} and {other}");
    assert_eq!(one == other, order.is_eq(), "{one} and {other}");
    assert_eq!(other.cmp(&one), order.reverse(), "{one} and {other}");
    let texts = (one.to_string(), other.to_string());
    assert_eq!(one == other, texts.0 == texts.1, "{texts:?}");
}

/// The value's bytes, which are written and read in all ways.
pub fn fixpoint_of(value: &Value) -> Vec<u8> {
    let encoded = to_vec(value).unwrap_or_else(|error| panic!("{error}: {value}"));
    let text = || hex(&encoded);
    assert_eq!(encoded_len(value).unwrap(), encoded.len(), "{}", text());
    let mut written = Vec::new();
    to_writer(&mut written, value).unwrap();
    assert_eq!(hex(&written), text(), "to_writer");

    let same = |way: &str, read: mrna::Result<Value>| {
        let read = read.unwrap_or_else(|error| panic!("{way}: {error}: {}", text()));
        assert_eq!(read, *value, "{way} of {}", text());
        assert_eq!(hex(&to_vec(&read).unwrap()), text(), "{way} written again");
    };
    same("from_slice", from_slice(&encoded));
    same("from_reader", from_reader(&encoded[..]));
    same("byte after byte", from_reader(Pieces { rest: &encoded, size: 1 }));
    same("to_value", to_value(value));
    same("from_value", from_value(value.clone()));
    from_slice::<IgnoredAny>(&encoded).unwrap_or_else(|error| panic!("{error}: {}", text()));
    assert_eq!(scan(&encoded).map_err(|e| fault(&e)), Ok(Scan::Complete(encoded.len())));
    let enough = Limits::new().memory(encoded.len().saturating_mul(2_000).saturating_add(1 << 16));
    same("with a budget", from_slice_with(&encoded, enough));

    let hash = |value: &Value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(&from_slice(&encoded).unwrap()), hash(value), "hash of {}", text());

    // No part of it is whole.
    let cut = hash(value) as usize % encoded.len();
    let error = from_slice::<Value>(&encoded[..cut]).unwrap_err();
    assert!(error.is_eof() && error.offset() == Some(cut as u64), "{error}: {cut} of {}", text());
    encoded
}
