//! What reading a message may take: depth of nesting, memory.

use crate::error::{ErrorKind, Result};

/// What a reader refuses to go beyond, whatever the input claims.
///
/// The default reads 128 levels and has no memory budget: what is allocated is then bounded by
/// what the input really holds, times the size of the target's elements. Set a budget when
/// messages come from someone you don't trust and may be large.
///
/// ```
/// use mrna::{Limits, Value};
///
/// let limits = Limits::new().depth(2).memory(1_000);
/// let nested = mrna::to_vec(&vec![vec![1], vec![2]])?;
/// assert!(mrna::from_slice_with::<Value>(&nested, limits).is_ok());
/// let deeper = mrna::to_vec(&vec![nested, vec![1; 2_000]])?;
/// let error = mrna::from_slice_with::<Value>(&deeper, limits).unwrap_err();
/// assert!(error.is_limit());
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    depth: usize,
    memory: Option<usize>,
    strict: bool,
}

impl Limits {
    /// The levels that are read unless set otherwise: they hold on a stack of 2 MiB in a debug
    /// build.
    pub const DEFAULT_DEPTH: usize = 128;

    /// The default: 128 levels, no memory budget.
    ///
    /// ```
    /// use mrna::Limits;
    ///
    /// assert_eq!(Limits::new(), Limits::default().depth(Limits::DEFAULT_DEPTH));
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Limits { depth: Self::DEFAULT_DEPTH, memory: None, strict: false }
    }

    /// Reads so many levels of nesting: every list, tuple, set, map, record, payload, some and
    /// tag is one; scalars are none.
    ///
    /// Each level takes stack, so a depth above the default needs a stack that is larger than
    /// the usual 2 MiB of a thread.
    ///
    /// ```
    /// let limits = mrna::Limits::new().depth(1);
    /// assert!(mrna::from_slice_with::<Vec<u8>>(&[0xB1, 0x07], limits).is_ok());
    /// assert!(mrna::from_slice_with::<Vec<Vec<u8>>>(&[0xB1, 0xB0], limits).unwrap_err().is_limit());
    /// ```
    #[must_use]
    pub const fn depth(mut self, levels: usize) -> Self {
        self.depth = levels;
        self
    }

    /// Allocates at most about so many bytes for one message, charged before each allocation.
    ///
    /// A str or a byte string that is copied counts its length. An element of a sequence counts
    /// `size_of` its type and a third more, a key or a value of a map a quarter and 8 bytes more,
    /// since a table of them is never full; the first counts four times, as a `Vec` or a table
    /// begins with room for some. A value that turns out larger than its place is in a box, and
    /// counts again. Names count their entries in the tables.
    ///
    /// A `Vec` that grows is there twice for a moment. With all of it the heap was never seen
    /// above three times the budget and 64 KiB (`tests/alloc`).
    ///
    /// ```
    /// let limits = mrna::Limits::new().memory(4);
    /// let bytes = mrna::to_vec(&["four", "five"])?;
    /// assert!(mrna::from_slice_with::<(&str, &str)>(&bytes, limits).is_ok()); // nothing is copied
    /// assert!(mrna::from_slice_with::<[String; 2]>(&bytes, limits).unwrap_err().is_limit());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub const fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Refuses a map with a key twice and a set with a member twice, wherever it is read into or
    /// passed over.
    ///
    /// Keys are equal if they are the same value, however they were spelled. Not checked
    /// otherwise: a type then keeps what it likes, mostly the last. It costs a copy of each key.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// let bytes = mrna::to_vec(&mrna::value!({"a": 1, "b": 2, "a": 3}))?;
    /// assert_eq!(mrna::from_slice::<HashMap<String, u8>>(&bytes)?["a"], 3);
    /// let strict = mrna::Limits::new().strict(true);
    /// let error = mrna::from_slice_with::<HashMap<String, u8>>(&bytes, strict).unwrap_err();
    /// assert_eq!(error.offset(), Some(7));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub const fn strict(mut self, is_strict: bool) -> Self {
        self.strict = is_strict;
        self
    }

    pub(crate) const fn is_strict(&self) -> bool {
        self.strict
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

/// The most items that one length may reserve ahead of its data.
const MAX_ITEMS_AHEAD: u64 = 4_096;
/// The most bytes that one length may reserve ahead of its data, and all of a message's lengths
/// together beside [`AHEAD_PER_BYTE`].
pub(crate) const MAX_BYTES_AHEAD: u64 = 64 << 10;
/// What all of a message's lengths may reserve ahead for each byte read so far.
const AHEAD_PER_BYTE: u64 = 4;
/// What an item is taken to need: a length is a hint to a visitor before anyone knows its
/// element type, and most elements are no larger. For one that is, serde's own types reserve no
/// more than 1 MiB.
const ITEM_BYTES: u64 = 256;
/// The same when it counts: with a budget, what is reserved for elements of up to three times
/// this size is there to be charged for them, too.
const BUDGETED_ITEM_BYTES: u64 = 2 << 10;
/// How many bytes of names may be copied for each byte read so far, where a type copies a name
/// each time that it is referred to: 80 KB that define a long name and refer to it again and again
/// would become 1.6 GB of strings. Sensible names are far from it, even with values of one byte.
const COPIES_PER_BYTE: u64 = 256;

/// What a session's writer lets the tables of names grow to before it empties them.
#[cfg(feature = "std")]
pub(crate) const WRITER_TABLES: usize = 64 << 10;
/// What a session's reader lets them grow to between two messages.
#[cfg(feature = "std")]
pub(crate) const READER_TABLES: usize = 1 << 20;

/// What a shape, a name of a shape or a variant name counts in a session's tables, the same for
/// both ends: the name and about what a table takes beside it.
pub(crate) fn table_size(name: &str) -> usize {
    name.len() + 32
}

/// What of the [`Limits`] is left while a message is read.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    depth_left: usize,
    memory_left: u64,
    /// Bytes that open hints are taken to have reserved.
    ahead: u64,
    /// Bytes of names that were copied.
    copied: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        let memory_left = limits.memory.map_or(u64::MAX, |bytes| bytes as u64);
        Budget { limits, depth_left: limits.depth, memory_left, ahead: 0, copied: 0 }
    }

    /// For the next message.
    pub(crate) fn reset(&mut self) {
        *self = Budget::new(self.limits);
    }

    /// What the message has been charged so far.
    pub(crate) fn memory_used(&self) -> usize {
        let all = Budget::new(self.limits).memory_left;
        usize::try_from(all - self.memory_left).unwrap_or(usize::MAX)
    }

    pub(crate) fn depth_left(&self) -> usize {
        self.depth_left
    }

    pub(crate) fn restore_depth(&mut self, left: usize) {
        self.depth_left = left;
    }

    /// One level deeper.
    #[inline(always)]
    pub(crate) fn descend(&mut self) -> Result<()> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(ErrorKind::DepthLimit { levels: self.limits.depth }.into()),
        }
    }

    /// Options and newtypes that take nothing of the input count apart from the levels, which
    /// they aren't, but there may be as many.
    #[inline(always)]
    pub(crate) fn check_wrappers(&self, wrappers: usize) -> Result<()> {
        if wrappers <= self.limits.depth.max(Limits::DEFAULT_DEPTH) {
            return Ok(());
        }
        Err(ErrorKind::DepthLimit { levels: self.limits.depth }.into())
    }

    /// One level up again.
    pub(crate) fn ascend(&mut self) {
        self.depth_left += 1;
    }

    /// Called before so many bytes are allocated.
    #[inline(always)]
    pub(crate) fn charge(&mut self, bytes: u64) -> Result<()> {
        match self.memory_left.checked_sub(bytes) {
            Some(left) => {
                // Without a budget `u64::MAX` bytes are there: nothing that exists uses them up.
                self.memory_left = left;
                Ok(())
            }
            None => match self.limits.memory {
                Some(bytes) => Err(ErrorKind::MemoryLimit { bytes }.into()),
                // A mere claim, which the end of the input refuses.
                None => Ok(()),
            },
        }
    }

    /// Called before a name of so many bytes is given to a type that may copy it, when `read`
    /// have been read.
    #[inline]
    pub(crate) fn copy_name(&mut self, bytes: usize, read: u64) -> Result<()> {
        let bytes = bytes as u64;
        self.copied += bytes;
        let allowance = read.saturating_mul(COPIES_PER_BYTE).saturating_add(MAX_BYTES_AHEAD);
        if self.copied > allowance {
            return Err(ErrorKind::NamesLimit { bytes: allowance }.into());
        }
        self.charge(bytes)
    }

    /// How many of `claimed` items a visitor may be told of, when `known` bytes are there and
    /// `read` have been read. To be given back by [`Self::refund`].
    #[inline]
    pub(crate) fn hint(&mut self, claimed: u64, known: u64, read: u64) -> u64 {
        let allowance = (read.saturating_mul(AHEAD_PER_BYTE)).saturating_add(MAX_BYTES_AHEAD);
        // Half of what is left, so that a nest of claims leaves the innermost something.
        let items = allowance.saturating_sub(self.ahead) / 2 / ITEM_BYTES;
        let affordable = self.memory_left / BUDGETED_ITEM_BYTES;
        let items = items.min(affordable.saturating_sub(self.ahead / ITEM_BYTES));
        let hint = claimed.min(MAX_ITEMS_AHEAD).min(known).min(items);
        self.ahead += hint * ITEM_BYTES;
        hint
    }

    /// Whether there is a limit that what is reserved could use up.
    #[inline]
    pub(crate) fn is_bounded(&self) -> bool {
        self.limits.memory.is_some()
    }

    /// What was claimed has come.
    #[inline]
    pub(crate) fn refund(&mut self, hint: u64) {
        self.ahead -= hint * ITEM_BYTES;
    }
}
