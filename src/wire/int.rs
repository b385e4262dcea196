//! Ints of at most 64 bits, and the rule for longer ones.

use super::Head;

/// The ints from here …
pub(crate) const MIN_SHORT: i8 = -8;
/// … to here are their own leading byte.
pub(crate) const MAX_SHORT: i8 = 127;
/// Leading byte of an unsigned int of one byte; those of 2, 4 and 8 bytes come next.
pub(crate) const UNSIGNED: u8 = 0xE4;
/// Leading byte of a negative int of one byte; those of 2, 4 and 8 bytes come next.
pub(crate) const NEGATIVE: u8 = 0xE8;
/// −1 as a short int; −2 is the byte below it.
const MINUS_ONE: u8 = 0xCF;

/// The byte of a short int.
pub(crate) const fn short(int: i8) -> u8 {
    if int < 0 { MINUS_ONE.wrapping_add(1).wrapping_add_signed(int) } else { int.cast_unsigned() }
}

/// The least unsigned int that is written with `width` bytes.
#[inline(always)]
pub(crate) const fn least_unsigned(width: u8) -> u64 {
    match width {
        1 => MAX_SHORT.cast_unsigned() as u64 + 1,
        2 => 1 << 8,
        4 => 1 << 16,
        _ => 1 << 32,
    }
}

/// The greatest negative int that is written with `width` bytes.
#[inline(always)]
pub(crate) const fn greatest_negative(width: u8) -> i64 {
    match width {
        1 => MIN_SHORT as i64 - 1,
        2 => i8::MIN as i64 - 1,
        4 => i16::MIN as i64 - 1,
        _ => i32::MIN as i64 - 1,
    }
}

/// The bytes of an unsigned int.
#[inline(always)]
pub(crate) const fn encode_unsigned(n: u64) -> Head {
    if n < least_unsigned(1) {
        Head::byte(n.to_le_bytes()[0])
    } else if n < least_unsigned(2) {
        Head::new(UNSIGNED, n, 1)
    } else if n < least_unsigned(4) {
        Head::new(UNSIGNED + 1, n, 2)
    } else if n < least_unsigned(8) {
        Head::new(UNSIGNED + 2, n, 4)
    } else {
        Head::new(UNSIGNED + 3, n, 8)
    }
}

/// The bytes of an int.
#[inline(always)]
pub(crate) const fn encode(n: i64) -> Head {
    let bits = n.cast_unsigned();
    if n >= 0 {
        encode_unsigned(bits)
    } else if n > greatest_negative(1) {
        Head::byte(short(bits.to_le_bytes()[0].cast_signed()))
    } else if n > greatest_negative(2) {
        Head::new(NEGATIVE, bits, 1)
    } else if n > greatest_negative(4) {
        Head::new(NEGATIVE + 1, bits, 2)
    } else if n > greatest_negative(8) {
        Head::new(NEGATIVE + 2, bits, 4)
    } else {
        Head::new(NEGATIVE + 3, bits, 8)
    }
}

/// Whether `len` bytes of two's complement, the last two of which are these, are the shortest
/// ones of an int that 64 bits don't hold.
pub(crate) const fn is_big(len: u64, [before, last]: [u8; 2]) -> bool {
    match last {
        // Nine bytes that end in 0 are an unsigned int of 64 bits.
        0 => len > 9 && before >= 0x80,
        0xFF => len >= 9 && before < 0x80,
        _ => len >= 9,
    }
}

/// Two's complement bytes without those on top that only repeat the sign.
pub(crate) fn shortest(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., before, top] = bytes {
        let sign = if *before < 0x80 { 0 } else { u8::MAX };
        if *top != sign {
            break;
        }
        bytes = bytes.get(..=rest.len()).unwrap_or(rest);
    }
    bytes
}
