//! `serde_with`'s adapters of a field.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_with::base64::Base64;
use serde_with::formats::CommaSeparator;
use serde_with::hex::Hex;
use serde_with::json::JsonString;
use serde_with::{
    BoolFromInt, Bytes, BytesOrString, DefaultOnNull, DisplayFromStr, DurationMilliSeconds,
    DurationSecondsWithFrac, FromInto, Map, NoneAsEmptyString, OneOrMany, PickFirst, Seq,
    StringWithSeparator, TimestampMilliSeconds, TimestampSeconds, serde_as,
};
use time::OffsetDateTime;

use crate::round_trip::{read_back, refusal_of};
use crate::table::{check, same};

#[serde_as]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Texts {
    #[serde_as(as = "DisplayFromStr")]
    ip: Ipv4Addr,
    #[serde_as(as = "Vec<DisplayFromStr>")]
    wide: Vec<u128>,
    #[serde_as(as = "BTreeMap<DisplayFromStr, _>")]
    keys: BTreeMap<i32, bool>,
    #[serde_as(as = "StringWithSeparator::<CommaSeparator, u8>")]
    list: Vec<u8>,
    #[serde_as(as = "NoneAsEmptyString")]
    none: Option<u8>,
    #[serde_as(as = "JsonString")]
    json: (u8, String),
}

#[serde_as]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Blobs {
    #[serde_as(as = "Bytes")]
    raw: Vec<u8>,
    #[serde_as(as = "Bytes")]
    array: [u8; 2],
    #[serde_as(as = "Option<Vec<Bytes>>")]
    nested: Option<Vec<Vec<u8>>>,
    #[serde_as(as = "Hex")]
    hex: Vec<u8>,
    #[serde_as(as = "Base64")]
    base64: Vec<u8>,
    #[serde_as(as = "BytesOrString")]
    list: Vec<u8>,
}

#[serde_as]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Times {
    #[serde_as(as = "TimestampSeconds<i64>")]
    system: SystemTime,
    #[serde_as(as = "TimestampMilliSeconds<i64>")]
    chrono: DateTime<Utc>,
    #[serde_as(as = "TimestampSeconds<String>")]
    time: OffsetDateTime,
    #[serde_as(as = "DurationMilliSeconds<u64>")]
    ms: Duration,
    #[serde_as(as = "DurationSecondsWithFrac<f64>")]
    s: Duration,
}

#[serde_as]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Shapes {
    #[serde_as(as = "OneOrMany<_>")]
    one: Vec<u8>,
    #[serde_as(as = "OneOrMany<_>")]
    many: Vec<u8>,
    #[serde_as(as = "Map<_, _>")]
    map: Vec<(String, u8)>,
    #[serde_as(as = "Seq<(_, _)>")]
    seq: BTreeMap<u8, bool>,
    #[serde_as(as = "BoolFromInt")]
    bit: bool,
    #[serde_as(as = "FromInto<(u8, u8)>")]
    from: Pair,
    #[serde_as(as = "PickFirst<(_, DisplayFromStr)>")]
    pick: u32,
    #[serde_as(as = "DefaultOnNull")]
    zero: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Pair(u8, u8);

impl From<(u8, u8)> for Pair {
    fn from((a, b): (u8, u8)) -> Self {
        Pair(a, b)
    }
}

impl From<Pair> for (u8, u8) {
    fn from(Pair(a, b): Pair) -> Self {
        (a, b)
    }
}

fn texts() -> Texts {
    Texts {
        ip: Ipv4Addr::LOCALHOST,
        wide: vec![1, u128::MAX],
        keys: BTreeMap::from([(-1, true)]),
        list: vec![1, 2],
        none: None,
        json: (1, "a".into()),
    }
}

fn blobs() -> Blobs {
    Blobs {
        raw: b"\x00raw".into(),
        array: [1, 255],
        nested: Some(vec![b"a".into(), vec![]]),
        hex: vec![0, 171],
        base64: vec![0, 171],
        list: vec![1, 2],
    }
}

