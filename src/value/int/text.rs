//! Integers as text.
//!
//! Conversion between binary and decimal is quadratic with the methods used here,
//! so that a megabyte of digits would keep a machine busy for minutes
//! (CVE-2020-10735 is about Python's). Hence decimal is bounded both ways, and what
//! is longer is printed in hex, which is linear.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use serde::de::Error as _;

use super::{Int, Repr};
use crate::Error;

/// The longest two's complement that is printed in decimal, in bytes.
const MAX_DECIMAL_BYTES: usize = 1024;

/// The longest decimal text that is read, in digits; Python has the same bound.
const MAX_DECIMAL_DIGITS: usize = 4300;

/// The digits that decimal conversion takes at a time: as many as `u32` holds.
const GROUP_DIGITS: usize = 9;
const GROUP: u64 = 10_u64.pow(9);

impl fmt::Display for Int {
    /// Prints in decimal, or in hex when the number takes over 1,024 bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::I64(value) => fmt::Display::fmt(value, f),
            Repr::U64(value) => fmt::Display::fmt(value, f),
            Repr::Big(bytes) => {
                let text = if bytes.len() <= MAX_DECIMAL_BYTES {
                    decimal(&self.magnitude())?
                } else {
                    hex(&self.magnitude())?
                };
                f.pad_integral(!self.is_negative(), "", &text)
            }
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Int {
    type Err = Error;

    /// Reads decimal, or hex behind `0x`, with an optional `-` in front.
    ///
    /// # Errors
    ///
    /// When the text is anything else, or decimal of over 4,300 digits: that takes
    /// too long to read, and hex of any length doesn't.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!("-300".parse::<Int>()?, -300);
    /// assert_eq!("-0x12c".parse::<Int>()?, -300);
    /// assert!("1_000".parse::<Int>().is_err());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let negative = unsigned.len() < text.len();
        let (digits, radix) = match unsigned.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (unsigned, 10),
        };
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return Err(Error::custom(
                "invalid integer: expected decimal digits, or 0x and hex digits",
            ));
        }
        if let Ok(value) = i128::from_str_radix(digits, radix) {
            return Ok(Self::from(if negative { -value } else { value }));
        }
        let magnitude = if radix == 16 {
            from_hex(digits)
        } else if digits.len() <= MAX_DECIMAL_DIGITS {
            from_decimal(digits)
        } else {
            return Err(Error::custom(format_args!(
                "invalid integer: {} decimal digits, expected at most {MAX_DECIMAL_DIGITS}; \
                 write a longer one in hex, as 0x…",
                digits.len(),
            )));
        };
        Ok(Self::from_magnitude(negative, magnitude))
    }
}

impl Int {
    /// The bytes of the number without its sign, little-endian.
    fn magnitude(&self) -> Vec<u8> {
        let mut bytes = self.to_le_bytes();
        if self.is_negative() {
            negate(&mut bytes);
        }
        bytes
    }

    fn from_magnitude(negative: bool, mut bytes: Vec<u8>) -> Self {
        bytes.push(0);
        if negative {
            negate(&mut bytes);
        }
        Self::from_le_bytes(&bytes)
    }
}

/// Turns a number in two's complement into its opposite.
fn negate(bytes: &mut [u8]) {
    let mut carry = true;
    for byte in bytes {
        (*byte, carry) = (!*byte).overflowing_add(carry.into());
    }
}

fn digit(byte: u8) -> u32 {
    char::from(byte).to_digit(16).unwrap_or_default()
}

fn hex(magnitude: &[u8]) -> Result<String, fmt::Error> {
    let mut text = String::from("0x");
    let mut bytes = magnitude.iter().rev().skip_while(|byte| **byte == 0);
    if let Some(top) = bytes.next() {
        write!(text, "{top:x}")?;
    }
    for byte in bytes {
        write!(text, "{byte:02x}")?;
    }
    Ok(text)
}

#[allow(clippy::cast_possible_truncation)] // Two digits make one byte.
fn from_hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().rchunks(2);
    pairs.map(|pair| pair.iter().fold(0, |byte, d| byte << 4 | digit(*d) as u8)).collect()
}

#[allow(clippy::cast_possible_truncation)] // `rest` is below GROUP · 2³².
fn decimal(magnitude: &[u8]) -> Result<String, fmt::Error> {
    let limb = |bytes: &[u8]| bytes.iter().rev().fold(0, |limb, byte| limb << 8 | u32::from(*byte));
    let mut limbs: Vec<u32> = magnitude.chunks(4).map(limb).collect();
    let mut groups = vec![];
    while !limbs.is_empty() {
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            rest = rest << 32 | u64::from(*limb);
            *limb = (rest / GROUP) as u32;
            rest %= GROUP;
        }
        groups.push(rest);
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
    }
    let mut text = String::new();
    let mut groups = groups.iter().rev().skip_while(|group| **group == 0);
    if let Some(top) = groups.next() {
        write!(text, "{top}")?;
    }
    for group in groups {
        write!(text, "{group:0GROUP_DIGITS$}")?;
    }
    Ok(text)
}

#[allow(clippy::cast_possible_truncation)] // The low 32 bits are meant.
fn from_decimal(digits: &str) -> Vec<u8> {
    let mut limbs: Vec<u32> = vec![];
    for group in digits.as_bytes().chunks(GROUP_DIGITS) {
        let (scale, mut carry) = group
            .iter()
            .fold((1, 0), |(scale, sum), d| (scale * 10, sum * 10 + u64::from(digit(*d))));
        for limb in &mut limbs {
            carry += u64::from(*limb) * scale;
            *limb = carry as u32;
            carry >>= 32;
        }
        limbs.push(carry as u32);
    }
    limbs.into_iter().flat_map(u32::to_le_bytes).collect()
}
