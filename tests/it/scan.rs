//! `scan` beside decoding: what one says, the other does.

use mrna::{Scan, Scanner, Value, scan, take_from_slice, value};
use proptest::prelude::*;

use crate::util::hex;

/// What a scan must say, by decoding.
fn expected(bytes: &[u8]) -> Result<Option<usize>, String> {
    match take_from_slice::<Value>(bytes) {
        Ok((_, rest)) => Ok(Some(bytes.len() - rest.len())),
        Err(error) if error.is_eof() => Ok(None),
        Err(error) => Err(format!("{} at {:?}", error.kind(), error.offset())),
    }
}

/// What the scan says of all bytes at once, and of more and more of them.
fn check(bytes: &[u8]) {
    let said = |scanned: mrna::Result<Scan>| match scanned {
        Ok(Scan::Complete(len)) => Ok(Some(len)),
        Ok(Scan::Incomplete(least)) => {
            assert!(least > 0);
            Ok(None)
        }
        Err(error) => Err(format!("{} at {:?}", error.kind(), error.offset())),
    };
    assert_eq!(said(scan(bytes)), expected(bytes), "{bytes:02x?}");
    let mut scanner = Scanner::new();
    let mut least_end = 0;
    for end in 0..=bytes.len() {
        let scanned = scanner.scan(&bytes[..end]);
        if let Ok(Scan::Incomplete(least)) = scanned {
            least_end = least_end.max(end.saturating_add(least));
        } else {
            if let Ok(Scan::Complete(len)) = scanned {
                assert!(len == end && least_end <= len, "{bytes:02x?}");
            }
            assert_eq!(said(scanned), expected(bytes), "{bytes:02x?}");
            return;
        }
    }
    assert_eq!(expected(bytes), Ok(None), "{bytes:02x?}");
}

#[test]
fn of_each_kind() {
    let values = value!([
        nil, 300, -5, 1.5, 1.5f32, "text", b"bytes", [1, 2], (1, "a"), set{1}, frozenset{},
        {"k": 1, 2: nil}, record{x: 1, y: "a"}, record{x: 2, y: "b"}, A, A(1), B(record{x: 1}),
        some(nil), some(some(nil)), tag(300, [1.0, 2.0, 3.0]), [300, 400, 500, 600, 700]
    ]);
    check(&mrna::to_vec(&values).unwrap());
    for value in values.as_list().unwrap() {
        check(&mrna::to_vec(value).unwrap());
    }
}

#[test]
fn the_least_that_is_missing() {
    for (bytes, least) in [
        ("", 1),
        ("e7", 8),
        ("e70000", 6),
        ("f0", 1),
        ("f020", 32),
        ("f02061", 31),
        ("b3", 3),
        ("b300", 2),
        ("c200", 3),
        // Two fields: each a name's length and a value.
        ("f702", 4),
        // The name, its value, and another field.
        ("f70201", 1 + 1 + 2),
        ("f7020161", 1 + 2),
        ("f702016100", 2),
        ("fc0903", 24),
        ("f1feffffffffffffffff", usize::MAX),
        ("f6feffffffffffffffff", usize::MAX - 1),
        ("d8", 2),
        ("d802", 3),
    ] {
        let scanned = scan(&hex(bytes)).unwrap();
        let Scan::Incomplete(found) = scanned else { panic!("{bytes}: {scanned:?}") };
        // A lead byte alone does not say yet that a payload follows.
        assert!(found <= least && found >= least.min(2) - 1, "{bytes}: {found}, not {least}");
        if !["d8", "d802"].contains(&bytes) {
            assert_eq!(found, least, "{bytes}");
        }
    }
}

/// Keys that strict reading writes down are waited for whole, lest they be written down again for
/// each byte that comes.
#[test]
fn the_least_that_is_missing_of_a_key() {
    let text = "a".repeat(100);
    let keys = value!([
        {(text): 1}, {(mrna::Value::Bytes(vec![1; 100])): 1}, {(vec![300; 50]): 1},
        set{(vec![300; 50])}, {(vec![0.1; 20]): 1}
    ]);
    for map in keys.as_list().unwrap() {
        let bytes = mrna::to_vec(map).unwrap();
        assert!(bytes.len() > 100);
        let mut scanner = Scanner::new().limits(mrna::Limits::new().strict(true));
        // From where its header is there.
        for end in 6..bytes.len() {
            let scanned = scanner.scan(&bytes[..end]).unwrap();
            assert_eq!(scanned, Scan::Incomplete(bytes.len() - end), "{map} {end}");
        }
        assert_eq!(scanner.scan(&bytes).unwrap(), Scan::Complete(bytes.len()));
    }
}

#[test]
fn message_after_message() {
    let mut bytes = mrna::to_vec(&value!([record { x: 1 }, record { x: 2 }])).unwrap();
    let first = bytes.len();
    mrna::append(&mut bytes, &value!(A)).unwrap();
    let mut scanner = Scanner::new();
    assert_eq!(scanner.scan(&bytes).unwrap(), Scan::Complete(first));
    // The tables are empty again: shape 0 is not known to the next message.
    assert_eq!(scanner.scan(&bytes[first..]).unwrap(), Scan::Complete(bytes.len() - first));
    assert!(scanner.scan(&[0xA0]).is_err());
    assert!(scanner.scan(&bytes).is_err(), "it has failed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn of_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        check(&bytes);
    }

    /// Bytes that mostly begin something.
    #[test]
    fn of_likely_bytes(bytes in proptest::collection::vec(
        prop_oneof![0u8..4, 0x80u8..0x84, 0xA0u8..0xE4, 0xE0u8..=0xFF], 0..40)) {
        check(&bytes);
    }
}
