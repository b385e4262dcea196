use alloc::{boxed::Box, format, sync::Arc};
use core::fmt::{self, Display, Formatter};

use super::numbers::Numbers;
use crate::{
    error::Error,
    notation::{self, Name},
    shape::Shape,
    tag,
    value::Int,
};

/// How many characters of a text, or bytes of a byte string, an item has.
pub(super) const MAX_TEXT: usize = 60;

/// How many bytes of names a line shows.
const MAX_NAMES: usize = 100;

/// What an [`Item`](super::Item) is.
///
/// Displays as the meaning that a [`dump`](crate::dump()) shows, in the notation where it has one.
///
/// ```
/// use mrna::dump::{Items, What};
///
/// let bytes = mrna::to_vec(&("text", [1.5; 4]))?;
/// let mut items = Items::new(&bytes[..]);
/// assert_eq!(items.next().unwrap().what().to_string(), "tuple of 2");
/// let text = items.next().unwrap();
/// let What::Str { len: 4, start } = text.what() else { panic!() };
/// assert_eq!((&**start, text.what().to_string()), ("text", "\"text\"".into()));
/// let numbers = items.next().unwrap().what().to_string();
/// assert_eq!(numbers, "tuple of 4 f64, packed: 1.5, 1.5, 1.5, 1.5");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum What {
    /// The header of a session.
    Session {
        /// The version of the wire format.
        version: u8,
    },
    /// A reset of a session, which empties its tables of names.
    Reset,
    /// Nil.
    Nil,
    /// A bool.
    Bool(bool),
    /// An int of up to 128 bytes.
    Int(Int),
    /// A longer int.
    LongInt {
        /// How many bytes of two's complement it has.
        len: u64,
    },
    /// A 32-bit float.
    F32(f32),
    /// A 64-bit float.
    F64(f64),
    /// A text.
    Str {
        /// Its length in bytes.
        len: u64,
        /// Its first 60 characters; all of it, if that has so many bytes.
        start: Box<str>,
    },
    /// A byte string.
    Bytes {
        /// Its length.
        len: u64,
        /// Its first 60 bytes.
        start: Box<[u8]>,
    },
    /// A list of so many values.
    List(u64),
    /// A tuple of so many values.
    Tuple(u64),
    /// A set of so many values.
    Set(u64),
    /// A frozenset of so many values.
    FrozenSet(u64),
    /// A map of so many entries.
    Map(u64),
    /// A record of so many fields, with their names, that defines a shape: which one shows when it
    /// is over, by a [`Shape`](What::Shape), since the records in it come first.
    NewRecord(u64),
    /// The name of a field, whose value comes next.
    Name(Arc<str>),
    /// The end of a record that defines a shape. No byte says so.
    Shape {
        /// The number that records refer to it by.
        number: u64,
        /// Its names.
        shape: Arc<Shape>,
    },
    /// A record of a shape that was defined before.
    Record {
        /// The number of the shape.
        number: u64,
        /// The shape.
        shape: Arc<Shape>,
    },
    /// A variant without a payload.
    UnitVariant {
        /// Its name.
        name: Arc<str>,
        /// Whether the name is defined here, and is among the bytes.
        is_new: bool,
    },
    /// A variant; its payload comes next.
    Variant {
        /// Its name.
        name: Arc<str>,
        /// Whether the name is defined here, and is among the bytes.
        is_new: bool,
    },
    /// A list of packed numbers.
    PackedList(Numbers),
    /// A tuple of packed numbers.
    PackedTuple(Numbers),
    /// A record of packed numbers.
    PackedRecord {
        /// The number of the shape.
        number: u64,
        /// The shape.
        shape: Arc<Shape>,
        /// Its values.
        numbers: Numbers,
    },
    /// Some; what it holds comes next.
    Some,
    /// A tag; the value that it is for comes next.
    Tag(u64),
    /// The beginning of an item that is not whole, before the byte where the error is.
    Unfinished,
    /// What is wrong with the byte here. Nothing comes behind it.
    Error(Error),
}

impl What {
    /// Whether it is a value, not something beside values.
    ///
    /// ```
    /// use mrna::dump::What;
    ///
    /// assert!(What::Nil.is_value());
    /// assert!(!What::Name("x".into()).is_value());
    /// ```
    #[must_use]
    pub fn is_value(&self) -> bool {
        !matches!(
            self,
            What::Session { .. }
                | What::Reset
                | What::Name(_)
                | What::Shape { .. }
                | What::Unfinished
                | What::Error(_)
        )
    }

