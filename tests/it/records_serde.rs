//! serde's attributes on structs: skipped, default, renamed, flattened,
//! aliased and denied fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::util::{check, check_err, check_reads, check_value, check_writing, hex};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Skips {
    a: u8,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    b: Option<u8>,
    c: u8,
}

const fn skips(a: u8, b: Option<u8>, c: u8) -> Skips {
    Skips { a, b, c }
}

/// A skipped field makes it another shape that time.
#[test]
fn skip_serializing_if() {
    check(skips(1, None, 3), "record{a: 1, c: 3}", "f702016101016303");
    check(skips(1, Some(2), 3), "record{a: 1, b: 2, c: 3}", "f703016101016202016303");
    check(
        vec![skips(1, Some(2), 3), skips(4, None, 5), skips(6, Some(7), 8), skips(9, None, 10)],
        "[record{a: 1, b: 2, c: 3}, record{a: 4, c: 5}, record{a: 6, b: 7, c: 8}, record{a: 9, c: 10}]",
        "b4f703016101016202016303f702016104016305a0060708a1090a",
    );
    check(
        vec![skips(4, None, 5), skips(1, Some(2), 3), skips(9, None, 10), skips(6, Some(7), 8)],
        "[record{a: 4, c: 5}, record{a: 1, b: 2, c: 3}, record{a: 9, c: 10}, record{a: 6, b: 7, c: 8}]",
        "b4f702016104016305f703016101016202016303a0090aa1060708",
    );
}

/// All the ways to leave fields out, all in one message: sixteen shapes.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(default)]
#[derive(Default)]
struct ManySkips {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    c: Vec<ManySkips>,
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<u8>,
}

#[test]
fn every_choice_of_fields() {
    use crate::model::{Model, Style};
    fn model(m: &ManySkips) -> Model {
        let mut fields = Vec::new();
        let int = |v: Option<u8>| v.map(|n| Model::Int(n.into()));
        let kids = (!m.c.is_empty()).then(|| Model::List(m.c.iter().map(model).collect()));
        let all = [("a", int(m.a)), ("b", int(m.b)), ("c", kids), ("d", int(m.d))];
        for (name, v) in all {
            fields.extend(v.map(|v| (name.to_owned(), v)));
        }
        Model::Record(fields)
    }
    let pick = |i: u8, bit: u8| (i >> bit & 1 == 1).then_some(i);
    let mut all = Vec::new();
    for i in 0..32_u8 {
        let c =
            if i & 4 == 0 { vec![] } else { all.clone().split_off(all.len().saturating_sub(3)) };
        all.push(ManySkips { a: pick(i, 0), b: pick(i, 1), c, d: pick(i, 3) });
    }
    for part in [&all[..3], &all[..16], &all[..]] {
        let m = Model::List(part.iter().map(model).collect());
        check_writing(part, &m.notation(), &m.bytes(Style::Reference));
    }
    let m = Model::List(all.iter().rev().map(model).collect());
    all.reverse();
    check(all, &m.notation(), &crate::util::to_hex(&m.bytes(Style::Reference)));
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    first_name: u8,
    #[serde(rename = "zz")]
    last: u8,
    #[serde(alias = "old")]
    new_one: u8,
    #[serde(skip)]
    unseen: u8,
    #[serde(default = "seven")]
    absent: u8,
}

fn seven() -> u8 {
    7
}

