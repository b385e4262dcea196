//! A sequence as a set.
//!
//! For `HashSet`, `BTreeSet` or a `Vec` without doubles, so that Python gets a `set` and a
//! [`Value`](crate::Value) is a `Value::Set`. The members are written in the order they come in,
//! which in a `HashSet` is not the same twice.
//!
//! ```
//! use std::collections::BTreeSet;
//!
//! #[derive(serde::Serialize)]
//! struct Job {
//!     #[serde(with = "mrna::with::set")]
//!     flags: BTreeSet<u8>,
//! }
//!
//! let job = Job { flags: [1, 2].into() };
//! assert_eq!(mrna::to_value(&job)?, mrna::value!(record{flags: set{1, 2}}));
//! # Ok::<(), mrna::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wrapper;
use crate::token;

wrapper! {
    /// A sequence that is written as a set, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use mrna::{value, with::Set};
    ///
    /// let flags = vec![Some(Set(vec![1, 2])), None];
    /// assert_eq!(mrna::to_value(&flags)?, value!([set{1, 2}, nil]));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Set: (Serialize), (Deserialize<'de>)
}

/// Writes a sequence as a set.
///
/// # Errors
///
/// Those of the serializer; in mrna also if `value` is no sequence, nor an `Option` of one.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    ser.serialize_newtype_struct(token::SET, value)
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
