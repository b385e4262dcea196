//! Where in two messages something is.

use std::fmt::{self, Display, Formatter};

use mrna::path::{self, Path};

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

impl Segment<'_> {
    fn on(self, side: Side) -> path::Segment {
        let position = |a, b| match side {
            Side::A => a as u64,
            Side::B => b as u64,
        };
        match self {
            Segment::Name(name) => path::Segment::name(name),
            Segment::Index(a, b) => path::Segment::Index(position(a, b)),
            Segment::Entry(a, b) => path::Segment::Entry(position(a, b)),
            Segment::Key(a, b) => path::Segment::Key(position(a, b)),
        }
    }
}

/// The way to a value on one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p, 'v>(pub(crate) &'p [Segment<'v>], pub(crate) Side);

impl Display for Place<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Place(segments, side) = *self;
        segments.iter().map(|segment| segment.on(side)).collect::<Path>().fmt(f)
    }
}

/// A name as a path has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'v>(pub(crate) &'v str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let path = Path::from_iter([path::Segment::name(self.0)]).to_string();
        f.write_str(path.strip_prefix("$.").unwrap_or(&path))
    }
}
