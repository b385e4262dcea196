//! `Value`, `Int` and `value!`, as a user sees them.
#![allow(clippy::cmp_owned, reason = "that comparison is what is tested")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use mrna::{Error, Int, Record, Shape, Value, Variant, value};

/// `value!` of each notation, and what it prints; one token tree for both.
macro_rules! assert_prints_itself {
    ($($notation:tt)*) => {$(
        let text = stringify!($notation);
        let text = &text[1..text.len() - 1];
        assert_same_notation(&value! $notation, text);
    )*};
}

/// Compares without regard to the spaces and line breaks that `stringify!` makes.
#[track_caller]
fn assert_same_notation(value: &Value, text: &str) {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(squeeze(&value.to_string()), squeeze(text));
}

#[test]
fn every_form_of_the_notation_prints_itself() {
    assert_prints_itself! {
        (nil) (true) (false) (12) (0) (-1) (9223372036854775808) (-9223372036854775809)
        (170141183460469231731687303715884105727) (-170141183460469231731687303715884105728)
        (1.5) (-1.5) (1e300) (1e-7) (0.0) (-0.0) (1.5f32) (-0.0f32) (1e30f32)
        (inf) (-inf) (nan) (inff32) (-inff32) (nanf32)
        (nan(0x7ff8000000000001)) (nan(0xfff8000000000000)) (nan(0x7ff0000000000001))
        (nanf32(0x7fc00001)) (nanf32(0xffc00000)) (nanf32(0x7f800001))
        ("text") ("") ("\"\\\n\r\t") ("ü€𝄞/'") (b"\x00raw\"\\\x0a~\x7f\xff") (b"")
        ([]) ([1, 2]) ([[], [[]]]) (()) ((1,)) ((1, 2)) (((),)) (((), ())) (((1,), (2, 3)))
        (set{}) (set{1, 2}) (frozenset{}) (frozenset{1, 2})
        ({}) ({"k": 1, 2: nil}) ({-inf: -1, -1: -inf, [1]: (1,), {}: set{1}, A: A(1), A(2): A})
        ({some(nil): some(nil), set{}: record{}, record{}: {1: 2}, (): ()})
        (record{}) (record{x: 1, "odd name": 2}) (record{type: 1, self: 2, _: 3, "set": 4, "é": 5})
        (record{a: -1, b_: -inf, c: A((1, 2)), d: record{e: {}}, f: (), g: []})
        (Variant) (Variant(1)) (Variant((1, 2))) (Variant(())) (Variant((1,))) (_)
        (Variant(record{x: 1})) (Variant([1])) (Variant(-1)) (Variant(Variant(Variant)))
        (variant("odd name")) (variant("odd name", 1)) (variant("nil")) (variant("set", (1, 2)))
        (variant("", -1)) (variant("1st")) (variant("a-b", variant("true")))
        (some(nil)) (some(some(nil))) (tag(300, 1)) (tag(0, tag(18446744073709551615, nil)))
        (tag(1, (1.5, -0.5))) (tag(4, b"\x00")) ((-1, -inf, -inff32, -1.5f32)) ([-1, -inf])
        (set{-1, A, A(1), set{1}, frozenset{2}, {1: 2}, (1, 2), b"", nil, nan(0x7ff8000000000001)})
    }
}

#[test]
fn trailing_commas_and_expressions() -> Result<(), Error> {
    let (name, number, items) = ("odd name", 300, vec![1, 2]);
    let pairs = [
        (value!([1, 2,]), "[1, 2]"),
        (value!((1, 2,)), "(1, 2)"),
        (value!((-1,)), "(-1,)"),
        (value!((set { 1 }, 2)), "(set{1}, 2)"),
        (value!(frozenset{1,}), "frozenset{1}"),
        (value!({1: 2,}), "{1: 2}"),
        (value!(record { x: 1 }), "record{x: 1}"),
        (value!(A(1,)), "A(1)"),
        (value!(A(-1,)), "A(-1)"),
        (value!(variant("a b", 1,)), "variant(\"a b\", 1)"),
        (value!(some(nil,)), "some(nil)"),
        (value!(tag(1, 2,)), "tag(1, 2)"),
        (value!(1,), "1"),
        (value!(some(1)), "1"),
        (value!('c'), "\"c\""),
        (value!((&items[..])), "[1, 2]"),
        (value!([(number), (number - 1), (-items[0]), (Some(()))]), "[300, 299, -1, some(nil)]"),
        (value!(A((number + 1))), "A(301)"),
        (value!({(name): (items.len())}), "{\"odd name\": 2}"),
        (value!(variant((name), (1_u8))), "variant(\"odd name\", 1)"),
        (value!(variant(name)), "variant(\"odd name\")"),
        (value!(tag((number), (number))), "tag(300, 300)"),
        (value!(("0x12c".parse::<Int>()?)), "300"),
        (value!(((1, 2))), "(1, 2)"),
        (value!(((value!(A)),)), "(A,)"),
    ];
    for (value, text) in pairs {
        assert_eq!(value.to_string(), text);
    }
    Ok(())
}

