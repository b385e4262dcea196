//! Bytes as bytes.
//!
//! serde writes a `Vec<u8>` or `[u8; N]` as a list or tuple of numbers. As bytes it is neither
//! looked at nor converted, its overhead is [`bytes_overhead`](crate::bytes_overhead), and Python
//! gets `bytes`. For whatever is `AsRef<[u8]>` and `TryFrom<Vec<u8>>`: also `Box<[u8]>`,
//! `Arc<[u8]>`, `Cow<[u8]>`. A borrowed `&[u8]` can be written so, but to read one there is
//! `serde_bytes`, which writes the same.
//!
//! ```
//! #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
//! struct Chunk {
//!     #[serde(with = "mrna::with::bytes")]
//!     data: Vec<u8>,
//!     #[serde(with = "mrna::with::bytes")]
//!     digest: [u8; 4],
//! }
//!
//! let chunk = Chunk { data: vec![0; 1000], digest: [1, 2, 3, 4] };
//! let bytes = mrna::to_vec(&chunk)?;
//! let value: mrna::Value = mrna::from_slice(&bytes)?;
//! assert_eq!(value["digest"], mrna::value!(b"\x01\x02\x03\x04"));
//! assert_eq!(mrna::from_slice::<Chunk>(&bytes)?, chunk);
//! # Ok::<(), mrna::Error>(())
//! ```

use alloc::{format, vec::Vec};
use core::{any::type_name, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};

use super::wrapper;

wrapper! {
    /// Bytes that are written as bytes, wherever they are.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use mrna::{value, with::Bytes};
    ///
    /// let parts = vec![Some(Bytes(vec![1, 2])), None];
    /// assert_eq!(mrna::to_value(&parts)?, value!([b"\x01\x02", nil]));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Bytes: (AsRef<[u8]>), (TryFrom<Vec<u8>>)
}

/// Writes bytes as bytes.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: AsRef<[u8]> + ?Sized,
    S: Serializer,
{
    ser.serialize_bytes(value.as_ref())
}

/// Reads bytes, or a sequence of numbers that are bytes.
///
/// # Errors
///
/// If it is neither, or not of a length that the type takes.
pub fn deserialize<'de, T, D>(de: D) -> Result<T, D::Error>
where
    T: TryFrom<Vec<u8>>,
    D: Deserializer<'de>,
{
    let bytes = ByteBuf::deserialize(de)?.0;
    let len = bytes.len();
    T::try_from(bytes).map_err(|_| {
        let wanted = format!("as many bytes as {} has", type_name::<T>());
        Error::invalid_length(len, &wanted.as_str())
    })
}

/// Bytes of any length.
pub(crate) struct ByteBuf(pub(crate) Vec<u8>);

impl<'de> Deserialize<'de> for ByteBuf {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_byte_buf(BytesVisitor).map(ByteBuf)
    }
}

/// Bytes that are lent.
pub(crate) struct ByteStr<'a>(pub(crate) &'a [u8]);

impl Serialize for ByteStr<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.serialize_bytes(self.0)
    }
}

/// Other formats' hints may be anything.
const MAX_RESERVED: usize = 4_096;

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.into())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    /// From formats without bytes, or another kind of sequence.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(MAX_RESERVED));
        while let Some(byte) = seq.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
