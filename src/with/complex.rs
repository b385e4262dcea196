//! A complex number: tag 1 around a tuple of two floats, the real and the imaginary part.
//!
//! Python gets a `complex`. For `(f64, f64)`, `[f64; 2]` and whatever serde writes as a sequence
//! of two, such as `num_complex::Complex<f64>`. The standard tag is for f64: parts of another type
//! are written as what they are, so convert them.
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Wave {
//!     #[serde(with = "mrna::with::complex")]
//!     amplitude: (f64, f64),
//! }
//!
//! let wave = Wave { amplitude: (0.5, -1.0) };
//! assert_eq!(mrna::to_value(&wave)?, mrna::value!(record{amplitude: tag(1, (0.5, -1.0))}));
//! # Ok::<(), mrna::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{tagged, tuple::AsTuple, wrapper};
use crate::tag;

wrapper! {
    /// A complex number, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use mrna::{value, with::Complex};
    ///
    /// let waves = vec![Complex([0.5, -1.0])];
    /// assert_eq!(mrna::to_value(&waves)?, value!([tag(1, (0.5, -1.0))]));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Complex: (Serialize), (Deserialize<'de>)
}

/// Writes two floats as a complex number.
///
/// # Errors
///
/// Those of the serializer; in mrna also if `value` is no sequence.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    tag::serialize(tag::COMPLEX, &AsTuple(value), ser)
}

/// Reads a complex number, or two floats without the tag.
///
/// # Errors
///
/// If it has another tag, or is not what the type takes.
pub fn deserialize<'de, T, D>(de: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    tagged::deserialize::<{ tag::COMPLEX }, T, D>(de)
}
