//! Lengths, counts and the numbers of shapes, names and tags: one encoding for them all.

/// The most bytes that a count takes.
pub(crate) const MAX_LEN: usize = 9;
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

/// A count's bytes, and how many of the array they are.
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "bytes in their order")]
pub(crate) const fn encode(n: u64) -> ([u8; MAX_LEN], usize) {
    let [a, b, c, d, e, f, g, h] = n.to_le_bytes();
    if n < least(2) {
        ([a, 0, 0, 0, 0, 0, 0, 0, 0], 1)
    } else if n < least(4) {
        ([252, a, b, 0, 0, 0, 0, 0, 0], 3)
    } else if n < least(8) {
        ([253, a, b, c, d, 0, 0, 0, 0], 5)
    } else {
        ([254, a, b, c, d, e, f, g, h], 9)
    }
}

/// How many bytes [`encode`] gives.
pub(crate) const fn len(n: u64) -> usize {
    encode(n).1
}
