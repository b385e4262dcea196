//! Text and byte strings: every form of length, borrowing, serde_bytes, and
//! the exact overhead of a byte string.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_bytes::{ByteArray, ByteBuf, Bytes};

use crate::util::{check, check_borrowed, check_err, check_reads, check_value, check_writing, hex};

#[test]
fn texts() {
    check(String::new(), r#""""#, "80");
    check("a".to_owned(), r#""a""#, "8161");
    check("nil".to_owned(), r#""nil""#, "836e696c");
    check("é\n\t\r\u{8}\u{c}\"\\/".to_owned(), r#""é\n\t\r\b\f\"\\/""#, "8ac3a90a090d080c225c2f");
    check("\u{1}\u{1f}".to_owned(), r#""\u0001\u001f""#, "82011f");
    check("日本語".to_owned(), r#""日本語""#, "89e697a5e69cace8aa9e");
    check(Box::<str>::from("x"), r#""x""#, "8178");
    check(std::path::PathBuf::from("a/b"), r#""a/b""#, "83612f62");
}

/// The head of a text of this many bytes.
const TEXT_HEADS: &[(usize, &str)] = &[
    (31, "9f"),
    (32, "f020"),
    (251, "f0fb"),
    (252, "f0fcfc00"),
    (253, "f0fcfd00"),
    (65535, "f0fcffff"),
    (65536, "f0fd00000100"),
];

#[test]
fn text_lengths() {
    for (len, head) in TEXT_HEADS {
        let text = "x".repeat(*len);
        let hex = format!("{head}{}", "78".repeat(*len));
        check(text.clone(), &format!("\"{text}\""), &hex);
    }
}

const BYTES_HEADS: &[(usize, &str)] = &[
    (0, "f100"),
    (1, "f101"),
    (31, "f11f"),
    (251, "f1fb"),
    (252, "f1fcfc00"),
    (65535, "f1fcffff"),
    (65536, "f1fd00000100"),
];

#[test]
fn bytes_lengths() {
    for (len, head) in BYTES_HEADS {
        let hex = format!("{head}{}", "00".repeat(*len));
        let notation = format!("b\"{}\"", "\\x00".repeat(*len));
        check(ByteBuf::from(vec![0; *len]), &notation, &hex);
        assert_eq!(mrna::bytes_overhead(*len), head.len() / 2, "{len}");
    }
}

#[test]
fn overhead_of_bytes() {
    const FIXED: usize = mrna::bytes_overhead(1 << 20);
    assert_eq!(FIXED, 6);
    let rows = [(0, 2), (251, 2), (252, 4), (65535, 4), (65536, 6), (u32::MAX as usize, 6)];
    for (len, overhead) in rows {
        assert_eq!(mrna::bytes_overhead(len), overhead, "{len}");
    }
    #[cfg(target_pointer_width = "64")]
    assert_eq!(mrna::bytes_overhead(1 << 32), 10);
    #[cfg(target_pointer_width = "64")]
    assert_eq!(mrna::bytes_overhead(usize::MAX), 10);
}

#[test]
fn bytes_notation() {
    let all: Vec<u8> = vec![0, 9, 10, 31, 32, b'"', b'\\', b'a', 126, 127, 128, 255];
    check(
        ByteBuf::from(all),
        r#"b"\x00\x09\x0a\x1f \"\\a~\x7f\x80\xff""#,
        "f10c00090a1f20225c617e7f80ff",
    );
    check(ByteArray::new([1_u8, 2, 255]), r#"b"\x01\x02\xff""#, "f1030102ff");
    check_writing(Bytes::new(b"ab"), r#"b"ab""#, &hex("f1026162"));
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Borrowing<'a> {
    text: &'a str,
    #[serde(with = "serde_bytes")]
    raw: &'a [u8],
    #[serde(borrow)]
    cow: Cow<'a, str>,
    #[serde(borrow, with = "serde_bytes")]
    cow_raw: Cow<'a, [u8]>,
    maybe: Option<&'a str>,
    #[serde(borrow)]
    many: Vec<&'a str>,
}

const BORROWING: (&str, &str) = (
    r#"record{text: "one", raw: b"\x02\x02", cow: "three", cow_raw: b"\x04", maybe: "five", many: ["six", ""]}"#,
    "f7060474657874836f6e6503726177f102020203636f7785746872656507636f775f726177f10104056d617962658466697665046d616e79b28373697880",
);

#[test]
fn borrowed() {
    check_borrowed(&"text", r#""text""#, "8474657874");
    check_borrowed(&Bytes::new(b"raw"), r#"b"raw""#, "f103726177");
    let value = Borrowing {
        text: "one",
        raw: &[2, 2],
        cow: Cow::Borrowed("three"),
        cow_raw: Cow::Borrowed(&[4]),
        maybe: Some("five"),
        many: vec!["six", ""],
    };
    check_borrowed(&value, BORROWING.0, BORROWING.1);
}

/// What is borrowed lies in the input: nothing was copied.
#[test]
fn borrowed_lies_in_the_input() {
    let bytes = hex(BORROWING.1);
    let inside = bytes.as_ptr_range();
    let got: Borrowing<'_> = mrna::from_slice(&bytes).unwrap();
    assert!(inside.contains(&got.text.as_ptr()));
    assert!(inside.contains(&got.raw.as_ptr()));
    assert!(inside.contains(&got.many[0].as_ptr()));
    assert!(inside.contains(&got.maybe.unwrap().as_ptr()));
    let Cow::Borrowed(text) = got.cow else {
        panic!("cow was copied");
    };
    assert!(inside.contains(&text.as_ptr()));
    let Cow::Borrowed(raw) = got.cow_raw else {
        panic!("cow_raw was copied");
    };
    assert!(inside.contains(&raw.as_ptr()));
}

/// A `Cow` also reads from a reader, where it owns.
#[test]
fn cow_from_a_reader() {
    check::<Cow<'static, str>>(Cow::Borrowed("ab"), r#""ab""#, "826162");
}

/// A reader has nothing to borrow from: the type says so, no panic.
#[test]
fn borrowed_from_a_reader() {
    let bytes = b"\x82ab";
    let mut de = mrna::Deserializer::from_reader(&bytes[..]);
    let e = <&str>::deserialize(&mut de).unwrap_err();
    assert!(e.is_data(), "{e}");
    assert!(e.kind().to_string().starts_with("invalid type"), "{e}");
    assert!(e.kind().to_string().ends_with("expected a borrowed string"), "{e}");
}

#[test]
fn bytes_from_lists_of_u8() {
    check_reads("b0", ByteBuf::new());
    check_reads("b20105", ByteBuf::from(vec![1, 5]));
    check_reads("b20ae4c8", ByteBuf::from(vec![10, 200]));
    check_reads("fc0003c8c9ca", ByteBuf::from(vec![200, 201, 202]));
    check_reads("fc04020100000005000000", ByteBuf::from(vec![1, 5]));
    check_reads("b20105", ByteArray::new([1, 5]));
    check_reads("fc0003c8c9ca", ByteArray::new([200, 201, 202]));
    check_err::<ByteBuf>("b201e52c01", "invalid value: integer 300, expected * at byte 2*");
    check_err::<ByteBuf>("b2018161", "invalid type: *, expected * at byte 2*");
}

#[test]
fn texts_that_are_not_utf8() {
    let long = format!("f020{}ff", "61".repeat(31));
    let rows = [
        "81ff",
        "8180",
        "82c328",
        "82c080",     // over-long
        "83eda080",   // a surrogate
        "84f4908080", // past U+10FFFF
        "82e282",     // cut in the middle of a character
        &long,
    ];
    for hex in rows {
        let text = if hex.starts_with("f0") { 2 } else { 1 };
        check_err::<String>(hex, &format!("invalid UTF-8* at byte {text}"));
    }
    check_err::<Vec<String>>("b2816181ff", "invalid UTF-8* at byte 4 in $[1]");
    check_value(r#"b"\xff""#, "f101ff");
}
