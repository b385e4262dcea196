//! `value!` takes the notation: what it makes, shows and is written as; and
//! the small interface of a `Value`.

use std::cmp::Ordering;
use std::collections::HashSet;

use mrna::{Value, value};

use crate::util::{check_value, hex, to_hex};

/// What the macro made equals what the bytes read as, and shows this notation.
#[track_caller]
fn row(made: &Value, notation: &str, hex: &str) {
    assert_eq!(made.to_string(), notation);
    let read = check_value(notation, hex);
    assert_eq!(*made, read, "{notation}");
    assert_eq!(made.cmp(&read), Ordering::Equal);
    assert_eq!(to_hex(&mrna::to_vec(made).unwrap()), hex, "{notation}");
    assert!(HashSet::from([read]).contains(made), "hash of {notation}");
}

#[test]
fn scalars() {
    row(&value!(nil), "nil", "e0");
    row(&value!(true), "true", "e2");
    row(&value!(false), "false", "e1");
    row(&value!(12), "12", "0c");
    row(&value!(-5), "-5", "cb");
    row(&value!(300), "300", "e52c01");
    row(&value!(18446744073709551615), "18446744073709551615", "e7ffffffffffffffff");
    row(&value!(1.5), "1.5", "ee000000000000f83f");
    row(&value!(-1.5), "-1.5", "ee000000000000f8bf");
    row(&value!(1e300), "1e300", "ee9c7500883ce4377e");
    row(&value!(1.5f32), "1.5f32", "ed0000c03f");
    row(&value!(inf), "inf", "ee000000000000f07f");
    row(&value!(-inf), "-inf", "ee000000000000f0ff");
    row(&value!(nan), "nan", "ee000000000000f87f");
    row(&value!(nan(0x7ff8000000000001)), "nan(0x7ff8000000000001)", "ee010000000000f87f");
    row(&value!("text"), r#""text""#, "8474657874");
    row(&value!(b"\x00raw"), r#"b"\x00raw""#, "f10400726177");
}

#[test]
fn containers() {
    row(&value!([]), "[]", "b0");
    row(&value!([1, 2]), "[1, 2]", "b20102");
    row(&value!([[], [1], [-1, nil]]), "[[], [1], [-1, nil]]", "b3b0b101b2cfe0");
    row(&value!(()), "()", "b8");
    row(&value!((1,)), "(1,)", "b901");
    row(&value!((1, 2)), "(1, 2)", "ba0102");
    row(&value!(set { 1, 2 }), "set{1, 2}", "f4020102");
    row(&value!(set {}), "set{}", "f400");
    row(&value!(frozenset {}), "frozenset{}", "f500");
    row(&value!(frozenset { 1, "a" }), r#"frozenset{1, "a"}"#, "f502018161");
    row(&value!({}), "{}", "c0");
    row(&value!({"k": 1, 2: nil}), r#"{"k": 1, 2: nil}"#, "c2816b0102e0");
    row(&value!({[1]: {}, (1,): -2}), "{[1]: {}, (1,): -2}", "c2b101c0b901ce");
    row(
        &value!({ "a": [1, { "b": (2, 3) }] }),
        r#"{"a": [1, {"b": (2, 3)}]}"#,
        "c18161b201c18162ba0203",
    );
    row(&value!([300, 300, 300]), "[300, 300, 300]", "fc02032c012c012c01");
}

#[test]
fn records_variants_and_the_rest() {
    row(&value!(record {}), "record{}", "f700");
    row(
        &value!(record { x: 1, "odd name": 2 }),
        r#"record{x: 1, "odd name": 2}"#,
        "f702017801086f6464206e616d6502",
    );
    row(&value!(record { a: record { b: [] } }), "record{a: record{b: []}}", "f7010161f7010162b0");
    row(&value!(Variant), "Variant", "d00756617269616e74");
    row(&value!(Variant(1)), "Variant(1)", "d80756617269616e7401");
    row(&value!(Variant((1, 2))), "Variant((1, 2))", "d80756617269616e74ba0102");
    row(&value!(Variant(())), "Variant(())", "d80756617269616e74b8");
    row(&value!(Variant(record { x: 1 })), "Variant(record{x: 1})", "d80756617269616e74f701017801");
    row(&value!(variant("odd name")), r#"variant("odd name")"#, "d0086f6464206e616d65");
    row(&value!(variant("odd name", 1)), r#"variant("odd name", 1)"#, "d8086f6464206e616d6501");
    row(&value!(some(nil)), "some(nil)", "e3e0");
    row(&value!(some(some(nil))), "some(some(nil))", "e3e3e0");
    row(&value!(tag(300, 1)), "tag(300, 1)", "fffc2c0101");
    row(&value!(tag(64, tag(65, [nil]))), "tag(64, tag(65, [nil]))", "ff40ff41b1e0");
    row(
        &value!([record { x: 1 }, record { x: 2 }, A, A, B(A)]),
        "[record{x: 1}, record{x: 2}, A, A, B(A)]",
        "b5f701017801a002d00141d0d90142d0",
    );
}

/// Of every kind one, and each kind apart from every other.
fn kinds() -> Vec<Value> {
    vec![
        value!(nil),
        value!(false),
        value!(0),
        value!(0.0f32),
        value!(0.0),
        value!(""),
        value!(b""),
        value!([]),
        value!(()),
        value!(set {}),
        value!(frozenset {}),
        value!({}),
        value!(record {}),
        value!(A),
        value!(A(nil)),
        value!(some(nil)),
        value!(tag(64, nil)),
    ]
}

#[test]
fn kinds_are_apart() {
    let all = kinds();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            assert_eq!(a == b, i == j, "{a} and {b}");
            assert_eq!(a.cmp(b) == Ordering::Equal, i == j, "{a} and {b}");
            assert_eq!(a.cmp(b), b.cmp(a).reverse(), "{a} and {b}");
        }
    }
    assert_eq!(all.iter().cloned().collect::<HashSet<_>>().len(), all.len());
}

/// A total order: sorting gives the same whatever the start.
#[test]
fn order_is_total() {
    let mut all = kinds();
    all.extend([
        value!([1]),
        value!([1, 2]),
        value!([2]),
        value!((1,)),
        value!("a"),
        value!("b"),
        value!(b"a"),
    ]);
    all.extend([
        value!(-1),
        value!(1),
        value!(300),
        value!(nan),
        value!(-0.0),
        value!(inf),
        value!({1: 2}),
    ]);
    all.extend([
        value!(record { a: 1 }),
        value!(record { a: 2 }),
        value!(record { b: 1 }),
        value!(B),
        value!(A(1)),
    ]);
    let mut a = all.clone();
    a.sort();
    let mut b: Vec<Value> = all.into_iter().rev().collect();
    b.sort();
    assert_eq!(a, b);
    for pair in a.windows(2) {
        assert!(pair[0] < pair[1], "{} and {}", pair[0], pair[1]);
    }
    for (i, x) in a.iter().enumerate() {
        for y in &a[i + 1..] {
            assert!(x < y, "{x} and {y}");
        }
    }
}

#[test]
fn size() {
    assert!(size_of::<Value>() <= 32);
}

#[test]
fn from_natural_types() {
    assert_eq!(Value::from(5_u8), value!(5));
    assert_eq!(Value::from(-5_i64), value!(-5));
    assert_eq!(Value::from(u128::MAX).to_string(), u128::MAX.to_string());
    assert_eq!(Value::from(true), value!(true));
    assert_eq!(Value::from(1.5_f64), value!(1.5));
    assert_eq!(Value::from(1.5_f32), value!(1.5f32));
    assert_eq!(Value::from("a"), value!("a"));
    assert_eq!(Value::from("a".to_owned()), value!("a"));
}

#[test]
fn integers_back() {
    let Value::Int(n) = mrna::from_slice(&hex("e52c01")).unwrap() else {
        panic!("not an Int");
    };
    assert_eq!(i32::try_from(&n).unwrap(), 300);
    assert_eq!(u128::try_from(&n).unwrap(), 300);
    assert!(u8::try_from(&n).is_err());
    let Value::Int(n) = mrna::from_slice(&hex("cf")).unwrap() else {
        panic!("not an Int");
    };
    assert_eq!(i8::try_from(&n).unwrap(), -1);
    assert!(u64::try_from(&n).is_err());
}

#[test]
fn nothing_is_lost_in_clones_and_values() {
    for v in kinds() {
        assert_eq!(v.clone(), v);
        assert_eq!(mrna::to_value(&v).unwrap(), v);
        assert_eq!(mrna::from_value::<Value>(v.clone()).unwrap(), v);
        let bytes = mrna::to_vec(&v).unwrap();
        assert_eq!(mrna::from_slice::<Value>(&bytes).unwrap(), v);
    }
}