#[test]
fn hundreds_of_items_are_within_the_recursion_limit() {
    macro_rules! times_ten {
        ($then:ident $($item:tt)*) => { $then!($($item)* $($item)* $($item)* $($item)* $($item)*
            $($item)* $($item)* $($item)* $($item)* $($item)*) };
    }
    macro_rules! hundreds { ($($item:tt)*) => { times_ten!(list $($item)*) }; }
    macro_rules! list { ($($item:tt)*) => { value!([$($item, A($item)),*]) }; }
    let list = times_ten!(hundreds 1 2 3 4);
    assert_eq!(list.as_list().map(<[Value]>::len), Some(800));
}

#[test]
fn display_over_several_lines() {
    let value = value!(record{
        a: [1, {"k": (2,)}],
        "odd name": A(record{x: set{}}),
        c: tag(1, ()),
        d: variant("e f", some(nil)),
    });
    let text = r#"
record{
    a: [
        1,
        {
            "k": (
                2,
            ),
        },
    ],
    "odd name": A(record{
        x: set{},
    }),
    c: tag(1, ()),
    d: variant("e f", some(nil)),
}"#;
    assert_eq!(format!("{value:#}"), text.trim_start());
    assert_eq!(format!("{value:?}"), format!("{value}"));
    assert_eq!(format!("{value:#?}"), format!("{value:#}"));
}

#[test]
fn strings_have_jsons_escapes() {
    let text = "\u{0}\u{8}\u{c}\u{1f}\u{7f}\"\"a\\\\";
    let expected = "\"\\u0000\\b\\f\\u001f\u{7f}\\\"\\\"a\\\\\\\\\"";
    assert_eq!(Value::from(text).to_string(), expected);

    let bytes = (0..=255).collect::<Vec<u8>>().repeat(3);
    let text = Value::bytes(bytes).to_string();
    assert_eq!(text.len(), 3 + 3 * (95 + 2 + 161 * 4));
    assert_eq!(text.matches(r##"\x1f !\"#$"##).count(), 3);
}

/// Values in their order, all different.
fn ascending() -> Result<Vec<Value>, Error> {
    let mut values = value!([nil, false, true]).into_list().unwrap_or_default();
    for int in ASCENDING_INTS {
        values.push(int.parse::<Int>()?.into());
    }
    let others = value!([
        nanf32(0xffc00000), -inff32, -1f32, -0.0f32, 0.0f32, 1.5f32, inff32, nanf32, nanf32(0x7fc00001),
        nan(0xfff8000000000000), -inf, -1.5, -0.0, 0.0, 1.5, inf, nan(0x7ff0000000000001), nan,
        "", "a", "ab", "b", b"", b"\x00", b"\xff",
        [], [1], [1, 1], [1, 2], [2], ["a"], (), (2,), set{}, set{1, 2}, set{2, 1}, frozenset{},
        {}, {1: 1}, {1: 2}, {2: 1}, {2: 1, 1: 2},
        record{}, record{x: 1}, record{x: 2}, record{x: 1, y: 1}, record{y: 1},
        A, A(nil), A(1), B, some(nil), some(some(nil)), tag(1, 2), tag(2, 1), tag(2, 2),
    ]);
    values.extend(others.into_list().unwrap_or_default());
    Ok(values)
}

/// Around each change of form, and of length within a form.
const ASCENDING_INTS: [&str; 28] = [
    "-0x100000000000000000000000000000001",
    "-340282366920938463463374607431768211456", // -2^128
    "-340282366920938463463374607431768211455",
    "-170141183460469231731687303715884105729", // -2^127 - 1
    "-170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105727",
    "-18446744073709551617", // -2^64 - 1
    "-18446744073709551616",
    "-18446744073709551615",
    "-9223372036854775809", // -2^63 - 1
    "-9223372036854775808",
    "-9223372036854775807",
    "-1",
    "0",
    "1",
    "9223372036854775807",
    "9223372036854775808", // 2^63
    "9223372036854775809",
    "18446744073709551615",
    "18446744073709551616", // 2^64
    "18446744073709551617",
    "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728", // 2^127
    "170141183460469231731687303715884105729",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456", // 2^128
    "340282366920938463463374607431768211457",
    "0x1000000000000000000000000000000000",
];

fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn order_equality_and_hash_agree() -> Result<(), Error> {
    let values = ascending()?;
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(a.cmp(b), i.cmp(&j), "{a} {b}");
            assert_eq!(a.partial_cmp(b), Some(i.cmp(&j)), "{a} {b}");
            assert_eq!(a == b, i == j, "{a} {b}");
            assert_eq!(a.to_string() == b.to_string(), i == j, "{a} {b}");
            assert_eq!(hash(a) == hash(b), i == j, "{a} {b}");
        }
        assert_eq!(a.clone(), *a);
    }
    Ok(())
}

