//! Strings and bytes in quotes.

use super::{
    super::{place::Place, stop::Stop},
    source::Source,
};

/// What stands in front of the quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    pub(super) is_bytes: bool,
    is_raw: bool,
}

impl Prefix {
    /// The prefix that a word is, if it is one.
    pub(super) fn of(word: &str) -> Option<Self> {
        let (is_bytes, is_raw) = match &*word.to_ascii_lowercase() {
            "" | "u" => (false, false),
            "r" => (false, true),
            "b" => (true, false),
            "br" | "rb" => (true, true),
            _ => return None,
        };
        Some(Prefix { is_bytes, is_raw })
    }
}

/// Whether a byte opens a string.
pub(super) fn is_quote(byte: u8) -> bool {
    byte == b'\'' || byte == b'"'
}

/// Reads what is in the quotes that come next, and what it stands for: the bytes, or the UTF-8 of
/// the text.
pub(super) fn read(
    source: &mut Source,
    prefix: Prefix,
    place: &Place<'_>,
) -> Result<Vec<u8>, Stop> {
    let Some(quote) = source.peek()?.filter(|byte| is_quote(*byte)) else {
        return Err(source.expected("a string", place));
    };
    source.skip();
    let mut is_triple = false;
    if source.takes(quote)? {
        if !source.takes(quote)? {
            return Ok(Vec::new());
        }
        is_triple = true;
    }
    let mut bytes = Vec::new();
    loop {
        let at = source.at();
        match source.next()? {
            None => return Err(source.expected("a quote that ends the string", place)),
            Some(b'\n') if !is_triple => {
                return Err(Stop::refused("the end of the line inside a string", at, place));
            }
            Some(byte) if byte == quote => {
                let mut quotes = 1;
                while is_triple && quotes < 3 && source.takes(quote)? {
                    quotes += 1;
                }
                if !is_triple || quotes == 3 {
                    return Ok(bytes);
                }
                bytes.extend(std::iter::repeat_n(quote, quotes));
            }
            Some(b'\\') if prefix.is_raw => {
                bytes.push(b'\\');
                bytes.extend(source.next()?);
            }
            Some(b'\\') => escape(source, prefix, &mut bytes, place)?,
            Some(byte) if prefix.is_bytes && !byte.is_ascii() => {
                return Err(Stop::refused("bytes have ASCII only, and escapes", at, place));
            }
            Some(byte) => bytes.push(byte),
        }
    }
}

/// Reads what is behind a backslash.
fn escape(
    source: &mut Source,
    prefix: Prefix,
    bytes: &mut Vec<u8>,
    place: &Place<'_>,
) -> Result<(), Stop> {
    let at = source.at();
    let byte = source.next()?;
    let code = match byte {
        Some(b'\n') => return Ok(()),
        Some(byte @ (b'\\' | b'\'' | b'"')) => byte.into(),
        Some(b'a') => 0x07,
        Some(b'b') => 0x08,
        Some(b't') => 0x09,
        Some(b'n') => 0x0A,
        Some(b'v') => 0x0B,
        Some(b'f') => 0x0C,
        Some(b'r') => 0x0D,
        Some(byte @ b'0'..=b'7') => octal(source, byte)?,
        Some(b'x') => hex(source, 2, place)?,
        Some(b'u') if !prefix.is_bytes => hex(source, 4, place)?,
        Some(b'U') if !prefix.is_bytes => hex(source, 8, place)?,
        Some(b'N') if !prefix.is_bytes => {
            return Err(Stop::refused(r"\N, as names of characters aren't known here", at, place));
        }
        // No escape: to Python, too, that is a backslash.
        _ => {
            bytes.push(b'\\');
            bytes.extend(byte);
            return Ok(());
        }
    };
    if prefix.is_bytes {
        let byte = u8::try_from(code);
        bytes.push(byte.map_err(|_| Stop::refused("an escape that is no byte", at, place))?);
        return Ok(());
    }
    let Some(c) = char::from_u32(code) else {
        let what = format!("U+{code:04X}, which is no character (half of a surrogate pair?)");
        return Err(Stop::refused(what, at, place));
    };
    bytes.extend(c.encode_utf8(&mut [0; 4]).bytes());
    Ok(())
}

/// One to three octal digits, the first of which was read.
fn octal(source: &mut Source, first: u8) -> Result<u32, Stop> {
    let mut code = u32::from(first - b'0');
    for _ in 0..2 {
        let Some(digit @ b'0'..=b'7') = source.peek()? else { break };
        code = code << 3 | u32::from(digit - b'0');
        source.skip();
    }
    Ok(code)
}

/// So many hex digits.
fn hex(source: &mut Source, count: usize, place: &Place<'_>) -> Result<u32, Stop> {
    let mut code = 0;
    for _ in 0..count {
        let digit = source.peek()?.and_then(|byte| char::from(byte).to_digit(16));
        let Some(digit) = digit else {
            return Err(source.expected(&format!("{count} hex digits"), place));
        };
        code = code << 4 | digit;
        source.skip();
    }
    Ok(code)
}
