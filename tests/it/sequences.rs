//! Lists from every sequence type, tuples from every tuple type, and
//! sequences whose length is not known when they start.

use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};

use crate::model::{self, Model, Style};
use crate::util::{check, check_err, check_reads, check_value, check_writing, hex, to_hex};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Pair(u8, bool);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Empty();

#[test]
fn lists() {
    check(Vec::<u8>::new(), "[]", "b0");
    check(vec![1_u8, 2], "[1, 2]", "b20102");
    check(VecDeque::from([1_u8, 2]), "[1, 2]", "b20102");
    check(LinkedList::from([1_u8, 2]), "[1, 2]", "b20102");
    check(BTreeSet::from([2_u8, 1]), "[1, 2]", "b20102");
    check(HashSet::from([1_u8]), "[1]", "b101");
    check(Box::<[u8]>::from([1, 2]), "[1, 2]", "b20102");
    check(vec![vec![1_u8], vec![]], "[[1], []]", "b2b101b0");
    check(vec![true, false], "[true, false]", "b2e2e1");
    check(vec![(), ()], "[nil, nil]", "b2e0e0");
    check(vec!["a".to_owned()], r#"["a"]"#, "b18161");
    check(vec![Some(1_u8), None], "[1, nil]", "b201e0");
    check_writing(&[1_u8, 2][..], "[1, 2]", &hex("b20102"));
    let heap: BinaryHeap<u8> = mrna::from_slice(&hex("b20102")).unwrap();
    assert_eq!(heap.into_sorted_vec(), [1, 2]);
}

#[test]
fn list_lengths() {
    check(vec![0_u8; 7], "[0, 0, 0, 0, 0, 0, 0]", "b700000000000000");
    check(vec![0_u8; 8], "[0, 0, 0, 0, 0, 0, 0, 0]", "f2080000000000000000");
    for (n, head) in
        [(7, "b7"), (8, "f208"), (251, "f2fb"), (252, "f2fcfc00"), (65536, "f2fd00000100")]
    {
        let notation = format!("[{}]", vec!["nil"; n].join(", "));
        check(vec![(); n], &notation, &format!("{head}{}", "e0".repeat(n)));
    }
}

#[test]
fn tuples() {
    check((1_u8,), "(1,)", "b901");
    check((1_u8, 2_u8), "(1, 2)", "ba0102");
    check((1_u8, true, "x".to_owned()), r#"(1, true, "x")"#, "bb01e28178");
    check(((1_u8,), ((2_u8,),)), "((1,), ((2,),))", "bab901b9b902");
    check([1_u8, 2, 3], "(1, 2, 3)", "bb010203");
    check([200_u8, 200, 200], "(200, 200, 200)", "bbe4c8e4c8e4c8");
    check([[1_u8, 2], [3, 4]], "((1, 2), (3, 4))", "baba0102ba0304");
    check::<[u8; 0]>([], "()", "b8");
    check(Pair(1, true), "(1, true)", "ba01e2");
    check(Empty(), "()", "b8");
    check((1, 2, 3, 4, 5, 6, 7), "(1, 2, 3, 4, 5, 6, 7)", "bf01020304050607");
    check((1, 2, 3, 4, 5, 6, 7, 8), "(1, 2, 3, 4, 5, 6, 7, 8)", "f3080102030405060708");
    check([0_u8; 32], &format!("({})", ["0"; 32].join(", ")), &format!("f320{}", "00".repeat(32)));
}

#[test]
fn sets_are_apart_from_lists() {
    let rows: &[(&str, &str)] = &[
        ("set{}", "f400"),
        ("set{1, 2}", "f4020102"),
        ("frozenset{}", "f500"),
        ("frozenset{1, 2}", "f5020102"),
        ("set{frozenset{1}, (2,), [3]}", "f403f50101b902b103"),
        ("set{200, 201, 202, 203}", "f404e4c8e4c9e4cae4cb"),
        ("frozenset{1.5, 2.5, 3.5}", "f503ee000000000000f83fee0000000000000440ee0000000000000c40"),
    ];
    for (notation, hex) in rows {
        check_value(notation, hex);
    }
    let head = |n: usize| to_hex(&model::len(n));
    for n in [7, 8, 251, 252, 1000] {
        let items: Vec<Model> = (0..n as i128).map(Model::Int).collect();
        for (set, tag) in [(Model::Set(items.clone()), "f4"), (Model::FrozenSet(items), "f5")] {
            let hex = to_hex(&set.bytes(Style::Reference));
            assert!(hex.starts_with(&format!("{tag}{}", head(n))));
            check_value(&set.notation(), &hex);
        }
    }
}

/// A sequence of unknown length, by `collect_seq` over a filter.
struct Unsized(Vec<u16>);

impl Serialize for Unsized {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.iter().filter(|n| **n != 0))
    }
}

/// The same by `serialize_seq(None)`.
struct Open(Vec<u16>);

impl Serialize for Open {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut seq = s.serialize_seq(None)?;
        for n in &self.0 {
            seq.serialize_element(n)?;
        }
        seq.end()
    }
}

/// A map of unknown length.
struct OpenMap(Vec<(u16, bool)>);

impl Serialize for OpenMap {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        for (k, v) in &self.0 {
            map.serialize_entry(k, v)?;
        }
        map.end()
    }
}

#[test]
fn unknown_lengths() {
    for n in [0, 1, 2, 7, 8, 9, 251, 252, 253, 1000, 65535, 65536] {
        for value in [1_u16, 200, 300] {
            let list = Model::List(vec![Model::Int(value.into()); n]);
            let (notation, bytes) = (list.notation(), list.bytes(Style::Reference));
            check_writing(&Open(vec![value; n]), &notation, &bytes);
            check_writing(&Unsized(vec![value; n]), &notation, &bytes);
        }
        let entries: Vec<(u16, bool)> = (0..n).map(|i| (i as u16, i % 2 == 0)).collect();
        let model = entries.iter().map(|(k, v)| (Model::Int((*k).into()), Model::Bool(*v)));
        let model = Model::Map(model.collect());
        check_writing(&OpenMap(entries), &model.notation(), &model.bytes(Style::Reference));
    }
}

#[test]
fn unknown_lengths_nested() {
    let value =
        (vec![Open(vec![1, 2]), Open(vec![])], OpenMap(vec![(1, true)]), Open(vec![300; 9]));
    check_writing(
        &value,
        "([[1, 2], []], {1: true}, [300, 300, 300, 300, 300, 300, 300, 300, 300])",
        &hex("bbb2b20102b0c101e2fc02092c012c012c012c012c012c012c012c012c01"),
    );
}

#[test]
fn exact_length_of_tuples() {
    check_err::<(u8, u8)>("b3010203", "invalid length* at byte 0");
    check_err::<(u8, u8)>("b101", "invalid length* at byte 0");
    check_err::<(u8, u8)>("bb010203", "invalid length* at byte 0");
    check_err::<[u8; 2]>("bb010203", "invalid length* at byte 0");
    check_err::<[u8; 2]>("fc0003c8c8c8", "invalid length* at byte 0");
    check_err::<Pair>("b901", "invalid length* at byte 0");
    check_err::<Vec<(u8, u8)>>("b2ba0102bb010203", "invalid length* at byte 4 in $[1]");
    check_err::<[u8; 0]>("b901", "invalid length* at byte 0");
    check_reads("b20102", (1_u8, 2_u8));
}
