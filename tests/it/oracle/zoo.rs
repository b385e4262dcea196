//! Types of all sorts, to be read from anything.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Formatter};

use mrna::{Int, Value};
use serde::de::{EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_bytes::{ByteBuf, Bytes};

use super::decode::Message;

/// Each type that owns what it has, if it is wanted.
pub fn each_owned(message: &Message, is_wanted: &mut dyn FnMut() -> bool) {
    macro_rules! each {
        ($($type:ty),* $(,)?) => { $(if is_wanted() { message.owned::<$type>(); })* };
    }
    each! {
        Value, Int, bool, char, String, ByteBuf, (),
        u8, i8, u16, i32, u64, i64, u128, i128, f32, f64,
        Option<u8>, Option<Option<()>>, Option<Value>, Option<Option<String>>,
        Vec<u8>, Vec<i8>, Vec<u16>, Vec<i64>, Vec<u64>, Vec<i128>, Vec<f32>, Vec<f64>,
        Vec<bool>, Vec<Option<u16>>, Vec<Option<()>>, Vec<String>, Vec<ByteBuf>, Vec<Vec<u8>>,
        BTreeSet<Value>, (u8,), (Value, Value), [i64; 3], [f32; 3], (String, Vec<Value>),
        BTreeMap<String, Value>, BTreeMap<Value, Value>, BTreeMap<(u8, bool), Option<String>>,
        BTreeMap<Kind, u8>, Vec<BTreeMap<String, f64>>,
        Unit, Wrapped, Pair, Point, Vec<Point>, Vec<Strict>, Node, Vec<Node>,
        Kind, Vec<Kind>, Internal, Vec<Internal>, Adjacent, Vec<Adjacent>, Untagged,
        Vec<Untagged>, Flat, Vec<Flat>, Tree, Everything, Vec<Everything>, Result<u8, String>,
    }
}

/// Each type that borrows, if it is wanted.
pub fn each_borrowed(message: &Message, is_wanted: &mut dyn FnMut() -> bool) {
    macro_rules! each {
        ($($type:ty),* $(,)?) => {
            $(if is_wanted() {
                message.borrowed::<$type>(|bytes| {
                    mrna::from_slice::<$type>(bytes).and_then(|again| mrna::to_vec(&again))
                });
            })*
        };
    }
    each! {
        &str, Cow<'_, str>, &Bytes, Vec<&str>, BTreeMap<&str, &Bytes>, Lent, Vec<Lent>, Lends,
    }
}

#[derive(Serialize, Deserialize)]
pub struct Unit;

#[derive(Serialize, Deserialize)]
pub struct Wrapped(Option<Value>);

#[derive(Serialize, Deserialize)]
pub struct Pair(i16, Option<Box<Pair>>);

#[derive(Serialize, Deserialize)]
pub struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    a: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<i128>,
}

/// The names of SPEC.md's list node.
#[derive(Serialize, Deserialize)]
pub struct Node {
    v: i64,
    n: Option<Box<Node>>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    A,
    #[serde(alias = "a")]
    B(Option<u8>),
    C(u8, String),
    D {
        x: Option<()>,
    },
    #[serde(rename = "")]
    Empty(Box<Kind>),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "a")]
pub enum Internal {
    #[serde(alias = "a")]
    A,
    B {
        x: Option<i64>,
        #[serde(default)]
        y: Vec<String>,
    },
    C(Flat),
    D(BTreeMap<String, Untagged>),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "a", content = "b")]
pub enum Adjacent {
    #[serde(alias = "a")]
    A,
    B(Option<u8>),
    C(u8, ByteBuf),
    D {
        x: f32,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Untagged {
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Pair(u8, String),
    Point(Point),
    Option(Option<()>),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Serialize, Deserialize)]
pub struct Flat {
    #[serde(default)]
    x: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

/// Recursive by a map, a list and an enum.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Tree {
    #[serde(alias = "x")]
    list: Vec<Tree>,
    #[serde(alias = "y")]
    map: BTreeMap<i8, Tree>,
    #[serde(alias = "a")]
    result: Option<Result<Box<Tree>, ()>>,
}

/// The names are few, so that mutations and a fuzzer meet them.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Everything {
    a: i128,
    b: String,
    c: Option<char>,
    #[serde(with = "serde_bytes")]
    d: Vec<u8>,
    e: Vec<i32>,
    f: Option<Option<u8>>,
    x: f64,
    y: (bool, u16),
    z: BTreeMap<Value, Value>,
    k: Vec<Kind>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    v: Vec<Everything>,
    n: Option<Box<Internal>>,
    t: Option<Adjacent>,
    u: Option<Untagged>,
    i: Int,
}

#[derive(Serialize, Deserialize)]
pub struct Lent<'a> {
    #[serde(alias = "x", borrow)]
    a: &'a str,
    #[serde(default, borrow)]
    b: Option<&'a Bytes>,
    #[serde(default, borrow, with = "serde_bytes")]
    y: Cow<'a, [u8]>,
}

#[derive(Serialize, Deserialize)]
pub enum Lends<'a> {
    #[serde(alias = "a")]
    A,
    B(&'a str),
    C(#[serde(borrow)] Lent<'a>),
}

/// Passes over all fields but one.
#[derive(Deserialize)]
#[allow(dead_code, reason = "read only")]
pub struct Skips {
    #[serde(alias = "x")]
    a: IgnoredAny,
}

/// Asks for a text and hides that there was none.
pub struct Swallows;

thread_local! {
    static HIDDEN: Cell<usize> = const { Cell::new(0) };
}

impl Swallows {
    /// From here on errors are counted: one must end a message, or it goes on for its claims.
    pub fn count() {
        HIDDEN.set(0);
    }
}

impl<'de> Deserialize<'de> for Swallows {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        if String::deserialize(de).is_err() {
            HIDDEN.set(HIDDEN.get() + 1);
            assert!(HIDDEN.get() < 100, "asked for on and on behind an error that was hidden");
        }
        Ok(Swallows)
    }
}

/// Takes one item, entry or payload, and doesn't ask for more.
pub struct Lazy;

impl<'de> Deserialize<'de> for Lazy {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_any(Lazy)
    }
}

impl<'de> Visitor<'de> for Lazy {
    type Value = Lazy;

    fn expecting(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("something")
    }

    fn visit_unit<E>(self) -> Result<Lazy, E> {
        Ok(Lazy)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Lazy, E> {
        Ok(Lazy)
    }

    fn visit_str<E>(self, _: &str) -> Result<Lazy, E> {
        Ok(Lazy)
    }

    fn visit_some<D: Deserializer<'de>>(self, de: D) -> Result<Lazy, D::Error> {
        Lazy::deserialize(de)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Lazy, A::Error> {
        seq.next_element::<Lazy>().map(|_| Lazy)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Lazy, A::Error> {
        map.next_entry::<Lazy, Lazy>().map(|_| Lazy)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Lazy, A::Error> {
        data.variant::<Lazy>().and_then(|(_, contents)| contents.unit_variant()).map(|()| Lazy)
    }
}
