//! Integers of any size.

#[cfg(feature = "num-bigint")]
mod num_bigint;
mod text;

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use serde::de::{Error as _, Unexpected};

use crate::{Error, wire::int::shortest};

/// An integer of any size.
///
/// Whatever fits into `i64` or `u64` is kept in place; only larger numbers
/// allocate. A number has one form, so equality, order and hash are those of the
/// number, whichever type it came from.
///
/// Any primitive integer becomes an `Int` with `From`, and an `Int` becomes any
/// that holds it with `TryFrom`. Comparison with them works both ways. There is no
/// arithmetic: [`to_le_bytes`](Self::to_le_bytes) and
/// [`from_le_bytes`](Self::from_le_bytes) lead to and from a crate that has it.
///
/// # Examples
///
/// ```
/// use mrna::Int;
///
/// let int = Int::from(300);
/// assert_eq!(int, 300);
/// assert_eq!(u16::try_from(&int)?, 300);
/// assert!(u8::try_from(&int).is_err());
///
/// let large: Int = "340282366920938463463374607431768211456".parse()?; // 2^128
/// assert!(large > u128::MAX);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// The first of these that holds the number.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    I64(i64),
    /// Larger than `i64::MAX`.
    U64(u64),
    /// Two's complement, little-endian, shortest; outside of both ranges.
    Big(Box<[u8]>),
}

impl Int {
    /// Reads two's complement bytes, little-endian, of any length.
    ///
    /// Bytes that only repeat the sign change nothing; no bytes at all are 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from_le_bytes(&[0x2c, 0x01]), 300);
    /// assert_eq!(Int::from_le_bytes(&[0xff, 0xff, 0xff]), -1);
    /// assert_eq!(Int::from_le_bytes(&[]), 0);
    /// ```
    #[must_use]
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        let bytes = shortest(bytes);
        if let Some(wide) = sign_extended(bytes) {
            return Self(Repr::I64(i64::from_le_bytes(wide)));
        }
        match sign_extended::<9>(bytes) {
            Some([low @ .., 0]) => Self(Repr::U64(u64::from_le_bytes(low))),
            _ => Self(Repr::Big(bytes.into())),
        }
    }

    /// Gives the shortest two's complement bytes, little-endian.
    ///
    /// There is at least one byte, since the last one's top bit is the sign.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from(300).to_le_bytes(), [0x2c, 0x01]);
    /// assert_eq!(Int::from(-1).to_le_bytes(), [0xff]);
    /// assert_eq!(Int::from(255).to_le_bytes(), [0xff, 0x00]);
    /// assert_eq!(Int::from(0).to_le_bytes(), [0x00]);
    /// ```
    #[must_use]
    pub fn to_le_bytes(&self) -> Vec<u8> {
        match &self.0 {
            Repr::I64(value) => shortest(&value.to_le_bytes()).to_vec(),
            Repr::U64(value) => shortest(&i128::from(*value).to_le_bytes()).to_vec(),
            Repr::Big(bytes) => bytes.to_vec(),
        }
    }

    /// The number, if it fits into `i64`.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from(-1).as_i64(), Some(-1));
    /// assert_eq!(Int::from(u64::MAX).as_i64(), None);
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::I64(value) => Some(value),
            _ => None,
        }
    }

    /// The number, if it fits into `u64`.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from(u64::MAX).as_u64(), Some(u64::MAX));
    /// assert_eq!(Int::from(-1).as_u64(), None);
    /// ```
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::I64(value) => value.try_into().ok(),
            Repr::U64(value) => Some(value),
            Repr::Big(_) => None,
        }
    }

    /// The number, if it fits into `i128`.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from(i128::MIN).as_i128(), Some(i128::MIN));
    /// assert_eq!(Int::from(u128::MAX).as_i128(), None);
    /// ```
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::I64(value) => Some((*value).into()),
            Repr::U64(value) => Some((*value).into()),
            Repr::Big(bytes) => sign_extended(bytes).map(i128::from_le_bytes),
        }
    }

    /// The number, if it fits into `u128`.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from(u128::MAX).as_u128(), Some(u128::MAX));
    /// assert_eq!(Int::from(-1).as_u128(), None);
    /// ```
    #[must_use]
    pub fn as_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::I64(value) => (*value).try_into().ok(),
            Repr::U64(value) => Some((*value).into()),
            Repr::Big(bytes) => match sign_extended::<17>(bytes)? {
                [low @ .., 0] => Some(u128::from_le_bytes(low)),
                _ => None,
            },
        }
    }

    /// The number, if `f64` holds it exactly and 128 bits hold it too.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert_eq!(Int::from(-300).as_f64(), Some(-300.0));
    /// assert_eq!(Int::from((1_i64 << 53) + 1).as_f64(), None);
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        let magnitude = match self.as_i128() {
            Some(value) => value.unsigned_abs(),
            None => self.as_u128()?,
        };
        // Exact when what is left between the highest and the lowest set bit fits.
        let digits = magnitude >> magnitude.trailing_zeros().min(127);
        #[allow(clippy::cast_precision_loss)]
        let float = (digits < 1 << f64::MANTISSA_DIGITS).then_some(magnitude as f64)?;
        Some(if self.is_negative() { -float } else { float })
    }

    /// Whether the number is below 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Int;
    ///
    /// assert!(Int::from(-1).is_negative());
    /// assert!(!Int::from(0).is_negative());
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::I64(value) => *value < 0,
            Repr::U64(_) => false,
            Repr::Big(bytes) => sign_byte(bytes) != 0,
        }
    }

    /// Where the form's range lies: the four don't overlap.
    fn range(&self) -> u8 {
        match &self.0 {
            Repr::Big(_) if self.is_negative() => 0,
            Repr::I64(_) => 1,
            Repr::U64(_) => 2,
            Repr::Big(_) => 3,
        }
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::I64(a), Repr::I64(b)) => a.cmp(b),
            (Repr::U64(a), Repr::U64(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) if self.is_negative() == other.is_negative() => {
                // As both are shortest, the longer one is further from 0. At the
                // same length, two's complement is in order from the top byte on.
                let by_length = a.len().cmp(&b.len());
                let outward = if self.is_negative() { by_length.reverse() } else { by_length };
                outward.then_with(|| a.iter().rev().cmp(b.iter().rev()))
            }
            _ => self.range().cmp(&other.range()),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Int {
    /// Zero.
    fn default() -> Self {
        Self(Repr::I64(0))
    }
}

/// What all bits above the given ones are: 0x00, or 0xff below zero.
fn sign_byte(bytes: &[u8]) -> u8 {
    match bytes {
        [.., 0x80..=0xff] => 0xff,
        _ => 0,
    }
}

/// The same number in exactly `N` bytes, if they hold it.
fn sign_extended<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    let mut wide = [sign_byte(bytes); N];
    wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(wide)
}

