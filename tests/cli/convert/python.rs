//! Python's literals: against tables, and against Python itself.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use mrna::{Value, value};

use super::{convert, messages, quietly, values};

/// As `repr` prints them.
#[test]
fn written_and_read() {
    let rows = [
        (value!(nil), "None"),
        (value!(true), "True"),
        (value!(false), "False"),
        (value!(-5), "-5"),
        (Value::Int("18446744073709551616".parse().unwrap()), "18446744073709551616"),
        (value!(1.0), "1.0"),
        (value!(-0.0), "-0.0"),
        (value!(1e16), "1e+16"),
        (value!(1e15), "1000000000000000.0"),
        (value!(1.5e300), "1.5e+300"),
        (value!(0.0001), "0.0001"),
        (value!(1e-5), "1e-05"),
        (value!(123.456), "123.456"),
        // Exactly 2^50 + 0.25: of two digits as near, the even one.
        (Value::F64(2_f64.powi(50) + 0.25), "1125899906842624.2"),
        (value!(5e-324), "5e-324"),
        (value!(inf), "inf"),
        (value!(-inf), "-inf"),
        (value!(nan), "nan"),
        (value!(""), "''"),
        (value!("it's"), "\"it's\""),
        (value!("\"it's\""), r#"'"it\'s"'"#),
        (value!("\\\t\n\r\u{0}\u{7f}"), r"'\\\t\n\r\x00\x7f'"),
        (value!("é\u{a0}\u{ad}\u{301}"), "'é\\xa0\\xad\u{301}'"),
        (value!("🧬\u{200b}\u{2028}\u{e000}\u{10ffff}"), r"'🧬\u200b\u2028\ue000\U0010ffff'"),
        (value!(b""), "b''"),
        (value!(b"\x00'\xff\\\n"), r#"b"\x00'\xff\\\n""#),
        (value!([]), "[]"),
        (value!([1, [2]]), "[1, [2]]"),
        (value!(()), "()"),
        (value!((1,)), "(1,)"),
        (value!((1, (2, 3))), "(1, (2, 3))"),
        (value!({}), "{}"),
        (value!({"a": 1, (2,): {3: nil}}), "{'a': 1, (2,): {3: None}}"),
        (value!(set {}), "set()"),
        (value!(set{1, "b"}), "{1, 'b'}"),
        (value!(frozenset {}), "frozenset()"),
        (value!(frozenset{frozenset{1}}), "frozenset({frozenset({1})})"),
        (value!(tag(1, (1.0, 2.0))), "(1+2j)"),
        (value!(tag(1, (0.0, 1.0))), "1j"),
        (value!(tag(1, (0.0, -1.5))), "-1.5j"),
        (value!(tag(1, (-0.0, 1.0))), "(-0+1j)"),
        (value!(tag(1, (1.0, -0.0))), "(1-0j)"),
        (value!(tag(1, (1e16, 1e-5))), "(1e+16+1e-05j)"),
        (value!(tag(1, (nan, inf))), "(nan+infj)"),
        (value!(tag(1, (-inf, nan))), "(-inf+nanj)"),
        (value!(tag(1, (0.0, nan))), "nanj"),
    ];
    let all: Vec<Value> = rows.iter().map(|(value, _)| value.clone()).collect();
    let written = quietly("mrna", "python", &messages(&all));
    let lines: Vec<&str> = std::str::from_utf8(&written).unwrap().split('\n').collect();
    let texts: Vec<&str> = rows.iter().map(|(_, text)| *text).chain([""]).collect();
    assert_eq!(lines, texts);
    assert_eq!(values(&quietly("python", "mrna", &written)), all);
}

/// What a person writes, and `ast.literal_eval` takes.
#[test]
fn read_only() {
    for (text, value) in [
        ("\u{feff}# none\n\n  1  # one\n", value!(1)),
        ("[\n 1,\n\n # two\n 2,\n]", value!([1, 2])),
        ("(1)", value!(1)),
        ("((1),)", value!((1,))),
        ("( 1 + 2j )", value!(tag(1, (1.0, 2.0)))),
        ("1-2.5j", value!(tag(1, (1.0, -2.5)))),
        ("- 1", value!(-1)),
        ("+1", value!(1)),
        ("00", value!(0)),
        ("0xfF", value!(255)),
        ("-0x1_0", value!(-16)),
        ("0o17", value!(15)),
        ("0b1_01", value!(5)),
        ("0x1e+1j", value!(tag(1, (30.0, 1.0)))),
        ("1_000.5_0", value!(1000.5)),
        ("1_0j", value!(tag(1, (0.0, 10.0)))),
        ("1.", value!(1.0)),
        (".5", value!(0.5)),
        ("1E5", value!(100000.0)),
        ("1e-1_0", value!(1e-10)),
        ("1e999", value!(inf)),
        ("('a'\n 'b')", value!("ab")),
        (r"u'\x41\u00e9\U0001f9ec\101\a\b\v\f\q'", value!("Aé🧬A\u{7}\u{8}\u{b}\u{c}\\q")),
        (r"r'\n\''", value!("\\n\\'")),
        (r"Rb'\xff'", value!(b"\\xff")),
        ("b'a' B'b'", value!(b"ab")),
        ("'a\\\nb'", value!("ab")),
        ("'''a'b''\n\"c'''", value!("a'b''\n\"c")),
        ("\"\"\"\"a\"\"\"", value!("\"a")),
        ("''", value!("")),
        ("{1: 2, }", value!({1: 2})),
        ("{1, }", value!(set{1})),
        ("set([1, 2])", value!(set{1, 2})),
        ("frozenset( (\n1,) )", value!(frozenset{1})),
    ] {
        assert_eq!(values(&quietly("python", "mrna", text.as_bytes())), [value], "{text}");
    }
}

#[test]
fn refused() {
    for (text, error) in [
        ("x", "name \"x\", which is no literal; names aren't looked up at line 1, column 1"),
        (
            "open('f')",
            "name \"open\", which is no literal; names aren't looked up at line 1, column 1",
        ),
        ("1 2", "expected the end of the line at line 1, column 3"),
        ("[1\n 2]", "expected a comma or ] at line 2, column 2"),
        (
            "[1, x]",
            "name \"x\", which is no literal; names aren't looked up at line 1, column 5 in $[1]",
        ),
        ("{'a': ]", "expected a value at line 1, column 7 in $.a"),
        ("{1: 2, 3}", "expected a colon at line 1, column 9"),
        ("{1, 2: 3}", "expected a comma or } at line 1, column 6"),
        ("{**{}}", "expected a value at line 1, column 2 in ${0}.key"),
        ("(,)", "expected a value at line 1, column 2 in $[0]"),
        ("1\n'a", "premature end, expected a quote that ends the string at line 2, column 3"),
        ("'a\n'", "the end of the line inside a string at line 1, column 3"),
        (
            r"'\ud800'",
            "U+D800, which is no character (half of a surrogate pair?) at line 1, column 3",
        ),
        (r"'\N{DASH}'", "\\N, as names of characters aren't known here at line 1, column 3"),
        (r"'\xg'", "expected 2 hex digits at line 1, column 4"),
        (r"b'\777'", "an escape that is no byte at line 1, column 4"),
        ("b'é'", "bytes have ASCII only, and escapes at line 1, column 3"),
        ("'é' é", "expected the end of the line at line 1, column 5"),
        ("'a' b'b'", "bytes and text next to each other at line 1, column 5"),
        ("'a' x", "a word behind a string at line 1, column 5"),
        ("f'a'", "name \"f\", which is no literal; names aren't looked up at line 1, column 1"),
        ("012", "invalid number 012 at line 1, column 1"),
        ("1__0", "invalid number 1__0 at line 1, column 1"),
        ("0b2", "invalid number 0b2 at line 1, column 1"),
        ("0b1.1", "invalid number 0b1.1 at line 1, column 1"),
        ("0o1e5", "invalid number 0o1e5 at line 1, column 1"),
        ("0o7.5j", "invalid number 0o7.5j at line 1, column 1"),
        ("-INFj", "invalid number INFj at line 1, column 2"),
        ("1+infinityj", "invalid number infinityj at line 1, column 3"),
        ("1-Infj", "invalid number Infj at line 1, column 3"),
        ("0b1012", "invalid number 0b1012 at line 1, column 1"),
        ("0o8", "invalid number 0o8 at line 1, column 1"),
        ("0x1_", "invalid number 0x1_ at line 1, column 1"),
        ("0x", "invalid number 0x at line 1, column 1"),
        ("1.2.3", "invalid number 1.2.3 at line 1, column 1"),
        ("1+2", "expected an imaginary number such as 2j at line 1, column 1"),
        ("-", "invalid number  at line 1, column 2"),
        ("set(1)", "expected ) at line 1, column 5"),
        ("set", "premature end, expected ( at line 1, column 4"),
        ("[", "premature end, expected a value at line 1, column 2 in $[0]"),
    ] {
        let ran = convert("python", "mrna", text.as_bytes());
        let line = format!("mrna: standard input: {error}\n");
        assert_eq!((ran.status, ran.err), (Some(1), line), "{text}");
    }
    let ran = convert("python", "mrna", b"'\xff'");
    assert_eq!(ran.err, "mrna: standard input: invalid UTF-8 in a string at line 1, column 1\n");
}

/// What a script prints, or none where there is no Python.
fn python(script: &str, input: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new("python3");
    command.args(["-c", script]).env("PYTHONIOENCODING", "utf-8");
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        // Not by `println`, which is shown only for tests that fail.
        std::io::stderr().write_all(b"skipped: against Python, no python3\n").unwrap();
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    Some(output.stdout)
}

/// What `repr` prints is read, and written as the same.
#[test]
fn as_python_prints() {
    let script = r"
import random, struct, unicodedata
random.seed(1)
def flt():
    kind = random.randrange(4)
    if kind == 0: return struct.unpack('d', random.randbytes(8))[0]
    if kind == 1: return random.randrange(2**53) / 2**random.randrange(60)
    if kind == 2: return float(10)**random.randrange(-30, 30)
    return random.choice([0.0, -0.0, 1e16, 1e-4, 1e-5, float('inf'), float('nan'), 2.0**50 + 0.25])
def text():
    return ''.join(chr(random.choice([random.randrange(32, 127), random.randrange(256), random.randrange(0xd800)])) for _ in range(random.randrange(12)))
def leaf():
    return random.choice([lambda: None, lambda: True, lambda: random.randrange(-300, 300), lambda: random.getrandbits(random.randrange(1, 4000)) - 5, flt, known, lambda: random.randbytes(random.randrange(12)), lambda: complex(flt(), flt())])()
def known():
    return ''.join(c for c in text() if unicodedata.category(c) != 'Cn')
def key(depth):
    if depth == 0: return leaf()
    return random.choice([leaf, lambda: tuple(key(depth - 1) for _ in range(random.randrange(4))), lambda: frozenset(key(depth - 1) for _ in range(random.randrange(4)))])()
def value(depth):
    if depth == 0: return leaf()
    return random.choice([leaf, lambda: key(depth), lambda: [value(depth - 1) for _ in range(random.randrange(5))], lambda: tuple(value(depth - 1) for _ in range(random.randrange(4))), lambda: {key(2): value(depth - 1) for _ in range(random.randrange(5))}, lambda: {key(2) for _ in range(random.randrange(5))}])()
for _ in range(3000): print(repr(flt()))
for _ in range(3000): print(repr(value(4)))
for c in map(chr, range(0x110000)):
    # Characters that Python doesn't know yet may be known to Rust.
    if unicodedata.category(c) not in ('Cn', 'Cs'): print(repr(c))
";
    let Some(printed) = python(script, b"") else { return };
    let written = quietly("python", "python", &printed);
    let [printed, written] = [&printed, &written].map(|text| std::str::from_utf8(text).unwrap());
    let mut differing = printed.lines().zip(written.lines()).filter(|(a, b)| a != b);
    assert_eq!(differing.next(), None);
    assert_eq!(printed.lines().count(), written.lines().count());
    assert!(printed.lines().count() > 100_000);
    let through_mrna = quietly("python", "mrna", printed.as_bytes());
    assert!(quietly("mrna", "python", &through_mrna) == printed.as_bytes());
}

/// What is written, Python reads, and prints the same.
#[test]
fn as_python_reads() {
    let values = [
        value!({(1, [2]): set{3, 4}, {"a": 1}: set{set{1}, [1], {}, {1: {2: 3}, 4: 5}}}),
        value!([record{a: (1,)}, A, B({"c": frozenset{b"\xff"}}), {B({"x": 1}): 1}]),
        value!(["\u{0}'\"\\é\u{200b}", tag(1, (0.0, 2.5)), -1e-7, inf, nan]),
        Value::Int(format!("-0x{}", "f".repeat(5_000)).parse().unwrap()),
    ];
    let written = convert("mrna", "python", &messages(&values)).out;
    let script = "
import sys
for line in sys.stdin.buffer.read().decode().splitlines():
    value = eval(line, {'inf': float('inf'), 'nan': float('nan')})
    print(hex(value) if type(value) is int else repr(value))
";
    let Some(printed) = python(script, &written) else { return };
    let again = quietly("python", "python", &printed);
    // A set's order is Python's own.
    let sorted = |text: &[u8]| {
        let mut text = text.to_vec();
        text.sort_unstable();
        String::from_utf8_lossy(&text).into_owned()
    };
    assert_eq!(sorted(&again), sorted(&written));
}
