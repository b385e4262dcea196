use alloc::string::String;
use core::fmt::{self, Display, Formatter, Write};

use super::{Item, What};
use crate::{notation, path::Segment};

/// How many bytes a line shows: a float, or an int of 64 bits, with its header.
const SHOWN: usize = 9;

/// The digits of an offset that are in line.
const OFFSET: usize = 8;

/// Displays an [`Item`]: its offset, its bytes, and, further to the right the deeper it is, its
/// place in the value around it and what it is.
///
/// ```
/// use mrna::dump::{Items, Line, Styles};
///
/// let item = Items::new(&[0xE0][..]).next().unwrap();
/// assert_eq!(Line::of(&item).to_string(), "       0  e0                            nil");
///
/// let mut styles = Styles::default();
/// styles.bytes = "\x1b[2m".into();
/// styles.reset = "\x1b[0m".into();
/// let line = Line::of(&item).styled(&styles);
/// assert!(line.to_string().contains("  \x1b[2me0\x1b[0m  "));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    item: &'a Item,
    styles: Option<&'a Styles>,
}

/// What a terminal is told before each part of a line, and behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Styles {
    /// Before the offset.
    pub offset: String,
    /// Before the bytes.
    pub bytes: String,
    /// Before the place in the value around it.
    pub label: String,
    /// Before what is no value: names, shapes, headers of sessions.
    pub names: String,
    /// Before an error.
    pub error: String,
    /// Behind each of them.
    pub reset: String,
}

impl<'a> Line<'a> {
    /// The line of this item.
    #[must_use]
    pub fn of(item: &'a Item) -> Self {
        Line { item, styles: None }
    }

    /// With these styles.
    #[must_use]
    pub fn styled(self, styles: &'a Styles) -> Self {
        Line { styles: Some(styles), ..self }
    }

    /// Writes a part of the line in a style.
    fn part(
        &self,
        f: &mut Formatter<'_>,
        style: fn(&Styles) -> &String,
        part: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        match self.styles {
            None => part(f),
            Some(styles) => {
                f.write_str(style(styles))?;
                part(f)?;
                f.write_str(&styles.reset)
            }
        }
    }

    fn hex(&self) -> Hex {
        let mut hex = Hex::default();
        for (index, byte) in self.item.bytes().iter().take(SHOWN).enumerate() {
            if index > 0 {
                hex.push(b' ');
            }
            hex.push(digit(byte >> 4));
            hex.push(digit(byte & 0xF));
        }
        hex
    }
}

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let item = self.item;
        self.part(f, |styles| &styles.offset, |f| write!(f, "{:OFFSET$}", item.offset()))?;
        f.write_str("  ")?;
        let hex = self.hex();
        let is_cut = item.len() > SHOWN as u64;
        self.part(
            f,
            |styles| &styles.bytes,
            |f| {
                f.write_str(hex.text())?;
                if is_cut { f.write_str(" …") } else { Ok(()) }
            },
        )?;
        let shown = hex.text().len() + if is_cut { 2 } else { 0 };
        let indent = Hex::MAX + 2 - shown + 2 + 2 * item.depth();
        write!(f, "{:indent$}", "")?;
        if let Some(segment) = item.segment() {
            self.part(f, |styles| &styles.label, |f| write!(Safe(f), "{}:", Label(segment)))?;
            f.write_str(" ")?;
        }
        let what = item.what();
        match what {
            What::Error(_) => self.part(f, |styles| &styles.error, |f| write!(Safe(f), "^ {what}")),
            _ if what.is_value() => write!(Safe(f), "{what}"),
            _ => self.part(f, |styles| &styles.names, |f| write!(Safe(f), "{what}")),
        }
    }
}

/// A step of a path as it stands before what is there.
struct Label<'a>(&'a Segment);

impl Display for Label<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Segment::Name(name) => notation::Name(name).fmt(f),
            Segment::Index(index) => write!(f, "[{index}]"),
            Segment::Entry(index) => write!(f, "{{{index}}}"),
            Segment::Key(index) => write!(f, "{{{index}}}.key"),
        }
    }
}

/// The hex of the bytes that a line shows.
#[derive(Default)]
struct Hex {
    text: [u8; Hex::MAX],
    len: usize,
}

impl Hex {
    const MAX: usize = 3 * SHOWN - 1;

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.text.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    fn text(&self) -> &str {
        self.text.get(..self.len).and_then(|text| core::str::from_utf8(text).ok()).unwrap_or("")
    }
}

fn digit(nibble: u8) -> u8 {
    match nibble {
        0..=9 => b'0' + nibble,
        _ => b'a' - 10 + nibble,
    }
}

/// Writes text without what makes a terminal do something else than show it: a message may come
/// from anyone.
struct Safe<'a, 'f>(&'a mut Formatter<'f>);

impl Write for Safe<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_command(*c)) {
            self.0.write_str(rest.get(..at).unwrap_or_default())?;
            write!(self.0, "\\u{:04x}", u32::from(c))?;
            rest = rest.get(at + c.len_utf8()..).unwrap_or_default();
        }
        self.0.write_str(rest)
    }
}

/// Control characters, and those that turn the direction of what follows.
fn is_command(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
