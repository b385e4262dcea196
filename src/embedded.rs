//! A message inside a message, decoded when asked.

use alloc::vec::Vec;
use core::{
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Limits, Result, Tagged, Value, from_slice, from_slice_with, tag, to_vec,
    with::bytes::{ByteBuf, ByteStr},
};

/// The message of a `T` inside a message, which is decoded when asked.
///
/// For what is passed on, kept, or decoded later, perhaps never: an envelope's contents, a job's
/// arguments, a cached answer. It is written as tag 5 around bytes, in other formats as bytes, and
/// has tables of names of its own, so the same bytes are a message anywhere.
///
/// To read takes bytes, with the tag or without, and doesn't look at them: whether they are a
/// message of a `T` shows when [`get`](Self::get) decodes it, or by [`scan`](crate::scan). A field
/// of type `T` with [`with::embedded`](crate::with::embedded) is the same on the wire and is
/// decoded at once. The bytes are copied once; to borrow them there is
/// `Tagged<{ mrna::tag::EMBEDDED }, &serde_bytes::Bytes>`.
///
/// ```
/// use mrna::Embedded;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Envelope<T> {
///     to: String,
///     letter: Embedded<T>,
/// }
///
/// let letter = Embedded::new(&("hello", 3))?;
/// let bytes = mrna::to_vec(&Envelope { to: "Ada".into(), letter })?;
/// let envelope: Envelope<(&str, u8)> = mrna::from_slice(&bytes)?;
/// assert_eq!(envelope.letter.get()?, ("hello", 3));
/// # Ok::<(), mrna::Error>(())
/// ```
pub struct Embedded<T> {
    bytes: Vec<u8>,
    value: PhantomData<fn() -> T>,
}

impl<T> Embedded<T> {
    /// Writes a value's message.
    ///
    /// # Errors
    ///
    /// Those of [`to_vec`].
    ///
    /// ```
    /// let embedded = mrna::Embedded::new(&vec![1, 2])?;
    /// assert_eq!(embedded.bytes(), [0xb2, 1, 2]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn new(value: &T) -> Result<Self>
    where
        T: Serialize,
    {
        to_vec(value).map(Self::from_bytes)
    }

    /// Takes a message's bytes as they are, unchecked.
    ///
    /// ```
    /// let embedded = mrna::Embedded::<u8>::from_bytes(vec![0x07]);
    /// assert_eq!(embedded.get()?, 7);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Embedded { bytes: bytes.into(), value: PhantomData }
    }

    /// Decodes the value, which may borrow from this.
    ///
    /// # Errors
    ///
    /// Those of [`from_slice`]. Offset and path are those in the embedded message.
    ///
    /// ```
    /// let embedded = mrna::Embedded::<&str>::new(&"text")?;
    /// assert_eq!(embedded.get()?, "text");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn get<'a>(&'a self) -> Result<T>
    where
        T: Deserialize<'a>,
    {
        from_slice(&self.bytes)
    }

    /// Decodes the value within `limits`.
    ///
    /// The limits by which the message around it was read have no say in this.
    ///
    /// # Errors
    ///
    /// Those of [`from_slice_with`].
    ///
    /// ```
    /// let embedded = mrna::Embedded::new(&vec![1; 1000])?;
    /// let error = embedded.get_with(mrna::Limits::new().memory(1000)).unwrap_err();
    /// assert!(error.is_limit());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn get_with<'a>(&'a self, limits: Limits) -> Result<T>
    where
        T: Deserialize<'a>,
    {
        from_slice_with(&self.bytes, limits)
    }

    /// The message.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The message.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl<T> Clone for Embedded<T> {
    fn clone(&self) -> Self {
        Self::from_bytes(self.bytes.clone())
    }
}

/// As the bytes.
impl<T> PartialEq for Embedded<T> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<T> Eq for Embedded<T> {}

impl<T> Hash for Embedded<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

/// In the notation of [`Value`]: what it holds, or the bytes if they are no message.
impl<T> fmt::Debug for Embedded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = from_slice::<Value>(&self.bytes);
        let content = content.unwrap_or_else(|_| Value::bytes(&self.bytes[..]));
        f.debug_tuple("Embedded").field(&content).finish()
    }
}

impl<T> Serialize for Embedded<T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        tag::serialize(tag::EMBEDDED, &ByteStr(&self.bytes), ser)
    }
}

impl<'de, T> Deserialize<'de> for Embedded<T> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        let bytes = Tagged::<{ tag::EMBEDDED }, ByteBuf>::deserialize(de)?;
        Ok(Self::from_bytes(bytes.0.0))
    }
}
