//! The notation's strings and names, for everything that prints or checks them.

use alloc::{boxed::Box, format, string::String};
use core::{
    fmt::{self, Write},
    str::CharIndices,
};

/// The one NaN that prints without its bits, as `nan`.
const NAN64: u64 = 0x7ff8_0000_0000_0000;

/// The one 32-bit NaN that prints without its bits, as `nanf32`.
const NAN32: u32 = 0x7fc0_0000;

/// What would read as something else if a name were printed without quotes.
const WORDS: &[&str] = &[
    "nil",
    "true",
    "false",
    "inf",
    "nan",
    "inff32",
    "nanf32",
    "set",
    "frozenset",
    "record",
    "variant",
    "some",
    "tag",
];

/// Whether a name needs no quotes: an ASCII identifier, no word of the notation.
///
/// It is a `const fn` for `value!`, which checks names while compiling.
#[must_use]
pub(crate) const fn is_plain_name(name: &str) -> bool {
    let mut words = WORDS;
    while let [word, rest @ ..] = words {
        if same(name, word) {
            return false;
        }
        words = rest;
    }
    let mut bytes = name.as_bytes();
    if let [] | [b'0'..=b'9', ..] = bytes {
        return false;
    }
    while let [byte, rest @ ..] = bytes {
        if !byte.is_ascii_alphanumeric() && *byte != b'_' {
            return false;
        }
        bytes = rest;
    }
    true
}

/// `a == b`, which a `const fn` can't say.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    a.is_empty() && b.is_empty()
}

/// A name as it prints: bare where it can be, else as a string.
pub(crate) struct Name<'a>(pub(crate) &'a str);

impl Name<'_> {
    pub(crate) const fn is_plain(&self) -> bool {
        is_plain_name(self.0)
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_plain() { f.write_str(self.0) } else { write_str_literal(f, self.0) }
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes text in quotes, with the escapes that JSON requires and no others.
pub(crate) fn write_str_literal(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for piece in text.split_inclusive(needs_escape) {
        let last = piece.chars().next_back().filter(|c| needs_escape(*c));
        let Some(special) = last else {
            out.write_str(piece)?;
            continue;
        };
        out.write_str(piece.trim_end_matches(needs_escape))?;
        match special {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            '\u{8}' => out.write_str("\\b")?,
            '\u{c}' => out.write_str("\\f")?,
            control => write!(out, "\\u{:04x}", u32::from(control))?,
        }
    }
    out.write_char('"')
}

fn needs_escape(c: char) -> bool {
    c < ' ' || c == '"' || c == '\\'
}

/// Writes bytes as `b"…"`: printable ASCII as it is, all else as `\x0a`.
pub(crate) fn write_bytes_literal(out: &mut impl Write, bytes: &[u8]) -> fmt::Result {
    out.write_str("b\"")?;
    // Many bytes at a time, because each write passes every level of indentation.
    for chunk in bytes.chunks(256) {
        let mut text = String::new();
        for &byte in chunk {
            match byte {
                b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
                b' '..=b'~' => text.push(char::from(byte)),
                _ => write!(text, "\\x{byte:02x}")?,
            }
        }
        out.write_str(&text)?;
    }
    out.write_char('"')
}

/// Writes a float as Rust's `{:?}` does, but a NaN by name or by its bits.
pub(crate) fn write_f64(out: &mut impl Write, float: f64) -> fmt::Result {
    match float.to_bits() {
        NAN64 => out.write_str("nan"),
        bits if float.is_nan() => write!(out, "nan({bits:#018x})"),
        _ => write!(out, "{float:?}"),
    }
}

/// As [`write_f64`], with `f32` behind it.
pub(crate) fn write_f32(out: &mut impl Write, float: f32) -> fmt::Result {
    match float.to_bits() {
        NAN32 => out.write_str("nanf32"),
        bits if float.is_nan() => write!(out, "nanf32({bits:#010x})"),
        _ => write!(out, "{float:?}f32"),
    }
}

/// The text, cut behind so many bytes.
pub(crate) fn cut(text: &str, most: usize) -> Box<str> {
    let fits = |end: &usize| text.is_char_boundary(*end);
    match (0..=most).rev().find(fits) {
        Some(end) if text.len() > most => {
            format!("{}…", text.get(..end).unwrap_or_default()).into()
        }
        _ => text.into(),
    }
}

/// Reads a text in quotes from the beginning of `input`: the text and how many bytes it took, or
/// what is wrong with it and at which byte.
pub(crate) fn read_str_literal(input: &str) -> Result<(String, usize), (&'static str, usize)> {
    let mut text = String::new();
    let mut chars = input.char_indices();
    if !matches!(chars.next(), Some((0, '"'))) {
        return Err(("expected a text in quotes", 0));
    }
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((text, at + 1)),
            '\\' => text.push(read_escape(&mut chars).ok_or(("no escape of a text", at))?),
            c if c < ' ' => return Err(("a control character in a text", at)),
            c => text.push(c),
        }
    }
    Err(("a text without its closing quote", input.len()))
}

/// What stands behind a backslash.
fn read_escape(chars: &mut CharIndices<'_>) -> Option<char> {
    Some(match chars.next()?.1 {
        c @ ('"' | '\\' | '/') => c,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => match read_unit(chars)? {
            high @ 0xD800..=0xDBFF => {
                let is_pair = chars.next()?.1 == '\\' && chars.next()?.1 == 'u';
                let low = read_unit(chars).filter(|low| is_pair && (0xDC00..=0xDFFF).contains(low));
                char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low? - 0xDC00))?
            }
            unit => char::from_u32(unit)?,
        },
        _ => return None,
    })
}

/// Four hex digits.
fn read_unit(chars: &mut CharIndices<'_>) -> Option<u32> {
    (0..4).try_fold(0, |unit, _| Some(unit << 4 | chars.next()?.1.to_digit(16)?))
}
