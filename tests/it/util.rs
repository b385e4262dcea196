//! Runs one row of a table through every way in and out of the crate.

use std::fmt::Debug;
use std::io::{self, BufRead, Read};

use mrna::{Deserializer, Error, Value};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

/// The bytes of a hex string; blanks are passed over.
#[track_caller]
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).expect("a hex digit"))
        .collect();
    assert_eq!(digits.len() % 2, 0, "odd hex: {text}");
    digits.chunks(2).map(|d| (d[0] * 16 + d[1]) as u8).collect()
}

/// The hex of some bytes.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A reader that hands out one byte at a time.
pub struct Trickle<'a>(pub &'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = buf.len().min(self.0.len()).min(1);
        buf[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

impl BufRead for Trickle<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.0[..self.0.len().min(1)])
    }

    fn consume(&mut self, n: usize) {
        assert!(n <= self.0.len().min(1), "consumed more than was offered");
        self.0 = &self.0[n..];
    }
}

/// What `Serializer::into_inner` gives, in a `Result` or bare.
pub trait Inner {
    fn bytes(self) -> Vec<u8>;
}

impl Inner for Vec<u8> {
    fn bytes(self) -> Vec<u8> {
        self
    }
}

impl Inner for mrna::Result<Vec<u8>> {
    fn bytes(self) -> Vec<u8> {
        self.expect("into_inner")
    }
}

/// True if `text` fits `pattern`, in which `*` stands for anything.
pub fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Runs a row: `value` has exactly these bytes, they read back as it, and
/// they have this notation.
#[track_caller]
pub fn check<T>(value: T, notation: &str, hex: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    run(&value, notation, hex, &|got: &T, way: &str| {
        assert_eq!(*got, value, "{way} of {notation}");
    });
}

/// As `check`, for types whose `==` does not tell their bits apart (NaN): what
/// is read back is written again and must have the same bytes.
#[track_caller]
pub fn check_bits<T>(value: T, notation: &str, hex: &str)
where
    T: Serialize + DeserializeOwned,
{
    let want = self::hex(hex);
    run(&value, notation, hex, &|got: &T, way: &str| {
        let again = mrna::to_vec(got).unwrap();
        assert_eq!(to_hex(&again), to_hex(&want), "{way} of {notation}");
    });
}

#[track_caller]
fn run<T>(value: &T, notation: &str, hex: &str, same: &dyn Fn(&T, &str))
where
    T: Serialize + DeserializeOwned,
{
    let bytes = self::hex(hex);
    check_writing(value, notation, &bytes);
    let v = check_value(notation, hex);
    same(&mrna::from_value::<T>(v).unwrap(), "from_value");
    check_reading(&bytes, same);
}

/// The writing half of a row.
#[track_caller]
pub fn check_writing<T: ?Sized + Serialize>(value: &T, notation: &str, bytes: &[u8]) {
    let got = mrna::to_vec(value).unwrap();
    assert_eq!(to_hex(&got), to_hex(bytes), "to_vec of {notation}");

    let mut buf = b"before".to_vec();
    mrna::append(&mut buf, value).unwrap();
    assert_eq!(buf[..6], *b"before", "append of {notation}");
    assert_eq!(to_hex(&buf[6..]), to_hex(bytes), "append of {notation}");

    let mut out = Vec::new();
    mrna::to_writer(&mut out, value).unwrap();
    assert_eq!(to_hex(&out), to_hex(bytes), "to_writer of {notation}");

    let len = mrna::encoded_len(value).unwrap();
    assert_eq!(len, bytes.len(), "encoded_len of {notation}");

    let v = mrna::to_value(value).unwrap();
    assert_eq!(v.to_string(), notation, "to_value");
    let read: Value = mrna::from_slice(bytes).unwrap();
    assert_eq!(v, read, "to_value and from_slice::<Value> of {notation}");
}

