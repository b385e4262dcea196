//! Property tests: nested values from an encoder of their own, and a zoo of
//! derived types; what is written comes back from every source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use mrna::Value;

use crate::model::{Model, Style};
use crate::util::{Trickle, to_hex};

fn arb_int() -> impl Strategy<Value = i128> {
    prop_oneof![
        -10_i128..300,
        any::<i8>().prop_map(i128::from),
        any::<i16>().prop_map(i128::from),
        any::<i32>().prop_map(i128::from),
        any::<i64>().prop_map(i128::from),
        any::<u64>().prop_map(i128::from),
        any::<i128>(),
        (0_u32..127).prop_map(|n| 1 << n),
        (0_u32..127).prop_map(|n| -1 << n),
        (0_u32..127).prop_map(|n| (1 << n) - 1),
    ]
}

/// Few names, so that shapes and variants meet again.
fn arb_name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&["a", "b", "c", "x", "nil", "odd name", ""][..]).prop_map(str::to_owned),
        1 => ".{0,6}",
    ]
}

fn arb_leaf() -> impl Strategy<Value = Model> {
    prop_oneof![
        Just(Model::Nil),
        any::<bool>().prop_map(Model::Bool),
        arb_int().prop_map(Model::Int),
        any::<u32>().prop_map(Model::F32),
        any::<u64>().prop_map(Model::F64),
        any::<f32>().prop_map(|x| Model::F32(x.to_bits())),
        any::<f64>().prop_map(|x| Model::F64(x.to_bits())),
        ".{0,40}".prop_map(Model::Str),
        vec(any::<u8>(), 0..40).prop_map(Model::Bytes),
        arb_name().prop_map(|n| Model::Variant(n, None)),
    ]
}

/// Lists and tuples of one kind of number, so that packing happens.
fn arb_numbers() -> impl Strategy<Value = Model> {
    let ints = |s: BoxedStrategy<i128>| vec(s.prop_map(Model::Int), 0..20);
    let items = prop_oneof![
        ints((0_i128..256).boxed()),
        ints((-200_i128..200).boxed()),
        ints((0_i128..70_000).boxed()),
        ints(any::<i64>().prop_map(i128::from).boxed()),
        ints(any::<u64>().prop_map(i128::from).boxed()),
        ints(arb_int().boxed()),
        vec(any::<u32>().prop_map(Model::F32), 0..20),
        vec(any::<u64>().prop_map(Model::F64), 0..20),
    ];
    // sometimes one that does not fit, anywhere
    (items, option::of((arb_leaf(), any::<prop::sample::Index>())), any::<bool>()).prop_map(
        |(mut items, odd, tuple)| {
            if let Some((odd, at)) = odd {
                items.insert(at.index(items.len() + 1), odd);
            }
            if tuple { Model::Tuple(items) } else { Model::List(items) }
        },
    )
}

fn distinct(fields: Vec<(String, Model)>) -> Vec<(String, Model)> {
    let mut seen = BTreeSet::new();
    fields.into_iter().filter(|(n, _)| seen.insert(n.clone())).collect()
}

/// Distinct by what they show, which tells all Values apart.
fn unique(items: Vec<Model>) -> Vec<Model> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|m| seen.insert(m.notation())).collect()
}

