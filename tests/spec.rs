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

#[path = "rows/mod.rs"]
mod rows;

use rows::{bytes, spec_rows};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x} ")).collect()
}

#[test]
fn values() {
    let rows = spec_rows("value");
    assert!(rows.len() > 100);
    for [hex_cell, notation, _] in rows {
        let bytes = bytes(&hex_cell);
        let value: Value = from_slice(&bytes).unwrap_or_else(|e| panic!("{hex_cell}: {e}"));
        assert_eq!(value.to_string(), notation, "{hex_cell}");
        assert_eq!(hex(&mrna::to_vec(&value).unwrap()), hex(&bytes), "{notation}");
    }
}

#[test]
fn also_reads_as() {
    let rows = spec_rows("also reads as");
    assert!(rows.len() > 15);
    for [hex_cell, notation, _] in rows {
        let bytes = bytes(&hex_cell);
        let value: Value = from_slice(&bytes).unwrap_or_else(|e| panic!("{hex_cell}: {e}"));
        assert_eq!(value.to_string(), notation, "{hex_cell}");
        assert_ne!(mrna::to_vec(&value).unwrap(), bytes, "{notation}");
    }
}

#[test]
fn errors() {
    let rows = spec_rows("error");
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