/// A row of a `Value` alone: its bytes, notation and back; the value is returned.
#[track_caller]
pub fn check_value(notation: &str, hex: &str) -> Value {
    let bytes = self::hex(hex);
    let v: Value = mrna::from_slice(&bytes)
        .unwrap_or_else(|e| panic!("from_slice::<Value> of {notation} {hex}: {e}"));
    assert_eq!(v.to_string(), notation, "Display of {hex}");
    assert_eq!(format!("{v:?}"), notation, "Debug of {hex}");
    check_writing_value(&v, notation, &bytes);
    check_reading(&bytes, &|got: &Value, way: &str| {
        assert_eq!(*got, v, "{way} of {notation}");
    });
    v
}

#[track_caller]
fn check_writing_value(v: &Value, notation: &str, bytes: &[u8]) {
    let again = mrna::to_vec(v).unwrap();
    assert_eq!(to_hex(&again), to_hex(bytes), "Value {notation} again");
    assert_eq!(mrna::encoded_len(v).unwrap(), bytes.len(), "{notation}");
    assert_eq!(mrna::to_value(v).unwrap(), *v, "to_value of {notation}");
    let same: Value = mrna::from_value(v.clone()).unwrap();
    assert_eq!(same, *v, "from_value of {notation}");
}

/// A row that the reference writer would not write: it must still read.
#[track_caller]
pub fn check_reads<T>(hex: &str, value: T)
where
    T: DeserializeOwned + PartialEq + Debug,
{
    let bytes = self::hex(hex);
    check_reading(&bytes, &|got: &T, way: &str| {
        assert_eq!(*got, value, "{way} of {hex}");
    });
    let v: Value = mrna::from_slice(&bytes).unwrap();
    let got = mrna::from_value::<T>(v).unwrap_or_else(|e| panic!("from_value of {hex}: {e}"));
    assert_eq!(got, value, "from_value of {hex}");
}

/// The reading half of a row: every source, every prefix, a byte too many.
#[track_caller]
pub fn check_reading<T: DeserializeOwned>(bytes: &[u8], same: &dyn Fn(&T, &str)) {
    let text = to_hex(bytes);
    let ok = |r: mrna::Result<T>, way: &str| -> T {
        r.unwrap_or_else(|e| panic!("{way} of {text}: {e}"))
    };
    same(&ok(mrna::from_slice(bytes), "from_slice"), "from_slice");

    let mut more = bytes.to_vec();
    more.extend_from_slice(b"\x05after");
    let (got, rest) = mrna::take_from_slice::<T>(&more).unwrap();
    same(&got, "take_from_slice");
    assert_eq!(rest, b"\x05after", "rest after {text}");

    let mut r: &[u8] = &more;
    same(&ok(mrna::from_reader(&mut r), "from_reader"), "from_reader");
    assert_eq!(r, b"\x05after", "left by from_reader of {text}");

    let mut r = Trickle(&more);
    same(&ok(mrna::from_reader(&mut r), "trickle"), "trickle");
    assert_eq!(r.0, b"\x05after", "left by the trickle of {text}");

    let mut de = Deserializer::from_slice(bytes);
    same(&ok(T::deserialize(&mut de), "slice"), "Deserializer");
    assert_eq!(de.byte_offset(), bytes.len() as u64, "offset after {text}");
    de.end().unwrap();
    let mut de = Deserializer::from_reader(bytes);
    same(&ok(T::deserialize(&mut de), "reader"), "Deserializer");
    assert_eq!(de.byte_offset(), bytes.len() as u64, "offset after {text}");
    de.end().unwrap();

    mrna::from_slice::<IgnoredAny>(bytes).unwrap();
    let _: IgnoredAny = mrna::from_reader(Trickle(bytes)).unwrap();

    check_prefixes::<T>(bytes);
    check_trailing::<T>(bytes);
}

