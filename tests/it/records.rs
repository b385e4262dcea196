//! Records and shapes: a shape is defined by its first record and referred
//! to afterwards; nothing but the list of field names counts.

use serde::{Deserialize, Serialize};

use crate::model::{Model, Style};
use crate::util::{check, check_err, check_reads, check_value, to_hex};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct P {
    x: u8,
    y: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Q {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct NoFields {}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Node {
    v: u8,
    next: Option<Box<Node>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Outer {
    a: P,
    b: Inner,
    c: P,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Inner {
    p: P,
}

const fn p(x: u8, y: u8) -> P {
    P { x, y }
}

#[test]
fn first_defines_then_refers() {
    check(p(1, 2), "record{x: 1, y: 2}", "f702017801017902");
    check(
        vec![p(1, 2), p(3, 4), p(5, 6)],
        "[record{x: 1, y: 2}, record{x: 3, y: 4}, record{x: 5, y: 6}]",
        "b3f702017801017902a00304a00506",
    );
    check(NoFields {}, "record{}", "f700");
    check(vec![NoFields {}, NoFields {}], "[record{}, record{}]", "b2f700a0");
    check(
        (p(1, 2), 5, p(3, 4)),
        "(record{x: 1, y: 2}, 5, record{x: 3, y: 4})",
        "bbf70201780101790205a00304",
    );
}

/// Two types with the same field names share a shape, whatever they are called.
#[test]
fn shapes_are_shared_between_types() {
    check(
        (p(1, 2), Q { x: -1, y: 300 }),
        "(record{x: 1, y: 2}, record{x: -1, y: 300})",
        "baf702017801017902a0cfe52c01",
    );
    check(
        (Q { x: -1, y: 300 }, p(1, 2)),
        "(record{x: -1, y: 300}, record{x: 1, y: 2})",
        "baf7020178cf0179e52c01a00102",
    );
}

mod same_name {
    use super::*;
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    pub struct P {
        pub y: u8,
        pub x: u8,
    }
    pub mod again {
        use super::*;
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        pub struct P {
            pub x: u8,
            pub y: u8,
            pub z: u8,
        }
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        pub struct Node {
            pub v: u8,
        }
    }
}

/// Types of one name with other fields are shapes of their own.
#[test]
fn one_name_many_shapes() {
    use same_name::again;
    check(
        vec![
            (p(1, 2), same_name::P { x: 3, y: 4 }, again::P { x: 5, y: 6, z: 7 }),
            (p(1, 2), same_name::P { x: 3, y: 4 }, again::P { x: 5, y: 6, z: 7 }),
        ],
        "[(record{x: 1, y: 2}, record{y: 4, x: 3}, record{x: 5, y: 6, z: 7}), (record{x: 1, y: 2}, record{y: 4, x: 3}, record{x: 5, y: 6, z: 7})]",
        "b2bbf702017801017902f702017904017803f703017805017906017a07bba00102a10403a2050607",
    );
    check(
        (again::Node { v: 1 }, Node { v: 2, next: None }, again::Node { v: 3 }),
        "(record{v: 1}, record{v: 2, next: nil}, record{v: 3})",
        "bbf701017601f702017602046e657874e0a003",
    );
}

/// A shape gets its number when its last value is done: inner ones first.
#[test]
fn nested_shapes_are_numbered_first() {
    let outer = || Outer { a: p(1, 2), b: Inner { p: p(3, 4) }, c: p(5, 6) };
    let notation =
        "record{a: record{x: 1, y: 2}, b: record{p: record{x: 3, y: 4}}, c: record{x: 5, y: 6}}";
    // x y is 0, p is 1, a b c is 2
    check(outer(), notation, "f7030161f7020178010179020162f7010170a003040163a00506");
    check(
        vec![outer(), outer()],
        &format!("[{notation}, {notation}]"),
        "b2f7030161f7020178010179020162f7010170a003040163a00506a2a00102a1a00304a00506",
    );
}

fn chain(values: &[u8]) -> Option<Box<Node>> {
    let (v, rest) = values.split_first()?;
    Some(Box::new(Node { v: *v, next: chain(rest) }))
}

/// In a first list every node begins before any shape has ended, so each is
/// defined again and takes a number; the next list refers to the lowest.
#[test]
fn linked_lists() {
    let one = *chain(&[1]).unwrap();
    let two = *chain(&[1, 2]).unwrap();
    let three = *chain(&[1, 2, 3]).unwrap();
    check(one, "record{v: 1, next: nil}", "f7020176010 46e657874e0");
    check(
        two.clone(),
        "record{v: 1, next: record{v: 2, next: nil}}",
        "f702017601046e657874f702017602046e657874e0",
    );
    check(
        three.clone(),
        "record{v: 1, next: record{v: 2, next: record{v: 3, next: nil}}}",
        "f7020176 01046e657874 f7020176 02046e657874 f7020176 03046e657874 e0",
    );
    // after three definitions of one list of names, a new shape is number 3
    check(
        (three, p(1, 2), two, p(3, 4)),
        "(record{v: 1, next: record{v: 2, next: record{v: 3, next: nil}}}, record{x: 1, y: 2}, record{v: 1, next: record{v: 2, next: nil}}, record{x: 3, y: 4})",
        "bcf702017601046e657874f702017602046e657874f702017603046e657874e0f702017801017902a001a002e0a30304",
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Tree {
    kids: Vec<Tree>,
}

#[test]
fn trees() {
    let leaf = || Tree { kids: vec![] };
    let tree = Tree { kids: vec![leaf(), Tree { kids: vec![leaf()] }, leaf()] };
    // the first leaf defines it; all later ones, and the second kid, refer;
    // the root had begun before, so it is a definition too
    check(
        tree,
        "record{kids: [record{kids: []}, record{kids: [record{kids: []}]}, record{kids: []}]}",
        "f701046b696473b3f701046b696473b0a0b1a0b0a0b0",
    );
}

fn with_shapes(n: usize) -> Model {
    let record = |i: usize| Model::Record(vec![(format!("f{i}"), Model::Int(1))]);
    Model::List((0..n).chain(0..n).map(record).collect())
}

/// Shape numbers past 15 go under F8, past 251 they take three bytes.
#[test]
fn many_shapes() {
    for n in [15, 16, 17, 100, 253] {
        let model = with_shapes(n);
        check_value(&model.notation(), &to_hex(&model.bytes(Style::Reference)));
    }
    let bytes = with_shapes(17).bytes(Style::Reference);
    assert_eq!(to_hex(&bytes[bytes.len() - 5..]), "af01f81001");
    let bytes = with_shapes(253).bytes(Style::Reference);
    assert_eq!(to_hex(&bytes[bytes.len() - 8..]), "f8fb01f8fcfc0001");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Odd {
    #[serde(rename = "odd name")]
    a: u8,
    #[serde(rename = "")]
    b: u8,
    #[serde(rename = "nil")]
    c: u8,
    #[serde(rename = "é")]
    d: u8,
    r#type: u8,
    #[serde(rename = "7up")]
    e: u8,
    _x1: u8,
}

#[test]
fn odd_names() {
    check(
        Odd { a: 1, b: 2, c: 3, d: 4, r#type: 5, e: 6, _x1: 7 },
        r#"record{"odd name": 1, "": 2, "nil": 3, "é": 4, type: 5, "7up": 6, _x1: 7}"#,
        "f707086f6464206e616d65010002036e696c0302c3a9040474797065050337757006035f783107",
    );
    for word in
        ["true", "false", "inf", "nan", "set", "frozenset", "record", "variant", "some", "tag"]
    {
        let model = Model::Record(vec![(word.into(), Model::Nil)]);
        assert_eq!(model.notation(), format!("record{{\"{word}\": nil}}"));
        check_value(&model.notation(), &to_hex(&model.bytes(Style::Reference)));
    }
    // long names
    for n in [251, 252, 70000] {
        let model = Model::Record(vec![("n".repeat(n), Model::Nil)]);
        check_value(&model.notation(), &to_hex(&model.bytes(Style::Reference)));
    }
}

/// What a writer may choose, a reader takes: definitions again.
#[test]
fn defined_again() {
    let twice = "b3f702017801017902f702017801017904a10506";
    check_reads(twice, vec![p(1, 2), p(1, 4), p(5, 6)]);
    let v: mrna::Value = mrna::from_slice(&crate::util::hex(twice)).unwrap();
    let shortest = to_hex(&mrna::to_vec(&v).unwrap());
    assert_eq!(shortest, "b3f702017801017902a00104a00506");
    // number 1 is the same list as number 0 and may be referred to
    check_reads("b3f701016101f7010161 02a103", vec![A { a: 1 }, A { a: 2 }, A { a: 3 }]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct A {
    a: u8,
}

#[test]
fn field_order_is_part_of_a_shape() {
    check_value(
        "[record{a: 1, b: 2}, record{b: 1, a: 2}, record{b: 3, a: 4}]",
        "b3f702016101016202f702016201016102a10304",
    );
    check_reads("f702017901017802", p(2, 1));
}

#[test]
fn malformed() {
    check_err::<P>("a0", "unknown shape* at byte 0");
    check_err::<P>("af", "unknown shape* at byte 0");
    check_err::<P>("f810", "unknown shape* at byte 0");
    check_err::<P>("f802", "not shortest* at byte 0");
    check_err::<P>("f80f", "not shortest* at byte 0");
    check_err::<Vec<P>>("b2f702017801017902a10304", "unknown shape* at byte 9 in $[1]");
    // a shape is not there before its last value is
    check_err::<Node>("f7020176 01046e657874 a001e0", "unknown shape* at byte 10*");
    check_err::<P>("f7020178010178 02", "duplicate name* at byte 5*");
    check_err::<P>("f70101ff01", "invalid UTF-8* at byte 3*");
    check_err::<P>("f7fc02000178010179 02", "not shortest* at byte 1");
    check_err::<P>("f701fc0100 7801", "not shortest* at byte 2*");
}