    /// The text, as far as a path has it, if it is one.
    pub(super) fn as_key(&self) -> Option<Box<str>> {
        match self {
            What::Str { len, start } if start.len() as u64 == *len => Some(start.clone()),
            What::Str { start, .. } => Some(format!("{start}…").into()),
            _ => None,
        }
    }
}

impl Display for What {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            What::Session { version } => write!(f, "session, wire version {version}"),
            What::Reset => f.write_str("reset of the session's names"),
            What::Nil => f.write_str("nil"),
            What::Bool(value) => write!(f, "{value}"),
            What::Int(int) => write!(f, "{int}"),
            What::LongInt { len } => write!(f, "int of {len} bytes"),
            What::F32(float) => notation::write_f32(f, *float),
            What::F64(float) => notation::write_f64(f, *float),
            What::Str { len, start } => {
                notation::write_str_literal(f, start)?;
                write_cut(f, start.len(), *len)
            }
            What::Bytes { len, start } => {
                notation::write_bytes_literal(f, start)?;
                write_cut(f, start.len(), *len)
            }
            What::List(len) => write!(f, "list of {len}"),
            What::Tuple(len) => write!(f, "tuple of {len}"),
            What::Set(len) => write!(f, "set of {len}"),
            What::FrozenSet(len) => write!(f, "frozenset of {len}"),
            What::Map(len) => write!(f, "map of {len}"),
            What::NewRecord(1) => f.write_str("record of 1 field, defines a shape"),
            What::NewRecord(len) => write!(f, "record of {len} fields, defines a shape"),
            What::Name(name) => write!(f, "name {}", CutName(name)),
            What::Shape { number, shape } => write!(f, "shape {number}: {}", Names(shape)),
            What::Record { number, shape } => {
                write!(f, "record of shape {number} {}", Names(shape))
            }
            What::UnitVariant { name, is_new } => {
                write!(f, "unit variant {}{}", CutName(name), defined(*is_new))
            }
            What::Variant { name, is_new } => {
                write!(f, "variant {}{}", CutName(name), defined(*is_new))
            }
            What::PackedList(numbers) => write_packed(f, "list", numbers),
            What::PackedTuple(numbers) => write_packed(f, "tuple", numbers),
            What::PackedRecord { number, shape, numbers } => {
                write!(f, "record of shape {number} {}", Names(shape))?;
                write!(f, ", packed {}: {numbers}", numbers.kind())
            }
            What::Some => f.write_str("some"),
            What::Tag(number) => {
                write!(f, "tag {number}")?;
                tag::meaning(*number).map_or(Ok(()), |meaning| write!(f, ", {meaning}"))
            }
            What::Unfinished => f.write_str("unfinished"),
            What::Error(error) => write!(f, "error: {error}"),
        }
    }
}

fn write_packed(f: &mut Formatter<'_>, kind: &str, numbers: &Numbers) -> fmt::Result {
    write!(f, "{kind} of {} {}, packed", numbers.count(), numbers.kind())?;
    if numbers.count() > 0 { write!(f, ": {numbers}") } else { Ok(()) }
}

fn defined(is_new: bool) -> &'static str {
    if is_new { ", defined here" } else { "" }
}

/// What stands behind the beginning of a text or of bytes.
fn write_cut(f: &mut Formatter<'_>, shown: usize, len: u64) -> fmt::Result {
    if shown as u64 == len { Ok(()) } else { write!(f, "… ({len} bytes)") }
}

/// A name, cut if it is long.
struct CutName<'a>(&'a str);

impl Display for CutName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_TEXT) {
            None => Name(self.0).fmt(f),
            Some((end, _)) => {
                notation::write_str_literal(f, self.0.get(..end).unwrap_or_default())?;
                write_cut(f, end, self.0.len() as u64)
            }
        }
    }
}

/// The names of a shape, as far as a line has room for them.
struct Names<'a>(&'a Shape);

impl Display for Names<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        let mut shown = 0;
        for (index, name) in self.0.names().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            if shown > MAX_NAMES {
                return write!(f, "… {} more}}", self.0.len() - index);
            }
            CutName(name).fmt(f)?;
            shown += name.len().min(MAX_TEXT) + 2;
        }
        f.write_str("}")
    }
}