/// Every proper prefix ends too early, and says so at its own length.
#[track_caller]
pub fn check_prefixes<T: DeserializeOwned>(bytes: &[u8]) {
    for n in 0..bytes.len() {
        if n > 40 && n + 16 < bytes.len() && n % (bytes.len() / 4) != 0 {
            continue; // long rows: both ends and a sample between
        }
        let part = &bytes[..n];
        let eof = |e: Option<Error>, way: &str| {
            let e = e.unwrap_or_else(|| panic!("{way}: no error for {}", to_hex(part)));
            assert!(e.is_eof(), "{way} of prefix {}: {e}", to_hex(part));
            assert!(!e.is_data() && !e.is_io() && !e.is_limit(), "{way}: {e}");
            assert_eq!(e.offset(), Some(n as u64), "{way} of {}", to_hex(part));
            let kind = e.kind().to_string();
            assert!(kind.starts_with("premature end"), "{way}: {kind}");
        };
        eof(mrna::from_slice::<T>(part).err(), "T, slice");
        eof(mrna::take_from_slice::<T>(part).err(), "T, take");
        eof(read::<T>(part).err(), "T, reader");
        eof(trickle::<T>(part).err(), "T, trickle");
        eof(mrna::from_slice::<IgnoredAny>(part).err(), "skip, slice");
        eof(trickle::<IgnoredAny>(part).err(), "skip, trickle");
        eof(mrna::from_slice::<Value>(part).err(), "Value, slice");
        eof(trickle::<Value>(part).err(), "Value, trickle");
    }
}

#[track_caller]
fn check_trailing<T: DeserializeOwned>(bytes: &[u8]) {
    for extra in [0x00, 0xE0, 0xFF] {
        let mut more = bytes.to_vec();
        more.push(extra);
        let trailing = |e: Option<Error>, way: &str| {
            let e = e.unwrap_or_else(|| panic!("{way}: no error for {}", to_hex(&more)));
            let kind = e.kind().to_string();
            assert!(kind.starts_with("trailing bytes"), "{way}: {kind}");
            assert_eq!(e.offset(), Some(bytes.len() as u64), "{way}: {e}");
            assert!(e.is_data() && !e.is_eof(), "{way}: {e}");
        };
        trailing(mrna::from_slice::<T>(&more).err(), "T");
        trailing(mrna::from_slice::<IgnoredAny>(&more).err(), "skip");
        trailing(mrna::from_slice::<Value>(&more).err(), "Value");
        let mut de = Deserializer::from_slice(&more);
        T::deserialize(&mut de).map(drop).unwrap();
        trailing(de.end().err(), "end of a slice");
        let mut de = Deserializer::from_reader(Trickle(&more));
        T::deserialize(&mut de).map(drop).unwrap();
        trailing(de.end().err(), "end of a reader");
    }
}

/// A `T` from a reader that has all the bytes at once.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> mrna::Result<T> {
    mrna::from_reader(bytes)
}

/// A `T` from a reader that has one byte at a time.
pub fn trickle<T: DeserializeOwned>(bytes: &[u8]) -> mrna::Result<T> {
    mrna::from_reader(Trickle(bytes))
}

/// The kinds of error that a reader gives whatever it reads into.
const MALFORMED: [&str; 9] = [
    "premature end",
    "reserved byte",
    "not shortest",
    "invalid UTF-8",
    "invalid some",
    "unknown shape",
    "unknown variant name",
    "duplicate name",
    "unknown packed kind",
];

/// The word of MALFORMED with which the kind of `e` starts.
fn malformed(e: &Error) -> Option<&'static str> {
    let kind = e.kind().to_string();
    MALFORMED.into_iter().find(|m| kind.starts_with(m))
}