fn times() -> Times {
    Times {
        system: SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        chrono: DateTime::from_timestamp_millis(-1).unwrap(),
        time: OffsetDateTime::from_unix_timestamp(-1).unwrap(),
        ms: Duration::from_millis(1_500),
        s: Duration::from_millis(1_500),
    }
}

fn shapes() -> Shapes {
    Shapes {
        one: vec![1],
        many: vec![1, 2],
        map: vec![("b".into(), 1), ("a".into(), 2)],
        seq: BTreeMap::from([(1, true)]),
        bit: true,
        from: Pair(1, 2),
        pick: 7,
        zero: 0,
    }
}

fn rows() -> [String; 4] {
    [
        same(
            "serde_with",
            "DisplayFromStr, StringWithSeparator, NoneAsEmptyString, JsonString",
            &texts(),
            concat!(
                r#"record{ip: "127.0.0.1", wide: ["1", "340282366920938463463374607431768211455"], "#,
                r#"keys: {"-1": true}, list: "1,2", none: "", json: "[1,\"a\"]"}"#
            ),
        ),
        same(
            "serde_with",
            "Bytes, Hex, Base64, BytesOrString",
            &blobs(),
            concat!(
                r#"record{raw: b"\x00raw", array: b"\x01\xff", nested: [b"a", b""], hex: "00ab", "#,
                r#"base64: "AKs=", list: [1, 2]}"#
            ),
        ),
        same(
            "serde_with",
            "TimestampSeconds, TimestampMilliSeconds, DurationMilliSeconds, DurationSecondsWithFrac",
            &times(),
            r#"record{system: 1700000000, chrono: -1, time: "-1", ms: 1500, s: 1.5}"#,
        ),
        same(
            "serde_with",
            "OneOrMany, Map, Seq, BoolFromInt, FromInto, PickFirst, DefaultOnNull",
            &shapes(),
            concat!(
                r#"record{one: 1, many: [1, 2], map: {"b": 1, "a": 2}, seq: [(1, true)], bit: 1, "#,
                "from: (1, 2), pick: 7, zero: 0}"
            ),
        ),
    ]
}

#[test]
fn table() {
    check("Adapters of fields", &rows());
}

/// What adapters take beside what they write.
#[test]
fn other_forms() {
    let others = mrna::value!(record{
        one: [1], many: set{1, 2}, map: {"b": 1, "a": 2}, seq: [(1, true)], bit: 1, from: [1, 2],
        pick: "7", zero: nil
    });
    read_back(&mrna::to_vec(&others).unwrap(), &shapes());
}

/// Their own objections come with the place, too.
#[test]
fn refusals() {
    let errors = [
        refusal_of::<Blobs>(&with(&blobs(), "hex", "0g")),
        refusal_of::<Blobs>(&with(&blobs(), "base64", "A?==")),
        refusal_of::<Texts>(&with(&texts(), "ip", "127.0.0")),
        refusal_of::<Texts>(&with(&texts(), "list", "1,300")),
        refusal_of::<Texts>(&with(&texts(), "json", "[1]")),
    ];
    let expected = [
        "Invalid character 'g' at position 1 at byte 39 in $.hex",
        "Invalid symbol 63, offset 1. at byte 51 in $.base64",
        "invalid IPv4 address syntax at byte 5 in $.ip",
        "number too large to fit in target type at byte 79 in $.list",
        // The line and column are those of the JSON in it.
        "invalid length 1, expected a tuple of size 2 at line 1 column 3 at byte 94 in $.json",
    ];
    assert_eq!(errors, expected);
}

/// A struct's message with another text in one field.
fn with<T: Serialize>(of: &T, field: &str, text: &str) -> Vec<u8> {
    let mut value = mrna::to_value(of).unwrap();
    *value.get_mut(field).unwrap() = text.into();
    mrna::to_vec(&value).unwrap()
}
