//! Where in a value something is: `$.rows[3].n`.

use alloc::{boxed::Box, format, vec::Vec};
use core::fmt::{self, Display, Formatter};

use crate::notation;

/// One step from a value to a value in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// A field, a variant's payload, or the value of a string key.
    Name(Box<str>),
    /// A member of a sequence.
    Index(u64),
    /// The value of the entry at this position, whose key is no string.
    Entry(u64),
    /// The key of the entry at this position.
    Key(u64),
}

/// A longer name is cut here: a path is for reading.
const MAX_NAME: usize = 60;

impl Segment {
    /// A field, a variant's payload, or the value of a string key.
    pub(crate) fn name(name: &str) -> Self {
        Segment::Name(match name.char_indices().nth(MAX_NAME) {
            None => name.into(),
            Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()).into(),
        })
    }
}

/// The way from the outermost value to the one an [`Error`](crate::Error) is about.
///
/// Displays as `$.rows[3].n`: `$` is the outermost value, `.n` a field, a variant or a string
/// key (`."odd name"` in quotes), `[3]` the fourth member of a sequence, `{3}` the value of the
/// fourth entry of a map whose key is no string, and `{3}.key` that key itself.
///
/// ```
/// let rows = mrna::to_vec(&[(1, 2), (3, -1)])?;
/// let error = mrna::from_slice::<Vec<(u8, u8)>>(&rows).unwrap_err();
/// assert_eq!(error.path().to_string(), "$[1][1]");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Innermost first, as an error that unwinds meets them.
    segments: Vec<Segment>,
}

impl Path {
    pub(crate) fn push_outer(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// Whether this is `$`, the outermost value itself.
    ///
    /// ```
    /// assert!(mrna::from_slice::<u8>(&[0xE0]).unwrap_err().path().is_root());
    /// ```
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        self.segments.iter().rev().try_for_each(|segment| match segment {
            Segment::Name(name) => {
                write!(f, ".{}", notation::Name(name))
            }
            Segment::Index(index) => write!(f, "[{index}]"),
            Segment::Entry(index) => write!(f, "{{{index}}}"),
            Segment::Key(index) => write!(f, "{{{index}}}.key"),
        })
    }
}