/// These bytes are refused by a `T` with this message (`*` stands for
/// anything), alike from every source; what is malformed is also refused by
/// `Value`, when skipped, and in a field nobody reads.
#[track_caller]
pub fn check_err<T: DeserializeOwned>(hex: &str, message: &str) {
    let bytes = self::hex(hex);
    let e = refusal::<T>(&bytes);
    assert!(fits(message, &e.to_string()), "{hex}\n got: {e}\nwant: {message}");
    let Some(word) = malformed(&e) else {
        return;
    };
    let offset = e.offset().expect("an offset");
    let same = |e: Error, shift: u64, way: &str| {
        assert_eq!(malformed(&e), Some(word), "{way} of {hex}: {e}");
        assert_eq!(e.offset(), Some(offset + shift), "{way} of {hex}: {e}");
    };
    same(refusal::<Value>(&bytes), 0, "Value");
    same(refusal::<IgnoredAny>(&bytes), 0, "skip");
    if word != "premature end" {
        // record{x: …, a: 1}
        let mut inside = vec![0xF7, 2, 1, b'x'];
        inside.extend_from_slice(&bytes);
        inside.extend_from_slice(&[1, b'a', 1]);
        same(refusal::<OnlyA>(&inside), 4, "unknown field");
    }
}

#[derive(Deserialize, Debug)]
struct OnlyA {
    #[serde(rename = "a")]
    _a: IgnoredAny,
}

/// The error of reading these bytes as a `T`: the same from every source.
#[track_caller]
pub fn refusal<T: DeserializeOwned>(bytes: &[u8]) -> Error {
    let text = to_hex(bytes);
    let none = |way: &str| -> Error { panic!("{way}: no error for {text}") };
    let e = mrna::from_slice::<T>(bytes).err().unwrap_or_else(|| none("slice"));
    let r = read::<T>(bytes).err().unwrap_or_else(|| none("reader"));
    let t = trickle::<T>(bytes).err().unwrap_or_else(|| none("trickle"));
    assert_eq!(e.to_string(), r.to_string(), "slice and reader of {text}");
    assert_eq!(e.to_string(), t.to_string(), "slice and trickle of {text}");
    assert_eq!(e.to_string(), composed(&e), "parts of the message");
    assert!(e.offset().is_some(), "no offset: {e}");
    e
}

/// The message put together from its parts.
pub fn composed(e: &Error) -> String {
    let mut text = e.kind().to_string();
    if let Some(offset) = e.offset() {
        text += &format!(" at byte {offset}");
    }
    let path = e.path().to_string();
    if path != "$" {
        text += &format!(" in {path}");
    }
    text
}

/// Refused when built from a `Value`: same message, without the offset.
#[track_caller]
pub fn check_err_value<T: DeserializeOwned>(hex: &str, message: &str) {
    let v: Value = mrna::from_slice(&self::hex(hex)).unwrap();
    let Err(e) = mrna::from_value::<T>(v) else {
        panic!("from_value: no error for {hex}");
    };
    assert_eq!(e.offset(), None, "{e}");
    assert_eq!(e.to_string(), composed(&e), "parts of the message");
    assert!(fits(message, &e.to_string()), "{hex}\n got: {e}\nwant: {message}");
}

/// A row whose type borrows from the bytes: slices only.
#[track_caller]
pub fn check_borrowed<T>(value: &T, notation: &str, hex: &str)
where
    T: Serialize + Deserialize<'static> + PartialEq + Debug,
{
    check_value(notation, hex);
    let bytes: &'static [u8] = self::hex(hex).leak();
    check_writing(value, notation, bytes);
    assert_eq!(mrna::from_slice::<T>(bytes).unwrap(), *value, "{notation}");
    let more: &'static [u8] = [bytes, b"\xE0rest"].concat().leak();
    let (got, rest) = mrna::take_from_slice::<T>(more).unwrap();
    assert_eq!(got, *value, "{notation}");
    assert_eq!(rest, b"\xE0rest");
    for n in 0..bytes.len() {
        let e = mrna::from_slice::<T>(&bytes[..n]).expect_err("a prefix");
        assert!(e.is_eof(), "prefix {n} of {notation}: {e}");
        assert_eq!(e.offset(), Some(n as u64), "prefix {n} of {notation}");
    }
}
