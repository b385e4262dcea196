use core::fmt::{self, Display, Formatter};

use smallvec::SmallVec;

use super::{line::Line, what::What};
use crate::{error::Error, path::Segment};

/// How many of its bytes an item has.
pub(super) const MAX_BYTES: usize = 32;

/// A part of the input that means one thing: a value without those inside it, a name, and what
/// else there is.
///
/// Displays as its line in a [`dump`](crate::dump()).
///
/// ```
/// let bytes = mrna::to_vec(&["one", "two"])?;
/// let items: Vec<_> = mrna::dump::Items::new(&bytes[..]).collect();
/// assert_eq!(items[1].to_string(), "       1  83 6f 6e 65                     [0]: \"one\"");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct Item {
    pub(super) offset: u64,
    pub(super) len: u64,
    pub(super) plain_len: u64,
    pub(super) depth: usize,
    pub(super) segment: Option<Segment>,
    pub(super) bytes: SmallVec<[u8; MAX_BYTES]>,
    pub(super) what: What,
}

impl Item {
    /// Where its first byte is, or the byte that is wrong.
    ///
    /// ```
    /// let mut items = mrna::dump::Items::new(&[0xB1, 0x07][..]);
    /// assert_eq!(items.nth(1).unwrap().offset(), 1);
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes it takes itself: its header, its text, its packed numbers, but not the values
    /// in it, which are items too.
    ///
    /// So the lengths of all items add up to that of the input, as far as it was read.
    ///
    /// ```
    /// let bytes = mrna::to_vec(&["one", "two"])?;
    /// let lens: Vec<u64> = mrna::dump::Items::new(&bytes[..]).map(|item| item.len()).collect();
    /// assert_eq!(lens, [1, 4, 4]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a length in the input, not of a collection")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// How many bytes it would take in plain form: with a header for each packed number, with the
    /// names of a record of known shape, and the name of a variant, written out again.
    ///
    /// That is what sharing names and packing spare. For all else it is [`len`](Self::len).
    ///
    /// ```
    /// let bytes = mrna::to_vec(&vec![200; 100])?;
    /// let item = mrna::dump::Items::new(&bytes[..]).next().unwrap();
    /// assert_eq!((item.len(), item.plain_len()), (103, 2 + 100 * 2));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn plain_len(&self) -> u64 {
        self.plain_len
    }

    /// Its bytes, or the first 32 of them.
    ///
    /// ```
    /// let bytes = mrna::to_vec(&"x".repeat(100))?;
    /// let item = mrna::dump::Items::new(&bytes[..]).next().unwrap();
    /// assert_eq!(item.bytes(), &bytes[..32]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many values are around it: none around a message.
    ///
    /// ```
    /// let items = mrna::dump::Items::new(&[0xB1, 0xB1, 0x07, 0x07][..]);
    /// assert!(items.map(|item| item.depth()).eq([0, 1, 2, 0]));
    /// ```
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Its place in the value around it. None for a message, for what some or a tag holds, and for
    /// what is no value, such as a name.
    ///
    /// ```
    /// use mrna::path::Segment;
    ///
    /// let bytes = mrna::to_vec(&mrna::value!([record{x: 1}]))?;
    /// let number = mrna::dump::Items::new(&bytes[..]).nth(3).unwrap();
    /// assert_eq!(number.segment(), Some(&Segment::Name("x".into())));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn segment(&self) -> Option<&Segment> {
        self.segment.as_ref()
    }

    /// What it is.
    ///
    /// ```
    /// let item = mrna::dump::Items::new(&[0xE2][..]).next().unwrap();
    /// assert!(matches!(item.what(), mrna::dump::What::Bool(true)));
    /// ```
    #[must_use]
    pub fn what(&self) -> &What {
        &self.what
    }

    /// What is wrong, if this is where it is.
    ///
    /// ```
    /// let item = mrna::dump::Items::new(&[0xDC][..]).next().unwrap();
    /// assert_eq!(item.error().unwrap().to_string(), "reserved byte 0xdc at byte 0");
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        match &self.what {
            What::Error(error) => Some(error),
            _ => None,
        }
    }

    /// What is wrong, to be kept.
    #[must_use]
    pub fn into_error(self) -> Option<Error> {
        match self.what {
            What::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Line::of(self).fmt(f)
    }
}