fn arb_model() -> impl Strategy<Value = Model> {
    prop_oneof![4 => arb_leaf(), 1 => arb_numbers()].prop_recursive(6, 80, 10, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let fields = vec((arb_name(), inner.clone()), 0..6).prop_map(distinct);
        let floats = vec((arb_name(), any::<u64>().prop_map(Model::F64)), 0..6).prop_map(distinct);
        prop_oneof![
            1 => vec(inner.clone(), 0..10).prop_map(Model::List),
            1 => vec(inner.clone(), 0..10).prop_map(Model::Tuple),
            1 => vec(inner.clone(), 0..10).prop_map(unique).prop_map(Model::Set),
            1 => vec(inner.clone(), 0..10).prop_map(unique).prop_map(Model::FrozenSet),
            1 => vec((inner.clone(), inner.clone()), 0..10).prop_map(|entries| {
                let mut seen = BTreeSet::new();
                let fresh = entries.into_iter().filter(|(k, _)| seen.insert(k.notation()));
                Model::Map(fresh.collect())
            }),
            3 => fields.prop_map(Model::Record),
            1 => floats.prop_map(Model::Record),
            1 => (arb_name(), option::of(boxed.clone())).prop_map(|(n, p)| Model::Variant(n, p)),
            1 => (0_usize..4).prop_map(|n| (0..n).fold(Model::Nil, |m, _| Model::Some(Box::new(m)))),
            1 => (any::<u64>(), boxed).prop_map(|(n, m)| Model::Tagged(n, m)),
            // the same value again and again: references
            1 => (inner, 1_usize..4).prop_map(|(m, n)| Model::List(vec![m; n])),
        ]
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    /// Bytes of the model read as a Value that shows its notation and is
    /// written as the same bytes, from every source.
    #[test]
    fn values(m in arb_model()) {
        let bytes = m.bytes(Style::Reference);
        let v: Value = mrna::from_slice(&bytes).unwrap();
        prop_assert_eq!(v.to_string(), m.notation());
        prop_assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), to_hex(&bytes));
        prop_assert_eq!(mrna::encoded_len(&v).unwrap(), bytes.len());
        let mut out = Vec::new();
        mrna::to_writer(&mut out, &v).unwrap();
        prop_assert_eq!(&out, &bytes);
        prop_assert_eq!(&mrna::from_reader::<_, Value>(&bytes[..]).unwrap(), &v);
        prop_assert_eq!(&mrna::from_reader::<_, Value>(Trickle(&bytes)).unwrap(), &v);
        prop_assert_eq!(&mrna::to_value(&v).unwrap(), &v);
        prop_assert_eq!(&mrna::from_value::<Value>(v.clone()).unwrap(), &v);
        mrna::from_slice::<IgnoredAny>(&bytes).unwrap();
    }

    /// Another spelling of the same value is the same Value.
    #[test]
    fn spellings(m in arb_model()) {
        let v: Value = mrna::from_slice(&m.bytes(Style::Verbose)).unwrap();
        let w: Value = mrna::from_slice(&m.bytes(Style::Reference)).unwrap();
        prop_assert_eq!(&v, &w);
        prop_assert_eq!(v.cmp(&w), std::cmp::Ordering::Equal);
        prop_assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), to_hex(&m.bytes(Style::Reference)));
    }

    /// Every prefix ends too early; a byte changed anywhere gives a value or
    /// an error, the same from a slice, from a reader and for one who skips.
    #[test]
    fn damage(m in arb_model(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = m.bytes(Style::Reference);
        let at = at.index(bytes.len());
        let e = mrna::from_slice::<Value>(&bytes[..at]).unwrap_err();
        prop_assert!(e.is_eof());
        prop_assert_eq!(e.offset(), Some(at as u64));
        bytes[at] = byte;
        let slice = mrna::from_slice::<Value>(&bytes);
        let mut rest = Trickle(&bytes);
        let reader = mrna::from_reader::<_, Value>(&mut rest);
        let skip = mrna::from_slice::<IgnoredAny>(&bytes);
        match (slice, reader) {
            (Ok(v), Ok(w)) => {
                prop_assert_eq!(v, w);
                prop_assert!(skip.is_ok());
            }
            (Err(e), Ok(_)) => {
                prop_assert!(e.kind().to_string().starts_with("trailing bytes"), "{}", e);
                prop_assert_eq!(e.offset(), Some((bytes.len() - rest.0.len()) as u64));
            }
            (Err(e), Err(f)) => {
                prop_assert_eq!(e.to_string(), f.to_string());
                prop_assert_eq!(skip.unwrap_err().offset(), e.offset());
            }
            (Ok(v), Err(f)) => prop_assert!(false, "slice {v}, reader {f}"),
        }
    }

    /// Order and equality agree with each other and with the notation.
    #[test]
    fn order(a in arb_model(), b in arb_model(), c in arb_model()) {
        let value = |m: &Model| mrna::from_slice::<Value>(&m.bytes(Style::Reference)).unwrap();
        let (v, w, x) = (value(&a), value(&b), value(&c));
        prop_assert_eq!(v == w, a.notation() == b.notation());
        prop_assert_eq!(v == w, v.cmp(&w) == std::cmp::Ordering::Equal);
        prop_assert_eq!(v.cmp(&w), w.cmp(&v).reverse());
        if v <= w && w <= x {
            prop_assert!(v <= x);
        }
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Zoo {
    small: u8,
    wide: i128,
    text: String,
    one: char,
    #[serde(with = "serde_bytes")]
    raw: Vec<u8>,
    numbers: Vec<i32>,
    floats: Vec<f32>,
    pair: (bool, u16),
    array: [i64; 3],
    unit: (),
    maybe: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    skipped: Option<u64>,
    map: BTreeMap<(u8, bool), String>,
    kinds: Vec<Kind>,
    point: Point,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    kids: Vec<Zoo>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Point {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Kind {
    Unit,
    New(Option<u8>),
    Pair(u8, String),
    Rec { x: Option<()>, tagged: Tagged },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "t")]
enum Tagged {
    A,
    B { x: Option<i64>, y: Vec<String> },
    C(Flat),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flat {
    id: u32,
    #[serde(flatten)]
    loose: BTreeMap<String, Loose>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Loose {
    Bool(bool),
    Int(i64),
    Text(String),
    Opt(Option<()>),
    List(Vec<Loose>),
}

fn arb_loose() -> impl Strategy<Value = Loose> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Loose::Bool),
        any::<i64>().prop_map(Loose::Int),
        ".{0,5}".prop_map(Loose::Text),
        option::of(Just(())).prop_map(Loose::Opt),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| vec(inner, 0..5).prop_map(Loose::List))
}

fn arb_kind() -> impl Strategy<Value = Kind> {
    let flat = (any::<u32>(), prop::collection::btree_map("[a-h]{1,3}", arb_loose(), 0..4))
        .prop_map(|(id, loose)| Flat { id, loose });
    let tagged = prop_oneof![
        Just(Tagged::A),
        (any::<Option<i64>>(), vec(".{0,5}", 0..3)).prop_map(|(x, y)| Tagged::B { x, y }),
        flat.prop_map(Tagged::C),
    ];
    prop_oneof![
        Just(Kind::Unit),
        any::<Option<u8>>().prop_map(Kind::New),
        (any::<u8>(), ".{0,5}").prop_map(|(n, s)| Kind::Pair(n, s)),
        (option::of(Just(())), tagged).prop_map(|(x, tagged)| Kind::Rec { x, tagged }),
    ]
}

fn arb_zoo() -> impl Strategy<Value = Zoo> {
    let scalars = (any::<u8>(), arb_int(), ".{0,40}", any::<char>(), vec(any::<u8>(), 0..300));
    let floats = vec((-1e6_f32)..1e6, 0..10);
    let lists = (vec(any::<i32>(), 0..10), floats, any::<(bool, u16)>(), any::<[i64; 3]>());
    let maps = prop::collection::btree_map(any::<(u8, bool)>(), ".{0,5}", 0..10);
    let options = (option::of(option::of(any::<u8>())), any::<Option<u64>>());
    let point = [(-1e9_f64)..1e9, (-1e9_f64)..1e9, (-1e9_f64)..1e9];
    let leaf = (scalars, lists, maps, options, vec(arb_kind(), 0..6), point).prop_map(
        |(s, l, map, o, kinds, p)| Zoo {
            small: s.0,
            wide: s.1,
            text: s.2,
            one: s.3,
            raw: s.4,
            numbers: l.0,
            floats: l.1,
            pair: l.2,
            array: l.3,
            unit: (),
            maybe: o.0,
            skipped: o.1,
            map,
            kinds,
            point: Point { x: p[0], y: p[1], z: p[2] },
            kids: vec![],
        },
    );
    leaf.prop_recursive(3, 12, 4, |inner| {
        (inner.clone(), vec(inner, 0..4)).prop_map(|(mut zoo, kids)| {
            zoo.kids = kids;
            zoo
        })
    })
}

fn round_trip<T>(value: &T) -> Result<(), TestCaseError>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let bytes = mrna::to_vec(value).unwrap();
    prop_assert_eq!(&mrna::from_slice::<T>(&bytes).unwrap(), value);
    prop_assert_eq!(&mrna::from_reader::<_, T>(&bytes[..]).unwrap(), value);
    prop_assert_eq!(&mrna::from_reader::<_, T>(Trickle(&bytes)).unwrap(), value);
    prop_assert_eq!(mrna::encoded_len(value).unwrap(), bytes.len());
    let mut out = Vec::new();
    mrna::to_writer(&mut out, value).unwrap();
    prop_assert_eq!(&out, &bytes);
    let v: Value = mrna::from_slice(&bytes).unwrap();
    prop_assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), to_hex(&bytes));
    prop_assert_eq!(&mrna::to_value(value).unwrap(), &v);
    prop_assert_eq!(&mrna::from_value::<T>(v).unwrap(), value);
    mrna::from_slice::<IgnoredAny>(&bytes).unwrap();
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..config() })]

    #[test]
    fn zoo(zoo in arb_zoo(), cut in any::<prop::sample::Index>()) {
        round_trip(&zoo)?;
        round_trip(&vec![zoo.clone(), zoo.clone()])?;
        let bytes = mrna::to_vec(&zoo).unwrap();
        let cut = cut.index(bytes.len());
        for e in [
            mrna::from_slice::<Zoo>(&bytes[..cut]).unwrap_err(),
            mrna::from_reader::<_, Zoo>(Trickle(&bytes[..cut])).unwrap_err(),
        ] {
            prop_assert!(e.is_eof(), "{}", e);
            prop_assert_eq!(e.offset(), Some(cut as u64));
        }
    }

    #[test]
    fn numbers(a in vec(any::<u8>(), 0..300), b in vec(any::<i16>(), 0..300), c in vec(any::<i64>(), 0..300), d in vec(-300_i64..300, 0..20)) {
        round_trip(&a)?;
        round_trip(&(b, c))?;
        round_trip(&d)?;
        let wider: Vec<u64> = a.iter().map(|n| u64::from(*n)).collect();
        prop_assert_eq!(mrna::to_vec(&a).unwrap(), mrna::to_vec(&wider).unwrap());
    }

    #[test]
    fn kinds(kinds in vec(arb_kind(), 0..20)) {
        round_trip(&kinds)?;
    }
}
