//! Numbers of the standard tags.
//!
//! A tag says what a value is meant as. Numbers below 64 are the format's own, these and more to
//! come; all others are for applications. [`Tagged`](crate::Tagged) writes and reads any of them.
//!
//! ```
//! use mrna::{Tagged, tag, value};
//!
//! let celsius = Tagged::<1000, f64>(20.5);
//! assert_eq!(mrna::to_value(&celsius)?, value!(tag(1000, 20.5)));
//! let price = Tagged::<{ tag::DECIMAL }, &str>("12.50");
//! assert_eq!(mrna::to_value(&price)?, value!(tag(3, "12.50")));
//! # Ok::<(), mrna::Error>(())
//! ```

use serde::{Serialize, Serializer};

use crate::token;

/// A complex number: a tuple of two f64, the real part and the imaginary part.
pub const COMPLEX: u64 = 1;

/// A point in time: a tuple of two ints, the seconds since 1970-01-01T00:00:00Z and the
/// nanoseconds, 0 to 999,999,999, to add.
pub const TIMESTAMP: u64 = 2;

/// A decimal number: its text.
pub const DECIMAL: u64 = 3;

/// A UUID: its 16 bytes in the order of its text.
pub const UUID: u64 = 4;

/// A message inside a message: bytes that hold a whole one.
pub const EMBEDDED: u64 = 5;

/// What a standard tag means.
#[cfg(feature = "std")]
pub(crate) const fn meaning(number: u64) -> Option<&'static str> {
    match number {
        COMPLEX => Some("complex number"),
        TIMESTAMP => Some("point in time"),
        DECIMAL => Some("decimal number"),
        UUID => Some("UUID"),
        EMBEDDED => Some("embedded message"),
        _ => None,
    }
}

/// Writes a value with a tag, in other formats the value.
pub(crate) fn serialize<T, S>(number: u64, value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    let digits = u64::BITS - number.leading_zeros();
    Digits { number, left: digits.div_ceil(4).max(1), value }.serialize(ser)
}

/// The digits of a tag's number, the highest first, then the value.
struct Digits<'a, T: ?Sized> {
    number: u64,
    left: u32,
    value: &'a T,
}

impl<T: Serialize + ?Sized> Serialize for Digits<'_, T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let Some(left) = self.left.checked_sub(1) else {
            return ser.serialize_newtype_struct(token::TAGGED, self.value);
        };
        let digit = token::tag_digit(self.number >> (4 * left));
        ser.serialize_newtype_struct(digit, &Digits { left, ..*self })
    }
}
