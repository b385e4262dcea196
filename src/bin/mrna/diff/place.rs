//! Where in two messages something is.

use std::fmt::{self, Display, Formatter};

use mrna::Value;

/// One of the two files.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    A,
    B,
}

/// One step from a value to a value in it. What has a position has one on each side.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Segment<'v> {
    /// A field, a variant's payload, or the value of a string key.
    Name(&'v str),
    /// A member of a sequence.
    Index(usize, usize),
    /// The value of an entry whose key is no string.
    Entry(usize, usize),
    /// The key of an entry.
    Key(usize, usize),
}

/// The way to a value on one side. Displays as [`mrna::Path`] does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p, 'v>(pub(crate) &'p [Segment<'v>], pub(crate) Side);

/// A longer name is cut here, as `mrna::Path` does.
const MAX_NAME: usize = 60;

impl Display for Place<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let on_side = |a, b| match self.1 {
            Side::A => a,
            Side::B => b,
        };
        f.write_str("$")?;
        self.0.iter().try_for_each(|segment| match *segment {
            Segment::Name(name) => write!(f, ".{}", Name(name)),
            Segment::Index(a, b) => write!(f, "[{}]", on_side(a, b)),
            Segment::Entry(a, b) => write!(f, "{{{}}}", on_side(a, b)),
            Segment::Key(a, b) => write!(f, "{{{}}}.key", on_side(a, b)),
        })
    }
}

/// A name as the notation has it: bare, or in quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'v>(pub(crate) &'v str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = match self.0.char_indices().nth(MAX_NAME) {
            None => self.0.to_owned(),
            Some((end, _)) => format!("{}…", self.0.get(..end).unwrap_or_default()),
        };
        // Only a unit variant whose name is a plain word prints as that.
        let bare = Value::unit_variant(name.as_str()).to_string();
        if bare == name { f.write_str(&name) } else { Value::Str(name).fmt(f) }
    }
}
