//! Ints of at most 64 bits, and the rule for longer ones.

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
/// The most bytes that an int of 64 bits takes.
pub(crate) const MAX_LEN: usize = 9;

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

/// A leading byte and the low bytes of an int.
const fn with_lead(lead: u8, [a, b, c, d, e, f, g, h]: [u8; 8]) -> [u8; MAX_LEN] {
    [lead, a, b, c, d, e, f, g, h]
}

/// An unsigned int's bytes, and how many of the array they are.
#[inline(always)]
pub(crate) const fn encode_unsigned(n: u64) -> ([u8; MAX_LEN], usize) {
    let bytes = n.to_le_bytes();
    if n < least_unsigned(1) {
        (with_lead(bytes[0], bytes), 1)
    } else if n < least_unsigned(2) {
        (with_lead(UNSIGNED, bytes), 2)
    } else if n < least_unsigned(4) {
        (with_lead(UNSIGNED + 1, bytes), 3)
    } else if n < least_unsigned(8) {
        (with_lead(UNSIGNED + 2, bytes), 5)
    } else {
        (with_lead(UNSIGNED + 3, bytes), 9)
    }
}

/// An int's bytes, and how many of the array they are.
#[inline(always)]
pub(crate) const fn encode(n: i64) -> ([u8; MAX_LEN], usize) {
    let bytes = n.to_le_bytes();
    if n >= 0 {
        encode_unsigned(n.cast_unsigned())
    } else if n > greatest_negative(1) {
        (with_lead(short(bytes[0].cast_signed()), bytes), 1)
    } else if n > greatest_negative(2) {
        (with_lead(NEGATIVE, bytes), 2)
    } else if n > greatest_negative(4) {
        (with_lead(NEGATIVE + 1, bytes), 3)
    } else if n > greatest_negative(8) {
        (with_lead(NEGATIVE + 2, bytes), 5)
    } else {
        (with_lead(NEGATIVE + 3, bytes), 9)
    }
}

/// How many bytes an int takes.
pub(crate) const fn len(n: i64) -> usize {
    encode(n).1
}

/// How many bytes an unsigned int takes.
pub(crate) const fn len_unsigned(n: u64) -> usize {
    encode_unsigned(n).1
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