#[test]
fn records_are_equal_whether_or_not_they_share_a_shape() -> Result<(), Error> {
    let shape = Arc::new(Shape::new(["x", "y"])?);
    let shared = Record::with_shape(shape.clone(), [1.into(), 2.into()])?;
    let own = Record::new([("x", 1), ("y", 2)])?;
    assert_eq!(shared, own);
    assert_eq!(hash(&shared.clone().into()), hash(&own.clone().into()));
    assert!(Arc::ptr_eq(shared.clone().shape(), &shape));
    assert!(shared < Record::with_shape(shape, [1.into(), 3.into()])?);

    assert_eq!(own.iter().len(), 2);
    assert!((&own).into_iter().map(|(name, _)| name).eq(["x", "y"]));
    assert!(own.into_iter().eq([("x".to_owned(), 1.into()), ("y".to_owned(), 2.into())]));
    assert!(shared["z"].is_nil());
    let twice = Record::new([("x", 1), ("y", 2), ("x", 3)]).map_err(|error| error.to_string());
    assert_eq!(twice.err().as_deref(), Some("duplicate field `x`"));
    Ok(())
}

#[test]
fn kinds_and_access() {
    let value = value!({"a": [1, (2, 3)], "b": record{x: set{4}, y: frozenset{5}}, "a": 6, 7: 8});
    assert_eq!(value["a"], 6);
    assert_eq!(value[String::from("b")]["x"][0], 4);
    assert_eq!(value["b"]["y"][0], 5);
    assert!(value[0].is_nil());
    assert!(value["b"][0].is_nil());
    assert!(value["b"]["x"][1].is_nil());
    assert!(value["b"]["x"]["y"].is_nil());
    for closed in [value!(A([1])), value!(some(nil)), value!(tag(1, [1])), value!("a")] {
        assert!(closed[0].is_nil());
        assert!(closed["a"].is_nil());
    }

    assert_eq!(value!([1]).into_tuple(), Err(value!([1])));
    assert_eq!(value!(tag(1, 2)).into_tagged(), Ok((1, 2.into())));
    assert_eq!(value!(A).into_variant(), Ok(Variant::unit("A")));
    assert_eq!(value!(1).as_str(), None);
    assert_eq!(value!(18446744073709551615).as_f64(), None);
    assert_eq!(value!(18446744073709551616).as_f64(), Some(2_f64.powi(64)));
    assert_eq!(value!(-170141183460469231731687303715884105728).as_f64(), Some(-2_f64.powi(127)));
    assert_eq!(Int::from(1_u128 << 127).as_f64(), Some(2_f64.powi(127)));
    assert_eq!(Int::from(u128::MAX).as_f64(), None);
    assert_eq!(Int::from(i128::MAX).as_f64(), None);
    assert_eq!(Int::from((1_u64 << 53) - 1).as_f64(), Some(2_f64.powi(53) - 1.0));
    assert_eq!(value!(0).as_f64().map(f64::to_bits), Some(0));

    let mut value = value!([1]);
    value.as_list_mut().into_iter().for_each(|items| items.push(nil()));
    assert_eq!(value, value!([1, nil]));
    assert_eq!(Value::default(), nil());
}

