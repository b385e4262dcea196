//! What went wrong, at which byte, where in the value.

use alloc::{
    boxed::Box,
    string::{String, ToString},
};
use core::fmt::{self, Display, Formatter};

use serde::{de, ser};

use crate::{
    notation,
    path::{Path, Segment},
    wire,
};

/// The result of everything in this crate that can fail.
///
/// ```
/// fn sum(bytes: &[u8]) -> mrna::Result<u64> {
///     Ok(mrna::from_slice::<Vec<u64>>(bytes)?.iter().sum())
/// }
///
/// assert_eq!(sum(&[0xB2, 0x01, 0x02])?, 3);
/// # Ok::<(), mrna::Error>(())
/// ```
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// What went wrong, at which byte of the input, and where in the value.
///
/// One word wide. The path is only built while an error unwinds, so it costs nothing as long as
/// all goes well.
///
/// ```
/// let bytes = mrna::to_vec(&vec![3, -1])?;
/// let error = mrna::from_slice::<Vec<u8>>(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "invalid value: integer -1, expected u8 at byte 2 in $[1]");
/// assert_eq!(error.offset(), Some(2));
/// assert_eq!(error.path().to_string(), "$[1]");
/// assert!(error.is_data());
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<Inner>);

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    offset: Option<u64>,
    path: Path,
}

/// As it displays, since that is what `unwrap` and a failed `main` print.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Inner {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.kind.source()
    }
}

impl Display for Inner {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        if !self.path.is_root() {
            write!(f, " in {}", self.path)?;
        }
        Ok(())
    }
}

