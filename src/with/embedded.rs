//! A value as a message inside the message: tag 5 around bytes that hold a whole message.
//!
//! Such a value has names of its own, so whoever passes it on can take its bytes as they are:
//! nothing in them refers to what is around them. The field's type is decoded along with the rest;
//! [`Embedded`](crate::Embedded) writes and reads the same and decodes when asked.
//!
//! In mrna what is inside counts on with the depth, the memory and the strictness that are set by
//! [`Limits`], each message two levels (its tag is one). Through serde's own buffer (untagged, internally
//! tagged and flattened types), and in other formats, where it is bytes too, these aren't known:
//! no memory is set then, and the levels are 64, half as many in one that is met inside of it, and
//! so on. Without `std` it can't be read there at all.
//!
//! ```
//! use mrna::{Embedded, Value};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Envelope {
//!     to: String,
//!     #[serde(with = "mrna::with::embedded")]
//!     letter: Vec<u8>,
//! }
//!
//! /// The postman's.
//! #[derive(Deserialize)]
//! struct Closed {
//!     letter: Embedded<Value>,
//! }
//!
//! let bytes = mrna::to_vec(&Envelope { to: "Ada".into(), letter: vec![1, 2] })?;
//! let closed: Closed = mrna::from_slice(&bytes)?;
//! assert_eq!(closed.letter.bytes(), mrna::to_vec(&vec![1, 2])?);
//! assert_eq!(mrna::from_slice::<Envelope>(&bytes)?.letter, [1, 2]);
//! # Ok::<(), mrna::Error>(())
//! ```

use alloc::{borrow::Cow, vec::Vec};
use core::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{EnumAccess, Error, SeqAccess, VariantAccess, Visitor},
    ser,
};

use super::{bytes::ByteStr, tagged};
use crate::{Limits, de::read_message, tag, to_vec, token};

/// Writes a value as the bytes of its message.
///
/// # Errors
///
/// Those of the serializer, and of [`to_vec`].
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + ?Sized,
    S: Serializer,
{
    let bytes = to_vec(value).map_err(ser::Error::custom)?;
    tag::serialize(tag::EMBEDDED, &ByteStr(&bytes), ser)
}

/// Reads a value from the bytes of its message.
///
/// # Errors
///
/// If it has another tag, is not bytes, or these are no message that the type takes.
pub fn deserialize<'de, T, D>(de: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    de.deserialize_newtype_struct(token::EMBEDDED, EmbeddedVisitor(PhantomData))
}

struct EmbeddedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EmbeddedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes that hold a message")
    }

    /// The tag's number, and what the message holds.
    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (number, message) = data.variant()?;
        tagged::check::<A::Error>(number, tag::EMBEDDED)?;
        message.struct_variant(&[], ContentVisitor(PhantomData))
    }

    /// Bytes from serde's buffer or from another format.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, de: D) -> Result<T, D::Error> {
        let bytes = de.deserialize_bytes(BytesVisitor)?;
        let content = ContentVisitor(PhantomData);
        levels::halved(|limits| read_message(bytes, limits, content))?
            .map_err(|error| D::Error::custom(format_args!("embedded message ({error})")))
    }
}

/// Takes what a message holds.
struct ContentVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ContentVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, de: D) -> Result<T, D::Error> {
        T::deserialize(de)
    }
}

/// Takes bytes as they come.
pub(crate) struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes that hold a message")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.into()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes))
    }

    /// From formats without bytes.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = seq.next_element()? {
            bytes.push(byte);
        }
        Ok(Cow::Owned(bytes))
    }
}

/// How deep a message may nest where the limits around it aren't known. They are kept for the
/// thread, or messages in messages would use up the stack, each with all levels of its own.
mod levels {
    use super::Limits;

    #[cfg(feature = "std")]
    std::thread_local! {
        static LEFT: core::cell::Cell<usize> = const {
            core::cell::Cell::new(Limits::DEFAULT_DEPTH)
        };
    }

    /// Gives half the levels to `f`.
    #[cfg(feature = "std")]
    #[expect(clippy::unnecessary_wraps, reason = "as without `std`")]
    pub(super) fn halved<T, E>(f: impl FnOnce(Limits) -> T) -> Result<T, E> {
        /// Gives them back, also if the type panics.
        struct Back(usize);

        impl Drop for Back {
            fn drop(&mut self) {
                LEFT.set(self.0);
            }
        }

        let around = Back(LEFT.get());
        let levels = around.0 / 2;
        LEFT.set(levels);
        Ok(f(Limits::new().depth(levels)))
    }

    #[cfg(not(feature = "std"))]
    pub(super) fn halved<T, E: serde::de::Error>(_: impl FnOnce(Limits) -> T) -> Result<T, E> {
        Err(E::custom("without `std`, an embedded message is read from mrna only"))
    }
}