fn nil() -> Value {
    Value::Nil
}

#[test]
fn from_what_rust_has() {
    let pairs = [
        (Value::from(()), "nil"),
        (Value::from(true), "true"),
        (Value::from(u128::MAX), "340282366920938463463374607431768211455"),
        (Value::from(usize::from(u16::MAX)), "65535"),
        (Value::from(1_f32), "1.0f32"),
        (Value::from(1_f64), "1.0"),
        (Value::from('c'), "\"c\""),
        (Value::from("text"), "\"text\""),
        (Value::from(String::from("text")), "\"text\""),
        (Value::from(Box::<str>::from("text")), "\"text\""),
        (Value::from(std::borrow::Cow::Borrowed("text")), "\"text\""),
        (Value::from(vec![1_u8, 2]), "[1, 2]"),
        (Value::from(&[1_u8, 2][..]), "[1, 2]"),
        (Value::from(VecDeque::from([1, 2])), "[1, 2]"),
        ((1..3).collect(), "[1, 2]"),
        (Value::from([1, 2]), "(1, 2)"),
        (Value::from((1,)), "(1,)"),
        (Value::from((1, "a", ())), "(1, \"a\", nil)"),
        (
            Value::from((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
            "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
        ),
        (Value::from(BTreeSet::from([2, 1])), "set{1, 2}"),
        (Value::from(HashSet::from([1])), "set{1}"),
        (Value::from(BTreeMap::from([("b", 2), ("a", 1)])), "{\"a\": 1, \"b\": 2}"),
        (Value::from(HashMap::from([(1, 2)])), "{1: 2}"),
        (Value::from(None::<u8>), "nil"),
        (Value::from(Some(1)), "1"),
        (Value::from(Some(None::<u8>)), "some(nil)"),
        (Value::from(Some(Some(1))), "1"),
        (Value::from(Some(Some(None::<u8>))), "some(some(nil))"),
        (Value::from(Box::new([1])), "(1,)"),
        (Value::from(Int::from(1)), "1"),
        (Value::from(Variant::unit("A")), "A"),
    ];
    for (value, text) in pairs {
        assert_eq!(value.to_string(), text);
    }
}

#[test]
fn equality_with_what_rust_has() {
    assert!(value!(1) == 1_u8 && 1_i128 == value!(1) && value!(1) != 2 && value!(1.0) != 1);
    assert!(
        value!(1.0) == 1.0
            && value!(1.0) != 1_f32
            && value!(nan) == f64::from_bits(0x7ff8_0000_0000_0000)
    );
    assert!(value!(0.0) != -0.0 && value!(1.0f32) == 1_f32);
    assert!(value!(true) == true && value!(nil) != false);
    assert!(value!("a") == "a" && "a" == value!("a") && value!("a") == *"a");
    assert!(value!("a") == String::from("a") && value!(A) != "A" && value!(b"a") != "a");
    let int = Int::from(1);
    assert!(int == 1 && 1_u64 == int && int < 2_u128 && int > i128::MIN);
}

#[test]
fn deep_values_are_dropped_copied_and_compared() {
    let nest = |leaf: Value| {
        (0..32).fold(leaf, |inner, _| {
            value!([(value!(A((value!({nil: (value!(tag(1, (inner))))})))))])
        })
    };
    let (deep, deeper) = (nest(value!(1)), nest(value!(2)));
    assert_eq!(deep.clone(), deep);
    assert!(deep < deeper);
    assert_eq!(hash(&deep), hash(&deep.clone()));
    assert_eq!(deep.to_string().matches("A(").count(), 32);
    assert_eq!(format!("{deep:#}").matches("tag(").count(), 32);
}

#[test]
fn a_value_is_no_larger_than_32_bytes() {
    assert!(size_of::<Value>() <= 32);
}
