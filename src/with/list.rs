//! A sequence as a list.
//!
//! For an array or a tuple struct whose length is no part of what it means, so that whoever reads
//! it may well expect another length. A `Vec` or a `HashSet` is a list anyway. Numbers are packed
//! where that is shorter, as in a `Vec`.
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Reading {
//!     #[serde(with = "mrna::with::list")]
//!     samples: [u16; 2],
//! }
//!
//! let reading = Reading { samples: [300, 301] };
//! assert_eq!(mrna::to_value(&reading)?, mrna::value!(record{samples: [300, 301]}));
//! # Ok::<(), mrna::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wrapper;
use crate::token;

wrapper! {
    /// A sequence that is written as a list, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use mrna::{value, with::List};
    ///
    /// assert_eq!(mrna::to_value(&Some(List((1, "a"))))?, value!([1, "a"]));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    List: (Serialize), (Deserialize<'de>)
}

/// Writes a sequence as a list.
///
/// # Errors
///
/// Those of the serializer; in mrna also if `value` is no sequence, nor an `Option` of one.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    ser.serialize_newtype_struct(token::LIST, value)
}

/// Reads a sequence, as the type itself does.
///
/// # Errors
///
/// Those of the type.
pub fn deserialize<'de, T, D>(de: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(de)
}
