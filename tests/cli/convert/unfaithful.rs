//! What other formats have that can't come back as it was, or could be taken for something else.

use mrna::{Int, Value, value};

use super::{bytes, convert, losses, messages, quietly};

/// A key of keys was escaped again at each level: 53 bytes became 134 MB.
#[test]
fn keys_of_keys_do_not_grow() {
    for (open, last) in [(0xC1, 0x00), (0xB1, 0x00)] {
        let levels = 120;
        let key = [vec![open; levels], vec![last]].concat();
        let values = if open == 0xC1 { levels } else { 1 };
        let message = [vec![0xC1], key, vec![0x00; values]].concat();
        for format in super::FORMATS {
            let ran = convert("mrna", format, &message);
            assert!(ran.out.len() < 20 * levels, "{format} {}", ran.out.len());
        }
    }
}

#[test]
fn cbor_that_stands_for_another() {
    let twice = |hex: &str| {
        let there = convert("cbor", "mrna", &bytes(hex));
        let back = convert("mrna", "cbor", &there.out);
        (back.out, there.err + &back.err)
    };
    // Tags around a text: one of CBOR's own, one of an application, and the number that stands in
    // mrna for the first.
    for (hex, lost) in [
        ("c1 61 78", false),
        ("d8 40 61 78", false),
        ("da 43 42 00 00 61 78", true),
        ("da 43 42 00 01 61 78", true),
        ("da 43 42 00 3f 61 78", true),
        ("da 43 42 00 40 61 78", false),
        // NaNs: the usual one, one with bits in each width, a signalling one.
        ("f9 7e 00", false),
        ("f9 fe 00", false),
        ("fb 7f f8 00 00 00 00 00 01", false),
        ("fa 7f 80 00 01", true),
        ("f9 7c 01", true),
    ] {
        let (back, said) = twice(hex);
        assert_eq!(said.contains(": lost: "), lost, "{hex}: {said}");
        assert!(lost || back == bytes(hex), "{hex}: {back:x?}");
    }
}

#[test]
fn cbor_that_is_not_well_formed() {
    for hex in ["f8 00", "f8 14", "f8 18", "f8 1f"] {
        let ran = convert("cbor", "mrna", &bytes(hex));
        assert_eq!(ran.status, Some(1), "{hex}");
        assert_eq!(ran.err, "mrna: standard input: no well-formed CBOR at byte 0\n", "{hex}");
    }
}

/// Six bytes were written out as 4,300 digits.
#[test]
fn cbor_decimals() {
    // Exponents -3, -67 and -68, and -4,300, of the mantissa 123.
    for (hex, value) in [
        ("c4 82 22 18 7b", value!(tag(3, "0.123"))),
        (
            "c4 82 38 42 18 7b",
            value!(tag(3, "0.0000000000000000000000000000000000000000000000000000000000000000123")),
        ),
        ("c4 82 38 43 18 7b", value!(tag(1128398852, [-68, 123]))),
        ("c4 82 39 10 cb 18 7b", value!(tag(1128398852, [-4300, 123]))),
    ] {
        let there = quietly("cbor", "mrna", &bytes(hex));
        assert_eq!(super::values(&there), [value], "{hex}");
        assert_eq!(quietly("mrna", "cbor", &there), bytes(hex), "{hex}");
    }
}

/// What is written can be read again.
#[test]
fn no_deeper_than_a_message() {
    for levels in [128, 129, 200] {
        let nest = [vec![0x81; levels], vec![0x00]].concat();
        for to in ["mrna", "json", "jsonl", "msgpack", "cbor", "python"] {
            let ran = convert("cbor", to, &nest);
            assert_eq!(ran.status, Some(i32::from(levels > 128)), "{levels} {to} {}", ran.err);
            if levels == 128 {
                assert_eq!(convert(to, "mrna", &ran.out).status, Some(0), "{to}");
            }
        }
    }
    // A map in a key is two levels in Python: a tuple of pairs.
    for (levels, status) in [(63, 0), (64, 0), (65, 1), (127, 1)] {
        let keys = [vec![0xC1; levels], vec![0x00; levels + 1]].concat();
        let ran = convert("mrna", "python", &keys);
        assert_eq!(ran.status, Some(status), "{levels} {}", ran.err);
        if status == 0 {
            assert_eq!(convert("python", "mrna", &ran.out).status, Some(0), "{levels}");
        } else {
            assert!(ran.err.contains("two for each map in a key"), "{}", ran.err);
            assert!(ran.out.is_empty());
        }
    }
}

/// A power of 2 and a float as keys.
fn power(exponent: usize, float: f64) -> Value {
    let int: Int =
        format!("0x{}{}", 1 << (exponent % 4), "0".repeat(exponent / 4)).parse().unwrap();
    Value::Map(vec![(Value::Int(int), value!(1)), (float.into(), value!(2))])
}

/// Of keys and members that are equal to the reader it keeps one.
#[test]
fn what_is_there_twice() {
    let said = |format, value: Value| {
        let ran = convert("mrna", format, &messages(&[value]));
        assert_eq!(ran.status, Some(0));
        losses(&ran.err).into_iter().any(|line| line.contains("is there twice"))
    };
    for (value, json, python) in [
        (value!({"a": 1, "b": 2}), false, false),
        (value!({"a": 1, "a": 2}), true, true),
        (value!({1: 1, "1": 2}), true, false),
        (value!({1: 1, true: 2}), false, true),
        (value!({1: 1, 1.0: 2}), false, true),
        (value!({0: 1, (-0.0): 2}), false, true),
        (value!({(1, 2): 1, (true, 2.0): 2}), false, true),
        (value!({0.5: 1, 0.5f32: 2}), true, true),
        (value!(set{1, true}), false, true),
        (value!(frozenset{frozenset{1, 2}, frozenset{2, 1}}), false, true),
        (value!(set{1, 2, "1"}), false, false),
        (value!([{set{set{1, true}}: 1}]), false, true),
        (value!({1: 1, tag(1, (1.0, -0.0)): 2}), false, true),
        (value!({tag(1, (0.0, 1.0)): 1, tag(1, (-0.0, 1.0)): 2}), false, true),
        (value!({tag(1, (0.0, 1.0)): 1, tag(1, (0.0, 2.0)): 2}), false, false),
        (value!({tag(300, 1): 1, 1: 2}), false, true),
        (value!({A: 1, "A": 2}), true, true),
        (value!({{1: 2}: 1, ((1, 2),): 2}), false, true),
        (value!({record{a: 2}: 1, A(2): 2, {"A": 2}: 3}), false, true),
        (value!({inf: 1, 1e308: 2, 0.5: 3, 0: 4}), false, false),
        (power(200, 1e60), false, false),
        (power(200, 2_f64.powi(200)), false, true),
    ] {
        assert_eq!(said("jsonl", value.clone()), json, "{value}");
        assert_eq!(said("python", value.clone()), python, "{value}");
    }
    for (value, msgpack, cbor) in [
        (value!({"a": 1, "b": 2}), false, false),
        (value!({"a": 1, "a": 2}), true, true),
        (value!([{[1]: 1, 1: 3, [1]: 2}]), true, true),
        (value!({1: 1, 1.0: 2}), false, false),
        (value!(set{1, 2}), false, false),
        (Value::Set(vec![value!(1), value!(1)]), false, true),
        (Value::FrozenSet(vec![value!(1), value!(1)]), false, true),
    ] {
        assert_eq!(said("msgpack", value.clone()), msgpack, "{value}");
        assert_eq!(said("cbor", value.clone()), cbor, "{value}");
    }
}
