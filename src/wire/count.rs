//! Lengths, counts and the numbers of shapes, names and tags: one encoding for them all.

use super::Head;

/// The greatest count that is its own byte.
pub(crate) const MAX_SHORT: u8 = 251;

/// How a count goes on behind its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// It is this one.
    Whole(u8),
    /// So many bytes follow.
    Follow(u8),
    /// No count begins with this byte.
    Reserved,
}

#[inline(always)]
pub(crate) const fn first(byte: u8) -> First {
    match byte {
        0..=MAX_SHORT => First::Whole(byte),
        252 => First::Follow(2),
        253 => First::Follow(4),
        254 => First::Follow(8),
        255 => First::Reserved,
    }
}

/// The least number that is written with `width` bytes behind the first.
#[inline(always)]
pub(crate) const fn least(width: u8) -> u64 {
    match width {
        2 => MAX_SHORT as u64 + 1,
        4 => u16::MAX as u64 + 1,
        _ => u32::MAX as u64 + 1,
    }
}

/// The bytes of a count.
#[inline(always)]
pub(crate) const fn encode(n: u64) -> Head {
    if n < least(2) {
        Head::byte(n.to_le_bytes()[0])
    } else if n < least(4) {
        Head::new(252, n, 2)
    } else if n < least(8) {
        Head::new(253, n, 4)
    } else {
        Head::new(254, n, 8)
    }
}

/// How many bytes a count takes.
#[inline(always)]
pub(crate) const fn len(n: u64) -> usize {
    encode(n).len()
}