impl From<i128> for Int {
    fn from(value: i128) -> Self {
        match (i64::try_from(value), u64::try_from(value)) {
            (Ok(value), _) => Self(Repr::I64(value)),
            (_, Ok(value)) => Self(Repr::U64(value)),
            _ => Self::from_le_bytes(&value.to_le_bytes()),
        }
    }
}

impl From<u128> for Int {
    fn from(value: u128) -> Self {
        match i128::try_from(value) {
            Ok(value) => value.into(),
            Err(_) => Self::from_le_bytes(&[&value.to_le_bytes()[..], &[0]].concat()),
        }
    }
}

/// Conversions and comparisons with a primitive type, by way of a 128-bit one.
macro_rules! primitive {
    ($($int:ty)*) => {$(
        impl From<$int> for Int {
            #[allow(clippy::cast_lossless)] // `isize` and `usize` have no better way.
            fn from(value: $int) -> Self {
                Self::from(value as i128)
            }
        }
        primitive!($int, as_i128);
    )*};
    ($int:ty, $wide:ident) => {
        impl TryFrom<&Int> for $int {
            type Error = Error;

            fn try_from(int: &Int) -> Result<Self, Error> {
                let fitting = int.$wide().and_then(|wide| wide.try_into().ok());
                fitting.ok_or_else(|| int.unexpected(stringify!($int)))
            }
        }

        impl TryFrom<Int> for $int {
            type Error = Error;

            fn try_from(int: Int) -> Result<Self, Error> {
                (&int).try_into()
            }
        }

        impl PartialEq<$int> for Int {
            fn eq(&self, other: &$int) -> bool {
                (*other).try_into().is_ok_and(|wide| self.$wide() == Some(wide))
            }
        }

        impl PartialEq<Int> for $int {
            fn eq(&self, other: &Int) -> bool {
                other == self
            }
        }

        impl PartialOrd<$int> for Int {
            fn partial_cmp(&self, other: &$int) -> Option<Ordering> {
                Some(self.cmp(&Int::from(*other)))
            }
        }
    };
}

primitive!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
primitive!(i128, as_i128);
primitive!(u128, as_u128);

impl Int {
    fn unexpected(&self, expected: &str) -> Error {
        Error::invalid_value(Unexpected::Other(&Brief(self).to_string()), &expected)
    }
}

/// A number for an error message, which should not be as long as the number is.
struct Brief<'a>(&'a Int);

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.0 {
            Repr::Big(bytes) if bytes.len() > 17 => write!(f, "integer of {} bytes", bytes.len()),
            _ => write!(f, "integer {}", self.0),
        }
    }
}
