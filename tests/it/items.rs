//! Lists and maps written and read item by item.

use std::collections::BTreeMap;
use std::io::BufReader;

use serde::{Deserialize, Serialize};

use mrna::{Limits, MapReader, MapWriter, SeqReader, SeqWriter, Value, from_slice, to_vec, value};

use crate::util::{Trickle, hex, to_hex};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: u32,
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Old,
    New(u8),
}

fn row(id: u32) -> Row {
    let kind = if id.is_multiple_of(2) { Kind::Old } else { Kind::New(7) };
    Row { id, name: format!("row {id}"), kind }
}

#[test]
fn as_the_whole_list() {
    for len in [0, 1, 7, 8, 300, 20_000] {
        let rows: Vec<Row> = (0..len).map(row).collect();
        let mut seq = SeqWriter::new(Vec::new(), rows.len()).unwrap();
        rows.iter().for_each(|row| seq.write(row).unwrap());
        let bytes = seq.end().unwrap();
        assert_eq!(bytes, to_vec(&rows).unwrap(), "{len}");

        let mut seq = SeqReader::<_, Row>::new(BufReader::new(&bytes[..])).unwrap();
        assert_eq!(seq.left(), u64::from(len));
        for row in &rows {
            assert_eq!(&seq.next().unwrap().unwrap(), row);
        }
        assert!(seq.next().is_none());
    }
}

#[test]
fn as_the_whole_map() {
    let map: BTreeMap<u32, Row> = (0..300).map(|id| (id, row(id))).collect();
    let mut writer = MapWriter::new(Vec::new(), map.len()).unwrap();
    map.iter().for_each(|(key, value)| writer.write(key, value).unwrap());
    let bytes = writer.end().unwrap();
    assert_eq!(bytes, to_vec(&map).unwrap());
    for reader in [
        &mut MapReader::new(&bytes[..]).unwrap() as &mut dyn Iterator<Item = _>,
        &mut MapReader::new(Trickle(&bytes)).unwrap(),
    ] {
        let read: mrna::Result<BTreeMap<u32, Row>> = reader.collect();
        assert_eq!(read.unwrap(), map);
    }
}

#[test]
fn every_sequence_can_be_read() {
    for (bytes, read) in [
        ("b20102", "[1, 2]"),
        ("ba0102", "[1, 2]"),
        ("f4020102", "[1, 2]"),
        ("f5020102", "[1, 2]"),
        ("f1020102", "[1, 2]"),
        ("fc02022c012c01", "[300, 300]"),
        ("fd08020000c03f0000c03f", "[1.5f32, 1.5f32]"),
        ("b0", "[]"),
    ] {
        let items: mrna::Result<Vec<Value>> = SeqReader::new(&hex(bytes)[..]).unwrap().collect();
        assert_eq!(Value::List(items.unwrap()).to_string(), read, "{bytes}");
    }
}

#[test]
fn what_follows_is_still_there() {
    let bytes = hex("b20102f703");
    let mut seq = SeqReader::<_, u8>::new(&bytes[..]).unwrap();
    seq.by_ref().for_each(drop);
    assert_eq!(seq.into_inner(), &bytes[3..]);
}

#[test]
fn wrong_numbers_of_items() {
    let mut seq = SeqWriter::new(Vec::new(), 2).unwrap();
    seq.write(&1).unwrap();
    let error = seq.end().unwrap_err().to_string();
    assert!(error.starts_with("announced a length of 2 and wrote 1"), "{error}");

    let mut seq = SeqWriter::new(Vec::new(), 1).unwrap();
    seq.write(&1).unwrap();
    let error = seq.write(&2).unwrap_err().to_string();
    assert!(error.starts_with("announced a length of 1 and wrote 2"), "{error}");
    // It was not written, and nothing is lost.
    assert_eq!(to_hex(&seq.end().unwrap()), "b101");
}

#[test]
fn errors() {
    let no_list = |bytes: &str| {
        SeqReader::<_, Value>::new(&hex(bytes)[..]).map(drop).unwrap_err().to_string()
    };
    assert_eq!(no_list("07"), "invalid type: integer 7, expected a sequence at byte 0");
    assert_eq!(no_list("c10101"), "invalid type: map, expected a sequence at byte 0");
    assert_eq!(no_list(""), "premature end of the message at byte 0");
    assert_eq!(no_list("f205"), "not shortest form of a header at byte 0");

    let bytes = hex("b301e003");
    let mut seq = SeqReader::<_, u8>::new(&bytes[..]).unwrap();
    assert_eq!(seq.next().unwrap().unwrap(), 1);
    let error = seq.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "invalid type: nil, expected u8 at byte 2 in $[1]");
    assert!(seq.next().is_none());

    let bytes = hex("c2816101816280");
    let mut map = MapReader::<_, String, u8>::new(&bytes[..]).unwrap();
    assert_eq!(map.next().unwrap().unwrap(), ("a".into(), 1));
    let error = map.next().unwrap().unwrap_err().to_string();
    assert!(
        error.starts_with("invalid type: string \"\", expected u8 at byte 6")
            || error.starts_with("invalid type: string"),
        "{error}"
    );
    assert!(map.next().is_none());

    // A type's own failure: the list can't be finished.
    struct Bad;
    impl Serialize for Bad {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no"))
        }
    }
    let mut seq = SeqWriter::new(Vec::new(), 1).unwrap();
    assert_eq!(seq.write(&Bad).unwrap_err().to_string(), "no in $[0]");
    assert!(seq.write(&1).is_err());
}

#[test]
fn limits_hold_for_each_item() {
    let bytes = to_vec(&vec!["x".repeat(500); 100]).unwrap();
    let limits = Limits::new().memory(1_000);
    assert!(mrna::from_slice_with::<Vec<String>>(&bytes, limits).is_err());
    let seq = SeqReader::<_, String>::with_limits(&bytes[..], limits).unwrap();
    assert_eq!(seq.map(Result::unwrap).count(), 100);
    // The list itself is a level.
    let nested = to_vec(&value!([[[1]]])).unwrap();
    for (depth, is_right) in [(3, true), (2, false)] {
        let limits = Limits::new().depth(depth);
        let mut seq = SeqReader::<_, Value>::with_limits(&nested[..], limits).unwrap();
        assert_eq!(seq.next().unwrap().is_ok(), is_right, "{depth}");
        assert_eq!(mrna::from_slice_with::<Value>(&nested, limits).is_ok(), is_right);
    }
}

#[test]
fn nothing_is_kept() {
    /// Sees how much comes at once.
    struct Most(usize, usize);
    impl std::io::Write for Most {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.max(bytes.len());
            self.1 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut seq = SeqWriter::new(Most(0, 0), 100_000).unwrap();
    for id in 0..100_000 {
        seq.write(&row(id)).unwrap();
    }
    let Most(most, all) = seq.end().unwrap();
    assert!(most <= 128 << 10 && all > 1 << 20, "{most} of {all}");
}

#[test]
fn a_claim_of_many_items() {
    let bytes = hex("f2fdffffffff01");
    let mut seq = SeqReader::<_, u8>::new(&bytes[..]).unwrap();
    assert_eq!(seq.left(), 0xFFFF_FFFF);
    assert_eq!(seq.next().unwrap().unwrap(), 1);
    assert!(seq.next().unwrap().unwrap_err().is_eof());
    assert!(from_slice::<Vec<u8>>(&bytes).unwrap_err().is_eof());
}
