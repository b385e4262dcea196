//! Any value, through each format and back: equal, unless a loss was said.

use mrna::{Int, Value, Variant};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, TestRunner},
};

use super::{FORMATS, convert, messages, values};

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Nil),
        any::<bool>().prop_map(Value::from),
        (-300_i64..300).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i128>().prop_map(Value::from),
        vec(any::<u8>(), 0..40).prop_map(|bytes| Value::Int(Int::from_le_bytes(&bytes))),
        any::<u32>().prop_map(|bits| f32::from_bits(bits).into()),
        any::<u64>().prop_map(|bits| f64::from_bits(bits).into()),
        any::<f64>().prop_map(Value::from),
        (-1000..1000).prop_map(|n| (f64::from(n) / 8.0).into()),
        ".{0,20}".prop_map(Value::from),
        vec(any::<char>(), 0..6).prop_map(|text| text.into_iter().collect::<String>().into()),
        vec(any::<u8>(), 0..20).prop_map(Value::Bytes),
        name().prop_map(|name| Value::Variant(Variant::unit(name))),
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]", "[a-z ]{0,3}", ".{0,3}"]
}

/// Numbers of tags that some format has a meaning for, and others.
fn tag() -> impl Strategy<Value = u64> {
    let known = [1, 2, 3, 4, 5, 37, 64, 258, 1001, 0x4342_0000, 0x4D50_0000, 0x4D50_00FF];
    let cbor = (0_u64..70).prop_map(|number| 0x4342_0000 + number);
    prop_oneof![prop::sample::select(known.to_vec()), cbor, 0_u64..70, any::<u64>()]
}

/// What suits the tags, more or less.
fn tagged() -> impl Strategy<Value = Value> {
    let time = (any::<i64>(), 0_u32..2_000_000_000).prop_map(Value::from);
    let whole = (any::<i32>(), Just(0)).prop_map(Value::from);
    let complex = any::<(f64, f64)>().prop_map(Value::from);
    let decimal = "-?[0-9]{0,3}(\\.[0-9]{0,3})?".prop_map(Value::from);
    let uuid = vec(any::<u8>(), 15..18).prop_map(Value::Bytes);
    let pair = vec(-5_i64..5, 2).prop_map(Value::from);
    let extended = (any::<i64>(), any::<u32>()).prop_map(|(seconds, nanoseconds)| {
        Value::Map(vec![(1.into(), seconds.into()), ((-9).into(), nanoseconds.into())])
    });
    let inner = prop_oneof![time, whole, complex, decimal, uuid, pair, extended, leaf()];
    (tag(), inner).prop_map(|(tag, inner)| Value::tagged(tag, inner))
}

/// Values of all kinds.
fn any_value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![4 => leaf(), 1 => tagged()];
    let nested = leaf.prop_recursive(4, 20, 4, |inner| {
        let items = vec(inner.clone(), 0..4);
        let fields = vec((name(), inner.clone()), 0..4);
        prop_oneof![
            items.clone().prop_map(Value::List),
            items.clone().prop_map(Value::Tuple),
            items.clone().prop_map(Value::Set),
            items.prop_map(Value::FrozenSet),
            vec((inner.clone(), inner.clone()), 0..4).prop_map(Value::Map),
            fields.prop_map(|fields| Value::record(fields).unwrap_or_default()),
            (name(), inner.clone()).prop_map(|(name, payload)| Value::variant(name, payload)),
            (tag(), inner.clone()).prop_map(|(tag, inner)| Value::tagged(tag, inner)),
            inner.prop_map(|_| Value::some(Value::Nil)),
        ]
    });
    nested.boxed()
}

