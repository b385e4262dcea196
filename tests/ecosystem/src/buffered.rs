//! Types inside of internally tagged, untagged and flattened ones, which serde reads by way of a
//! buffer of its own.

use std::fmt::Debug;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use either::{Either, Left};
use ipnet::IpNet;
use mrna::{Value, value};
use num_bigint::BigInt;
use ordered_float::OrderedFloat;
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use smallvec::SmallVec;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::round_trip::{refusal, round_trip, round_trip_readable};
use crate::table::{changed, check, readable, refused, same};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t")]
enum Tagged<T> {
    A { v: T },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged<T> {
    A { v: T },
    B(bool),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flat<T> {
    n: u8,
    #[serde(flatten)]
    rest: Rest<T>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Rest<T> {
    v: T,
}

fn tagged<T>(v: T) -> Tagged<T> {
    Tagged::A { v }
}

fn rows() -> Vec<String> {
    let moment: DateTime<Utc> = DateTime::from_timestamp(0, 1_000).unwrap();
    let net: IpNet = "10.0.0.0/8".parse().unwrap();
    let left: Either<u8, String> = Left(1);
    let value = value!([(1,), set { 2 }, Unit, New(3), some(nil), tag(300, record { x: 1 }), b"b"]);
    let read = value!([[1], [2], "Unit", {"New": 3}, some(nil), {"x": 1}, b"b"]);
    let uuid = r#"record{t: "A", v: b"\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff"}"#;
    vec![
        same("uuid", "Uuid", &tagged(UUID), uuid),
        same(
            "time",
            "OffsetDateTime",
            &tagged(OffsetDateTime::UNIX_EPOCH),
            r#"record{t: "A", v: (1970, 1, 0, 0, 0, 0, 0, 0, 0)}"#,
        ),
        same(
            "chrono",
            "DateTime<Utc>",
            &tagged(moment),
            r#"record{t: "A", v: "1970-01-01T00:00:00.000001Z"}"#,
        ),
        same("rust_decimal", "Decimal", &tagged(Decimal::ONE), r#"record{t: "A", v: "1"}"#),
        same("bytes", "Bytes", &tagged(BYTES), r#"record{t: "A", v: b"\x00\xff"}"#),
        same(
            "smallvec",
            "SmallVec<[u8; 2]>",
            &tagged(SmallVec::<[u8; 2]>::from([1, 255])),
            r#"record{t: "A", v: [1, 255]}"#,
        ),
        same("num-bigint", "BigInt", &tagged(BigInt::from(-5)), r#"record{t: "A", v: (-1, [5])}"#),
        same(
            "ordered-float",
            "OrderedFloat<f32>",
            &tagged(OrderedFloat(f32::NAN)),
            r#"record{t: "A", v: nanf32}"#,
        ),
        same("either", "Either<u8, String>", &tagged(left), r#"record{t: "A", v: Left(1)}"#),
        same(
            "serde_json",
            "Option<Value>, Some(Null)",
            &tagged(Some(Json::Null)),
            r#"record{t: "A", v: some(nil)}"#,
        ),
        refused(
            "ipnet",
            "IpNet",
            &tagged(net),
            r#"record{t: "A", v: V4((10, 0, 0, 0, 8))}"#,
            "invalid type: map, expected IPv4 or IPv6 network address at byte 0",
        ),
        readable("ipnet", "IpNet", &tagged(net), r#"record{t: "A", v: "10.0.0.0/8"}"#),
        refused(
            "std",
            "u128",
            &tagged(5_u128),
            r#"record{t: "A", v: 5}"#,
            "u128 is not supported at byte 0",
        ),
        refused(
            "std",
            "u128::MAX",
            &tagged(u128::MAX),
            r#"record{t: "A", v: 340282366920938463463374607431768211455}"#,
            "invalid type: integer `340282366920938463463374607431768211455` as u128, expected \
             any value at byte 8 in $.v",
        ),
        changed(
            "mrna",
            "Value",
            &tagged(value.clone()),
            &format!(r#"record{{t: "A", v: {value}}}"#),
            &tagged(read),
        ),
    ]
}

const UUID: Uuid = Uuid::from_u128(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
const BYTES: Bytes = Bytes::from_static(b"\x00\xff");

#[test]
fn table() {
    check("Buffers", &rows());
}

/// By the other two ways through the same buffer.
#[track_caller]
fn both<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(v: &T) {
    let of = |value: &Value| value["v"].to_string();
    let plain = of(&mrna::to_value(&Rest { v: v.clone() }).unwrap());
    let untagged = Untagged::A { v: v.clone() };
    assert_eq!(of(&round_trip(&untagged)), plain);
    let flat = Flat { n: 1, rest: Rest { v: v.clone() } };
    assert_eq!(of(&round_trip(&flat)), plain);
}

#[test]
fn untagged_and_flattened() {
    both(&UUID);
    both(&OffsetDateTime::UNIX_EPOCH);
    both(&Decimal::NEGATIVE_ONE);
    both(&BYTES);
    both(&BigInt::from(1_u128 << 100));
    both(&OrderedFloat(f64::from_bits(0x7ff8_0000_0000_0001)));
    both(&Left::<_, String>(1));
    both(&Some(None::<u8>));
    both(&serde_json::json!({"a": [1, null]}));
}

/// What is refused by them, too; an untagged type does not say why.
#[test]
fn refusals() {
    let net: IpNet = "10.0.0.0/8".parse().unwrap();
    let no_match = "data did not match any variant of untagged enum Untagged at byte 0";
    assert_eq!(refusal(&Untagged::A { v: 5_i128 }), no_match);
    assert_eq!(refusal(&Untagged::A { v: net }), no_match);
    let flat = |v| Flat { n: 1, rest: Rest { v } };
    assert_eq!(refusal(&flat(7_u128)), "u128 is not supported at byte 0");
    let flat = Flat { n: 1, rest: Rest { v: net } };
    let error = "invalid type: map, expected IPv4 or IPv6 network address at byte 0";
    assert_eq!(refusal(&flat), error);
    round_trip_readable(&flat);
    round_trip_readable(&Untagged::A { v: net });
    round_trip(&Untagged::<u8>::B(true));
}
