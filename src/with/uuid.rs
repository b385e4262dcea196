//! A UUID: tag 4 around its 16 bytes, in the order of its text.
//!
//! Python gets a `UUID`. For `[u8; 16]`, `uuid::Uuid` and whatever else is `AsRef<[u8]>` and
//! `TryFrom<Vec<u8>>`. In other formats it is the 16 bytes too, readable formats among them.
//!
//! ```
//! #[derive(serde::Serialize)]
//! struct Job {
//!     #[serde(with = "mrna::with::uuid")]
//!     id: [u8; 16],
//! }
//!
//! let job = Job { id: *b"0123456789abcdef" };
//! assert_eq!(mrna::to_value(&job)?, mrna::value!(record{id: tag(4, b"0123456789abcdef")}));
//! # Ok::<(), mrna::Error>(())
//! ```

use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serializer, de, ser};

use super::{
    bytes::{self, ByteStr},
    tagged, wrapper,
};
use crate::tag;

wrapper! {
    /// A UUID, wherever it is.
    ///
    /// For where [`with`](self) can't reach.
    ///
    /// ```
    /// use mrna::{value, with::Uuid};
    ///
    /// let ids = vec![Uuid(*b"0123456789abcdef")];
    /// assert_eq!(mrna::to_value(&ids)?, value!([tag(4, b"0123456789abcdef")]));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Uuid: (AsRef<[u8]>), (TryFrom<Vec<u8>>)
}

/// How many bytes a UUID has.
const LEN: usize = 16;

/// Writes 16 bytes as a UUID.
///
/// # Errors
///
/// Those of the serializer, and if there are not 16 bytes.
pub fn serialize<T, S>(value: &T, ser: S) -> Result<S::Ok, S::Error>
where
    T: AsRef<[u8]> + ?Sized,
    S: Serializer,
{
    let bytes = value.as_ref();
    if bytes.len() != LEN {
        let message = format_args!("a UUID has {LEN} bytes, not {}", bytes.len());
        return Err(ser::Error::custom(message));
    }
    tag::serialize(tag::UUID, &ByteStr(bytes), ser)
}

/// Reads a UUID, or 16 bytes without the tag.
///
/// # Errors
///
/// If it has another tag, or is not 16 bytes.
pub fn deserialize<'de, T, D>(de: D) -> Result<T, D::Error>
where
    T: TryFrom<Vec<u8>>,
    D: Deserializer<'de>,
{
    tagged::deserialize::<{ tag::UUID }, Sixteen<T>, D>(de).map(|sixteen| sixteen.0)
}

/// What is made of 16 bytes.
struct Sixteen<T>(T);

impl<'de, T: TryFrom<Vec<u8>>> Deserialize<'de> for Sixteen<T> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        let bytes: Vec<u8> = bytes::deserialize(de)?;
        if bytes.len() != LEN {
            return Err(de::Error::invalid_length(bytes.len(), &"the 16 bytes of a UUID"));
        }
        let refused = |_| de::Error::custom("the type takes no UUID of these 16 bytes");
        T::try_from(bytes).map(Sixteen).map_err(refused)
    }
}
