//! Enums written with serde's other taggings: internal, adjacent, untagged;
//! serde reads them through its own buffer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::util::{check, check_err, check_reads};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Body {
    n: i64,
    list: Vec<u16>,
    #[serde(with = "serde_bytes")]
    raw: Vec<u8>,
    pair: (u8, f32),
    kind: Plain,
    map: BTreeMap<u8, bool>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Plain {
    Unit,
    New(u8),
    Pair(u8, u8),
    Rec { x: u8 },
}

fn body(kind: Plain) -> Body {
    Body {
        n: -300,
        list: vec![300, 300, 300],
        raw: vec![0, 200],
        pair: (1, 1.5),
        kind,
        map: BTreeMap::from([(1, true)]),
    }
}

const BODY: &str = r#"n: -300, list: [300, 300, 300], raw: b"\x00\xc8", pair: (1, 1.5f32)"#;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "t")]
enum Internal {
    Unit,
    Rec { x: u8, y: Option<u8> },
    New(Body),
    Map(BTreeMap<String, u8>),
}

#[test]
fn internally_tagged() {
    check(Internal::Unit, r#"record{t: "Unit"}"#, "f701017484556e6974");
    check(
        Internal::Rec { x: 1, y: None },
        r#"record{t: "Rec", x: 1, y: nil}"#,
        "f7030174835265630178010179e0",
    );
    check(
        Internal::Map(BTreeMap::from([("a".into(), 1)])),
        r#"{"t": "Map", "a": 1}"#,
        "c28174834d6170816101",
    );
    check(
        vec![
            Internal::Unit,
            Internal::Rec { x: 1, y: Some(2) },
            Internal::Unit,
            Internal::Rec { x: 3, y: None },
        ],
        r#"[record{t: "Unit"}, record{t: "Rec", x: 1, y: 2}, record{t: "Unit"}, record{t: "Rec", x: 3, y: nil}]"#,
        "b4f701017484556e6974f703017483526563017801017902a084556e6974a18352656303e0",
    );
    // the tag need not come first, nor in a record
    check_reads("f702017801017483526563", Internal::Rec { x: 1, y: None });
    check_reads("c2817801817483526563", Internal::Rec { x: 1, y: None });
    check_err::<Internal>("f701017801", "missing field*t* at byte *");
    check_err::<Internal>("f7010174824e6f", "unknown variant*No* at byte *");
}

#[test]
fn internally_tagged_struct() {
    for (kind, text) in kinds() {
        let notation = format!("record{{t: \"New\", {BODY}, kind: {text}, map: {{1: true}}}}");
        let hex = match text {
            "Unit" => UNIT.1,
            "New(5)" => NEW.1,
            "Pair((1, 2))" => PAIR.1,
            _ => REC.1,
        };
        check(Internal::New(body(kind)), &notation, hex);
    }
}

fn kinds() -> [(Plain, &'static str); 4] {
    [
        (Plain::Unit, "Unit"),
        (Plain::New(5), "New(5)"),
        (Plain::Pair(1, 2), "Pair((1, 2))"),
        (Plain::Rec { x: 1 }, "Rec(record{x: 1})"),
    ]
}

const UNIT: (&str, &str) = (
    r#"record{t: "New", n: -300, list: [300, 300, 300], raw: b"\x00\xc8", pair: (1, 1.5f32), kind: Unit, map: {1: true}}"#,
    "f7070174834e6577016ee9d4fe046c697374fc02032c012c012c0103726177f10200c80470616972ba01ed0000c03f046b696e64d004556e6974036d6170c101e2",
);
const NEW: (&str, &str) = (
    r#"record{t: "New", n: -300, list: [300, 300, 300], raw: b"\x00\xc8", pair: (1, 1.5f32), kind: New(5), map: {1: true}}"#,
    "f7070174834e6577016ee9d4fe046c697374fc02032c012c012c0103726177f10200c80470616972ba01ed0000c03f046b696e64d8034e657705036d6170c101e2",
);
const PAIR: (&str, &str) = (
    r#"record{t: "New", n: -300, list: [300, 300, 300], raw: b"\x00\xc8", pair: (1, 1.5f32), kind: Pair((1, 2)), map: {1: true}}"#,
    "f7070174834e6577016ee9d4fe046c697374fc02032c012c012c0103726177f10200c80470616972ba01ed0000c03f046b696e64d80450616972ba0102036d6170c101e2",
);
const REC: (&str, &str) = (
    r#"record{t: "New", n: -300, list: [300, 300, 300], raw: b"\x00\xc8", pair: (1, 1.5f32), kind: Rec(record{x: 1}), map: {1: true}}"#,
    "f7070174834e6577016ee9d4fe046c697374fc02032c012c012c0103726177f10200c80470616972ba01ed0000c03f046b696e64d803526563f701017801036d6170c101e2",
);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    New(u8),
    Pair(u8, u8),
    Rec { x: u8 },
    Opt(Option<u8>),
}

/// serde writes an adjacent tag as a unit variant.
#[test]
fn adjacently_tagged() {
    check(Adjacent::Unit, "record{t: Unit}", "f7010174d004556e6974");
    check(Adjacent::New(5), "record{t: New, c: 5}", "f7020174d0034e6577016305");
    check(Adjacent::Pair(1, 2), "record{t: Pair, c: (1, 2)}", "f7020174d004506169720163ba0102");
    check(
        Adjacent::Rec { x: 1 },
        "record{t: Rec, c: record{x: 1}}",
        "f7020174d0035265630163f701017801",
    );
    check(Adjacent::Opt(None), "record{t: Opt, c: nil}", "f7020174d0034f70740163e0");
    check(Adjacent::Opt(Some(1)), "record{t: Opt, c: 1}", "f7020174d0034f7074016301");
    check(
        vec![Adjacent::New(1), Adjacent::Unit, Adjacent::New(2), Adjacent::Unit],
        "[record{t: New, c: 1}, record{t: Unit}, record{t: New, c: 2}, record{t: Unit}]",
        "b4f7020174d0034e6577016301f7010174d104556e6974a0d002a1d1",
    );
    // the content first, the tag as text
    check_reads("f7020163050174834e6577", Adjacent::New(5));
    check_reads("c28163ba01028174d00450616972", Adjacent::Pair(1, 2));
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Bool(bool),
    Int(i64),
    F32(Single),
    Float(f64),
    Text(String),
    Pair(u8, String),
    Rec { x: u8, y: Plain },
    List(Vec<Untagged>),
    Map(BTreeMap<u8, Untagged>),
    Unit,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(deny_unknown_fields)]
struct Single {
    single: f32,
}

#[test]
fn untagged() {
    use Untagged::*;
    check(Bool(true), "true", "e2");
    check(Int(-300), "-300", "e9d4fe");
    check(Float(1.5), "1.5", "ee000000000000f83f");
    check(F32(Single { single: 0.1 }), "record{single: 0.1f32}", "f7010673696e676c65edcdcccc3d");
    check(Text("a".into()), r#""a""#, "8161");
    check(Pair(1, "b".into()), r#"(1, "b")"#, "ba018162");
    check(Unit, "nil", "e0");
    check(List(vec![Int(300), Int(300), Int(300)]), "[300, 300, 300]", "fc02032c012c012c01");
    check(List(vec![Int(1), Bool(true), Unit, List(vec![])]), "[1, true, nil, []]", "b401e2e0b0");
    check(Map(BTreeMap::from([(1, Int(2))])), "{1: 2}", "c10102");
    for (y, text) in kinds() {
        let (notation, hex) = match y {
            Plain::Unit => ("record{x: 1, y: Unit}", "f7020178010179d004556e6974"),
            Plain::New(_) => ("record{x: 1, y: New(5)}", "f7020178010179d8034e657705"),
            Plain::Pair(..) => {
                ("record{x: 1, y: Pair((1, 2))}", "f7020178010179d80450616972ba0102")
            }
            Plain::Rec { .. } => {
                ("record{x: 1, y: Rec(record{x: 1})}", "f7020178010179d803526563f701017801")
            }
        };
        assert!(notation.contains(text));
        check(Rec { x: 1, y }, notation, hex);
    }
    check_err::<Untagged>(
        "f101ff",
        "data did not match any variant of untagged enum Untagged at byte 0",
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Variants {
    Plain(Plain),
    Text(String),
}

/// A variant seen through serde's buffer: a unit one is its name, one with a
/// payload a map of one entry.
#[test]
fn variants_through_the_buffer() {
    check(Variants::Plain(Plain::Unit), "Unit", "d004556e6974");
    check(Variants::Plain(Plain::New(5)), "New(5)", "d8034e657705");
    check(Variants::Plain(Plain::Pair(1, 2)), "Pair((1, 2))", "d80450616972ba0102");
    check(Variants::Plain(Plain::Rec { x: 1 }), "Rec(record{x: 1})", "d803526563f701017801");
    check(Variants::Text("Other".into()), r#""Other""#, "854f74686572");
    check(
        vec![
            Variants::Plain(Plain::New(1)),
            Variants::Plain(Plain::New(2)),
            Variants::Plain(Plain::Unit),
        ],
        "[New(1), New(2), Unit]",
        "b3d8034e657701d802d104556e6974",
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Wide {
    Signed(i128),
    Text(String),
}

/// serde's buffer does not hold 128-bit types: refused or right, never wrong.
#[test]
fn wide_integers_through_the_buffer() {
    let ends = [0, -1, i64::MIN.into(), u64::MAX.into(), i128::MIN, i128::MAX];
    for n in ends {
        let bytes = mrna::to_vec(&Wide::Signed(n)).unwrap();
        match mrna::from_slice::<Wide>(&bytes) {
            Ok(got) => assert_eq!(got, Wide::Signed(n)),
            Err(e) => assert!(e.is_data(), "{e}"),
        }
    }
    check(Wide::Text("x".into()), r#""x""#, "8178");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct FlatTagged {
    id: u8,
    #[serde(flatten)]
    what: Internal,
    #[serde(flatten)]
    how: Plain,
}

/// An internally and an externally tagged enum flattened into one map.
#[test]
fn flattened_enums() {
    let value =
        FlatTagged { id: 1, what: Internal::Rec { x: 2, y: Some(3) }, how: Plain::Pair(4, 5) };
    check(
        value,
        r#"{"id": 1, "t": "Rec", "x": 2, "y": 3, "Pair": [4, 5]}"#,
        "c5826964018174835265638178028179038450616972b20405",
    );
}