/// What went wrong.
///
/// Displays as the words of SPEC.md, with what was found and what was expected.
///
/// ```
/// use mrna::ErrorKind;
///
/// let error = mrna::from_slice::<u8>(&[0xE5, 0x2C, 0x01]).unwrap_err();
/// match error.kind() {
///     ErrorKind::InvalidValue { found, expected } => {
///         assert_eq!((&**found, &**expected), ("integer 300", "u8"));
///     }
///     other => panic!("{other}"),
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends inside a value.
    #[error("premature end of the message")]
    Eof,
    /// The value is whole, but the input goes on.
    #[error("trailing bytes behind the value (`take_from_slice` and `into_iter` read on)")]
    TrailingBytes,
    /// A byte that begins nothing.
    #[error("reserved byte {0:#04x}{hint}", hint = session_hint(*.0))]
    ReservedByte(u8),
    /// A number or a header that has a shorter form.
    #[error("not shortest form of {0}")]
    NotShortest(&'static str),
    /// A str or a name that is not UTF-8.
    #[error("invalid UTF-8")]
    InvalidUtf8,
    /// Something else than nil or some under some.
    #[error("invalid some: it holds only nil or some, found byte {0:#04x}")]
    InvalidSome(u8),
    /// A record of a shape that was not defined before.
    #[error(
        "unknown shape {number}, {known} are defined before it \
         (a session's message can't be read alone)"
    )]
    UnknownShape {
        /// The shape's number.
        number: u64,
        /// How many shapes there are.
        known: u64,
    },
    /// A variant with a name that was not defined before.
    #[error(
        "unknown variant name {number}, {known} are defined before it \
         (a session's message can't be read alone)"
    )]
    UnknownVariantName {
        /// The name's number.
        number: u64,
        /// How many names there are.
        known: u64,
    },
    /// A record with two fields of one name.
    #[error("duplicate name {} in a record", Quoted(.0))]
    DuplicateName(Box<str>),
    /// A key twice in a map, or a member twice in a set, by strict reading or in what is to be
    /// written in canonical form.
    #[error("duplicate key or member")]
    DuplicateKey,
    /// A kind of packed numbers that there isn't.
    #[error("unknown packed kind {0}")]
    UnknownPackedKind(u8),
    /// The value nests deeper than the limit.
    #[error("depth limit of {levels} levels exceeded (`Limits::depth` sets it)")]
    DepthLimit {
        /// The limit.
        levels: usize,
    },
    /// Reading the value would take more memory than the limit.
    #[error("memory limit of {bytes} bytes exceeded (`Limits::memory` sets it)")]
    MemoryLimit {
        /// The limit.
        bytes: usize,
    },
    /// The tables of names of a session have grown past the limit.
    #[error(
        "limit of {bytes} bytes for a session's tables of names exceeded \
         (set by `tables` of the reader; the writer's must not be above)"
    )]
    TablesLimit {
        /// The limit.
        bytes: usize,
    },
    /// Not what a session begins with.
    #[error(
        "found byte {0:#04x} where a session's header should be \
         (a message by itself is read with `from_reader` or a `Deserializer`)"
    )]
    NoSession(u8),
    /// A session of another version of the wire format.
    #[error("session of wire version {found}, expected {}", wire::VERSION, found = .0)]
    SessionVersion(u8),
    /// Names that are referred to again and again would be copied to too many bytes.
    #[error("limit of {bytes} bytes for copies of names exceeded (256 for each byte read)")]
    NamesLimit {
        /// The limit at this place.
        bytes: u64,
    },
    /// The message is longer than a codec takes.
    #[cfg(feature = "tokio")]
    #[error("message of at least {len} bytes, expected at most {max} (`Codec::max_len` sets it)")]
    TooLong {
        /// How long it is, as far as is known.
        len: usize,
        /// The limit.
        max: usize,
    },
    /// The value is of a kind that the type doesn't take.
    #[error("invalid type: {found}, expected {expected}")]
    InvalidType {
        /// What was found.
        found: Box<str>,
        /// What the type takes.
        expected: Box<str>,
    },
    /// The value is of the right kind, but the type doesn't take it.
    #[error("invalid value: {found}, expected {expected}")]
    InvalidValue {
        /// What was found.
        found: Box<str>,
        /// What the type takes.
        expected: Box<str>,
    },
    /// The sequence or map is too long or too short for the type.
    #[error("invalid length {found}, expected {expected}")]
    InvalidLength {
        /// How many items there are.
        found: usize,
        /// What the type takes.
        expected: Box<str>,
    },
    /// The enum has no such variant.
    #[error("unknown variant {}, expected {}", Quoted(.found), OneOf(.expected))]
    UnknownVariant {
        /// The variant's name.
        found: Box<str>,
        /// The variants that there are.
        expected: &'static [&'static str],
    },
    /// The struct has no such field, and refuses others than its own.
    #[error("unknown field {}, expected {}", Quoted(.found), OneOf(.expected))]
    UnknownField {
        /// The field's name.
        found: Box<str>,
        /// The fields that there are.
        expected: &'static [&'static str],
    },
    /// The struct needs a field that is not there.
    #[error("missing field {}", Quoted(.0))]
    MissingField(&'static str),
    /// The struct has a field twice.
    #[error("duplicate field {}", Quoted(.0))]
    DuplicateField(&'static str),
    /// Said by the type's own code.
    #[error("{0}")]
    Custom(Box<str>),
    /// Said by the reader or writer.
    #[cfg(feature = "std")]
    #[error("I/O error: {0}")]
    Io(#[source] std::io::Error),
    /// Used after an error that was not passed on: what follows is in the middle of a value.
    #[error("used after an error: an earlier value could not be read or written whole")]
    Failed,
    /// A type wrote more or fewer items than it announced, and its header is already out.
    #[error(
        "announced a length of {announced} and wrote {written} with the header already flushed \
         (a `SeqWriter` or `MapWriter` must write as many; a type can announce no length)"
    )]
    LengthMismatch {
        /// How many the type said there would be.
        announced: u64,
        /// How many there were.
        written: u64,
    },
}

