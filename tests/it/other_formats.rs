//! A `Value` through JSON and MessagePack and back: sensible shapes there,
//! and what those formats can say comes back.

use mrna::{Value, value};

#[track_caller]
fn to_json(v: &Value, json: &str) {
    assert_eq!(serde_json::to_string(v).unwrap(), json, "{v}");
}

#[track_caller]
fn from_json(json: &str, v: &Value) {
    assert_eq!(serde_json::from_str::<Value>(json).unwrap(), *v, "{json}");
    let tree: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::from_value::<Value>(tree).unwrap(), *v, "{json}");
}

/// What JSON can say goes there and comes back.
#[test]
fn json_both_ways() {
    let rows = [
        (value!(nil), "null"),
        (value!(true), "true"),
        (value!(5), "5"),
        (value!(-5), "-5"),
        (value!(18446744073709551615), "18446744073709551615"),
        (value!(1.5), "1.5"),
        (value!("a\n\"é"), "\"a\\n\\\"é\""),
        (value!([]), "[]"),
        (value!([1, [2, nil]]), "[1,[2,null]]"),
        (value!({}), "{}"),
        (value!({"a": 1, "b": [true]}), r#"{"a":1,"b":[true]}"#),
    ];
    for (v, json) in rows {
        to_json(&v, json);
        from_json(json, &v);
    }
}

/// What JSON has no word for takes the nearest that it has.
#[test]
fn json_one_way() {
    to_json(&value!(1.5f32), "1.5");
    to_json(&value!((1, 2)), "[1,2]");
    to_json(&value!(()), "[]");
    to_json(&value!(set { 1, 2 }), "[1,2]");
    to_json(&value!(frozenset { 1 }), "[1]");
    to_json(&value!(b"\x00\xff"), "[0,255]");
    to_json(&value!(record { x: 1, "odd name": nil }), r#"{"x":1,"odd name":null}"#);
    to_json(&value!(record {}), "{}");
    to_json(&value!(Red), r#""Red""#);
    to_json(&value!(Grey(5)), r#"{"Grey":5}"#);
    to_json(&value!(Mix((1, 2))), r#"{"Mix":[1,2]}"#);
    to_json(&value!(At(record { x: 1 })), r#"{"At":{"x":1}}"#);
    to_json(&value!({1: 2}), r#"{"1":2}"#);
    to_json(&value!([record { x: 1 }, record { x: 2 }]), r#"[{"x":1},{"x":2}]"#);
    to_json(&value!(some(nil)), "null");
    to_json(&value!(tag(64, [1])), "[1]");
    assert!(serde_json::to_string(&value!({[1]: 2})).is_err(), "no list as a key in JSON");
}

/// Every form that a JSON number has.
#[test]
fn json_numbers() {
    from_json("0", &value!(0));
    from_json("-1", &value!(-1));
    from_json("9223372036854775808", &value!(9223372036854775808));
    from_json("-9223372036854775808", &value!(-9223372036854775808));
    from_json("1.0", &value!(1.0));
    from_json("1e300", &value!(1e300));
    from_json("-0.0", &value!(-0.0));
}

#[track_caller]
fn msgpack(v: &Value, back: &Value) {
    let bytes = rmp_serde::to_vec(v).unwrap();
    assert_eq!(rmp_serde::from_slice::<Value>(&bytes).unwrap(), *back, "{v}");
    let named = rmp_serde::to_vec_named(v).unwrap();
    assert_eq!(rmp_serde::from_slice::<Value>(&named).unwrap(), *back, "{v}");
    assert_eq!(rmp_serde::from_read::<_, Value>(&bytes[..]).unwrap(), *back, "{v}");
}

#[test]
fn msgpack_both_ways() {
    let rows = [
        value!(nil),
        value!(true),
        value!(5),
        value!(-5),
        value!(300),
        value!(18446744073709551615),
        value!(1.5),
        value!(1.5f32),
        value!("text"),
        value!(b"\x00\xff"),
        value!([1, [2, nil]]),
        value!({"a": 1, 2: [3]}),
        value!({[1]: 2, nil: 3}),
    ];
    for v in rows {
        msgpack(&v, &v);
    }
}

#[test]
fn msgpack_one_way() {
    msgpack(&value!((1, 2)), &value!([1, 2]));
    msgpack(&value!(set { 1, 2 }), &value!([1, 2]));
    msgpack(&value!(record { x: 1, y: 2 }), &value!({"x": 1, "y": 2}));
    msgpack(&value!(Red), &value!("Red"));
    msgpack(&value!(Grey(5)), &value!({"Grey": 5}));
    msgpack(&value!([record { x: 1 }, record { x: 2 }]), &value!([{"x": 1}, {"x": 2}]));
    msgpack(&value!(tag(64, [1])), &value!([1]));
}

/// Other formats' own values through this one.
#[test]
fn a_json_value_as_any_type() {
    let json = serde_json::json!({"a": [1, -2, 1.5, null, "x", true], "b": {"c": {}}});
    let bytes = mrna::to_vec(&json).unwrap();
    assert_eq!(mrna::from_slice::<serde_json::Value>(&bytes).unwrap(), json);
    assert_eq!(mrna::from_reader::<_, serde_json::Value>(&bytes[..]).unwrap(), json);
    let v = mrna::to_value(&json).unwrap();
    assert_eq!(v.to_string(), r#"{"a": [1, -2, 1.5, nil, "x", true], "b": {"c": {}}}"#);
    assert_eq!(mrna::from_value::<serde_json::Value>(v).unwrap(), json);
}

/// Any message as JSON: a record is an object, a variant as serde writes it.
#[test]
fn messages_as_json() {
    let bytes = crate::util::hex("b2f702017801017902a00304");
    assert_eq!(
        mrna::from_slice::<serde_json::Value>(&bytes).unwrap(),
        serde_json::json!([{"x": 1, "y": 2}, {"x": 3, "y": 4}])
    );
    for (hex, json) in [
        ("d00141", serde_json::json!("A")),
        ("d8014105", serde_json::json!({"A": 5})),
        ("ba0102", serde_json::json!([1, 2])),
        ("f4020102", serde_json::json!([1, 2])),
        ("ff408161", serde_json::json!("a")),
        ("e3e0", serde_json::json!(null)),
    ] {
        let got: serde_json::Value = mrna::from_slice(&crate::util::hex(hex)).unwrap();
        assert_eq!(got, json, "{hex}");
    }
}
