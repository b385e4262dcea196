//! Streams of values: three different answers, offsets between values, and
//! readers that are never asked for more than the value at hand needs.

use std::io::{self, BufRead, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;

use mrna::{Deserializer, Value};

use crate::util::{Trickle, hex};

/// 5, "ab", [300, 300, 300], record{x: 1}, nil, Ok(1)
const PARTS: [&str; 6] = ["05", "826162", "fc02032c012c012c01", "f701017801", "e0", "d8024f6b01"];

const NOTATION: [&str; 6] = ["5", "\"ab\"", "[300, 300, 300]", "record{x: 1}", "nil", "Ok(1)"];

macro_rules! each_source {
    ($bytes:expr, |$de:ident| $body:block) => {{
        let bytes: &[u8] = $bytes;
        {
            let $de = Deserializer::from_slice(bytes);
            $body
        }
        {
            let $de = Deserializer::from_reader(bytes);
            $body
        }
        {
            let $de = Deserializer::from_reader(Trickle(bytes));
            $body
        }
    }};
}

#[test]
fn values_and_offsets() {
    let bytes = hex(&PARTS.concat());
    each_source!(&bytes, |de| {
        let mut stream = de.into_iter::<Value>();
        let mut offset = 0;
        for (part, notation) in PARTS.into_iter().zip(NOTATION) {
            assert_eq!(stream.byte_offset(), offset);
            assert_eq!(stream.next().unwrap().unwrap().to_string(), notation);
            offset += part.len() as u64 / 2;
            assert_eq!(stream.byte_offset(), offset);
        }
        assert!(stream.next().is_none());
        assert!(stream.next().is_none(), "and stays so");
        assert_eq!(stream.byte_offset(), offset);
    });
}

#[test]
fn a_clean_end() {
    each_source!(b"", |de| {
        assert!(de.into_iter::<Value>().next().is_none());
    });
    each_source!(b"", |de| {
        assert!(de.into_iter::<IgnoredAny>().next().is_none());
    });
}

/// Every cut either lies between two values or is an error at the cut.
#[test]
fn cut_anywhere() {
    let bytes = hex(&PARTS.concat());
    let mut between = vec![0];
    for part in PARTS {
        between.push(between[between.len() - 1] + part.len() / 2);
    }
    for cut in 0..=bytes.len() {
        each_source!(&bytes[..cut], |de| {
            let mut stream = de.into_iter::<Value>();
            let whole = between.iter().filter(|b| **b <= cut).count() - 1;
            for notation in &NOTATION[..whole] {
                assert_eq!(stream.next().unwrap().unwrap().to_string(), *notation);
            }
            if between.contains(&cut) {
                assert!(stream.next().is_none(), "cut at {cut}");
            } else {
                let e = stream.next().unwrap().unwrap_err();
                assert!(e.is_eof(), "cut at {cut}: {e}");
                assert_eq!(e.offset(), Some(cut as u64));
                assert!(stream.next().is_none(), "ends for good after an error");
                assert!(stream.next().is_none());
            }
        });
    }
}

#[test]
fn ends_for_good_after_any_error() {
    // (bytes, the offset of the error)
    for (text, at) in
        [("05e205", 1), ("05ef05", 1), ("05b2010205", 1), ("05e47f05", 1), ("05e52c0105", 1)]
    {
        let bytes = hex(text);
        each_source!(&bytes, |de| {
            let mut stream = de.into_iter::<u8>();
            assert_eq!(stream.next().unwrap().unwrap(), 5);
            let e = stream.next().unwrap().unwrap_err();
            assert!(e.is_data(), "{text}: {e}");
            assert_eq!(e.offset(), Some(at), "{text}: {e}");
            assert!(stream.next().is_none(), "{text}");
            assert!(stream.next().is_none(), "{text}");
        });
    }
}

/// Offsets count from where the Deserializer began, and tables do not last.
#[test]
fn tables_are_of_one_message() {
    let bytes = hex("f701017801 f701017802 a003");
    each_source!(&bytes, |de| {
        let mut stream = de.into_iter::<Value>();
        assert_eq!(stream.next().unwrap().unwrap().to_string(), "record{x: 1}");
        assert_eq!(stream.next().unwrap().unwrap().to_string(), "record{x: 2}");
        let e = stream.next().unwrap().unwrap_err();
        assert!(e.kind().to_string().starts_with("unknown shape"), "{e}");
        assert_eq!(e.offset(), Some(10));
    });
    let bytes = hex("d00141 d0");
    each_source!(&bytes, |de| {
        let mut stream = de.into_iter::<Value>();
        assert_eq!(stream.next().unwrap().unwrap().to_string(), "A");
        let e = stream.next().unwrap().unwrap_err();
        assert!(e.is_eof(), "the name is defined anew: {e}");
    });
}

#[test]
fn one_deserializer_many_types() {
    let bytes = hex(&PARTS.concat());
    macro_rules! all {
        ($de:expr) => {{
            let mut de = $de;
            assert_eq!(de.byte_offset(), 0);
            assert_eq!(u8::deserialize(&mut de).unwrap(), 5);
            assert_eq!(de.byte_offset(), 1);
            assert_eq!(String::deserialize(&mut de).unwrap(), "ab");
            assert_eq!(Vec::<u16>::deserialize(&mut de).unwrap(), [300; 3]);
            IgnoredAny::deserialize(&mut de).unwrap();
            assert_eq!(Option::<u8>::deserialize(&mut de).unwrap(), None);
            let e = de.end().unwrap_err();
            assert!(e.kind().to_string().starts_with("trailing bytes"), "{e}");
            assert_eq!(e.offset(), Some(19));
            de.byte_offset()
        }};
    }
    assert_eq!(all!(Deserializer::from_slice(&bytes)), 19);
    assert_eq!(all!(Deserializer::from_reader(&bytes[..])), 19);
    assert_eq!(all!(Deserializer::from_reader(Trickle(&bytes))), 19);
    let mut de = Deserializer::from_slice(&bytes);
    for _ in PARTS {
        Value::deserialize(&mut de).unwrap();
    }
    de.end().unwrap();
    let e = Value::deserialize(&mut de).unwrap_err();
    assert!(e.is_eof(), "{e}");
}

/// Has exactly these bytes, in pieces of a size; asking beyond them is what a
/// socket would block on, and panics.
struct Exact<'a> {
    left: &'a [u8],
    piece: usize,
}

