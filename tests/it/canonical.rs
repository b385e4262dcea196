//! Canonical form: one order for maps and sets, at every depth.

use std::collections::HashMap;

use mrna::{Value, is_canonical, to_vec, to_vec_canonical, value};

use crate::util::{hex, to_hex};

#[test]
fn table() {
    for (given, canonical) in [
        (value!({}), value!({})),
        // By the bytes: short texts before longer ones, ints above 127 behind texts.
        (
            value!({"b": 1, "a": 2, "aa": 3, 1: 4, 300: 5, (-1): 6}),
            value!({1: 4, "a": 2, "b": 1, "aa": 3, (-1): 6, 300: 5}),
        ),
        (value!(set{3, 1, 2}), value!(set{1, 2, 3})),
        (value!(frozenset{"x", 1}), value!(frozenset{1, "x"})),
        // What is inside is in order before what is around it.
        (value!(set{set{2, 1}, set{}}), value!(set{set{}, set{1, 2}})),
        (value!({set{2, 1}: {2: 1, 1: 2}}), value!({set{1, 2}: {1: 2, 2: 1}})),
        (value!([{2: 1, 1: 2}]), value!([{1: 2, 2: 1}])),
        (value!((set { 2, 1 }, 1)), value!((set { 1, 2 }, 1))),
        (value!(record{x: set{2, 1}, a: 1}), value!(record{x: set{1, 2}, a: 1})),
        (value!(V(set { 2, 1 })), value!(V(set { 1, 2 }))),
        (value!(tag(9, set { 2, 1 })), value!(tag(9, set { 1, 2 }))),
        (value!([3, 1, 2]), value!([3, 1, 2])),
    ] {
        let bytes = to_vec_canonical(&given).unwrap();
        assert_eq!(to_hex(&bytes), to_hex(&to_vec(&canonical).unwrap()), "{given}");
        assert!(is_canonical(&bytes).unwrap(), "{given}");
        let plain = to_vec(&given).unwrap();
        assert_eq!(is_canonical(&plain).unwrap(), plain == bytes, "{given}");
    }
}

/// Rows of the table in SPEC.md's section 12.
#[test]
fn rows_of_the_specification() {
    let spec = include_str!("../../SPEC.md");
    let section = spec.split("\n## ").find(|section| section.starts_with("12.")).unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let values = [
        value!({"b": 1, "a": 2, "aa": 3, 300: 4, (-3): 5}),
        value!(set{set{2, 1}, set{}}),
        value!({set{1, 2}: 1, set{2, 1}: 2}),
        value!(set{record{b: 1}, record{a: 1}}),
    ];
    assert_eq!(rows.len(), values.len());
    for (row, value) in rows.into_iter().zip(values) {
        let cells: Vec<_> = row.split(" | ").collect();
        assert_eq!(cells[0].trim_start_matches("| "), format!("`{value}`"));
        let form = cells[1].trim_end_matches(" |");
        match to_vec_canonical(&value) {
            Ok(bytes) => assert_eq!(to_hex(&bytes), form.replace(['`', ' '], "")),
            Err(_) => assert!(form.starts_with("none"), "{row}"),
        }
    }
}

#[test]
fn whatever_a_hash_map_does() {
    let entries = (0..200).map(|n| (format!("key {n}"), vec![n]));
    let one: HashMap<_, _> = entries.clone().collect();
    let other: HashMap<_, _> = entries.rev().collect();
    assert_eq!(to_vec_canonical(&one).unwrap(), to_vec_canonical(&other).unwrap());
}

#[test]
fn other_spellings_are_not_canonical() {
    for (bytes, is) in [
        ("f70101780 1", true),
        ("b2f701017801f701017802", false), // defined again
        ("b3010203", true),
        ("fc0003010203", false), // packed, and longer
        ("b1cf", true),
        ("b2ed0000803fed00000040", true),
        ("b3ed0000803fed00000040ed00004040", false), // plain, and longer
        ("fc08030000803f0000004000004040", true),
        ("c2816101816201", true),
        ("c2816201816101", false),
        ("c2816101816101", false), // twice
        ("f4020101", false),
    ] {
        assert_eq!(is_canonical(&hex(&bytes.replace(' ', ""))).unwrap(), is, "{bytes}");
    }
}

#[test]
fn errors() {
    let twice = Value::List(vec![Value::Map(vec![(1.into(), 2.into()), (1.into(), 3.into())])]);
    let error = to_vec_canonical(&twice).unwrap_err().to_string();
    assert_eq!(error, "duplicate key or member in $[0]{1}.key");
    let twice = value!(record{x: set{1, 2, 1}});
    let error = to_vec_canonical(&twice).unwrap_err().to_string();
    assert_eq!(error, "duplicate key or member in $.x[1]");
    assert!(is_canonical(&hex("b2")).unwrap_err().is_eof());
    assert!(is_canonical(&hex("0101")).is_err());
    assert!(is_canonical(&hex("e401")).is_err());
}

#[test]
fn of_any_value() {
    fn random(rng: &mut fastrand::Rng, depth: usize) -> Value {
        let some = |rng: &mut fastrand::Rng| -> Vec<Value> {
            (0..rng.usize(..5)).map(|_| random(rng, depth - 1)).collect()
        };
        match rng.u8(..if depth == 0 { 3 } else { 7 }) {
            0 => Value::from(rng.i16(..)),
            1 => Value::from(["a", "b", "ab"][rng.usize(..3)]),
            2 => Value::Nil,
            3 => Value::List(some(rng)),
            4 => Value::Set(some(rng)),
            5 => Value::Tuple(some(rng)),
            _ => Value::Map(some(rng).into_iter().map(|key| (key, rng.u8(..).into())).collect()),
        }
    }
    fn shuffle(value: &mut Value, rng: &mut fastrand::Rng) {
        match value {
            Value::List(items) | Value::Tuple(items) => {
                items.iter_mut().for_each(|item| shuffle(item, rng));
            }
            Value::Set(items) => {
                items.iter_mut().for_each(|item| shuffle(item, rng));
                rng.shuffle(items);
            }
            Value::Map(entries) => {
                entries.iter_mut().for_each(|(key, _)| shuffle(key, rng));
                rng.shuffle(entries);
            }
            _ => {}
        }
    }
    let (mut right, mut refused) = (0, 0);
    for seed in 0..2_000 {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut value = random(rng, 3);
        let Ok(bytes) = to_vec_canonical(&value) else {
            refused += 1;
            assert!(!is_canonical(&to_vec(&value).unwrap()).unwrap(), "{value}");
            continue;
        };
        right += 1;
        assert!(is_canonical(&bytes).unwrap(), "{value}");
        shuffle(&mut value, rng);
        assert_eq!(to_vec_canonical(&value).unwrap(), bytes, "{value}");
    }
    assert!(right > 1_000 && refused > 20, "{right} {refused}");
}
