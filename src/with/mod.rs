//! Kinds that serde has no word for, as helpers for `#[serde(with = "…")]`.
//!
//! serde writes a `HashSet` as a list and knows neither bytes nor tags. Each module here writes a
//! field as one kind or under one standard tag, and reads it into the plain type again. Its
//! wrapper does the same wherever `with` can't reach: in a `Vec`, in a map, in an enum.
//!
//! | module | wrapper | fields | in mrna | in other formats |
//! |---|---|---|---|---|
//! | [`set`] | [`Set`] | any sequence | set | the sequence |
//! | [`frozenset`] | [`FrozenSet`] | any sequence | frozenset | the sequence |
//! | [`list`] | [`List`] | any sequence | list | the sequence |
//! | [`tuple`](mod@tuple) | [`Tuple`] | any sequence | tuple | the sequence |
//! | [`bytes`] | [`Bytes`] | `Vec<u8>`, `[u8; N]`, … | bytes | bytes |
//! | [`complex`] | [`Complex`] | `(f64, f64)`, `[f64; 2]`, … | tag 1 | a tuple of two floats |
#![cfg_attr(
    feature = "std",
    doc = "| [`timestamp`] | [`Timestamp`] | `SystemTime` | tag 2 | seconds, nanoseconds |"
)]
//! | [`decimal`] | [`Decimal`] | what has a text | tag 3 | the text |
//! | [`uuid`] | [`Uuid`] | `[u8; 16]`, `uuid::Uuid` | tag 4 | 16 bytes |
//! | [`embedded`] | [`Embedded`](crate::Embedded), decoded later | any type | tag 5 | the message's bytes |
//!
//! Another tag is written by [`Tagged`](crate::Tagged).
//!
//! ```
//! use std::collections::{BTreeMap, HashSet};
//!
//! use mrna::with::Set;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Job {
//!     #[serde(with = "mrna::with::uuid")]
//!     id: [u8; 16],
//!     #[serde(with = "mrna::with::set")]
//!     flags: HashSet<u8>,
//!     groups: BTreeMap<String, Set<Vec<u8>>>,
//! }
//!
//! let groups = [("a".to_string(), Set(vec![1, 2]))].into();
//! let job = Job { id: [0; 16], flags: [7].into(), groups };
//! let value = mrna::to_value(&job)?;
//! assert_eq!(value["flags"], mrna::value!(set{7}));
//! assert_eq!(value["groups"], mrna::value!({"a": set{1, 2}}));
//! assert_eq!(mrna::from_value::<Job>(value)?, job);
//! # Ok::<(), mrna::Error>(())
//! ```
//!
//! # Reading
//!
//! The helpers say what is written. What is read is what the plain type takes: any sequence is
//! one to a `HashSet`, whichever kind it has. A tag is different: a value with another tag is
//! refused. One without a tag is taken, as it comes from other formats, from a [`Value`] that was
//! read from them, and from serde's own buffer (untagged, internally tagged and flattened types),
//! which drops tags.
//!
//! # `Option`
//!
//! The four helpers for sequences take an `Option` of a sequence too. serde wants
//! `#[serde(default)]` beside `with`, or a field that is not there is an error. The other helpers
//! don't; an `Option` of the wrapper, such as `Option<Bytes<Vec<u8>>>`, works with each of them.
//!
//! [`Value`]: crate::Value

mod wrapper;

pub mod bytes;
pub mod complex;
pub mod decimal;
pub mod embedded;
pub mod frozenset;
pub mod list;
pub mod set;
pub(crate) mod tagged;
#[cfg(feature = "std")]
pub mod timestamp;
pub mod tuple;
pub mod uuid;

#[cfg(feature = "std")]
pub use self::timestamp::Timestamp;
use self::wrapper::wrapper;
pub use self::{
    bytes::Bytes, complex::Complex, decimal::Decimal, frozenset::FrozenSet, list::List, set::Set,
    tuple::Tuple, uuid::Uuid,
};
