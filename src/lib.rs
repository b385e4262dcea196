//! Messages between processes, whole, fast and safe.
//!
//! mrna is a [serde](https://serde.rs) data format: any type that is `Serialize` and
//! `Deserialize` becomes compact, self-describing bytes and comes back as it was. What pickle,
//! MessagePack, CBOR or bincode were taken for, with the field names on the wire at the size of
//! a format that leaves them out: a record's names are written once per message.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Reading {
//!     sensor: String,
//!     values: Vec<f64>,
//! }
//!
//! let reading = Reading { sensor: "intake".into(), values: vec![20.5, 21.0] };
//! let bytes = mrna::to_vec(&reading)?;
//! assert_eq!(mrna::from_slice::<Reading>(&bytes)?, reading);
//! # Ok::<(), mrna::Error>(())
//! ```
//!
//! # Three ways
//!
//! - **Typed**: [`to_vec`], [`append`], [`to_writer`], [`from_slice`], [`take_from_slice`] and
//!   [`from_reader`]; one message after another with [`Serializer`] and [`Deserializer`].
//! - **Dynamic**: a [`Value`] holds everything that a message can, every kind apart, and is
//!   written as the same bytes again. [`value!`] makes one from the notation that it prints in;
//!   [`to_value`] and [`from_value`] convert.
//! - **Raw**: bytes by `serde_bytes` are neither looked at nor converted, and their overhead is
//!   an exact function of their length, [`bytes_overhead`]. A plain `Vec<u8>` or `Vec<f32>` is
//!   packed by itself.
//!
//! Between two ends of a connection a [`SessionWriter`] and a [`SessionReader`] let names cross
//! once; [`SeqWriter`] and [`SeqReader`] take a list too large to be held;
//! [`to_vec_canonical`] gives the same bytes for the same contents.
//!
//! # What comes back as what
//!
//! Integers, by value, read into any integer type that holds them, and into a float if that is
//! exact; floats never into integers. Lists, tuples and sets are kinds of their own, and all are
//! sequences to a type that wants one. A struct is a record, read by field names from a record
//! or a map, never from a list. `None`, `Some(None)` and `Some(())` are three things. What a
//! type skips is checked as what it reads. All rules are in `SPEC.md` and in the tests of
//! `tests/it`; [`guide::types`] has a table of types, [`guide::migration`] what changes for who
//! comes from another format.
//!
//! Through serde's own buffer, which untagged, internally tagged and flattened types are read
//! by, go all kinds but these: fields of 128-bit types are refused, and a [`Value`] has lists for
//! its tuples and sets, maps for its records and variants with a payload, strings for those
//! without, and no tags.
//!
//! Sets, tuples, bytes and tags, which serde has no word for, are written and asked for by the
//! helpers in [`with`], by [`Tagged`], and by [`Embedded`], a message inside a message.
//!
//! # Untrusted input
//!
//! A length is a claim and never an order to allocate: it reserves at most 4,096 items or 64 KiB
//! ahead of the data (with an item taken as 256 bytes), and all lengths of a message together no
//! more than 64 KiB and four bytes for each byte read. Nesting ends at 128 levels. There are no
//! references to values; names, which are referred to, are shared by [`Value`]s, and other types
//! may copy at most 256 bytes of them for each byte read. [`Limits`] sets the depth, a budget of
//! memory, and strict reading. Bad input is an [`Error`] with its offset and path, never a panic.
//!
//! # With tokio
//!
//! The feature `tokio` has `tokio::Codec`, by which `tokio_util`'s `Framed` makes a sink and
//! stream of values of a connection, whose peer need not be trusted.
//!
//! # Without `std`
//!
//! With the default feature `std` off the crate needs `alloc` only. What it then lacks: reading
//! from `io::BufRead`, writing to `io::Write`, and the sharing of names between records of
//! [`Value`]s while reading.

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

#[doc(hidden)]
pub mod __private;
pub mod de;
#[cfg(feature = "std")]
pub mod dump;
mod embedded;
mod error;
#[cfg(any(doc, doctest))]
pub mod guide;
mod limits;
mod macros;
mod notation;
pub mod path;
mod read;
pub mod ser;
mod shape;
mod shared;
pub mod tag;
mod token;
#[cfg(feature = "tokio")]
pub mod tokio;
mod utf8;
pub mod value;
mod wire;
pub mod with;

pub use de::{
    Deserializer, Scan, Scanner, StreamDeserializer, from_slice, from_slice_with, scan,
    take_from_slice,
};
#[cfg(feature = "std")]
pub use de::{MapReader, SeqReader, SessionReader, from_reader, from_reader_with};
#[cfg(feature = "std")]
pub use dump::dump;
pub use embedded::Embedded;
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use path::Path;
#[cfg(feature = "std")]
pub use ser::{MapWriter, SeqWriter, SessionWriter, to_writer};
pub use ser::{Serializer, append, encoded_len, to_vec};
pub use shape::Shape;
pub use value::{
    Int, Record, Value, Variant, from_value, is_canonical, to_value, to_vec_canonical,
};
pub use wire::bytes_overhead;
pub use with::tagged::Tagged;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
