//! Strict reading: no key twice in a map, no member twice in a set, however it is spelled and
//! whatever it is read into.

use std::collections::{BTreeMap, HashMap, HashSet};

use mrna::{Limits, Scan, Scanner, Value};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_bytes::ByteBuf;

use crate::util::{Trickle, hex};

const STRICT: Limits = Limits::new().strict(true);

/// What strict reading says: the offset of the duplicate, if there is one.
fn duplicate(result: mrna::Result<()>) -> Option<u64> {
    let error = result.err()?;
    assert!(error.kind().to_string().starts_with("duplicate key"), "{error}");
    assert!(error.is_data());
    error.offset()
}

fn scanned(bytes: &[u8]) -> mrna::Result<()> {
    let scanned = Scanner::new().limits(STRICT).scan(bytes)?;
    assert_eq!(scanned, Scan::Complete(bytes.len()));
    Ok(())
}

/// The same, with the bytes coming one by one.
fn scanned_in_pieces(bytes: &[u8]) -> mrna::Result<()> {
    let mut scanner = Scanner::new().limits(STRICT);
    (0..=bytes.len()).try_for_each(|end| scanner.scan(&bytes[..end]).map(drop))
}

/// Reads into `T` by every way.
fn check<T: DeserializeOwned>(text: &str, expected: Option<u64>) {
    let bytes = hex(text);
    assert!(mrna::from_slice::<T>(&bytes).is_ok(), "{text}: only strict reading refuses it");
    let slice = mrna::from_slice_with::<T>(&bytes, STRICT).map(drop);
    assert_eq!(duplicate(slice), expected, "{text} into {}", std::any::type_name::<T>());
    let reader = mrna::from_reader_with::<_, T>(Trickle(&bytes), STRICT).map(drop);
    assert_eq!(duplicate(reader), expected, "{text} by a reader");
}

/// Reads as a value, passes over, and scans.
fn check_any(text: &str, expected: Option<u64>) {
    check::<Value>(text, expected);
    check::<IgnoredAny>(text, expected);
    check::<(IgnoredAny, u8)>(&format!("ba{text}05"), expected.map(|offset| offset + 1));
    assert_eq!(duplicate(scanned(&hex(text))), expected, "{text} scanned");
    assert_eq!(duplicate(scanned_in_pieces(&hex(text))), expected, "{text} in pieces");
}

#[test]
fn maps_and_sets() {
    for (text, expected) in [
        // {1: 2, 2: 1}, {1: 2, 1: 3}
        ("c201020201", None),
        ("c201020103", Some(3)),
        ("f402 0102", None),
        ("f403 010201", Some(4)),
        ("f502 8161 8161", Some(4)),
        ("f402 8161 f10161", None),
        // Lists may hold what they like.
        ("b2 01 01", None),
        ("c2 b101 01 b101 01", Some(4)),
        ("c2 b101 01 b901 01", None),
        // Floats by their bits, and not equal to ints.
        ("f403 ee0000000000000000 ee0000000000000080 00", None),
        ("f402 ed0000c07f ed0000c07f", Some(7)),
        // Nested: in a key, in a value, in a member.
        ("c1 c2 0102 0103 04", Some(4)),
        ("c1 04 c2 0102 0103", Some(5)),
        ("f402 f40101 f40101", Some(5)),
        ("f402 f402 0101 00", Some(5)),
        ("c2 c10102 00 c10102 00", Some(5)),
        ("c2 c10102 00 c10103 00", None),
        // The same key in two maps.
        ("b2 c10102 c10102", None),
        ("c1 01 c1 01 02", None),
        // nil, some, tags, big ints.
        ("f403 e0 e3e0 ff40e0", None),
        ("f402 e3e0 e3e0", Some(4)),
        ("f402 ec09000000000000000001 ec09000000000000000001", Some(13)),
    ] {
        check_any(&text.replace(' ', ""), expected);
    }
}

#[test]
fn spelled_in_two_ways() {
    for (text, expected) in [
        // Plain and packed, and packed more widely.
        ("f402 b2 01 02 fc00020102", Some(5)),
        ("f402 fc0101ff b1cf", Some(6)),
        ("f402 fc0201ff00 fc0001ff", Some(7)),
        ("f402 b1ed0000803f fc08010000803f", Some(8)),
        ("f402 bacf01 fd0102ff01", Some(5)),
        // A record that defines its shape, refers to it, is packed, and defines it again.
        ("f402 f701017801 a001", Some(7)),
        ("f402 f701017801 a002", None),
        ("f402 f701017801 fe000001", Some(7)),
        ("f402 f701017801 f701017801", Some(7)),
        ("f402 f701017801 f701017901", None),
        // A variant that defines its name and refers to it, or defines it again.
        ("f402 d00141 d0", Some(5)),
        ("f402 d00141 d10141", Some(5)),
        ("f402 d00141 d801 41e0", None),
        ("f402 d8014101 d801", Some(6)),
        // In the values of a record in a key.
        ("c2 f7010178d00141 00 a0d0 00", Some(9)),
        ("c2 f7010178d00141 00 f7010178d00142 00", None),
    ] {
        let text = text.replace(' ', "");
        let text =
            text.replace("d801 41e0", "d80141e0").replace("f7010178d00142", "f7010178d10142");
        let text = text.replace("d0014 1d80141e0", "d00141d80141e0");
        if text.contains("d00141d80141e0") {
            // The payload's variant refers to the name.
            check_any(&text.replace("d80141e0", "d8e0"), expected);
        } else {
            check_any(&text, expected);
        }
    }
}

#[test]
fn typed() {
    check::<HashMap<u8, u8>>("c201020103", Some(3));
    check::<BTreeMap<u16, u8>>("c201020203", None);
    check::<HashMap<String, u8>>("c2816101816102", Some(4));
    check::<HashMap<String, u8>>("c2816101816202", None);
    check::<HashMap<ByteBuf, u8>>("c2f1016101f1016102", Some(5));
    check::<HashMap<ByteBuf, u8>>("c2fc00016101b16102", Some(6));
    check::<HashMap<(u8, bool), u8>>("c2ba01e101ba01e102", Some(5));
    check::<HashMap<Vec<i32>, u8>>("c2b1cf01fc0101ff02", Some(4));
    check::<HashMap<i128, u8>>("c2ec0900000000000000000101ec0900000000000000000102", Some(13));
    check::<HashSet<u8>>("f4020101", Some(3));
    check::<HashSet<u8>>("b20101", None);
    check::<Vec<u8>>("f5020101", Some(3));
    check::<(u8, u8)>("f4020101", Some(3));
    check::<Vec<HashMap<char, Option<u8>>>>("b1c28161e0816101", Some(5));
    // Many, of which the last is there already.
    let mut text = String::from("f6fce803");
    (0..1_000).for_each(|i| text.push_str(&format!("b2{:02x}{:02x}00", i % 100, i / 100)));
    check::<HashMap<(u8, u8), u8>>(&text.replace("b2", "ba"), None);
    check_any(&text, None);
    let last = text.len() / 2 - 4;
    text.replace_range(text.len() - 8.., "b2000000");
    check_any(&text, Some(last as u64));
}

/// What is written down is charged.
#[test]
fn within_the_budget() {
    let text = format!("c1f0fd40420f00{}00", "61".repeat(1_000_000));
    let limits = STRICT.memory(500_000);
    let refused = mrna::from_slice_with::<IgnoredAny>(&hex(&text), limits).unwrap_err();
    assert!(refused.is_limit(), "{refused}");
}