impl Error {
    /// What went wrong.
    ///
    /// ```
    /// use mrna::ErrorKind;
    ///
    /// let error = mrna::from_slice::<u8>(&[0xDC]).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::ReservedByte(0xDC)));
    /// ```
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The offset of the first byte of the value that is wrong, or of the malformed byte.
    ///
    /// At a premature end it is the end; behind a whole value it is the first byte too many. It
    /// counts from where the [`Deserializer`](crate::Deserializer) began. `None` for errors of
    /// writing and of [`from_value`](crate::from_value), which have no input bytes.
    ///
    /// ```
    /// let error = mrna::from_slice::<Vec<u8>>(&[0xB2, 0x01, 0xDC]).unwrap_err();
    /// assert_eq!(error.offset(), Some(2));
    /// ```
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Where in the value the error is.
    ///
    /// ```
    /// let error = mrna::from_slice::<Vec<u8>>(&[0xB2, 0x01, 0xDC]).unwrap_err();
    /// assert_eq!(error.path().to_string(), "$[1]");
    /// ```
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Whether the input ends inside a value: more of it may make it whole.
    ///
    /// ```
    /// assert!(mrna::from_slice::<Vec<u8>>(&[0xB2, 0x01]).unwrap_err().is_eof());
    /// ```
    #[must_use]
    pub fn is_eof(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Eof)
    }

    /// Whether a [limit](crate::Limits) was exceeded, or a codec's longest message.
    ///
    /// ```
    /// let limits = mrna::Limits::new().depth(1);
    /// let error = mrna::from_slice_with::<Vec<Vec<u8>>>(&[0xB1, 0xB0], limits).unwrap_err();
    /// assert!(error.is_limit());
    /// ```
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self.0.kind {
            ErrorKind::DepthLimit { .. }
            | ErrorKind::MemoryLimit { .. }
            | ErrorKind::TablesLimit { .. }
            | ErrorKind::NamesLimit { .. } => true,
            #[cfg(feature = "tokio")]
            ErrorKind::TooLong { .. } => true,
            _ => false,
        }
    }

    /// Whether the reader or writer failed.
    ///
    /// ```
    /// let mut full = [0; 2];
    /// let error = mrna::to_writer(&mut full[..], "longer").unwrap_err();
    /// assert!(error.is_io());
    /// ```
    #[must_use]
    pub fn is_io(&self) -> bool {
        #[cfg(feature = "std")]
        return matches!(self.0.kind, ErrorKind::Io(_));
        #[cfg(not(feature = "std"))]
        return false;
    }

    /// Whether the input is malformed or not what the type takes: none of the other three.
    ///
    /// ```
    /// assert!(mrna::from_slice::<bool>(&[0x01]).unwrap_err().is_data()); // not what it takes
    /// assert!(mrna::from_slice::<u8>(&[0xDC]).unwrap_err().is_data()); // malformed
    /// ```
    #[must_use]
    pub fn is_data(&self) -> bool {
        !self.is_eof() && !self.is_limit() && !self.is_io()
    }

    #[cold]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Error(Box::new(Inner { kind, offset: None, path: Path::default() }))
    }

    /// With this offset, unless one is known.
    #[cold]
    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// With its offset, if it has one, counted from so many bytes before.
    #[cfg(feature = "tokio")]
    #[cold]
    pub(crate) fn behind(mut self, bytes: u64) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset + bytes);
        self
    }

    /// If it is of an invalid type, with this as what was found.
    #[cold]
    pub(crate) fn with_found(mut self, what: &str) -> Self {
        if let ErrorKind::InvalidType { found, .. } = &mut self.0.kind {
            *found = what.into();
        }
        self
    }

    /// Met in a message inside the message, so that more input doesn't help.
    #[cold]
    pub(crate) fn in_embedded(mut self) -> Self {
        let kind = &mut self.0.kind;
        match kind {
            ErrorKind::Eof => *kind = ErrorKind::Custom("embedded message ends too early".into()),
            ErrorKind::TrailingBytes => {
                *kind = ErrorKind::Custom("embedded message goes on behind its value".into());
            }
            _ => {}
        }
        self
    }

    /// Without an offset, for input that has no bytes.
    #[cold]
    pub(crate) fn without_offset(mut self) -> Self {
        self.0.offset = None;
        self
    }

    /// Met inside this part of the value.
    #[cold]
    pub(crate) fn within(mut self, segment: Segment) -> Self {
        self.0.path.push_outer(segment);
        self
    }

    /// For a value that is not of a kind that `visitor` takes.
    #[cold]
    pub(crate) fn unexpected(found: impl Display, expected: &dyn de::Expected) -> Self {
        ErrorKind::InvalidType { found: boxed(found), expected: boxed(expected) }.into()
    }
}

