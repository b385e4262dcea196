//! `mrna::with`: kinds of sequences, and bytes. Value, notation and bytes of
//! each; where serde's `with` can't reach, the wrappers.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use mrna::with::{Bytes, FrozenSet, List, Set, Tuple};
use mrna::{Value, value};
use serde::{Deserialize, Serialize};

use crate::util::{check, check_err, check_reads, check_writing, hex};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Kinds {
    #[serde(with = "mrna::with::set")]
    s: HashSet<u8>,
    #[serde(with = "mrna::with::frozenset")]
    f: BTreeSet<u8>,
    #[serde(with = "mrna::with::list")]
    l: [u8; 2],
    #[serde(with = "mrna::with::tuple")]
    t: Vec<u8>,
    #[serde(with = "mrna::with::bytes")]
    b: Vec<u8>,
}

fn kinds() -> Kinds {
    Kinds { s: [1].into(), f: [1, 2].into(), l: [1, 2], t: vec![1, 2], b: vec![1, 2] }
}

#[test]
fn fields() {
    check(
        kinds(),
        r#"record{s: set{1}, f: frozenset{1, 2}, l: [1, 2], t: (1, 2), b: b"\x01\x02"}"#,
        "f705 0173 f40101 0166 f5020102 016c b20102 0174 ba0102 0162 f1020102",
    );
    let empty = Kinds { s: [].into(), f: [].into(), l: [0, 0], t: vec![], b: vec![] };
    check(
        empty,
        r#"record{s: set{}, f: frozenset{}, l: [0, 0], t: (), b: b""}"#,
        "f705 0173 f400 0166 f500 016c b20000 0174 b8 0162 f100",
    );
}

#[test]
fn fields_as_json() {
    let json = r#"{"s":[1],"f":[1,2],"l":[1,2],"t":[1,2],"b":[1,2]}"#;
    assert_eq!(serde_json::to_string(&kinds()).unwrap(), json);
    assert_eq!(serde_json::from_str::<Kinds>(json).unwrap(), kinds());
    let tree = serde_json::to_value(kinds()).unwrap();
    assert_eq!(serde_json::from_value::<Kinds>(tree).unwrap(), kinds());
    let bytes = rmp_serde::to_vec(&kinds()).unwrap();
    assert_eq!(rmp_serde::from_slice::<Kinds>(&bytes).unwrap(), kinds());
    let bytes = postcard::to_allocvec(&kinds()).unwrap();
    assert_eq!(postcard::from_bytes::<Kinds>(&bytes).unwrap(), kinds());
}

