//! A sequence as a frozenset, a set that can't be changed.
//!
//! For a set that is a member of another, or a key of a map: Python takes only such ones there.
//!
//! ```
//! use std::collections::BTreeSet;
//!
//! #[derive(serde::Serialize)]
//! struct Rule {
//!     #[serde(with = "mrna::with::frozenset")]
//!     needs: BTreeSet<u8>,
//! }
//!
//! let rule = Rule { needs: [1, 2].into() };
//! assert_eq!(mrna::to_value(&rule)?, mrna::value!(record{needs: frozenset{1, 2}}));
//! # Ok::<(), mrna::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wrapper;
use crate::token;

wrapper! {
    /// A sequence that is written as a frozenset, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use mrna::{value, with::{FrozenSet, Set}};
    ///
    /// let pairs = Set(BTreeSet::from([FrozenSet([1, 2]), FrozenSet([3, 4])]));
    /// assert_eq!(mrna::to_value(&pairs)?, value!(set{frozenset{1, 2}, frozenset{3, 4}}));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    FrozenSet: (Serialize), (Deserialize<'de>)
}

/// Writes a sequence as a frozenset.
///
/// # Errors
///
/// Those of the serializer; in mrna also if `value` is no sequence, nor an `Option` of one.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    ser.serialize_newtype_struct(token::FROZEN_SET, value)
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
