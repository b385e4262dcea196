use alloc::string::String;
use core::fmt::{self, Display, Formatter};

use super::{Item, Safe, What};
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
}

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let item = self.item;
        self.part(f, |styles| &styles.offset, |f| f.write_str(Column::offset(item).text()))?;
        f.write_str("  ")?;
        let bytes = Column::bytes(item);
        self.part(f, |styles| &styles.bytes, |f| f.write_str(bytes.text()))?;
        let is_cut = item.len() > SHOWN as u64;
        f.write_str(if is_cut { " …" } else { "  " })?;
        let mut blanks = Column::BYTES - bytes.len + 2 + 2 * item.depth();
        while blanks > 0 {
            let some = BLANKS.get(..blanks).unwrap_or(BLANKS);
            f.write_str(some)?;
            blanks -= some.len();
        }
        if let Some(segment) = item.segment() {
            self.part(f, |styles| &styles.label, |f| write!(f, "{}:", Safe(Label(segment))))?;
            f.write_str(" ")?;
        }
        let what = item.what();
        match what {
            What::Error(_) => {
                self.part(f, |styles| &styles.error, |f| write!(f, "^ {}", Safe(what)))
            }
            _ if what.is_value() => write!(f, "{}", Safe(what)),
            _ => self.part(f, |styles| &styles.names, |f| write!(f, "{}", Safe(what))),
        }
    }
}

const BLANKS: &str = "                                ";

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

/// The ASCII of a column: written by hand, as lines come by the million.
struct Column {
    text: [u8; Column::MAX],
    len: usize,
}

impl Column {
    /// Of the bytes that a line shows.
    const BYTES: usize = 3 * SHOWN - 1;
    /// Any offset has fewer digits.
    const MAX: usize = Self::BYTES;

    fn new() -> Self {
        Column { text: [b' '; Self::MAX], len: 0 }
    }

    fn offset(item: &Item) -> Self {
        let mut column = Column::new();
        let offset = item.offset();
        let digits = offset.checked_ilog10().unwrap_or(0) as usize + 1;
        column.len = digits.max(OFFSET);
        let places = column.text.iter_mut().take(column.len).rev().take(digits);
        places.fold(offset, |rest, place| {
            let [digit, ..] = (rest % 10).to_le_bytes();
            *place = b'0' + digit;
            rest / 10
        });
        column
    }

    fn bytes(item: &Item) -> Self {
        let mut column = Column::new();
        for (byte, places) in item.bytes().iter().take(SHOWN).zip(column.text.chunks_mut(3)) {
            for (place, nibble) in places.iter_mut().zip([byte >> 4, byte & 0xF]) {
                *place = digit(nibble);
            }
        }
        column.len = (3 * item.bytes().len().min(SHOWN)).saturating_sub(1);
        column
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
