//! What a hostile file, or its name, says to a terminal, and a terminal that isn't there.

use std::{
    fs::{self, File},
    process::Command,
};

use mrna::{Value, to_vec, value};

use crate::util::mrna;

/// Escape, the C1 control sequence introducer, right-to-left override, delete, a line separator.
const EVIL: &str = "\u{1b}[31m\u{9b}31m\u{202e}abc\u{7f}\u{85}\u{2028}\n";

fn is_harmless(c: char) -> bool {
    c == '\n' || !(c.is_control() || "\u{202e}\u{2028}".contains(c))
}

#[test]
fn names_and_texts_command_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let value = |n: u8| {
        Value::record([(EVIL, value!({(EVIL): [(EVIL), (n)]})), ("v", Value::unit_variant(EVIL))])
    };
    let bytes = to_vec(&value(1).unwrap()).unwrap();
    fs::write(path("a"), &bytes).unwrap();
    fs::write(path("b"), to_vec(&value(2).unwrap()).unwrap()).unwrap();
    fs::write(path("cut"), &bytes[..bytes.len() - 60]).unwrap();
    fs::write(path(EVIL), b"\xDC").unwrap();

    for file in ["a", "b", "cut", EVIL] {
        let file = &*path(file);
        for args in [
            &["dump", file][..],
            &["dump", "--at", "40", file],
            &["dump", "--path", "$.x", file],
            &["check", file],
            &["stat", file],
            &["diff", file, &path("a")],
            &["diff", &path("b"), file],
            &["convert", "--from", "mrna", "--to", "cbor", "-o", &path("out"), file],
            &["convert", "--from", "json", "--to", "cbor", file],
        ] {
            let ran = mrna(args, b"");
            for printed in [ran.text(), &ran.err] {
                assert!(printed.chars().all(is_harmless), "{args:?}: {printed:?}");
            }
        }
    }
}

/// Delete was taken out of what is no terminal's, so that two texts looked the same.
#[test]
fn what_differs_looks_different() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a"), to_vec("a\u{7f}b").unwrap()).unwrap();
    fs::write(path("b"), to_vec("ab").unwrap()).unwrap();
    let ran = mrna(&["diff", &path("a"), &path("b")], b"");
    assert_eq!(ran.text(), "~ $: \"a\\u007fb\" → \"ab\"\n");
}

/// Nobody can be told what is wrong, but by the exit status.
#[test]
#[cfg(target_os = "linux")]
fn a_standard_error_that_is_full() {
    for (args, status) in [
        (&["check", "nowhere"][..], 2),
        (&["dump", "nowhere"], 2),
        (&["diff", "nowhere", "nowhere"], 2),
        (&["stat", "nowhere"], 2),
        (&["convert", "--to", "json", "nowhere.mrna"], 2),
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_mrna"));
        let ended = command.args(args).stderr(full).status().unwrap();
        assert_eq!(ended.code(), Some(status), "{args:?}");
    }
}

#[test]
fn the_chart_does_not_replace_the_input() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.mrna");
    fs::write(&path, b"\x07").unwrap();
    let ran = mrna(&["stat", path.to_str().unwrap(), "--svg", path.to_str().unwrap()], b"");
    assert_eq!(ran.status, Some(2), "{}", ran.err);
    assert_eq!(fs::read(&path).unwrap(), b"\x07");
}
