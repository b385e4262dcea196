use mrna::de::{Deserializer, Read};
use mrna::dump::Items;
use mrna::{Scan, Scanner, Serializer, Value, append, take_from_slice};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::pieces::Pieces;
use super::{fault, hex};

/// Any bytes as messages one after another: the same from all sources, and as they are one by
/// one; what was read is written and read again.
pub fn stream(bytes: &[u8]) {
    let want = one_by_one(bytes);
    let pieces = |size| Deserializer::from_reader(Pieces { rest: bytes, size });
    let ways = [
        ("a slice", read(Deserializer::from_slice(bytes))),
        ("a reader", read(Deserializer::from_reader(bytes))),
        ("five bytes at a time", read(pieces(5))),
        ("byte after byte", read(pieces(1))),
    ];
    for (way, got) in ways {
        assert_eq!(got, want, "{way}: {}", hex(bytes));
    }
    let (values, ends, fault) = want;
    let skipped = read::<_, Skipped>(pieces(1));
    assert_eq!((&skipped.1, &skipped.2), (&ends, &fault), "skipped: {}", hex(bytes));
    // What begins so is a session.
    if bytes.first() != Some(&0xF9) {
        assert_eq!(dumped(bytes), fault, "dumped: {}", hex(bytes));
    }
    assert_eq!(scanned(bytes), (ends, fault), "scanned: {}", hex(bytes));

    let mut encoded = Vec::new();
    let mut serializer = Serializer::new(Vec::new());
    for value in &values {
        append(&mut encoded, value).unwrap();
        value.serialize(&mut serializer).unwrap();
    }
    let serialized = serializer.into_inner();
    assert_eq!(hex(&serialized), hex(&encoded), "written, {}", hex(bytes));
    let (again, _, fault) = read::<_, Value>(Deserializer::from_slice(&encoded));
    assert_eq!((again, fault), (values, None), "{} written again, {}", hex(&encoded), hex(bytes));
}

/// The messages, where each ends, what was wrong behind them.
type Stream<T> = (Vec<T>, Vec<u64>, Option<String>);

#[derive(Debug, PartialEq)]
struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: serde::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(de).map(|_| Skipped)
    }
}

fn read<'de, R: Read<'de>, T: Deserialize<'de>>(de: Deserializer<R>) -> Stream<T> {
    let mut stream = de.into_iter::<T>();
    let (mut values, mut ends) = (Vec::new(), Vec::new());
    loop {
        let fault = match stream.next() {
            Some(Ok(value)) => {
                values.push(value);
                ends.push(stream.byte_offset());
                continue;
            }
            Some(Err(error)) => Some(fault(&error)),
            None => None,
        };
        assert!(stream.next().is_none(), "a stream goes on behind its end");
        let mut de = stream.into_inner();
        assert_eq!(de.at_end().ok(), fault.is_none().then_some(true), "{fault:?}");
        return (values, ends, fault);
    }
}

fn one_by_one(bytes: &[u8]) -> Stream<Value> {
    let (mut values, mut ends) = (Vec::new(), Vec::new());
    let mut rest = bytes;
    while !rest.is_empty() {
        let start = (bytes.len() - rest.len()) as u64;
        match take_from_slice(rest) {
            Ok((value, behind)) => {
                rest = behind;
                values.push(value);
                ends.push((bytes.len() - rest.len()) as u64);
            }
            Err(error) => {
                let offset = error.offset().map(|offset| start + offset);
                return (values, ends, Some(format!("{} at {offset:?}", error.kind())));
            }
        }
    }
    (values, ends, None)
}

/// By one scanner, which sees half of what is left first.
fn scanned(bytes: &[u8]) -> (Vec<u64>, Option<String>) {
    let mut scanner = Scanner::new();
    let mut ends = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let rest = &bytes[start..];
        let at = |offset: Option<u64>| offset.map(|offset| offset + start as u64);
        let scanned = match scanner.scan(&rest[..rest.len() / 2]) {
            Ok(Scan::Incomplete(_)) => scanner.scan(rest),
            scanned => scanned,
        };
        match scanned {
            Ok(Scan::Complete(len)) => {
                start += len;
                ends.push(start as u64);
            }
            Ok(Scan::Incomplete(_)) => {
                let fault = format!("{} at {:?}", mrna::ErrorKind::Eof, Some(bytes.len()));
                return (ends, Some(fault));
            }
            Err(error) => {
                return (ends, Some(format!("{} at {:?}", error.kind(), at(error.offset()))));
            }
        }
    }
    (ends, None)
}

/// By its items, which are all of its bytes.
fn dumped(bytes: &[u8]) -> Option<String> {
    let mut at = 0;
    let mut found = None;
    for item in Items::new(Pieces { rest: bytes, size: 5 }) {
        assert_eq!(item.offset(), at, "a gap in the items of {}", hex(bytes));
        at += item.len();
        found = item.error().map(fault);
    }
    assert!(found.is_some() || at == bytes.len() as u64, "items are missing of {}", hex(bytes));
    found
}
