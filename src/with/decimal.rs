//! A decimal number: tag 3 around its text.
//!
//! Python gets a `Decimal`. For types that are `Display` and `FromStr`, such as those of the
//! crates for decimal numbers; what they display is written as it is, trailing zeros too.
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Item {
//!     #[serde(with = "mrna::with::decimal")]
//!     price: String,
//! }
//!
//! let item = Item { price: "12.50".into() };
//! assert_eq!(mrna::to_value(&item)?, mrna::value!(record{price: tag(3, "12.50")}));
//! # Ok::<(), mrna::Error>(())
//! ```

use alloc::format;
use core::{
    fmt::{self, Display},
    marker::PhantomData,
    str::FromStr,
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected, Visitor},
};

use super::{tagged, wrapper};
use crate::tag;

wrapper! {
    /// A decimal number, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use mrna::{value, with::Decimal};
    ///
    /// let prices = [Some(Decimal("12.50")), None];
    /// assert_eq!(mrna::to_value(&prices)?, value!((tag(3, "12.50"), nil)));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Decimal: (Display), (FromStr<Err: Display>)
}

/// Writes a number's text as a decimal number.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Display + ?Sized,
    S: Serializer,
{
    tag::serialize(tag::DECIMAL, &Text(value), ser)
}

/// Reads a decimal number, or its text without the tag.
///
/// # Errors
///
/// If it has another tag, is no text, or not one that the type takes.
pub fn deserialize<'de, T, D>(de: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    tagged::deserialize::<{ tag::DECIMAL }, Parsed<T>, D>(de).map(|parsed| parsed.0)
}

struct Text<'a, T: ?Sized>(&'a T);

impl<T: Display + ?Sized> Serialize for Text<'_, T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.collect_str(self.0)
    }
}

struct Parsed<T>(T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_str(TextVisitor(PhantomData)).map(Parsed)
    }
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a decimal number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|error: T::Err| {
            let expected = format!("a decimal number ({error})");
            E::invalid_value(Unexpected::Str(text), &expected.as_str())
        })
    }
}
