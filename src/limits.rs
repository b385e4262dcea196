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
}

impl Limits {
    /// The levels that are read unless set otherwise: they hold on a stack of 2 MiB in a debug
    /// build.
    pub const DEFAULT_DEPTH: usize = 128;

    /// The default: 128 levels, no memory budget.
    #[must_use]
    pub const fn new() -> Self {
        Limits { depth: Self::DEFAULT_DEPTH, memory: None }
    }

    /// Reads so many levels of nesting: every list, tuple, set, map, record, payload, some and
    /// tag is one; scalars are none.
    ///
    /// Each level takes stack, so a depth above the default needs a stack that is larger than
    /// the usual 2 MiB of a thread.
    #[must_use]
    pub const fn depth(mut self, levels: usize) -> Self {
        self.depth = levels;
        self
    }

    /// Allocates at most about so many bytes for one message, charged before each allocation.
    ///
    /// A str or a byte string that is copied counts its length, a sequence or a map
    /// `size_of` its element type for each element, names their entries in the tables. A `Vec`
    /// that grows holds up to three times what it is charged for a moment.
    #[must_use]
    pub const fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
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
/// element type, and most elements are no larger.
const ITEM_BYTES: u64 = 64;

/// What of the [`Limits`] is left while a message is read.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    depth_left: usize,
    memory_left: u64,
    /// Bytes that open hints are taken to have reserved.
    ahead: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        let memory_left = limits.memory.map_or(u64::MAX, |bytes| bytes as u64);
        Budget { limits, depth_left: limits.depth, memory_left, ahead: 0 }
    }

    /// For the next message.
    pub(crate) fn reset(&mut self) {
        *self = Budget::new(self.limits);
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
            None => {
                Err(ErrorKind::MemoryLimit { bytes: self.limits.memory.unwrap_or(usize::MAX) }
                    .into())
            }
        }
    }

    /// How many of `claimed` items a visitor may be told of, when `known` bytes are there and
    /// `read` have been read. To be given back by [`Self::refund`].
    #[inline]
    pub(crate) fn hint(&mut self, claimed: u64, known: u64, read: u64) -> u64 {
        let allowance = (read.saturating_mul(AHEAD_PER_BYTE)).saturating_add(MAX_BYTES_AHEAD);
        // Half of what is left, so that a nest of claims leaves the innermost something.
        let items = allowance.saturating_sub(self.ahead) / 2 / ITEM_BYTES;
        let hint = claimed.min(MAX_ITEMS_AHEAD).min(known).min(items);
        self.ahead += hint * ITEM_BYTES;
        hint
    }

    /// What was claimed has come.
    #[inline]
    pub(crate) fn refund(&mut self, hint: u64) {
        self.ahead -= hint * ITEM_BYTES;
    }
}
