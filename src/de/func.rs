//! Reading in one call.

#[cfg(feature = "std")]
use std::io::BufRead;

#[cfg(feature = "std")]
use serde::de::DeserializeOwned;
use serde::{Deserialize, de::IgnoredAny};

use super::{Deserializer, decoder::Decoder};
use crate::{
    error::Result,
    limits::Limits,
    read::{Read, SliceRead},
};

/// Reads a message: all of `bytes` is one value.
///
/// Text and bytes can be borrowed from the slice.
///
/// # Errors
///
/// If the bytes end too early ([`is_eof`](crate::Error::is_eof)), go on behind the value, are
/// malformed, or are not what `T` takes.
///
/// ```
/// let bytes = mrna::to_vec(&("borrowed", 7))?;
/// let (text, number): (&str, u8) = mrna::from_slice(&bytes)?;
/// assert_eq!((text, number), ("borrowed", 7));
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    from_slice_with(bytes, Limits::new())
}

/// Reads a message as [`from_slice`] does, within `limits`.
///
/// # Errors
///
/// Those of [`from_slice`], and one that [`is_limit`](crate::Error::is_limit).
///
/// ```
/// use mrna::{Limits, Value};
///
/// let bytes = mrna::to_vec(&vec![0.5; 1_000])?;
/// let error = mrna::from_slice_with::<Value>(&bytes, Limits::new().memory(1_000)).unwrap_err();
/// assert!(error.is_limit());
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn from_slice_with<'de, T: Deserialize<'de>>(bytes: &'de [u8], limits: Limits) -> Result<T> {
    // Not made and then limited: that moves the tables, which a small message feels.
    let mut de = Deserializer { decoder: Decoder::new(SliceRead::new(bytes), limits) };
    let value = one(&mut de)?;
    de.end()?;
    Ok(value)
}

/// Reads the first message of `bytes` and gives what is left.
///
/// # Errors
///
/// Those of [`from_slice`], but for bytes behind the value.
///
/// ```
/// let mut bytes = mrna::to_vec("first")?;
/// bytes.extend([1, 2, 3]);
/// let (text, rest): (&str, &[u8]) = mrna::take_from_slice(&bytes)?;
/// assert_eq!((text, rest), ("first", &[1, 2, 3][..]));
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn take_from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<(T, &'de [u8])> {
    let mut de = Deserializer::from_slice(bytes);
    let value = one(&mut de)?;
    Ok((value, de.decoder.read.rest()))
}

/// Reads one message from a buffered reader, and not a byte more.
///
/// What follows stays in the reader; a reader that is a `&mut` can be used again.
///
/// # Errors
///
/// If the reader fails or ends too early, or the bytes are malformed or not what `T` takes.
///
/// ```
/// let mut reader = &[0x01, 0x02][..];
/// assert_eq!(mrna::from_reader::<_, u8>(&mut reader)?, 1);
/// assert_eq!(mrna::from_reader::<_, u8>(&mut reader)?, 2);
/// # Ok::<(), mrna::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn from_reader<R: BufRead, T: DeserializeOwned>(reader: R) -> Result<T> {
    from_reader_with(reader, Limits::new())
}

/// Reads one message from a buffered reader as [`from_reader`] does, within `limits`.
///
/// # Errors
///
/// Those of [`from_reader`], and one that [`is_limit`](crate::Error::is_limit).
///
/// ```
/// use mrna::Limits;
///
/// let bytes = mrna::to_vec("much too long")?;
/// let limits = Limits::new().memory(4);
/// let error = mrna::from_reader_with::<_, String>(&bytes[..], limits).unwrap_err();
/// assert!(error.is_limit());
/// # Ok::<(), mrna::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn from_reader_with<R: BufRead, T: DeserializeOwned>(reader: R, limits: Limits) -> Result<T> {
    one(&mut Deserializer::from_reader(reader).limits(limits))
}

/// One message; an error of `T`'s own has the offset of the message.
pub(super) fn one<'de, R: Read<'de>, T: Deserialize<'de>>(de: &mut Deserializer<R>) -> Result<T> {
    let at = de.byte_offset();
    let value = T::deserialize(&mut *de).map_err(|error| de.decoder.fail(error, at))?;
    if de.byte_offset() == at {
        // A type that reads nothing has passed over a message.
        IgnoredAny::deserialize(&mut *de)?;
    }
    de.decoder.check()?;
    Ok(value)
}
