//! The values of `serde_json` and ciborium, which hold anything that their format can say.

use ciborium::Value as Cbor;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value as Json, json, value::RawValue};

use crate::round_trip::refusal_of;
use crate::table::{changed, check, readable, refused, same};

fn json_rows() -> [String; 12] {
    let nested = json!({"b": [1, -2, 1.5, null, "x", true], "a": {"c": {}}});
    let text = r#"{"b": [1, -2, 1.5, nil, "x", true], "a": {"c": {}}}"#;
    let float = Number::from_f64(1.0).unwrap();
    let map: Map<String, Json> = [("k".to_owned(), Json::Null)].into_iter().collect();
    let raw = Raw { raw: RawValue::from_string("[1, 2]".into()).unwrap() };
    [
        same("serde_json", "Value", &nested, text),
        readable("serde_json", "Value", &nested, text),
        same("serde_json", "Value::Null", &Json::Null, "nil"),
        same("serde_json", "Value, u64::MAX", &json!(u64::MAX), "18446744073709551615"),
        same("serde_json", "Value, i64::MIN", &json!(i64::MIN), "-9223372036854775808"),
        same("serde_json", "Value, -0.0", &json!(-0.0), "-0.0"),
        same("serde_json", "Value, floats", &json!([0.5, 1e300]), "[0.5, 1e300]"),
        same("serde_json", "Option<Value>, Some(Null)", &Some(Json::Null), "some(nil)"),
        same("serde_json", "Option<Value>, None", &None::<Json>, "nil"),
        same("serde_json", "Number", &float, "1.0"),
        same("serde_json", "Map<String, Value>", &map, r#"{"k": nil}"#),
        refused(
            "serde_json",
            "RawValue",
            &raw,
            r#"record{raw: record{"$serde_json::private::RawValue": "[1, 2]"}}"#,
            "invalid type: newtype struct, expected any valid JSON value at byte 6 in $.raw",
        ),
    ]
}

fn cbor_rows() -> [String; 6] {
    let int = |n: i64| Cbor::Integer(n.into());
    let map = Cbor::Map(vec![(int(-1), Cbor::Bytes(b"\x00".into())), (Cbor::Null, int(1))]);
    let list = Cbor::Array(vec![
        Cbor::Float(0.1),
        Cbor::Float(0.5),
        Cbor::Bool(true),
        Cbor::Text("t".into()),
    ]);
    let wide = Cbor::Integer(u64::MAX.into());
    let least = Cbor::Integer((-1_i128 - i128::from(u64::MAX)).try_into().unwrap());
    let tag = Cbor::Tag(1, Box::new(int(7)));
    let name = Cbor::Text("@@TAGGED@@".into());
    let no_tag = Cbor::Map(vec![(name, Cbor::Array(vec![int(1), int(7)]))]);
    [
        same("ciborium", "Value::Array", &list, r#"[0.1, 0.5f32, true, "t"]"#),
        same("ciborium", "Value::Map", &map, r#"{-1: b"\x00", nil: 1}"#),
        same("ciborium", "Value::Integer, 2^64 - 1", &wide, "18446744073709551615"),
        same("ciborium", "Value::Integer, -2^64", &least, "-18446744073709551616"),
        changed("ciborium", "Value::Tag", &tag, r#"variant("@@TAGGED@@", (1, 7))"#, &no_tag),
        same("ciborium", "Option<Value>, Some(Null)", &Some(Cbor::Null), "some(nil)"),
    ]
}

#[test]
fn table() {
    check("Other formats", &[&json_rows()[..], &cbor_rows()].concat());
}

/// A field of JSON text that is left alone: by agreement between `serde_json` and itself, and to
/// any other format a record of one odd name, which it then does not read.
#[derive(Serialize, Deserialize, Debug)]
struct Raw {
    raw: Box<RawValue>,
}

/// What JSON has no word for becomes the nearest that it has.
#[test]
fn json_of_other_kinds() {
    let table = [
        (mrna::value!((1, 2)), json!([1, 2])),
        (mrna::value!(set { 1, 2 }), json!([1, 2])),
        (mrna::value!(record { x: 1 }), json!({"x": 1})),
        (mrna::value!(Unit), json!("Unit")),
        (mrna::value!(Newtype(1)), json!({"Newtype": 1})),
        (mrna::value!(some(some(nil))), json!(null)),
        (mrna::value!(tag(300, 1)), json!(1)),
        (mrna::value!(nan), json!(null)),
        (mrna::value!(-inff32), json!(null)),
        (mrna::value!(1.5f32), json!(1.5)),
    ];
    for (value, json) in table {
        let bytes = mrna::to_vec(&value).unwrap();
        assert_eq!(mrna::from_slice::<Json>(&bytes).unwrap(), json, "{value}");
        assert_eq!(mrna::from_reader::<_, Json>(&bytes[..]).unwrap(), json, "{value}");
        assert_eq!(mrna::from_value::<Json>(value).unwrap(), json);
    }
}

/// What it has nothing near for.
#[test]
fn no_json() {
    let table = [
        (mrna::value!(b"\x00\xff"), "invalid type: bytes, expected any valid JSON value at byte 0"),
        (mrna::value!(18_446_744_073_709_551_616), "JSON number out of range at byte 0"),
        (
            mrna::value!({1: 2}),
            "invalid type: integer 1, expected a string key at byte 1 in ${0}.key",
        ),
    ];
    for (value, error) in table {
        assert_eq!(refusal_of::<Json>(&mrna::to_vec(&value).unwrap()), error);
    }
}