impl From<ErrorKind> for Error {
    #[cold]
    fn from(kind: ErrorKind) -> Self {
        Error::new(kind)
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    #[cold]
    fn from(error: std::io::Error) -> Self {
        ErrorKind::Io(error).into()
    }
}

/// An I/O error comes out as it was, a premature end as `UnexpectedEof`, the rest as
/// `InvalidData`.
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        match error.0.kind {
            ErrorKind::Io(error) => error,
            ErrorKind::Eof => std::io::Error::new(std::io::ErrorKind::UnexpectedEof, error),
            _ => std::io::Error::new(std::io::ErrorKind::InvalidData, error),
        }
    }
}

impl de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        ErrorKind::Custom(boxed(message)).into()
    }

    #[cold]
    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Error::unexpected(Found(found), expected)
    }

    #[cold]
    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        ErrorKind::InvalidValue { found: boxed(Found(found)), expected: boxed(expected) }.into()
    }

    #[cold]
    fn invalid_length(found: usize, expected: &dyn de::Expected) -> Self {
        ErrorKind::InvalidLength { found, expected: boxed(expected) }.into()
    }

    #[cold]
    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        ErrorKind::UnknownVariant { found: kept(found), expected }.into()
    }

    #[cold]
    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        ErrorKind::UnknownField { found: kept(found), expected }.into()
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        ErrorKind::MissingField(field).into()
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        ErrorKind::DuplicateField(field).into()
    }
}

impl ser::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        ErrorKind::Custom(boxed(message)).into()
    }
}

fn boxed(text: impl Display) -> Box<str> {
    text.to_string().into()
}

fn session_hint(byte: u8) -> &'static str {
    if byte == wire::RESET {
        ", with which a session begins, not a message (a `SessionReader` reads it)"
    } else {
        ""
    }
}

/// Text from the input in an error is cut here: an error is for reading.
const MAX_TEXT: usize = 60;

/// Not even kept beyond this.
const MAX_KEPT: usize = 4 << 10;

/// A name for an error.
pub(crate) fn kept(name: &str) -> Box<str> {
    notation::cut(name, MAX_KEPT)
}

struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_TEXT) {
            None => notation::write_str_literal(f, self.0),
            Some((end, _)) => {
                notation::write_str_literal(f, self.0.get(..end).unwrap_or_default())?;
                match self.0.len() {
                    ..=MAX_KEPT => write!(f, "… ({} bytes)", self.0.len()),
                    _ => write!(f, "… (more than {MAX_KEPT} bytes)"),
                }
            }
        }
    }
}

struct OneOf(&'static [&'static str]);

impl Display for OneOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("none: there are no names"),
            [one] => notation::write_str_literal(f, one),
            [first, rest @ ..] => {
                f.write_str("one of ")?;
                notation::write_str_literal(f, first)?;
                rest.iter().try_for_each(|name| {
                    f.write_str(", ")?;
                    notation::write_str_literal(f, name)
                })
            }
        }
    }
}

/// What a visitor was given, in the words of SPEC.md.
struct Found<'a>(de::Unexpected<'a>);

impl Display for Found<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        use de::Unexpected as U;
        match self.0 {
            U::Bool(value) => write!(f, "boolean {value}"),
            U::Unsigned(value) => write!(f, "integer {value}"),
            U::Signed(value) => write!(f, "integer {value}"),
            U::Float(value) => write!(f, "float {value:?}"),
            U::Char(value) => write!(f, "string {}", Quoted(String::from(value).as_str())),
            U::Str(value) => write!(f, "string {}", Quoted(value)),
            U::Bytes(_) => f.write_str("bytes"),
            U::Unit => f.write_str("nil"),
            U::Option => f.write_str("some"),
            U::NewtypeStruct => f.write_str("newtype struct"),
            U::Seq => f.write_str("sequence"),
            U::Map => f.write_str("map"),
            U::Enum => f.write_str("variant"),
            U::UnitVariant => f.write_str("unit variant"),
            U::NewtypeVariant => f.write_str("variant with one value"),
            U::TupleVariant => f.write_str("variant with a tuple"),
            U::StructVariant => f.write_str("variant with a record"),
            U::Other(text) => f.write_str(text),
        }
    }
}
