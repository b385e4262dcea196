//! `serde_with`'s adapters that give a struct another shape.

use serde::{Deserialize, Serialize};
use serde_with::{
    DefaultOnError, EnumMap, KeyValueMap, VecSkipError, serde_as, skip_serializing_none,
};

use crate::round_trip::read_back;
use crate::table::{check, same};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Step {
    Move(i8, i8),
    Say { text: String },
    Count(u8),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Entry {
    #[serde(rename = "$key$")]
    key: String,
    x: u8,
}

/// Lists that are maps on the wire.
#[serde_as]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Maps {
    #[serde_as(as = "EnumMap")]
    steps: Vec<Step>,
    #[serde_as(as = "KeyValueMap<_>")]
    entries: Vec<Entry>,
}

#[skip_serializing_none]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Sparse {
    a: Option<u8>,
    b: Option<u8>,
    c: u8,
}

/// `None`, `Some(None)` and `Some(Some(_))` of a field that may be missing.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Patch {
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "serde_with::rust::double_option"
    )]
    #[expect(clippy::option_option, reason = "the three cases that the adapter is for")]
    x: Option<Option<u8>>,
}

serde_with::with_prefix!(prefix_a "a_");
serde_with::with_prefix!(prefix_b "b_");

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Prefixed {
    #[serde(flatten, with = "prefix_a")]
    a: Sparse,
    #[serde(flatten, with = "prefix_b")]
    b: Sparse,
}

#[serde_as]
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Lenient {
    #[serde_as(as = "VecSkipError<_>")]
    good: Vec<u8>,
    #[serde_as(as = "DefaultOnError")]
    x: u8,
    y: bool,
}

fn rows() -> [String; 7] {
    let steps = vec![Step::Move(1, -1), Step::Say { text: "hi".into() }, Step::Count(3)];
    let entries = vec![Entry { key: "k".into(), x: 1 }, Entry { key: "l".into(), x: 2 }];
    let sparse = |a| Sparse { a, b: None, c: 3 };
    [
        same(
            "serde_with",
            "EnumMap, KeyValueMap",
            &Maps { steps, entries },
            concat!(
                r#"record{steps: {"Move": (1, -1), "Say": record{text: "hi"}, "Count": 3}, "#,
                r#"entries: {"k": record{x: 1}, "l": record{x: 2}}}"#
            ),
        ),
        same(
            "serde_with",
            "skip_serializing_none",
            &vec![sparse(None), sparse(Some(1))],
            "[record{c: 3}, record{a: 1, c: 3}]",
        ),
        same(
            "serde_with",
            "with_prefix",
            &Prefixed { a: sparse(Some(1)), b: sparse(None) },
            r#"{"a_a": 1, "a_c": 3, "b_c": 3}"#,
        ),
        same("serde_with", "double_option", &Patch { x: None }, "record{}"),
        same("serde_with", "double_option", &Patch { x: Some(None) }, "record{x: nil}"),
        same("serde_with", "double_option", &Patch { x: Some(Some(1)) }, "record{x: 1}"),
        same(
            "serde_with",
            "VecSkipError, DefaultOnError",
            &Lenient { good: vec![1], x: 2, y: true },
            "record{good: [1], x: 2, y: true}",
        ),
    ]
}

#[test]
fn table() {
    check("Adapters of structs", &rows());
}

/// What is in the way of lenient adapters is passed over, whatever it is.
#[test]
fn errors_are_passed_over() {
    let value = mrna::value!(record{
        good: [1, "x", -1, record{x: [1]}, Unit, tag(300, {1: b"b"}), 2],
        x: {"not": "a number"},
        y: true
    });
    let read = Lenient { good: vec![1, 2], x: 0, y: true };
    read_back(&mrna::to_vec(&value).unwrap(), &read);
}
