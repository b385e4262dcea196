//! What is done with values, and with ints of any size.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::hint::black_box;

use mrna::{Int, Shape, Value};

use crate::Case;
use crate::jobs::*;
use crate::messages::*;

/// Something of every kind, n times.
fn all_kinds(n: usize) -> Value {
    let some = mrna::value!([
        nil, 300, 1.5, "text", b"bytes", [1, 2], (1, "a"), set{1}, frozenset{}, {"k": 1},
        record{x: 1, y: "a"}, record{x: 2, y: "b"}, A, A(1), some(nil), tag(300, 1)
    ]);
    Value::List(vec![some; n])
}

fn with_value(value: Value, f: fn(&Value)) -> Job {
    Box::new(move || f(black_box(&value)))
}

/// The order that takes longest to find: all is equal.
fn compare(value: Value) -> Job {
    let other = value.clone();
    Box::new(move || assert!(black_box(&value) == black_box(&other)))
}

fn hash(value: &Value) {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    black_box(hasher.finish());
}

pub fn cases() -> Vec<Case> {
    vec![
        ("clone and drop", 20, |n| with_value(all_kinds(n), |v| drop(v.clone()))),
        ("compare", 20, |n| compare(all_kinds(n))),
        ("hash", 20, |n| with_value(all_kinds(n), hash)),
        ("Display", 20, |n| with_value(all_kinds(n), |v| drop(v.to_string()))),
        ("Display over lines", 20, |n| with_value(all_kinds(n), |v| drop(format!("{v:#}")))),
        ("to_value", 20, |n| with_value(all_kinds(n), |v| drop(mrna::to_value(v).unwrap()))),
        ("from_value", 20, |n| {
            with_value(all_kinds(n), |v| drop(mrna::from_value::<Value>(v).unwrap()))
        }),
        ("clone and drop, 128 deep", 20, |n| {
            with_value(value(&deep_lists(n)), |v| drop(v.clone()))
        }),
        ("compare, 128 deep", 20, |n| compare(value(&deep_lists(n)))),
        ("Display, 128 deep", 20, |n| with_value(value(&deep_lists(n)), |v| drop(v.to_string()))),
        ("compare, a shape of n fields", 1000, |n| {
            // Two shapes that are equal and not the same one.
            let (a, b) = (value(&wide_shape(n, name)), value(&wide_shape(n, name)));
            Box::new(move || assert!(black_box(&a) == black_box(&b)))
        }),
        ("a shape of n fields, made", 1000, |n| {
            let names = names(n);
            Box::new(move || drop(black_box(Shape::new(names.iter().copied()).unwrap())))
        }),
        ("a map with keys of equal prefixes, compared", 1000, |n| compare(value(&prefixed_map(n)))),
        ("a long text with escapes, Display", 1000, |n| {
            with_value("a\n\"".repeat(n).into(), |v| drop(v.to_string()))
        }),
        ("long bytes, Display", 1000, |n| {
            with_value(Value::Bytes(vec![7; n]), |v| drop(v.to_string()))
        }),
        ("an int of n bytes, Display", 200_000, |n| {
            with_value(value(&big_int(n)), |v| drop(v.to_string()))
        }),
        ("an int of n bytes, parse", 200_000, |n| {
            let text = value(&big_int(n)).to_string();
            Box::new(move || drop(black_box(text.parse::<Int>().unwrap())))
        }),
        ("an int of n hex digits, all 0 but one, parse", 200_000, |n| {
            let text = format!("-0x{}1", "0".repeat(n));
            Box::new(move || assert_eq!(black_box(&text).parse::<Int>().unwrap(), -1))
        }),
        ("an int of n decimal digits, refused", 200_000, |n| {
            let text = "7".repeat(n);
            Box::new(move || drop(black_box(text.parse::<Int>().unwrap_err())))
        }),
        ("an int of n bytes, compare", 200_000, |n| compare(value(&big_int(n)))),
        ("an int of n bytes, negative, clone and Display", 200_000, |n| {
            let mut bytes = big_int(n);
            *bytes.last_mut().unwrap() = 0x80;
            with_value(value(&bytes), |v| drop(v.clone().to_string()))
        }),
    ]
}