#[test]
fn wrappers() {
    check(Set(vec![1, 2]), "set{1, 2}", "f4020102");
    check(FrozenSet(vec![1, 2]), "frozenset{1, 2}", "f5020102");
    check(List([1, 2]), "[1, 2]", "b20102");
    check(List((1, "a".to_string())), r#"[1, "a"]"#, "b2018161");
    check(Tuple(vec![1, 2]), "(1, 2)", "ba0102");
    check(Bytes(vec![1, 2]), r#"b"\x01\x02""#, "f1020102");
    check(Bytes([1, 2]), r#"b"\x01\x02""#, "f1020102");
    check(Bytes::<Box<[u8]>>(vec![7].into()), r#"b"\x07""#, "f10107");
    check(Bytes::<Arc<[u8]>>(vec![7].into()), r#"b"\x07""#, "f10107");
    check(Bytes::<Cow<'static, [u8]>>(vec![7].into()), r#"b"\x07""#, "f10107");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    One(#[serde(with = "mrna::with::set")] Vec<u8>),
    Two(Set<Vec<u8>>, #[serde(with = "mrna::with::bytes")] Vec<u8>),
    Three { f: FrozenSet<Vec<u8>> },
}

#[test]
fn wrappers_nest() {
    check(Some(Set(vec![1])), "set{1}", "f40101");
    check(None::<Set<Vec<u8>>>, "nil", "e0");
    check(Some(None::<Set<Vec<u8>>>), "some(nil)", "e3e0");
    check(vec![Set(vec![1]), Set(vec![])], "[set{1}, set{}]", "b2f40101f400");
    check(Set(vec![Set(vec![1])]), "set{set{1}}", "f401f40101");
    check(Set(Some(vec![1])), "set{1}", "f40101");
    check(Set(None::<Vec<u8>>), "nil", "e0");
    check(Set(Some(None::<Vec<u8>>)), "some(nil)", "e3e0");
    check(vec![Some(Bytes(vec![1])), None], r#"[b"\x01", nil]"#, "b2f10101e0");
    check(
        HashMap::from([("a".to_string(), Set(HashSet::from([1])))]),
        r#"{"a": set{1}}"#,
        "c18161f40101",
    );
    check(BTreeMap::from([(Tuple(vec![1, 2]), 3)]), "{(1, 2): 3}", "c1ba010203");
    check(BTreeMap::from([(Bytes(vec![1]), 3)]), r#"{b"\x01": 3}"#, "c1f1010103");
    check(BTreeSet::from([FrozenSet([1])]), "[frozenset{1}]", "b1f50101");
    check(Choice::One(vec![1]), "One(set{1})", "d8034f6e65f40101");
    check(
        Choice::Two(Set(vec![1]), vec![2]),
        r#"Two((set{1}, b"\x02"))"#,
        "d80354776fbaf40101f10102",
    );
    check(
        Choice::Three { f: FrozenSet(vec![]) },
        "Three(record{f: frozenset{}})",
        "d8055468726565f7010166f500",
    );
}

/// The outermost says which kind.
#[test]
fn wrappers_of_wrappers() {
    check_writing(&List(Set(vec![1, 2])), "[1, 2]", &hex("b20102"));
    check_writing(&Set(List([1, 2])), "set{1, 2}", &hex("f4020102"));
    check_writing(&Set(value!((1, 2))), "set{1, 2}", &hex("f4020102"));
    check_writing(&Tuple(value!(set { 1, 2 })), "(1, 2)", &hex("ba0102"));
}

/// Packed just where a plain list or tuple is.
#[test]
fn packed() {
    let floats: Vec<f64> = (0..9).map(f64::from).collect();
    let ints: Vec<u16> = (300..309).collect();
    for n in 0..9 {
        let (floats, ints) = (floats[..n].to_vec(), ints[..n].to_vec());
        let list = mrna::to_vec(&floats).unwrap();
        assert_eq!(mrna::to_vec(&List(floats.clone())).unwrap(), list);
        assert_eq!(mrna::to_vec(&List(&floats[..])).unwrap(), list);
        let value: Value = mrna::from_slice(&list).unwrap();
        let Value::List(items) = value else { panic!("{value}") };
        let tuple = mrna::to_vec(&Value::Tuple(items)).unwrap();
        assert_eq!(mrna::to_vec(&Tuple(floats.clone())).unwrap(), tuple);
        assert_eq!(mrna::to_vec(&Tuple(Unsure(&floats))).unwrap(), tuple, "{n}");
        assert_eq!(mrna::from_slice::<Tuple<Vec<f64>>>(&tuple).unwrap().0, floats);
        assert_eq!(mrna::to_vec(&List(ints.clone())).unwrap(), mrna::to_vec(&ints).unwrap());
        let tuple = mrna::to_value(&Tuple(ints.clone())).unwrap();
        assert_eq!(tuple.kind(), "tuple");
        assert_eq!(mrna::to_vec(&Tuple(ints)).unwrap(), mrna::to_vec(&tuple).unwrap());
    }
    check_writing(
        &List([0.5; 3]),
        "[0.5, 0.5, 0.5]",
        &hex(&("fc0903".to_string() + &"000000000000e03f".repeat(3))),
    );
}

/// A sequence that doesn't know how long it is.
struct Unsure<'a>(&'a [f64]);

impl Serialize for Unsure<'_> {
    fn serialize<S: serde::Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.collect_seq(self.0.iter().filter(|_| true))
    }
}

/// Reading goes by the type, not by the helper.
#[test]
fn reading() {
    for hex in ["b20102", "ba0102", "f4020102", "f5020102", "f1020102", "fc00020102", "ff40b20102"]
    {
        check_reads(hex, Set(vec![1_u8, 2]));
        check_reads(hex, FrozenSet(BTreeSet::from([1_u8, 2])));
        check_reads(hex, List([1_u8, 2]));
        check_reads(hex, Tuple(vec![1_u8, 2]));
        check_reads(hex, Bytes(vec![1_u8, 2]));
        check_reads(hex, Some(Bytes([1_u8, 2])));
    }
}

#[test]
fn errors() {
    check_err::<Set<Vec<u8>>>("05", "invalid type: integer 5, expected a sequence at byte 0");
    check_err::<Vec<Set<Vec<u8>>>>(
        "b1f402018161",
        "invalid type: string \"a\", expected u8 at byte 4 in $[0][1]",
    );
    check_err::<Bytes<Vec<u8>>>("8161", "invalid type: string \"a\", expected bytes at byte 0");
    check_err::<Bytes<Vec<u8>>>(
        "ba01cf",
        "invalid value: integer -1, expected u8 at byte 2 in $[1]",
    );
    check_err::<Vec<Bytes<[u8; 4]>>>(
        "b1f1020102",
        "invalid length 2, expected as many bytes as [u8; 4] has at byte 1 in $[0]",
    );
    check_err::<Kinds>(
        "f7010173e1",
        "invalid type: boolean false, expected a sequence at byte 4 in $.s",
    );
    check_err::<Set<Vec<u8>>>("f40201", "premature end of the message at byte 3 in $[1]");
    let refused = |error: mrna::Error| error.to_string();
    assert_eq!(
        refused(mrna::to_vec(&Set("a")).unwrap_err()),
        "only a sequence is written as a set"
    );
    assert_eq!(
        refused(mrna::to_vec(&[Tuple(BTreeMap::from([(1, 2)]))]).unwrap_err()),
        "only a sequence is written as a tuple in $[0]"
    );
    assert!(mrna::to_vec(&Set(value!(tag(9, [1])))).is_err());
    assert!(mrna::to_vec(&Set(Some(1))).is_err());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Outer {
    #[serde(flatten)]
    kinds: Kinds,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Kinds(Kinds),
    Other(Set<Vec<u8>>),
}

/// Written as themselves, read from serde's buffer, which has one sequence, as the plain types.
#[test]
fn in_serdes_buffer() {
    let outer = Outer { kinds: kinds() };
    check(
        outer,
        r#"{"s": set{1}, "f": frozenset{1, 2}, "l": [1, 2], "t": (1, 2), "b": b"\x01\x02"}"#,
        "c5 8173 f40101 8166 f5020102 816c b20102 8174 ba0102 8162 f1020102",
    );
    check(
        Untagged::Kinds(kinds()),
        r#"record{s: set{1}, f: frozenset{1, 2}, l: [1, 2], t: (1, 2), b: b"\x01\x02"}"#,
        "f705 0173 f40101 0166 f5020102 016c b20102 0174 ba0102 0162 f1020102",
    );
    check(Untagged::Other(Set(vec![1])), "set{1}", "f40101");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Maybe {
    #[serde(with = "mrna::with::set", default)]
    set: Option<Vec<u8>>,
    bytes: Option<Bytes<Vec<u8>>>,
}

#[test]
fn options_of_fields() {
    check(
        Maybe { set: Some(vec![1]), bytes: Some(Bytes(vec![1])) },
        r#"record{"set": set{1}, bytes: b"\x01"}"#,
        "f702 03736574 f40101 056279746573 f10101",
    );
    check(
        Maybe { set: None, bytes: None },
        r#"record{"set": nil, bytes: nil}"#,
        "f702 03736574 e0 056279746573 e0",
    );
    check_reads("f700", Maybe { set: None, bytes: None });
    let json = r#"{"set":[1],"bytes":null}"#;
    let maybe = Maybe { set: Some(vec![1]), bytes: None };
    assert_eq!(serde_json::to_string(&maybe).unwrap(), json);
    assert_eq!(serde_json::from_str::<Maybe>(json).unwrap(), maybe);
}

/// Strict reading knows a set from a list.
#[test]
fn strict() {
    let limits = mrna::Limits::new().strict(true);
    let twice = mrna::to_vec(&Set(vec![1, 1])).unwrap();
    assert!(mrna::from_slice_with::<Set<Vec<u8>>>(&twice, limits).is_err());
    let twice = mrna::to_vec(&Tuple(vec![1, 1])).unwrap();
    assert!(mrna::from_slice_with::<Set<Vec<u8>>>(&twice, limits).is_ok());
}
