//! README.md's tables, which say what the tests have found.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use crate::round_trip::{refusal, round_trip, round_trip_readable};

/// Compares the table under a heading with the rows of that theme.
#[track_caller]
pub fn check(heading: &str, rows: &[String]) {
    let section = sections().find(|section| section.lines().next() == Some(heading));
    let stated = section.unwrap_or_default().lines().filter(|line| line.starts_with('|'));
    let stated: Vec<&str> = stated.skip(2).collect();
    assert!(stated == rows, "README.md, {heading}, should have\n{}\n", rows.join("\n"));
}

fn sections() -> impl Iterator<Item = &'static str> {
    include_str!("../README.md").split("\n## ").skip(1)
}

/// A type that comes back as it was, by every way.
#[track_caller]
pub fn same<T>(of: &str, name: &str, value: &T, notation: &str) -> String
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(round_trip(value).to_string(), notation, "{of}, {name}");
    row(of, name, notation, "yes")
}

/// The same between two sides that call the format human-readable.
#[track_caller]
pub fn readable<T>(of: &str, name: &str, value: &T, notation: &str) -> String
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(round_trip_readable(value).to_string(), notation, "{of}, {name}");
    row(of, &format!("{name}, human-readable"), notation, "yes")
}

/// A type that can be written, but refuses what it has written.
#[track_caller]
pub fn refused<T>(of: &str, name: &str, value: &T, notation: &str, error: &str) -> String
where
    T: Serialize + DeserializeOwned + Debug,
{
    assert_eq!(mrna::to_value(value).unwrap().to_string(), notation, "{of}, {name}");
    assert_eq!(refusal(value), error, "{of}, {name}");
    row(of, name, notation, &format!("no: {error}"))
}

/// A type that comes back, but changed to something else.
#[track_caller]
pub fn changed<T>(of: &str, name: &str, value: &T, notation: &str, to: &T) -> String
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_ne!(value, to, "{of}, {name}");
    let bytes = mrna::to_vec(value).unwrap();
    let dynamic = crate::round_trip::read_back(&bytes, to);
    assert_eq!(dynamic.to_string(), notation, "{of}, {name}");
    row(of, name, notation, &format!("no: comes back as `{to:?}`"))
}

fn row(of: &str, name: &str, notation: &str, result: &str) -> String {
    format!("| {of} | `{name}` | `{notation}` | {result} |")
}

/// A table that no test stands for could say anything.
#[test]
fn every_table_has_its_test() {
    let headings = sections().filter(|section| section.contains("\n|"));
    let headings: Vec<&str> = headings.filter_map(|section| section.lines().next()).collect();
    let tested = [
        "Dates",
        "Ids",
        "Numbers",
        "Containers",
        "Other formats",
        "Adapters of fields",
        "Adapters of structs",
        "Trait objects",
        "Buffers",
        "Transcoding",
    ];
    assert_eq!(headings, tested);
}
