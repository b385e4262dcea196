//! Variants: the four kinds of enum variant, and the table of their names.

use serde::{Deserialize, Serialize};

use crate::model::{Model, Style};
use crate::util::{check, check_err, check_reads, check_value, to_hex};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum E {
    Unit,
    New(u8),
    Pair(u8, bool),
    Rec { x: u8, y: u8 },
    NewUnit(()),
    NewOpt(Option<u8>),
    NewTuple((u8, u8)),
    One(Box<E>),
    NoTuple(),
    NoRec {},
}

#[test]
fn four_kinds() {
    check(E::Unit, "Unit", "d004556e6974");
    check(E::New(5), "New(5)", "d8034e657705");
    check(E::Pair(1, true), "Pair((1, true))", "d80450616972ba01e2");
    check(E::Rec { x: 1, y: 2 }, "Rec(record{x: 1, y: 2})", "d803526563f702017801017902");
}

#[test]
fn payloads_that_look_alike() {
    check(E::NewUnit(()), "NewUnit(nil)", "d8074e6577556e6974e0");
    check(E::NewOpt(None), "NewOpt(nil)", "d8064e65774f7074e0");
    check(E::NewOpt(Some(1)), "NewOpt(1)", "d8064e65774f707401");
    check(E::NewTuple((1, 2)), "NewTuple((1, 2))", "d8084e65775475706c65ba0102");
    check(E::NoTuple(), "NoTuple(())", "d8074e6f5475706c65b8");
    check(E::NoRec {}, "NoRec(record{})", "d8054e6f526563f700");
    check(E::One(Box::new(E::Unit)), "One(Unit)", "d8034f6e65d104556e6974");
    check(
        E::One(Box::new(E::One(Box::new(E::New(1))))),
        "One(One(New(1)))",
        "d8034f6e65d8d9034e657701",
    );
    check(Some(E::Unit), "Unit", "d004556e6974");
    check(Some(E::NewOpt(None)), "NewOpt(nil)", "d8064e65774f7074e0");
}

