//! Each kind in each format, both ways, and each loss.

use std::slice::from_ref;

use mrna::{Value, value};

use super::{bytes, convert, losses, messages, quietly, values};

/// Values that a text format has, and their text.
fn check_text(format: &str, rows: &[(Value, &str)]) {
    let all: Vec<Value> = rows.iter().map(|(value, _)| value.clone()).collect();
    let written = quietly("mrna", format, &messages(&all));
    let lines: Vec<&str> = std::str::from_utf8(&written).unwrap().lines().collect();
    assert_eq!(lines, rows.iter().map(|(_, text)| *text).collect::<Vec<_>>());
    assert_eq!(values(&quietly(format, "mrna", &written)), all);
}

/// Values that a binary format has, and their bytes.
fn check_bytes(format: &str, rows: &[(Value, &str)]) {
    for (value, hex) in rows {
        let written = quietly("mrna", format, &messages(from_ref(value)));
        assert_eq!(written, bytes(hex), "{value}");
        assert_eq!(values(&quietly(format, "mrna", &written)), *from_ref(value));
    }
}

#[test]
fn json() {
    check_text(
        "jsonl",
        &[
            (value!(nil), "null"),
            (value!(true), "true"),
            (value!(false), "false"),
            (value!(0), "0"),
            (value!(-9223372036854775808), "-9223372036854775808"),
            (value!(18446744073709551615), "18446744073709551615"),
            (Value::Int("-18446744073709551617".parse().unwrap()), "-18446744073709551617"),
            (value!(1.0), "1.0"),
            (value!(-0.0), "-0.0"),
            (value!(0.1), "0.1"),
            (value!(1e300), "1e+300"),
            (value!(5e-324), "5e-324"),
            (value!(""), r#""""#),
            (value!("\u{0}\n\"\\é🧬"), r#""\u0000\n\"\\é🧬""#),
            (value!([]), "[]"),
            (value!([1, [nil]]), "[1,[null]]"),
            (value!({}), "{}"),
            (value!({"b": 1, "a": {"": 2}}), r#"{"b":1,"a":{"":2}}"#),
        ],
    );
}

/// What JSON may be written as otherwise.
#[test]
fn json_reads() {
    for (text, value) in [
        ("\u{feff} [ 1 ,\r\n\t2 ] ", value!([1, 2])),
        ("-0", value!(-0.0)),
        ("1E2", value!(100.0)),
        ("1e-400", value!(0.0)),
        // Exactly between two floats, and a little above that.
        ("9007199254740993.0", value!(9007199254740992.0)),
        ("9007199254740993.00000000000000000001", value!(9007199254740994.0)),
        (r#""\u00e9\ud83e\uddec\/""#, value!("é🧬/")),
        (r#"{"a":1,"b":2,"a":3}"#, value!({"a": 1, "b": 2, "a": 3})),
    ] {
        assert_eq!(values(&quietly("json", "mrna", text.as_bytes())), [value], "{text}");
    }
    let documents = values(&quietly("json", "mrna", b" 1\n[\n2\n]{} \"a\"null "));
    assert_eq!(documents, [value!(1), value!([2]), value!({}), value!("a"), value!(nil)]);
    for nothing in ["", " \n\r\n"] {
        for format in ["json", "jsonl", "python"] {
            assert!(quietly(format, "mrna", nothing.as_bytes()).is_empty());
        }
    }
    let lines = values(&quietly("jsonl", "mrna", b"1\n\n [2] \r\n\t\n3"));
    assert_eq!(lines, [value!(1), value!([2]), value!(3)]);
}

/// As many digits as ints have in decimal, and more.
#[test]
fn large_ints() {
    for digits in [39, 1_000, 2_400] {
        let digits = "9".repeat(digits);
        let text = format!("-{digits}\n{digits}\n");
        for format in ["jsonl", "python", "cbor"] {
            let there = quietly("jsonl", format, text.as_bytes());
            let back = quietly("mrna", "jsonl", &quietly(format, "mrna", &there));
            assert_eq!(String::from_utf8(back).unwrap(), text, "{format}");
        }
    }
    let ran = convert("json", "jsonl", "9".repeat(4_000).as_bytes());
    assert!(ran.text().starts_with("\"0x"), "{}", ran.text());
    assert_eq!(losses(&ran.err), ["$: an int too large for the format became text"]);
    let ran = convert("json", "mrna", "9".repeat(5_000).as_bytes());
    assert_eq!(ran.status, Some(1));
    assert_eq!(
        ran.err,
        "mrna: standard input: integer of 5000 digits, more than are converted from decimal \
         at line 1, column 1\n",
    );
}

#[test]
fn json_is_indented() {
    let json = quietly("mrna", "json", &messages(&[value!({"a": [1, {}], "b": []}), value!(2)]));
    let expected = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}\n2\n";
    assert_eq!(std::str::from_utf8(&json).unwrap(), expected);
}

#[test]
fn msgpack() {
    check_bytes(
        "msgpack",
        &[
            (value!(nil), "c0"),
            (value!(true), "c3"),
            (value!(-1), "ff"),
            (value!(300), "cd 01 2c"),
            (value!(-9223372036854775808), "d3 80 00 00 00 00 00 00 00"),
            (value!(18446744073709551615), "cf ff ff ff ff ff ff ff ff"),
            (value!(1.5f32), "ca 3f c0 00 00"),
            (value!(nanf32(0xffc00001)), "ca ff c0 00 01"),
            (value!(1.5), "cb 3f f8 00 00 00 00 00 00"),
            (value!(nan(0x7ff0000000000001)), "cb 7f f0 00 00 00 00 00 01"),
            (value!("é"), "a2 c3 a9"),
            (value!(b"\x00\xff"), "c4 02 00 ff"),
            (value!([1, [2]]), "92 01 91 02"),
            (value!({1: 2, [nil]: {}}), "82 01 02 91 c0 80"),
            (value!(tag(2, (1, 0))), "d6 ff 00 00 00 01"),
            (value!(tag(2, (1, 1))), "d7 ff 00 00 00 04 00 00 00 01"),
            (value!(tag(2, (4294967296, 0))), "d7 ff 00 00 00 01 00 00 00 00"),
            (value!(tag(2, (-1, 999999999))), "c7 0c ff 3b 9a c9 ff ff ff ff ff ff ff ff ff"),
            // Extensions of an application, and one of the standard's that is none.
            (value!(tag(0x4d500005, b"\x01")), "d4 05 01"),
            (value!(tag(0x4d5000fe, b"")), "c7 00 fe"),
            (value!(tag(0x4d5000ff, b"\x01")), "d4 ff 01"),
        ],
    );
    // Not in the shortest form.
    let ran =
        quietly("msgpack", "mrna", &bytes("cc 01 d9 01 61 dc 00 01 dd 00 00 00 01 c0 de 00 00"));
    assert_eq!(values(&ran), [value!(1), value!("a"), value!([[nil]]), value!({})]);
    let ran = convert("msgpack", "mrna", &bytes("91 a1 ff"));
    assert_eq!(values(&ran.out), [value!([b"\xff"])]);
    assert_eq!(losses(&ran.err), ["$[0]: a str that isn't UTF-8 became bytes"]);
}

#[test]
fn cbor() {
    check_bytes(
        "cbor",
        &[
            (value!(nil), "f6"),
            (value!(true), "f5"),
            (value!(24), "18 18"),
            (value!(-1), "20"),
            (value!(18446744073709551615), "1b ff ff ff ff ff ff ff ff"),
            (Value::Int("-18446744073709551616".parse().unwrap()), "3b ff ff ff ff ff ff ff ff"),
            (
                Value::Int("18446744073709551616".parse().unwrap()),
                "c2 49 01 00 00 00 00 00 00 00 00",
            ),
            (
                Value::Int("-18446744073709551617".parse().unwrap()),
                "c3 49 01 00 00 00 00 00 00 00 00",
            ),
            // -2^128, of whose 16 bytes the highest bit is set.
            (
                Value::Int("-340282366920938463463374607431768211456".parse().unwrap()),
                "c3 50 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff",
            ),
            (value!(1.5), "f9 3e 00"),
            (value!(0.1), "fb 3f b9 99 99 99 99 99 9a"),
            (value!(nan(0x7ff0000000000001)), "fb 7f f0 00 00 00 00 00 01"),
            (value!("é"), "62 c3 a9"),
            (value!(b"\xff"), "41 ff"),
            (value!([1, []]), "82 01 80"),
            (value!({1: 2, [nil]: {}}), "a2 01 02 81 f6 a0"),
            (value!(set{1, 2}), "d9 01 02 82 01 02"),
            (value!(tag(2, (-1, 0))), "c1 20"),
            (value!(tag(2, (1, 5))), "d9 03 e9 a2 01 01 28 05"),
            (value!(tag(3, "12.50")), "c4 82 21 19 04 e2"),
            (value!(tag(3, "-0.05")), "c4 82 21 24"),
            (value!(tag(3, "0")), "c4 82 00 00"),
            (
                value!(tag(4, b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f")),
                "d8 25 50 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f",
            ),
            (value!(tag(64, b"")), "d8 40 40"),
            (value!(tag(300, tag(301, 1))), "d9 01 2c d9 01 2d 01"),
            // CBOR's tags below 64 that mrna has nothing for, or not of that form.
            (
                value!(tag(0x43420000, "2013-03-21T20:04:00Z")),
                "c0 74 32 30 31 33 2d 30 33 2d 32 31 54 32 30 3a 30 34 3a 30 30 5a",
            ),
            (value!(tag(0x43420001, 1.5)), "c1 f9 3e 00"),
            (value!(tag(0x43420004, [5, 1])), "c4 82 05 01"),
            (value!(tag(258, {})), "d9 01 02 a0"),
        ],
    );
    for (hex, value) in [
        // Without lengths, in parts, longer than needed.
        ("9f 01 9f ff ff", value!([1, []])),
        ("bf 61 61 01 ff", value!({"a": 1})),
        ("7f 61 61 60 62 c3 a9 ff", value!("aé")),
        ("5f 41 00 41 ff ff", value!(b"\x00\xff")),
        ("1b 00 00 00 00 00 00 00 01", value!(1)),
        ("fa 3f c0 00 00", value!(1.5)),
        ("c2 43 00 00 01", value!(1)),
        ("c2 40", value!(0)),
        ("c3 40", value!(-1)),
        ("c4 82 21 c2 41 05", value!(tag(3, "0.05"))),
    ] {
        assert_eq!(values(&quietly("cbor", "mrna", &bytes(hex))), [value], "{hex}");
    }
    let ran = convert("cbor", "mrna", &bytes("82 f7 f8 ff"));
    assert_eq!(values(&ran.out), [value!([nil, nil])]);
    assert_eq!(
        losses(&ran.err),
        ["$[0]: undefined, or a simple value without a meaning, became nil, and 1 more"],
    );
}

/// Everything that one format or another has no word for, with its place.
#[test]
fn what_is_lost() {
    let value = value!({
        "rows": [(1, 2), record{"odd name": (3,)}],
        7: frozenset{set{1}},
        [A]: B(tag(9, 1.5f32)),
        "some": some(nil),
        "bytes": b"\xff\xfe",
        "nan": [nan, inf, nan(0x7ff8000000000001)],
        "time": tag(1, (0.0, 1.0)),
        "big": 18446744073709551616,
    });
    let of = |format| {
        let ran = convert("mrna", format, &messages(from_ref(&value)));
        assert_eq!(ran.status, Some(0));
        let text = losses(&ran.err).join("\n");
        (String::from_utf8_lossy(&ran.out).into_owned(), text)
    };
    let (json, said) = of("jsonl");
    assert_eq!(
        json.trim_end(),
        r#"{"rows":[[1,2],{"odd name":[3]}],"7":[[1]],"[A]":{"B":1.5},"some":null,"#.to_owned()
            + r#""bytes":"//4=","nan":[null,null,null],"time":[0.0,1.0],"big":18446744073709551616}"#,
    );
    assert_eq!(
        said,
        "$.\"some\": some was left out\n\
         ${2}.B: a tag was left out, and 1 more\n\
         ${2}.B: an f32 became an f64\n\
         $.\"nan\"[0]: NaN or an infinity became null, and 2 more\n\
         $.bytes: bytes became base64 text\n\
         $.rows[0]: a tuple became a list, and 2 more\n\
         ${1}[0]: a set became a list\n\
         ${1}: a frozenset became a list\n\
         $.rows[1]: a record became a map\n\
         ${2}: a variant became a map of one entry\n\
         ${1}.key: a key that is no text became text, and 1 more",
    );
    let (_, said) = of("msgpack");
    assert_eq!(
        said,
        "$.\"some\": some was left out\n\
         ${2}.B: a tag was left out, and 1 more\n\
         $.big: an int too large for the format became text\n\
         $.rows[0]: a tuple became a list, and 2 more\n\
         ${1}[0]: a set became a list\n\
         ${1}: a frozenset became a list\n\
         $.rows[1]: a record became a map\n\
         ${2}: a variant became a map of one entry\n\
         ${2}.key[0]: a variant became its name as text",
    );
    let (_, said) = of("cbor");
    assert_eq!(
        said,
        "$.\"some\": some was left out\n\
         ${2}.B: a tag was left out, and 1 more\n\
         ${2}.B: an f32 became an f64\n\
         $.rows[0]: a tuple became a list, and 2 more\n\
         ${1}: a frozenset became a set\n\
         $.rows[1]: a record became a map\n\
         ${2}: a variant became a map of one entry\n\
         ${2}.key[0]: a variant became its name as text",
    );
    let (python, said) = of("python");
    assert_eq!(
        python.trim_end(),
        "{'rows': [(1, 2), {'odd name': (3,)}], 7: frozenset({frozenset({1})}), \
         ('A',): {'B': 1.5}, 'some': None, 'bytes': b'\\xff\\xfe', 'nan': [nan, inf, nan], \
         'time': 1j, 'big': 18446744073709551616}",
    );
    assert_eq!(
        said,
        "$.\"some\": some was left out\n\
         ${2}.B: a tag was left out\n\
         ${2}.B: an f32 became an f64\n\
         $.\"nan\"[2]: a NaN lost its bits\n\
         $.rows[1]: a record became a map\n\
         ${2}: a variant became a map of one entry\n\
         ${2}.key[0]: a variant became its name as text\n\
         ${1}[0]: a key or a set's member, which Python wants hashable, became a tuple or a \
         frozenset, and 1 more",
    );
}

/// Keys as JSON's names.
#[test]
fn keys() {
    let value = value!({
        nil: 0, true: 1, 2: 3, 1.5: 4, A: 5, b"\xff": 6, {"a": [1.5]}: 7, some(nil): 8, nan: 9
    });
    let ran = convert("mrna", "jsonl", &messages(&[value]));
    assert_eq!(
        ran.text().trim_end(),
        r#"{"null":0,"true":1,"2":3,"1.5":4,"A":5,"/w==":6,"{\"a\": [1.5]}":7,"some(nil)":8,"nan":9}"#,
    );
}

/// Where the first is among several messages.
#[test]
fn messages_are_counted() {
    let ran = convert("mrna", "jsonl", &messages(&[value!(1), value!([(1,)]), value!((2,))]));
    assert_eq!(losses(&ran.err), ["message 2, $[0]: a tuple became a list, and 1 more"]);
}

#[test]
fn sessions() {
    let mut session = mrna::SessionWriter::new(Vec::new());
    let sent = [value!(record { x: 1 }), value!(record { x: 2 }), value!(A)];
    for value in &sent {
        session.send(value).unwrap();
    }
    let plain = quietly("mrna", "mrna", &session.into_inner());
    assert_eq!(plain, messages(&sent));
    assert_eq!(quietly("mrna", "mrna", &plain), plain);
    assert!(quietly("mrna", "mrna", &bytes("f9 6d 72 6e 61 01")).is_empty());
}
