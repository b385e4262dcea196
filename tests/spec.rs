//! Every row of SPEC.md's tables, through the crate.

#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    unreachable_pub,
    reason = "a test may panic, and says what it is about without more ado"
)]

use mrna::{Value, from_slice};

/// A table's rows, as their first three cells.
fn rows(heading: &str) -> Vec<[String; 3]> {
    let spec = include_str!("../SPEC.md");
    let mut rows = Vec::new();
    let mut inside = false;
    for line in spec.lines() {
        let line = line.trim();
        if line.starts_with(&format!("| hex | {heading} |")) {
            inside = true;
        } else if !line.starts_with('|') {
            inside = false;
        } else if inside && !line.starts_with("|---") {
            let mut cells = line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned());
            let mut next = || cells.next().unwrap_or_default();
            rows.push([next(), next(), next()]);
        }
    }
    rows
}

/// The bytes of `61*31 ff`.
fn bytes(hex: &str) -> Vec<u8> {
    let groups = hex.trim_matches('`').split_whitespace();
    groups
        .flat_map(|group| {
            let (byte, times) = group.split_once('*').unwrap_or((group, "1"));
            let byte = u8::from_str_radix(byte, 16).unwrap_or_else(|_| panic!("{hex}"));
            vec![byte; times.parse().unwrap()]
        })
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x} ")).collect()
}

#[test]
fn values() {
    let rows = rows("value");
    assert!(rows.len() > 100);
    for [hex_cell, notation, _] in rows {
        let bytes = bytes(&hex_cell);
        let value: Value = from_slice(&bytes).unwrap_or_else(|e| panic!("{hex_cell}: {e}"));
        assert_eq!(value.to_string(), notation.trim_matches('`'), "{hex_cell}");
        assert_eq!(hex(&mrna::to_vec(&value).unwrap()), hex(&bytes), "{notation}");
    }
}

#[test]
fn also_reads_as() {
    let rows = rows("also reads as");
    assert!(rows.len() > 15);
    for [hex_cell, notation, _] in rows {
        let bytes = bytes(&hex_cell);
        let value: Value = from_slice(&bytes).unwrap_or_else(|e| panic!("{hex_cell}: {e}"));
        assert_eq!(value.to_string(), notation.trim_matches('`'), "{hex_cell}");
        assert_ne!(mrna::to_vec(&value).unwrap(), bytes, "{notation}");
    }
}

#[test]
fn errors() {
    let rows = rows("error");
    assert!(rows.len() > 60);
    for [hex_cell, word, note] in rows {
        let bytes = bytes(&hex_cell);
        let error = from_slice::<Value>(&bytes).expect_err(&hex_cell);
        assert!(error.kind().to_string().starts_with(&word), "{hex_cell}: {error}");
        let at = note.trim_start_matches("at ").split([',', ' ']).next().unwrap();
        assert_eq!(error.offset(), at.parse().ok(), "{hex_cell}: {error}");
        let skipped = from_slice::<serde::de::IgnoredAny>(&bytes).expect_err(&hex_cell);
        assert_eq!(skipped.to_string(), error.to_string().split(" in $").next().unwrap());
    }
}