impl Read for Exact<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        assert!(!self.left.is_empty() || buf.is_empty(), "read past the value");
        let n = buf.len().min(self.left.len()).min(self.piece);
        buf[..n].copy_from_slice(&self.left[..n]);
        self.left = &self.left[n..];
        Ok(n)
    }
}

impl BufRead for Exact<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        assert!(!self.left.is_empty(), "asked for more than the value needs");
        Ok(&self.left[..self.left.len().min(self.piece)])
    }

    fn consume(&mut self, n: usize) {
        self.left = &self.left[n..];
    }
}

#[test]
fn never_past_the_value() {
    let mut rows: Vec<Vec<u8>> = PARTS.iter().map(|p| hex(p)).collect();
    rows.extend(
        ["e3e0", "ff40e3e0", "b0", "c0", "f700", "f100", "fc0900", "ec09000000000000000001"]
            .map(hex),
    );
    rows.extend(
        ["c2010203b104", "f5020102", "b2f7020178010179 02a00304", "d80141f7010178e1"].map(hex),
    );
    rows.push([hex("f1fd40420f00"), vec![7; 1_000_000]].concat());
    rows.push([hex("f0fd70110100"), vec![b'x'; 70_000]].concat());
    rows.push([hex("fc09fcd007"), vec![0; 16_000]].concat());
    for bytes in &rows {
        for piece in [1, 2, 3, 5, 4096, usize::MAX] {
            if piece < 100 && bytes.len() > 100_000 {
                continue;
            }
            let exact = || Exact { left: bytes, piece };
            let _: Value = mrna::from_reader(exact()).unwrap();
            let _: IgnoredAny = mrna::from_reader(exact()).unwrap();
            let mut de = Deserializer::from_reader(exact());
            Value::deserialize(&mut de).unwrap();
            assert_eq!(de.byte_offset(), bytes.len() as u64);
            let mut stream = Deserializer::from_reader(exact()).into_iter::<Value>();
            stream.next().unwrap().unwrap();
            assert_eq!(stream.byte_offset(), bytes.len() as u64);
        }
    }
    let _: u8 = mrna::from_reader(Exact { left: &[5], piece: 9 }).unwrap();
    let _: Option<u8> = mrna::from_reader(Exact { left: &[0xE0], piece: 9 }).unwrap();
    let _: Option<Option<u8>> = mrna::from_reader(Exact { left: &[0xE3, 0xE0], piece: 1 }).unwrap();
    let _: Vec<u16> = mrna::from_reader(Exact { left: &hex(PARTS[2]), piece: 2 }).unwrap();
    let _: String = mrna::from_reader(Exact { left: &hex(PARTS[1]), piece: 2 }).unwrap();
}