/// A name is written at its first use and is a number afterwards; unit and
/// payload variants share the table.
#[test]
fn names_are_numbered() {
    check(
        vec![E::Unit, E::Unit, E::New(1), E::New(2), E::Unit],
        "[Unit, Unit, New(1), New(2), Unit]",
        "b5d004556e6974d0d9034e657701d902d0",
    );
    check_value("[A, A(1), A, B(2), B]", "b5d00141d801d0d9014202d1");
    // the name comes before what its payload defines
    check(
        (E::One(Box::new(E::New(1))), E::New(2), E::One(Box::new(E::Unit))),
        "(One(New(1)), New(2), One(Unit))",
        "bbd8034f6e65d9034e657701d902d8d204556e6974",
    );
    check_value("[A(record{x: B}), record{x: A}, B(A)]", "b3d80141f7010178d10142a0d0d9d0");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
enum Many {
    V0,
    V1,
    V2,
    V3,
    V4,
    V5,
    V6,
    V7,
    V8,
    V9,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
enum Loaded {
    P0(u8),
    P1(u8),
    P2(u8),
    P3(u8),
    P4(u8),
    P5(u8),
}

#[test]
fn unit_names_past_seven() {
    use Many::*;
    let all = [V0, V1, V2, V3, V4, V5, V6, V7, V8, V9];
    let list: Vec<Many> = all.into_iter().chain(all).collect();
    let notation =
        "[V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9]";
    check(
        list,
        notation,
        "f214d0025630d1025631d2025632d3025633d4025634d5025635d6025636d7025637fa08025638fa09025639d0d1d2d3d4d5d6d7fa08fa09",
    );
}

#[test]
fn payload_names_past_three() {
    use Loaded::*;
    check(
        vec![P0(0), P1(1), P2(2), P3(3), P4(4), P5(5), P4(6), P3(7)],
        "[P0(0), P1(1), P2(2), P3(3), P4(4), P5(5), P4(6), P3(7)]",
        "f208d802503000d902503101da02503202db02503303fb0402503404fb0502503505fb0406db07",
    );
    check_value("[A, B, C, D, E(1), E, D(2)]", "b7d00141d10142d20143d30144fb04014501d4db02");
}

#[test]
fn many_names() {
    for n in [251, 252, 253, 300] {
        let variant = |i: usize, p: bool| {
            let payload = p.then(|| Box::new(Model::Int(1)));
            Model::Variant(format!("N{i}"), payload)
        };
        let items = (0..n).map(|i| variant(i, false)).chain((0..n).map(|i| variant(i, true)));
        let model = Model::List(items.collect());
        check_value(&model.notation(), &to_hex(&model.bytes(Style::Reference)));
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Named {
    TwoWords,
    #[serde(rename = "true")]
    Yes(u8),
    #[serde(rename = "")]
    Nothing,
    #[serde(rename = "größe", alias = "size")]
    Size {
        cm: u8,
    },
}

#[test]
fn odd_names() {
    check(Named::TwoWords, r#"variant("two-words")"#, "d00974776f2d776f726473");
    check(Named::Yes(1), r#"variant("true", 1)"#, "d8047472756501");
    check(Named::Nothing, r#"variant("")"#, "d000");
    check(
        Named::Size { cm: 1 },
        r#"variant("größe", record{cm: 1})"#,
        "d8076772c3b6c39f65f70102636d01",
    );
    check_reads("d80473697a65f70102636d01", Named::Size { cm: 1 });
    for n in [251, 252, 70000] {
        let model = Model::Variant("n".repeat(n), None);
        check_value(&model.notation(), &to_hex(&model.bytes(Style::Reference)));
    }
}

/// A name defined again takes a number again; both numbers stand for it.
#[test]
fn defined_again() {
    check_reads("b4d004556e6974d104556e6974d0d1", vec![E::Unit; 4]);
    let v: mrna::Value =
        mrna::from_slice(&crate::util::hex("b4d004556e6974d104556e6974d0d1")).unwrap();
    assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), "b4d004556e6974d0d0d0");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Rich {
    Skip {
        #[serde(skip_serializing_if = "Option::is_none", default)]
        a: Option<u8>,
        b: u8,
    },
    Bytes(#[serde(with = "serde_bytes")] Vec<u8>),
    Floats(f64, f64, f64),
    Point {
        x: f64,
        y: f64,
        z: f64,
    },
    List(Vec<Rich>),
}

#[test]
fn rich_payloads() {
    let point = || Rich::Point { x: 1.0, y: 2.0, z: 3.0 };
    check(Rich::Bytes(vec![1]), r#"Bytes(b"\x01")"#, "d8054279746573f10101");
    check(
        Rich::Floats(1.0, 2.0, 3.0),
        "Floats((1.0, 2.0, 3.0))",
        "d806466c6f617473fd0903000000000000f03f00000000000000400000000000000840",
    );
    check(
        vec![
            Rich::Skip { a: None, b: 1 },
            Rich::Skip { a: Some(2), b: 3 },
            Rich::Skip { a: None, b: 4 },
        ],
        "[Skip(record{b: 1}), Skip(record{a: 2, b: 3}), Skip(record{b: 4})]",
        "b3d804536b6970f701016201d8f702016102016203d8a004",
    );
    check(
        Rich::List(vec![point(), Rich::List(vec![point()])]),
        "List([Point(record{x: 1.0, y: 2.0, z: 3.0}), List([Point(record{x: 1.0, y: 2.0, z: 3.0})])])",
        "d8044c697374b2d905506f696e74f7030178ee000000000000f03f0179ee0000000000000040017aee0000000000000840d8b1d9fe0900000000000000f03f00000000000000400000000000000840",
    );
}

#[test]
fn malformed() {
    check_err::<E>("d104556e6974", "unknown variant name* at byte 0");
    check_err::<E>("d7", "unknown variant name* at byte 0");
    check_err::<E>("d9034e657705", "unknown variant name* at byte 0");
    check_err::<E>("fa0801", "unknown variant name* at byte 0");
    check_err::<E>("fb0401", "unknown variant name* at byte 0");
    check_err::<E>("fa0004556e6974", "not shortest* at byte 0");
    check_err::<E>("fa07", "not shortest* at byte 0");
    check_err::<E>("fb03034e657705", "not shortest* at byte 0");
    check_err::<E>("d001ff", "invalid UTF-8* at byte 2*");
    check_err::<E>("d0fc0400556e6974", "not shortest* at byte 1");
    check_err::<Vec<E>>("b2d004556e6974d2", "unknown variant name* at byte 7 in $[1]");
}

#[test]
fn refused() {
    check_err::<E>("d0024e6f", "unknown variant*No* at byte *");
    check_err::<E>("d8024e6f05", "unknown variant*No* at byte *");
    check_err::<E>("824e6f", "unknown variant*No* at byte *");
    check_err::<E>("d0034e6577", "invalid * at byte *"); // New without its payload
    check_err::<E>("d00450616972", "invalid * at byte *");
    check_err::<E>("d003526563", "invalid * at byte *");
    check_err::<E>("d80450616972b901", "invalid length* at byte 6*");
    check_err::<E>("d8034e6577e52c01", "invalid value: integer 300, expected u8 at byte 5*");
    check_err::<E>("05", "invalid type: integer 5, expected enum E at byte 0");
    check_err::<E>("e0", "invalid type: *, expected enum E at byte 0");
    check_err::<E>("d803526563f701017801", "missing field*y* at byte 5*");
}
