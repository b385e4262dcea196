//! mrna
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]
extern crate alloc;

#[doc(hidden)]
pub mod __private;
pub mod de;
mod error;
mod limits;
mod macros;
mod notation;
mod path;
mod read;
pub mod ser;
mod shape;
mod shared;
mod token;
mod utf8;
pub mod value;
mod wire;

pub use de::{Deserializer, StreamDeserializer, from_slice, from_slice_with, take_from_slice};
#[cfg(feature = "std")]
pub use de::{from_reader, from_reader_with};
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use path::Path;
#[cfg(feature = "std")]
pub use ser::to_writer;
pub use ser::{Serializer, append, encoded_len, to_vec};
pub use shape::Shape;
pub use value::{Int, Record, Value, Variant, from_value, to_value};
pub use wire::bytes_overhead;