/// Interrupted each time that it needs more, as the system may do. (A `BufRead` that has something
/// in its buffer gives that without reading.)
struct Interrupted<'a>(Trickle<'a>, bool);

impl Read for Interrupted<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buf) }
    }
}

impl BufRead for Interrupted<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !std::mem::replace(&mut self.1, true) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.0.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.1 &= n == 0;
        self.0.consume(n);
    }
}

#[test]
fn interruptions_are_no_errors() {
    let bytes = hex(&PARTS.concat());
    let stream =
        Deserializer::from_reader(Interrupted(Trickle(&bytes), false)).into_iter::<Value>();
    let got: Vec<String> = stream.map(|v| v.unwrap().to_string()).collect();
    assert_eq!(got, NOTATION);
}

/// Breaks after some bytes.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            Err(io::ErrorKind::ConnectionReset.into())
        } else {
            self.0.read(buf)
        }
    }
}

impl BufRead for Broken<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.0.is_empty() { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(self.0) }
    }

    fn consume(&mut self, n: usize) {
        self.0 = &self.0[n..];
    }
}

#[test]
fn a_reader_that_breaks() {
    let bytes = hex("b2fc02032c012c012c01826162");
    for n in 0..bytes.len() {
        let e = mrna::from_reader::<_, Value>(Broken(&bytes[..n])).unwrap_err();
        assert!(e.is_io() && !e.is_eof() && !e.is_data(), "{n}: {e}");
        let e = mrna::from_reader::<_, IgnoredAny>(Broken(&bytes[..n])).unwrap_err();
        assert!(e.is_io(), "{n}: {e}");
    }
    let mut stream = Deserializer::from_reader(Broken(&[5])).into_iter::<u8>();
    assert_eq!(stream.next().unwrap().unwrap(), 5);
    assert!(stream.next().unwrap().unwrap_err().is_io());
    assert!(stream.next().is_none(), "and then it ends for good");
}

/// What was read is consumed whenever somebody else can look at the reader.
#[test]
fn the_reader_stands_behind_what_was_read() {
    let whole = b"\x85first\xB2\x01\xDC rest";
    let mut de = Deserializer::from_reader(&whole[..]);
    assert_eq!(de.get_ref().len(), whole.len());
    assert_eq!(String::deserialize(&mut de).unwrap(), "first");
    assert_eq!(de.get_ref(), b"\xB2\x01\xDC rest");
    // An error: behind the byte that is wrong.
    assert!(Vec::<u8>::deserialize(&mut de).is_err());
    assert_eq!(de.byte_offset(), 9);
    assert_eq!(de.get_mut(), b" rest");
    assert_eq!(de.into_inner(), b" rest");

    let whole = b"\x07\x08\x09\xB2\x01\xDC rest";
    let mut lent = &whole[..];
    assert!(mrna::from_reader::<_, String>(&mut lent).is_err());
    assert_eq!(lent, &whole[1..]);
    assert!(mrna::SeqReader::<_, u8>::new(&mut lent).is_err());
    assert_eq!(lent, &whole[2..]);
    assert!(mrna::SessionReader::new(&mut lent).recv::<u8>().is_err());
    assert_eq!(lent, &whole[3..]);
    let mut items = mrna::SeqReader::<_, u8>::new(&mut lent).unwrap();
    assert_eq!(items.next().unwrap().unwrap(), 1);
    assert_eq!(items.into_inner(), b"\xDC rest");
}
