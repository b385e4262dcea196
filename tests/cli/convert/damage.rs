//! Input that is damaged, hostile, or about something else; output that nobody takes.

use std::{
    fs::{self, File},
    io::{self, Read},
    process::{Command, Stdio},
};

use mrna::{Value, value};

use super::{FORMATS, convert, messages, quietly, values};
use crate::util::mrna;

fn value() -> Value {
    value!({"a": [1, -300, 1.5, "é\n", nil], "b": {"c": true, "d": [[], {}, "text"]}, "e": 70000})
}

/// What was whole is there, the rest is refused.
#[test]
fn cut_off() {
    for format in FORMATS {
        let one = quietly("mrna", format, &messages(&[value()]));
        let two = [&*one, &one].concat();
        // All of it but the end of the last line.
        let whole = if matches!(format, "msgpack" | "cbor") { one.len() } else { one.len() - 1 };
        for at in (1..whole).step_by(7).chain([whole - 1]) {
            let ran = convert(format, "mrna", &two[..one.len() + at]);
            assert_eq!(ran.status, Some(1), "{format} {at}");
            assert_eq!(values(&ran.out), [value()], "{format} {at}");
            assert!(ran.err.starts_with("mrna: standard input: "), "{format} {}", ran.err);
        }
    }
    let one = messages(&[value()]);
    for at in 1..one.len() {
        let ran = convert("mrna", "jsonl", &[&*one, &one[..at]].concat());
        assert_eq!((ran.status, ran.text().lines().count()), (Some(1), 1));
        let end = one.len() + at;
        assert!(
            ran.err.contains(&format!("premature end of the message at byte {end}")),
            "{}",
            ran.err
        );
    }
}

#[test]
fn errors() {
    for (format, input, error) in [
        (
            "json",
            &b"{\"a\": [1, 2}"[..],
            "a closing bracket that doesn't belong here at line 1, column 12 in $.a",
        ),
        ("json", b"[1,\n 2,\n]", "a comma with no value behind it at line 2, column 3"),
        (
            "json",
            b"{\"rows\": [{\"n\": tru}]}",
            "expected null, true or false at line 1, column 17 in $.rows[0].n",
        ),
        ("json", b"[1 2]", "expected a comma or a closing bracket at line 1, column 4"),
        ("json", b"\"\\ud800\"", "half of a surrogate pair in a string at line 1, column 2"),
        (
            "json",
            b"\"\n\"",
            "a control character in a string, expected an escape at line 1, column 2",
        ),
        ("json", b"1e400", "number too large for an f64 at line 1, column 1"),
        ("json", b"01", "malformed number at line 1, column 1"),
        ("json", b"['a']", "expected a JSON value at line 1, column 2"),
        ("json", b"[1", "premature end at line 1, column 3"),
        ("json", b"\"\xff\"", "invalid UTF-8 at line 1, column 2"),
        (
            "jsonl",
            b"1\n\n{\"a\":[}\n",
            "a closing bracket that doesn't belong here at line 3, column 7 in $.a",
        ),
        ("jsonl", b"1 2\n", "expected the end of the line at line 1, column 3"),
        ("jsonl", b"1\n[\n1]\n", "premature end at line 2, column 2"),
        ("msgpack", b"\x92\x01\xc1", "byte 0xc1, which means nothing at byte 2 in $[1]"),
        ("msgpack", b"\x81\xa1a\xcd\x00", "premature end at byte 5 in $.a"),
        ("msgpack", b"\xdb\xff\xff\xff\xff1", "premature end at byte 6"),
        ("msgpack", b"\xdd\xff\xff\xff\xff1", "premature end at byte 6 in $[1]"),
        ("msgpack", b"\xc9\xff\xff\xff\xff\x00", "premature end at byte 6"),
        ("cbor", b"\x82\x01\x1c", "no well-formed CBOR at byte 2 in $[1]"),
        ("cbor", b"\xa1\x61a\xff", "a break that ends nothing at byte 3 in $.a"),
        ("cbor", b"\x62\xffa", "no well-formed CBOR at byte 0"),
        ("cbor", b"\x19\x01", "premature end at byte 1"),
        ("cbor", b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff1", "premature end at byte 9"),
        ("cbor", b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff1", "premature end at byte 10 in $[1]"),
        ("cbor", b"\x9f1", "premature end at byte 2 in $[1]"),
        ("cbor", b"\xbf1\xff", "a break that ends nothing at byte 2 in ${0}"),
        ("mrna", b"\xb1\xdc", "reserved byte 0xdc at byte 1 in $[0]"),
    ] {
        let ran = convert(format, "mrna", input);
        let line = format!("mrna: standard input: {error}\n");
        assert_eq!((ran.status, ran.err), (Some(1), line), "{format} {}", input.escape_ascii());
    }
}

/// Nests as deep as a message may be, and deeper.
#[test]
fn deep() {
    let nest = |open: &str, inner: &str, close: &str, levels: usize| {
        [open.repeat(levels), inner.to_owned(), close.repeat(levels)].concat().into_bytes()
    };
    let rows = [
        ("json", "[", "", "]"),
        ("json", "{\"a\":", "1", "}"),
        ("jsonl", "[", "", "]"),
        ("python", "[", "", "]"),
        ("python", "(", "1,", ")"),
        ("python", "{1:", "2", "}"),
        ("python", "frozenset({", "1", "})"),
    ];
    for (format, open, inner, close) in rows {
        let input = nest(open, inner, close, 128);
        let there = quietly(format, "mrna", &input);
        if format != "python" {
            for to in FORMATS {
                let input = quietly("mrna", to, &there);
                assert_eq!(quietly(to, "mrna", &input), there, "{to}");
            }
        }
        for levels in [129, 10_000] {
            let ran = convert(format, "mrna", &nest(open, inner, close, levels));
            assert_eq!(ran.status, Some(1));
            assert!(ran.err.contains("nested deeper than"), "{}", ran.err);
        }
    }
    for (format, byte, levels) in [("msgpack", 0x91, 128), ("cbor", 0x81, 256), ("cbor", 0xC5, 256)]
    {
        for to in ["mrna", "json", "python"] {
            let ran = convert(format, to, &vec![byte; 10_000]);
            assert_eq!(ran.status, Some(1));
            let error = format!("nested deeper than {levels} levels at byte {levels} in $");
            assert!(byte == 0xC5 || ran.err.contains(&error), "{}", ran.err);
        }
    }
    let ran = convert("mrna", "json", &vec![0xB1; 10_000]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.err.contains("depth limit of 128 levels"), "{}", ran.err);
    // All sets that a message may hold, two levels each.
    let sets = [&vec![[0xF4, 1]; 127].concat()[..], &[0xF4, 0]].concat();
    assert_eq!(quietly("cbor", "mrna", &quietly("mrna", "cbor", &sets)), sets);
    // A complex number is two levels in mrna, and one or none in Python.
    let ran = convert("python", "mrna", &nest("[", "1j", "]", 126));
    assert_eq!(ran.status, Some(0));
    let ran = convert("python", "mrna", &nest("[", "1j", "]", 127));
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.err.contains("nested deeper than the 128 levels of a message in $[0]"),
        "{}",
        ran.err
    );
    // The deepest place of a complex number's own parentheses.
    quietly("python", "python", &nest("[", "(1+2j)", "]", 126));
}

/// Random bytes, and good ones with some of them changed, end in an error or in values, never
/// otherwise.
#[test]
fn random() {
    let mut random = fastrand::Rng::with_seed(7);
    for format in FORMATS.into_iter().chain(["mrna"]) {
        let good = quietly("mrna", format, &messages(&[value(), value()]));
        for round in 0..60 {
            let mut input = good.clone();
            if round % 2 == 0 {
                input = (0..random.usize(..300)).map(|_| random.u8(..)).collect();
            }
            for _ in 0..random.usize(..4) {
                if !input.is_empty() {
                    let at = random.usize(..input.len());
                    input[at] = random.u8(..);
                }
            }
            let ran = convert(format, ["mrna", "python", "json"][round % 3], &input);
            assert!(matches!(ran.status, Some(0 | 1)), "{format} {:?} {}", input, ran.err);
            assert_eq!(
                ran.status == Some(1),
                ran.err.lines().any(|line| !line.contains(" lost: "))
            );
        }
    }
}

/// Someone who reads no further ends it quietly.
#[test]
fn broken_pipe() {
    let line = [&b"[\""[..], &vec![b'a'; 1 << 20], b"\"]\n"].concat();
    for to in FORMATS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mrna"))
            .args(["convert", "--from", "jsonl", "--to", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let line = line.clone();
        let writer = std::thread::spawn(move || {
            use std::io::Write;
            (0..100).any(|_| stdin.write_all(&line).is_err())
        });
        stdout.read_exact(&mut [0; 10]).unwrap();
        drop(stdout);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), &*err), (Some(0), ""), "{to}");
        assert!(writer.join().unwrap(), "it read on");
    }
}

