//! Fuzzing (`parity`, strict): a map that claims 2^63 entries or more had its values compared
//! with each other, not its keys, where it was passed over: twice the count was cut to 2^64 − 1,
//! which is odd, and keys were told from values by what is left (src/de/skip.rs).

use mrna::{Limits, Scan, Scanner, Value, from_slice_with};
use serde::de::IgnoredAny;

use crate::util::hex;

const STRICT: Limits = Limits::new().strict(true);

#[test]
fn equal_values_are_no_equal_keys() {
    let bytes = hex("f6fe00000000000000800040014002");
    assert!(from_slice_with::<Value>(&bytes, STRICT).unwrap_err().is_eof());
    assert!(from_slice_with::<IgnoredAny>(&bytes, STRICT).unwrap_err().is_eof());
    let scanned = Scanner::new().limits(STRICT).scan(&bytes).unwrap();
    assert!(matches!(scanned, Scan::Incomplete(_)));
}

#[test]
fn equal_keys_are_found() {
    let bytes = hex("f6feffffffffffffffff4001400240");
    let value = from_slice_with::<Value>(&bytes, STRICT).unwrap_err();
    let skipped = from_slice_with::<IgnoredAny>(&bytes, STRICT).unwrap_err();
    assert_eq!((value.offset(), skipped.offset()), (Some(12), Some(12)));
    assert_eq!(value.kind().to_string(), skipped.kind().to_string());
}
