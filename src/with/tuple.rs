//! A sequence as a tuple.
//!
//! For a `Vec` that is a value of its own, such as a key or a point of any dimension. Arrays and
//! Rust's tuples are tuples anyway.
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Tensor {
//!     #[serde(with = "mrna::with::tuple")]
//!     shape: Vec<u32>,
//! }
//!
//! let tensor = Tensor { shape: vec![3, 224, 224] };
//! assert_eq!(mrna::to_value(&tensor)?, mrna::value!(record{shape: (3, 224, 224)}));
//! # Ok::<(), mrna::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wrapper;
use crate::token;

wrapper! {
    /// A sequence that is written as a tuple, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use mrna::{value, with::Tuple};
    ///
    /// let sizes = BTreeMap::from([(Tuple(vec![2, 3]), 6)]);
    /// assert_eq!(mrna::to_value(&sizes)?, value!({(2, 3): 6}));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Tuple: (Serialize), (Deserialize<'de>)
}

/// Writes a sequence as a tuple.
///
/// # Errors
///
/// Those of the serializer; in mrna also if `value` is no sequence, nor an `Option` of one.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    ser.serialize_newtype_struct(token::TUPLE, value)
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

/// Writes what it refers to as a tuple.
pub(super) struct AsTuple<'a, T: ?Sized>(pub(super) &'a T);

impl<T: Serialize + ?Sized> Serialize for AsTuple<'_, T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, ser)
    }
}
