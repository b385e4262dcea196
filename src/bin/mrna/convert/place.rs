//! Where in a value something is, told as [`mrna::Path`] tells it: `$.rows[3].n`.

use std::fmt::{self, Display, Formatter};

use mrna::{
    Value,
    path::{Path, Segment},
};

/// The way to a value, step by step from the outermost, each on the stack of who took it: nothing
/// is allocated unless somebody asks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The outermost value.
    Root,
    /// A field, a variant's payload, or the value of a string key.
    Name(&'a Place<'a>, &'a str),
    /// A member of a sequence.
    Index(&'a Place<'a>, usize),
    /// The value of the entry at this position, whose key is no string.
    Entry(&'a Place<'a>, usize),
    /// The key of the entry at this position.
    Key(&'a Place<'a>, usize),
}

impl<'a> Place<'a> {
    /// The value of the entry at this position of a map, by its key if that is a string.
    pub(crate) fn value_of(above: &'a Place<'a>, index: usize, key: &'a Value) -> Self {
        key.as_str().map_or(Place::Entry(above, index), |name| Place::Name(above, name))
    }

    /// The last step, and the place before it.
    fn last(self) -> Option<(Place<'a>, Segment)> {
        match self {
            Place::Root => None,
            Place::Name(above, name) => Some((*above, Segment::name(name))),
            Place::Index(above, index) => Some((*above, Segment::Index(index as u64))),
            Place::Entry(above, index) => Some((*above, Segment::Entry(index as u64))),
            Place::Key(above, index) => Some((*above, Segment::Key(index as u64))),
        }
    }
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut segments = Vec::new();
        let mut place = *self;
        while let Some((above, segment)) = place.last() {
            segments.push(segment);
            place = above;
        }
        segments.into_iter().rev().collect::<Path>().fmt(f)
    }
}
