//! A `Value` of every kind, inside every kind and inside every place of a
//! typed value: the same bytes come back.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use mrna::Value;

use crate::model::{Model, Style};
use crate::util::{check, check_value, to_hex};

/// One or two of every kind.
fn kinds() -> Vec<Model> {
    use Model::*;
    let name = |n: &str| n.to_owned();
    let one = || Box::new(Int(1));
    vec![
        Nil,
        Bool(true),
        Int(5),
        Int(-300),
        Int(1 << 100),
        F32(1.5_f32.to_bits()),
        F32(0x7F80_0001),
        F64(1.5_f64.to_bits()),
        F64(0xFFF0_0000_0000_0001),
        Str(name("text")),
        Bytes(vec![0, 255]),
        List(vec![]),
        List(vec![Int(300), Int(300), Int(300)]),
        List(vec![Int(1), Nil]),
        Tuple(vec![]),
        Tuple(vec![Int(1), Str(name("x"))]),
        Tuple(vec![F64(0), F64(1), F64(2)]),
        Set(vec![Int(1), Int(2)]),
        FrozenSet(vec![Int(300)]),
        Map(vec![]),
        Map(vec![(Int(1), Nil), (Nil, Int(1))]),
        Record(vec![]),
        Record(vec![(name("x"), Int(1)), (name("y"), Nil)]),
        Record(vec![(name("odd name"), F32(0)), (name("b"), F32(0)), (name("c"), F32(0))]),
        Variant(name("A"), None),
        Variant(name("B"), Option::Some(one())),
        Variant(name("B"), Option::Some(Box::new(Tuple(vec![Int(1)])))),
        Variant(name("odd one"), Option::Some(Box::new(Record(vec![(name("x"), Int(1))])))),
        Some(Box::new(Nil)),
        Some(Box::new(Some(Box::new(Nil)))),
        Tagged(64, one()),
        Tagged(1 << 40, Box::new(Nil)),
    ]
}

/// `inner` inside one of every kind that holds values.
fn wrappings(inner: &Model) -> Vec<Model> {
    use Model::*;
    let v = || inner.clone();
    let name = |n: &str| n.to_owned();
    vec![
        List(vec![v()]),
        List(vec![v(), v(), v()]),
        List(vec![Int(300), Int(300), Int(300), v()]),
        Tuple(vec![v(), v()]),
        Set(vec![v()]),
        FrozenSet(vec![v()]),
        Map(vec![(v(), Int(1))]),
        Map(vec![(Int(1), v()), (Int(2), v())]),
        Record(vec![(name("v"), v())]),
        List(vec![Record(vec![(name("v"), v())]), Record(vec![(name("v"), v())])]),
        Variant(name("P"), Option::Some(Box::new(v()))),
        Tagged(70, Box::new(v())),
        match inner {
            Nil | Some(_) => Some(Box::new(v())),
            _ => v(),
        },
    ]
}

fn row(m: &Model) -> Value {
    check_value(&m.notation(), &to_hex(&m.bytes(Style::Reference)))
}

#[test]
fn every_kind_in_every_kind() {
    for kind in kinds() {
        row(&kind);
        for wrapped in wrappings(&kind) {
            row(&wrapped);
        }
    }
}

#[test]
fn every_kind_twice_wrapped() {
    for kind in kinds() {
        for wrapped in wrappings(&kind) {
            for m in wrappings(&wrapped) {
                let bytes = m.bytes(Style::Reference);
                let v: Value = mrna::from_slice(&bytes).unwrap();
                assert_eq!(v.to_string(), m.notation());
                assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), to_hex(&bytes), "{v}");
            }
        }
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Fields {
    a: Value,
    b: Option<Value>,
    c: Vec<Value>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Holder {
    New(Value),
    Pair(Value, Value),
    Rec { v: Value },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype(Value);

/// The typed value has the bytes of the model, and reads back.
#[track_caller]
fn typed<T>(value: T, m: &Model)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    check(value, &m.notation(), &to_hex(&m.bytes(Style::Reference)));
}

fn optional(m: &Model) -> Model {
    match m {
        Model::Nil | Model::Some(_) => Model::Some(Box::new(m.clone())),
        m => m.clone(),
    }
}

fn record(fields: &[(&str, Model)]) -> Model {
    Model::Record(fields.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect())
}

fn variant(name: &str, payload: Model) -> Model {
    Model::Variant(name.into(), Some(Box::new(payload)))
}

#[test]
fn in_typed_places() {
    for m in kinds() {
        let v = row(&m);
        typed(Newtype(v.clone()), &m);
        typed(Box::new(v.clone()), &m);
        typed(vec![v.clone(), v.clone()], &Model::List(vec![m.clone(), m.clone()]));
        typed(vec![v.clone(); 9], &Model::List(vec![m.clone(); 9]));
        typed(
            (v.clone(), 5_u8, v.clone()),
            &Model::Tuple(vec![m.clone(), Model::Int(5), m.clone()]),
        );
        typed([v.clone(), v.clone(), v.clone()], &Model::Tuple(vec![m.clone(); 3]));
        typed(Some(v.clone()), &optional(&m));
        typed(vec![Some(v.clone()), None], &Model::List(vec![optional(&m), Model::Nil]));
        typed(BTreeMap::from([(v.clone(), 1_u8)]), &Model::Map(vec![(m.clone(), Model::Int(1))]));
        typed(BTreeMap::from([(1_u8, v.clone())]), &Model::Map(vec![(Model::Int(1), m.clone())]));
        let fields = || Fields { a: v.clone(), b: Some(v.clone()), c: vec![v.clone()] };
        let fields_model =
            record(&[("a", m.clone()), ("b", optional(&m)), ("c", Model::List(vec![m.clone()]))]);
        typed(fields(), &fields_model);
        typed(vec![fields(), fields()], &Model::List(vec![fields_model.clone(), fields_model]));
        typed(Holder::New(v.clone()), &variant("New", m.clone()));
        typed(
            Holder::Pair(v.clone(), v.clone()),
            &variant("Pair", Model::Tuple(vec![m.clone(); 2])),
        );
        typed(Holder::Rec { v: v.clone() }, &variant("Rec", record(&[("v", m.clone())])));
    }
}

/// A typed value and the `Value` of the same bytes are one, both ways.
#[test]
fn values_and_types_share_tables() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct P {
        x: u8,
        y: u8,
    }
    let p: Value = mrna::to_value(&P { x: 1, y: 2 }).unwrap();
    check(
        (P { x: 1, y: 2 }, p.clone(), P { x: 5, y: 6 }, p),
        "(record{x: 1, y: 2}, record{x: 1, y: 2}, record{x: 5, y: 6}, record{x: 1, y: 2})",
        "bcf702017801017902a00102a00506a00102",
    );
}

/// Read in another spelling, a `Value` is the same, and is written as the
/// reference writer does.
#[test]
fn spelling_does_not_matter() {
    for kind in kinds() {
        for m in wrappings(&kind).iter().flat_map(wrappings) {
            let v: Value = mrna::from_slice(&m.bytes(Style::Verbose)).unwrap();
            let w: Value = mrna::from_slice(&m.bytes(Style::Reference)).unwrap();
            assert_eq!(v, w);
            assert_eq!(v.to_string(), m.notation());
            assert_eq!(
                to_hex(&mrna::to_vec(&v).unwrap()),
                to_hex(&m.bytes(Style::Reference)),
                "{v}"
            );
        }
    }
}