/// Values of nothing but what a format has.
fn own_value(format: &str) -> BoxedStrategy<Value> {
    let has = match format {
        "msgpack" => |value: &Value| !matches!(value, Value::Variant(_)) && !is_big(value),
        "cbor" => |value: &Value| !matches!(value, Value::Variant(_) | Value::F32(_)),
        "python" => |value: &Value| match value {
            Value::F64(float) => !float.is_nan(),
            value => !matches!(value, Value::Variant(_) | Value::F32(_)),
        },
        _ => |value: &Value| match value {
            Value::F64(float) => float.is_finite(),
            value => !matches!(value, Value::Variant(_) | Value::F32(_) | Value::Bytes(_)),
        },
    };
    let [is_python, is_json] = ["python", "json"].map(|name| format.starts_with(name));
    let leaf = leaf().prop_filter("not of the format", has).boxed();
    let key = if is_json { name().prop_map(Value::from).boxed() } else { leaf.clone() };
    let set = vec(leaf.clone(), 0..4);
    let nested = leaf.prop_recursive(4, 20, 4, move |inner| {
        let items = vec(inner.clone(), 0..4);
        let list = items.clone().prop_map(Value::List);
        let map = vec((key.clone(), inner), 0..4).prop_map(Value::Map);
        if is_python {
            let tuple = items.prop_map(Value::Tuple);
            let sets = (set.clone(), any::<bool>());
            let sets = sets.prop_map(
                |(set, frozen)| if frozen { Value::FrozenSet(set) } else { Value::Set(set) },
            );
            prop_oneof![list, tuple, map, sets].boxed()
        } else {
            prop_oneof![list, map].boxed()
        }
    });
    nested.boxed()
}

fn is_big(value: &Value) -> bool {
    value.as_int().is_some_and(|int| int.as_i64().is_none() && int.as_u64().is_none())
}

fn samples(strategy: &BoxedStrategy<Value>, count: usize) -> Vec<Value> {
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// There and back in one run for all of them; a value that comes back changed must have lost
/// something by itself.
pub(super) fn check(format: &str, all: &[Value]) {
    let there = convert("mrna", format, &messages(all));
    assert_eq!(there.status, Some(0), "{}", there.err);
    let back = convert(format, "mrna", &there.out);
    assert_eq!((back.status, &*back.err), (Some(0), ""), "{format}");
    let back = values(&back.out);
    assert_eq!(back.len(), all.len());
    let changed: Vec<_> = all.iter().zip(&back).filter(|(value, back)| value != back).collect();
    // A run for each is a few milliseconds: some of them all over.
    for (value, back) in changed.iter().step_by(changed.len() / 50 + 1) {
        let ran = convert("mrna", format, &messages(std::slice::from_ref(value)));
        assert!(ran.err.contains(" lost: "), "{format}: {value} became {back}");
    }
}

#[test]
fn any_kind() {
    for format in FORMATS {
        check(format, &samples(&any_value(), 150));
        check(format, &samples(&tagged().boxed(), 100));
    }
}

/// What a format has comes back, and nothing is said.
#[test]
fn own_kinds() {
    for format in FORMATS {
        let all = samples(&own_value(format), 1_000);
        let there = convert("mrna", format, &messages(&all));
        assert_eq!(there.status, Some(0), "{format}");
        // Which some of them have.
        let is_twice = |line: &str| line.contains("a key or a member is there twice");
        assert!(there.err.lines().all(is_twice), "{format}: {}", there.err);
        let back = convert(format, "mrna", &there.out);
        assert_eq!((back.status, &*back.err), (Some(0), ""), "{format}");
        let back = values(&back.out);
        assert_eq!(back.len(), all.len());
        for (value, back) in all.iter().zip(&back) {
            assert_eq!(value, back, "{format}");
        }
    }
}

/// Another reader finds the same values in the bytes, and writes the same.
#[test]
fn as_other_crates_read() {
    let all = samples(&own_value("msgpack"), 1_000);
    let written = convert("mrna", "msgpack", &messages(&all)).out;
    let (mut rest, mut again) = (&written[..], Vec::new());
    while !rest.is_empty() {
        let value = rmpv::decode::read_value(&mut rest).unwrap();
        rmpv::encode::write_value(&mut again, &value).unwrap();
    }
    assert!(again == written);

    // ciborium refuses some of the negative ints of 128 bits.
    let mut all = samples(&own_value("cbor"), 1_000);
    all.retain(|value| !has(value, &is_big));
    assert!(all.len() > 500);
    let written = convert("mrna", "cbor", &messages(&all)).out;
    let (mut rest, mut again) = (&written[..], Vec::new());
    while !rest.is_empty() {
        let value: ciborium::Value = ciborium::from_reader(&mut rest).unwrap();
        ciborium::into_writer(&value, &mut again).unwrap();
    }
    assert!(again == written);
}

/// Whether a value, or one that is in it, is of a kind.
fn has(value: &Value, is_so: &impl Fn(&Value) -> bool) -> bool {
    let entries = value.as_map().unwrap_or_default();
    is_so(value)
        || value.as_seq().unwrap_or_default().iter().any(|item| has(item, is_so))
        || entries.iter().any(|(key, value)| has(key, is_so) || has(value, is_so))
}