#[test]
fn renamed_aliased_defaulted() {
    let value = Renamed { first_name: 1, last: 2, new_one: 3, unseen: 0, absent: 4 };
    check(
        value,
        "record{firstName: 1, zz: 2, newOne: 3, absent: 4}",
        "f7040966697273744e616d6501027a7a02066e65774f6e650306616273656e7404",
    );
    let value = Renamed { first_name: 1, last: 2, new_one: 3, unseen: 0, absent: 7 };
    // record{zz: 2, old: 3, firstName: 1}
    check_reads("f703027a7a02036f6c64030966697273744e616d6501", value);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Missing {
    a: u8,
    b: Option<u8>,
    #[serde(default)]
    c: u8,
}

#[test]
fn missing_fields() {
    let value = Missing { a: 1, b: None, c: 0 };
    check_reads("f701016101", value);
    check_err::<Missing>("f701016201", "missing field* at byte 0");
    check_err::<Missing>("f700", "missing field* at byte 0");
    check_err::<Missing>("c0", "missing field* at byte 0");
    check_err::<Vec<Missing>>("b2f701016101f700", "missing field* at byte 6 in $[1]");
    check_err::<(u8, Missing)>("ba01c1816301", "missing field* at byte 2 in $[1]");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: u8,
}

#[test]
fn unknown_fields() {
    check(Strict { a: 1 }, "record{a: 1}", "f701016101");
    check_err::<Strict>("f702016101017a02", "unknown field* at byte *");
    check_err::<Strict>("c2816101817a02", "unknown field* at byte *");
    // otherwise they are skipped, whatever they hold
    let skipped = "record{z: [1, {2: Variant((3,))}], a: 1, y: some(nil), b: 2}";
    let bytes = "f704017ab201c102d80756617269616e74b9030161010179e3e0016202".to_owned();
    check_value(skipped, &bytes);
    check_reads(&bytes, Missing { a: 1, b: Some(2), c: 0 });
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    inner: FlatInner,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct FlatInner {
    x: u8,
    list: Vec<u16>,
    name: String,
    #[serde(with = "serde_bytes")]
    raw: Vec<u8>,
    pair: (u8, bool),
}

/// serde writes a flattened struct as a map of unknown length.
#[test]
fn flatten() {
    let inner = FlatInner {
        x: 2,
        list: vec![300, 300, 300],
        name: "n".into(),
        raw: vec![0, 255],
        pair: (1, true),
    };
    let rest = BTreeMap::from([("more".to_owned(), -5)]);
    check(
        Flat { id: 1, inner, rest },
        r#"{"id": 1, "x": 2, "list": [300, 300, 300], "name": "n", "raw": b"\x00\xff", "pair": (1, true), "more": -5}"#,
        "c782696401817802846c697374fc02032c012c012c01846e616d65816e83726177f10200ff8470616972ba01e2846d6f7265cb",
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct FlatOption {
    id: u8,
    #[serde(flatten)]
    inner: Option<Coord>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Coord {
    x: u8,
    y: u8,
}

#[test]
fn flattened_option_and_records() {
    check(FlatOption { id: 1, inner: None }, r#"{"id": 1}"#, "c182696401");
    let value = FlatOption { id: 1, inner: Some(Coord { x: 2, y: 3 }) };
    check(value, r#"{"id": 1, "x": 2, "y": 3}"#, "c382696401817802817903");
    // also from a record
    let value = FlatOption { id: 1, inner: Some(Coord { x: 2, y: 3 }) };
    check_reads("f70302696401017802017903", value);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Generic<T> {
    v: T,
}

/// One struct, other types of its field: one shape.
#[test]
fn generic_structs_share_a_shape() {
    check(
        (
            Generic { v: 1_u8 },
            Generic { v: "x".to_owned() },
            Generic { v: vec![Generic { v: () }] },
        ),
        r#"(record{v: 1}, record{v: "x"}, record{v: [record{v: nil}]})"#,
        "bbf701017601a08178a0b1a0e0",
    );
}

#[derive(Serialize, Debug)]
struct Remote<'a> {
    by_ref: &'a Coord,
    again: &'a Coord,
}

#[test]
fn by_reference() {
    let c = Coord { x: 1, y: 2 };
    check_writing(
        &Remote { by_ref: &c, again: &c },
        "record{by_ref: record{x: 1, y: 2}, again: record{x: 1, y: 2}}",
        &hex("f7020662795f726566f70201780101790205616761696ea00102"),
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(into = "(u8, u8)", from = "(u8, u8)")]
#[derive(Clone)]
struct Converted {
    x: u8,
    y: u8,
}

impl From<(u8, u8)> for Converted {
    fn from((x, y): (u8, u8)) -> Self {
        Self { x, y }
    }
}

impl From<Converted> for (u8, u8) {
    fn from(c: Converted) -> Self {
        (c.x, c.y)
    }
}

#[test]
fn converted() {
    check(Converted { x: 1, y: 2 }, "(1, 2)", "ba0102");
}
