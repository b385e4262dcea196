//! `serde_path_to_error` and `serde_ignored`: deserializers around a deserializer.

use std::collections::BTreeMap;

use mrna::{Deserializer, Value, value};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize, PartialEq, Debug)]
struct Order {
    lines: Vec<Line>,
    by_id: BTreeMap<String, Line>,
    state: State,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Line {
    count: u8,
    note: Option<String>,
}

#[derive(Deserialize, PartialEq, Debug)]
enum State {
    New,
    Paid { on: (u16, u8, u8) },
}

/// By `serde_path_to_error`: the value, or the path and the error.
fn tracked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, (String, mrna::Error)> {
    let mut de = Deserializer::from_slice(bytes);
    let from_slice = serde_path_to_error::deserialize(&mut de);
    let mut de = Deserializer::from_reader(bytes);
    let from_reader = serde_path_to_error::deserialize::<_, T>(&mut de);
    let parts = |error: serde_path_to_error::Error<mrna::Error>| {
        (error.path().to_string(), error.into_inner())
    };
    let text = |result: Result<&T, &serde_path_to_error::Error<mrna::Error>>| {
        result.map(drop).map_err(ToString::to_string)
    };
    assert_eq!(text(from_slice.as_ref()), text(from_reader.as_ref()));
    from_slice.map_err(parts)
}

/// By `serde_ignored`: the value and the paths that it has not asked for.
fn watched<T: DeserializeOwned>(bytes: &[u8]) -> mrna::Result<(T, Vec<String>)> {
    let mut ignored = Vec::new();
    let mut de = Deserializer::from_slice(bytes);
    let value = serde_ignored::deserialize(&mut de, |path| ignored.push(path.to_string()))?;
    de.end()?;
    Ok((value, ignored))
}

fn order() -> Value {
    value!(record{
        lines: [record{count: 1, note: "gift"}, record{count: 2, note: nil}],
        by_id: {"a": record{count: 3, note: nil}},
        state: Paid(record{on: (2026, 11, 30)})
    })
}

/// Changes the part of the order that a path leads to.
fn with(path: &[&str], part: Value) -> Vec<u8> {
    let mut order = order();
    let place = path.iter().fold(&mut order, |value, step| match step.parse::<usize>() {
        Ok(index) => &mut value.as_list_mut().unwrap()[index],
        Err(_) => value.get_mut(*step).unwrap(),
    });
    *place = part;
    mrna::to_vec(&order).unwrap()
}

#[test]
fn all_well() {
    let bytes = mrna::to_vec(&order()).unwrap();
    let plain: Order = mrna::from_slice(&bytes).unwrap();
    assert_eq!(tracked::<Order>(&bytes).unwrap(), plain);
    assert_eq!(watched::<Order>(&bytes).unwrap(), (plain, vec![]));
}

/// Both say where: mrna in its message, the crate beside it.
#[test]
fn paths_agree() {
    let table = [
        (with(&["lines", "1", "count"], value!(-1)), "lines[1].count", "$.lines[1].count"),
        (with(&["by_id", "a", "note"], value!(7)), "by_id.a.note", "$.by_id.a.note"),
        (with(&["lines", "0"], value!({})), "lines[0]", "$.lines[0]"),
        (with(&["state"], value!(Lost)), "state", "$.state"),
        (
            with(&["state"], value!(Paid(record { on: (1, 2, 300) }))),
            "state.Paid.on[2]",
            "$.state.Paid.on[2]",
        ),
    ];
    for (bytes, path, mrnas) in table {
        let (tracked, error) = tracked::<Order>(&bytes).unwrap_err();
        assert_eq!((tracked.as_str(), error.path().to_string().as_str()), (path, mrnas));
        assert_eq!(error.to_string(), mrna::from_slice::<Order>(&bytes).unwrap_err().to_string());
    }
}

/// A value goes through them exact, though they know nothing of its kinds.
#[test]
fn values_stay_exact() {
    let values = [
        order(),
        value!([nil, true, -1, 1.5, 1.5f32, nan(0x7ff8_0000_0000_0001), "s", b"b"]),
        value!([(), (1,), set{1}, frozenset{}, {1: 2}, record{x: 1}]),
        value!([Unit, Newtype(1), some(nil), tag(300, 1)]),
    ];
    for value in values {
        let bytes = mrna::to_vec(&value).unwrap();
        assert_eq!(tracked::<Value>(&bytes).unwrap(), value);
        assert_eq!(watched::<Value>(&bytes).unwrap(), (value, vec![]));
    }
}

#[test]
fn ignored_fields_are_named() {
    let bytes =
        with(&["lines", "1"], value!(record { count: 2, colour: "red", note: nil, size: [1, 2] }));
    let (order, ignored) = watched::<Order>(&bytes).unwrap();
    assert_eq!(order, mrna::from_slice(&bytes).unwrap());
    assert_eq!(ignored, ["lines.1.colour", "lines.1.size"]);
}
