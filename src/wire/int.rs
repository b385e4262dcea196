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

/// The form of all unsigned ints of so many bits.
const fn unsigned_form(bits: u32) -> Form {
    let least = 1 << (bits - 1);
    if least < least_unsigned(1) {
        Form::SHORT
    } else if least < least_unsigned(2) {
        Form::long(UNSIGNED, 1)
    } else if least < least_unsigned(4) {
        Form::long(UNSIGNED + 1, 2)
    } else if least < least_unsigned(8) {
        Form::long(UNSIGNED + 2, 4)
    } else {
        Form::long(UNSIGNED + 3, 8)
    }
}

/// The form of all negative ints whose complement has so many bits.
const fn negative_form(bits: u32) -> Form {
    let greatest = !(1 << (bits - 1));
    if greatest > greatest_negative(1) {
        Form { base: short(-1).wrapping_add(1), ..Form::SHORT }
    } else if greatest > greatest_negative(2) {
        Form::long(NEGATIVE, 1)
    } else if greatest > greatest_negative(4) {
        Form::long(NEGATIVE + 1, 2)
    } else if greatest > greatest_negative(8) {
        Form::long(NEGATIVE + 2, 4)
    } else {
        Form::long(NEGATIVE + 3, 8)
    }
}

/// How ints of so many bits are written: from a table, since which one it is can't be predicted
/// for many data, and to be wrong about it takes longer than all the rest.
#[derive(Clone, Copy)]
struct Form {
    base: u8,
    /// The bits of the int that the leading byte has, beside the base.
    mask: u8,
    width: u8,
}

impl Form {
    const SHORT: Form = Form { base: 0, mask: u8::MAX, width: 0 };

    const fn long(lead: u8, width: u8) -> Self {
        Form { base: lead, mask: 0, width }
    }

    #[inline(always)]
    const fn head(self, bits: u64) -> Head {
        let [low, ..] = bits.to_le_bytes();
        Head::new(self.base.wrapping_add(low & self.mask), bits, self.width)
    }
}

static UNSIGNED_FORMS: [Form; 64] = forms(false);
static NEGATIVE_FORMS: [Form; 64] = forms(true);

#[expect(clippy::indexing_slicing, reason = "the compiler runs it, and would say so")]
const fn forms(is_negative: bool) -> [Form; 64] {
    let mut forms = [Form::SHORT; 64];
    let mut bits = 1;
    while bits <= 64 {
        forms[bits as usize - 1] = if !is_negative {
            unsigned_form(bits)
        } else if bits < 64 {
            negative_form(bits)
        } else {
            // Without its sign an i64 has 63 bits at most.
            Form::SHORT
        };
        bits += 1;
    }
    forms
}

/// The bytes of an unsigned int.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u64 has bits 0 to 63")]
pub(crate) fn encode_unsigned(n: u64) -> Head {
    UNSIGNED_FORMS[(n | 1).ilog2() as usize & 63].head(n)
}

/// The bytes of an int.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u64 has bits 0 to 63")]
pub(crate) fn encode(n: i64) -> Head {
    let forms = if n < 0 { &NEGATIVE_FORMS } else { &UNSIGNED_FORMS };
    let complement = (n ^ (n >> 63)).cast_unsigned();
    forms[(complement | 1).ilog2() as usize & 63].head(n.cast_unsigned())
}

/// How many bytes an unsigned int of at most 32 bits takes, without a branch, so that the
/// compiler counts those of many at once.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the bounds of 32-bit ints")]
pub(crate) const fn len_unsigned_32(n: u32) -> u32 {
    const ONE: u32 = least_unsigned(1) as u32;
    const TWO: u32 = least_unsigned(2) as u32;
    const FOUR: u32 = least_unsigned(4) as u32;
    1 + (n >= ONE) as u32 + (n >= TWO) as u32 + 2 * (n >= FOUR) as u32
}

/// How many bytes an int of at most 32 bits takes.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the bounds of 32-bit ints")]
pub(crate) const fn len_32(n: i32) -> u32 {
    const ONE: [i32; 2] = [greatest_negative(1) as i32, least_unsigned(1) as i32];
    const TWO: [i32; 2] = [greatest_negative(2) as i32, least_unsigned(2) as i32];
    const FOUR: [i32; 2] = [greatest_negative(4) as i32, least_unsigned(4) as i32];
    let one = (n <= ONE[0]) as u32 + (n >= ONE[1]) as u32;
    let two = (n <= TWO[0]) as u32 + (n >= TWO[1]) as u32;
    let four = (n <= FOUR[0]) as u32 + (n >= FOUR[1]) as u32;
    1 + one + two + 2 * four
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