/// The exit status tells what can't be said, on a full standard error or one that nobody reads.
#[test]
fn losses_that_nobody_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("in.json");
    for (input, out, status) in [
        (&b"[\"a\"]"[..], "[\"a\"]\n", 0),
        (b"\x41a", "\"YQ==\"\n", 2),
        (b"\x41a\xa1", "\"YQ==\"\n", 1),
    ] {
        fs::write(&path, input).unwrap();
        for is_full in [false, true] {
            let err = if is_full { full() } else { Some(unread()) };
            let Some(err) = err else { continue };
            let ran = Command::new(env!("CARGO_BIN_EXE_mrna"))
                .args(["convert", "--from", if status == 0 { "json" } else { "cbor" }])
                .args(["--to", "jsonl"])
                .arg(&path)
                .stderr(err)
                .output()
                .unwrap();
            let printed = String::from_utf8(ran.stdout).unwrap();
            assert_eq!((ran.status.code(), &*printed), (Some(status), out), "{is_full}");
        }
    }
}

/// A file that is always full, where there is one.
fn full() -> Option<Stdio> {
    File::options().write(true).open("/dev/full").ok().map(Stdio::from)
}

/// A pipe whose other end is closed.
fn unread() -> Stdio {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn trouble() {
    for (args, error) in [
        (
            &["convert", "-", "--to", "json"][..],
            "mrna: standard input: its name doesn't tell which format it is\n  \
             say so with --from: mrna, json, jsonl, msgpack, cbor or python\n",
        ),
        (
            &["convert", "there/is/none.json", "--to", "cbor"],
            "mrna: there/is/none.json: No such file or directory (os error 2)\n",
        ),
        (
            &["convert", "--from", "json", "--to", "cbor", "-o", "there/is/none.cbor"],
            "mrna: there/is/none.cbor: No such file or directory",
        ),
    ] {
        let ran = mrna(args, b"1");
        assert_eq!((ran.status, &*ran.out), (Some(2), &b""[..]), "{args:?}");
        assert!(ran.err.starts_with(error), "{}", ran.err);
    }
}
