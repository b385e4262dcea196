use mrna::de::{Deserializer, Read};
use mrna::{ErrorKind, Limits, Scan, Scanner, Value, from_reader_with, from_slice_with};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::pieces::Pieces;
use super::{fault, hex};

/// Each message is read with the default limits, with one of these, and with two of the budgets.
const LIMITS: [Limits; 4] = [
    Limits::new().strict(true),
    Limits::new().depth(3),
    Limits::new().depth(7).strict(true),
    Limits::new().depth(1),
];
const BUDGETS: [usize; 5] = [0, 16, 100, 1_000, 10_000];

/// Whichever way a message is read or passed over, the same comes of it.
pub fn parity(bytes: &[u8]) {
    let choice = bytes.len() % 4;
    same(bytes, Limits::new());
    same(bytes, LIMITS[choice]);
    budgets(bytes, &BUDGETS[choice..choice + 2]);
}

/// A message of so many bytes, or what is wrong and where.
type End = Result<usize, String>;

/// Reads a message from the front.
fn front<'de, R: Read<'de>, T: Deserialize<'de>>(
    de: Deserializer<R>,
    limits: Limits,
) -> Result<(usize, T), mrna::Error> {
    let mut de = de.limits(limits);
    let value = T::deserialize(&mut de)?;
    Ok((usize::try_from(de.byte_offset()).unwrap(), value))
}

fn end<T>(front: &Result<(usize, T), mrna::Error>) -> End {
    front.as_ref().map(|(len, _)| *len).map_err(fault)
}

fn same(bytes: &[u8], limits: Limits) {
    let pieces = |size| Deserializer::from_reader(Pieces { rest: bytes, size });
    let want = front::<_, Value>(Deserializer::from_slice(bytes), limits);
    let check = |way: &str, got: Result<(usize, Value), mrna::Error>| match (&want, &got) {
        // With the path.
        (Err(want), Err(got)) => {
            assert_eq!(got.to_string(), want.to_string(), "{way}, {limits:?}: {}", hex(bytes));
            assert_eq!(fault(got), fault(want), "{way}, {limits:?}: {}", hex(bytes));
        }
        _ => {
            let values = (got.as_ref().ok(), want.as_ref().ok());
            assert_eq!(values.0, values.1, "{way}, {limits:?}: {}", hex(bytes));
        }
    };
    check("a reader", front(Deserializer::from_reader(bytes), limits));
    check("byte after byte", front(pieces(1), limits));
    check("three bytes at a time", front(pieces(3), limits));

    let want = end(&want);
    let check = |way: &str, got: End| {
        assert_eq!(got, want, "{way}, {limits:?}: {}", hex(bytes));
    };
    check("skipped", end(&front::<_, IgnoredAny>(Deserializer::from_slice(bytes), limits)));
    check("skipped by a reader", end(&front::<_, IgnoredAny>(pieces(3), limits)));
    check("skipped byte after byte", end(&front::<_, IgnoredAny>(pieces(1), limits)));
    check("scanned", scanned(bytes, limits));
    check("scanned byte after byte", scanned_by_bytes(bytes, limits));

    let mut reader = bytes;
    let read = from_reader_with::<_, Value>(&mut reader, limits);
    check("from_reader", read.map(|_| bytes.len() - reader.len()).map_err(|e| fault(&e)));
    if limits == Limits::new() {
        let taken = mrna::take_from_slice::<Value>(bytes);
        check("taken", taken.map(|(_, rest)| bytes.len() - rest.len()).map_err(|e| fault(&e)));
    }
    let whole = match want {
        Ok(len) if len < bytes.len() => Err(trailing(len)),
        want => want,
    };
    let read = from_slice_with::<Value>(bytes, limits).map(|_| bytes.len());
    assert_eq!(read.map_err(|e| fault(&e)), whole, "from_slice, {limits:?}: {}", hex(bytes));
    let read = from_slice_with::<IgnoredAny>(bytes, limits).map(|_| bytes.len());
    assert_eq!(read.map_err(|e| fault(&e)), whole, "skipped whole, {limits:?}: {}", hex(bytes));
}

fn trailing(len: usize) -> String {
    format!("{} at {:?}", ErrorKind::TrailingBytes, Some(len))
}

/// The error of bytes that end too early.
fn eof(len: usize) -> String {
    format!("{} at {:?}", ErrorKind::Eof, Some(len))
}

fn scanned(bytes: &[u8], limits: Limits) -> End {
    match Scanner::new().limits(limits).scan(bytes) {
        Ok(Scan::Complete(len)) => Ok(len),
        Ok(Scan::Incomplete(least)) => {
            assert!(least > 0, "nothing is missing: {}", hex(bytes));
            Err(eof(bytes.len()))
        }
        Err(error) => Err(fault(&error)),
    }
}

/// Scanned with one more byte each time; what is said to be missing at least must come.
fn scanned_by_bytes(bytes: &[u8], limits: Limits) -> End {
    let mut scanner = Scanner::new().limits(limits);
    let mut least_end = 0;
    for end in 0..=bytes.len() {
        match scanner.scan(&bytes[..end]) {
            Ok(Scan::Complete(len)) => {
                assert_eq!(len, end, "whole before: {}", hex(bytes));
                assert!(least_end <= len, "{least_end} bytes wanted: {}", hex(bytes));
                return Ok(len);
            }
            Ok(Scan::Incomplete(least)) => {
                assert!(least > 0, "nothing is missing: {}", hex(bytes));
                least_end = least_end.max(end.saturating_add(least));
            }
            Err(error) => return Err(fault(&error)),
        }
    }
    Err(eof(bytes.len()))
}

/// With a budget the same comes of a message as without, or a memory limit no further on; a
/// greater budget does not take less. What a way allocates, and so is charged, is its own.
fn budgets(bytes: &[u8], budgets: &[usize]) {
    let free = end(&front::<_, Value>(Deserializer::from_slice(bytes), Limits::new()));
    let mut was_enough = [false; 4];
    for &budget in budgets {
        let limits = Limits::new().memory(budget);
        let pieces = Deserializer::from_reader(Pieces { rest: bytes, size: 1 });
        let ends = [
            end(&front::<_, Value>(Deserializer::from_slice(bytes), limits)),
            end(&front::<_, IgnoredAny>(Deserializer::from_slice(bytes), limits)),
            end(&front::<_, Value>(Deserializer::from_reader(bytes), limits)),
            scanned(bytes, limits),
        ];
        assert_eq!(end(&front::<_, Value>(pieces, limits)), ends[2], "{limits:?}: {}", hex(bytes));
        assert_eq!(scanned_by_bytes(bytes, limits), ends[3], "{limits:?}: {}", hex(bytes));
        let limit = ErrorKind::MemoryLimit { bytes: budget }.to_string();
        for (end, was_enough) in ends.iter().zip(&mut was_enough) {
            let is_limit = end.as_ref().is_err_and(|fault| fault.starts_with(&limit));
            assert!(is_limit || *end == free, "{limits:?}: {end:?}, not {free:?}: {}", hex(bytes));
            assert!(!(is_limit && *was_enough), "{limits:?}: {end:?}: {}", hex(bytes));
            *was_enough = !is_limit;
        }
    }
}
