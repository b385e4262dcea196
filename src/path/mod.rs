//! Where in a value something is: `$.rows[3].n`.

mod parse;

use alloc::{boxed::Box, format, vec::Vec};
use core::fmt::{self, Display, Formatter};

use crate::notation;

/// One step from a value to a value in it.
///
/// ```
/// use mrna::path::{Path, Segment};
///
/// let path: Path = "$.rows[3]".parse()?;
/// assert!(path.segments().eq([&Segment::Name("rows".into()), &Segment::Index(3)]));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A field, a variant's payload, or the value of a string key; a name of more than 60
    /// characters is cut there, and `…` behind it.
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

/// The field that can't be bare behind an [`Entry`](Segment::Entry), where it would be the key.
const KEY: &str = "key";

impl Segment {
    /// A field, a variant's payload, or the value of a string key; cut if it is long.
    ///
    /// ```
    /// use mrna::path::{Path, Segment};
    ///
    /// let path: Path = [Segment::name("rows"), Segment::Index(3)].into_iter().collect();
    /// assert_eq!(path.to_string(), "$.rows[3]");
    /// ```
    #[must_use]
    pub fn name(name: &str) -> Self {
        Segment::Name(match name.char_indices().nth(MAX_NAME) {
            None => name.into(),
            Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()).into(),
        })
    }
}

/// The way from the outermost value to one in it: the one that an [`Error`](crate::Error) is about.
///
/// Displays as `$.rows[3].n`, and parses from that: `$` is the outermost value, `.n` a field, a
/// variant or a string key (`."odd name"` in quotes, as the notation has them), `[3]` the fourth
/// member of a sequence, `{3}` the value of the fourth entry of a map whose key is no string, and
/// `{3}.key` that key itself. (A field `key` of that value is `{3}."key"`.)
///
/// ```
/// let rows = mrna::to_vec(&[(1, 2), (3, -1)])?;
/// let error = mrna::from_slice::<Vec<(u8, u8)>>(&rows).unwrap_err();
/// assert_eq!(error.path().to_string(), "$[1][1]");
/// assert_eq!(*error.path(), "$[1][1]".parse()?);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The steps, the one from the outermost value first.
    ///
    /// ```
    /// let path: mrna::Path = "$.rows[3]".parse()?;
    /// assert_eq!(path.segments().len(), 2);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &Segment> + ExactSizeIterator {
        self.segments.iter().rev()
    }
}

/// Of its steps, the one from the outermost value first.
impl FromIterator<Segment> for Path {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        let mut segments: Vec<Segment> = segments.into_iter().collect();
        segments.reverse();
        Path { segments }
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        let mut is_behind_entry = false;
        for segment in self.segments() {
            match segment {
                Segment::Name(name) if is_behind_entry && **name == *KEY => {
                    f.write_str(".")?;
                    notation::write_str_literal(f, name)?;
                }
                Segment::Name(name) => write!(f, ".{}", notation::Name(name))?,
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Entry(index) => write!(f, "{{{index}}}")?,
                Segment::Key(index) => write!(f, "{{{index}}}.{KEY}")?,
            }
            is_behind_entry = matches!(segment, Segment::Entry(_));
        }
        Ok(())
    }
}
