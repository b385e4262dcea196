//! Writing in one call.

use alloc::vec::Vec;
use core::mem;

use serde::Serialize;

use super::Serializer;
use crate::error::Result;

/// Writes a message.
///
/// # Errors
///
/// If the type's own code fails, or a struct writes one field name twice.
///
/// ```
/// assert_eq!(mrna::to_vec(&(1, "a"))?, [0xBA, 0x01, 0x81, b'a']);
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut ser = Serializer::from_vec(Vec::new());
    value.serialize(&mut ser)?;
    Ok(ser.into_inner())
}

/// Writes a message at the end of a `Vec`, which can be used again and again without a new
/// allocation.
///
/// On an error the `Vec` is as it was before.
///
/// # Errors
///
/// Those of [`to_vec`].
///
/// ```
/// let mut bytes = b"before".to_vec();
/// mrna::append(&mut bytes, &[1, 2])?;
/// assert_eq!(bytes, b"before\xBA\x01\x02");
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn append<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T) -> Result<()> {
    let len = bytes.len();
    let mut lent = Lent { ser: Serializer::from_vec(mem::take(bytes)), len, bytes };
    value.serialize(&mut lent.ser)?;
    lent.len = usize::MAX;
    Ok(())
}

/// Gives a `Vec` back, cut to `len`, also when the type's own code panics.
struct Lent<'a> {
    ser: Serializer<super::Memory>,
    len: usize,
    bytes: &'a mut Vec<u8>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        *self.bytes = self.ser.take_vec();
        self.bytes.truncate(self.len);
    }
}

/// Writes a message to a writer.
///
/// A long text or byte string goes straight to the writer; no more than 128 KiB of others are
/// held back, unless a header before them waits to be known. The writer is not flushed.
///
/// # Errors
///
/// Those of [`to_vec`]; if the writer fails; or if a type writes more or fewer items than it
/// announced when its header is already out. Part of the message may have been written then.
///
/// ```
/// let mut out = Vec::new();
/// mrna::to_writer(&mut out, &1.5f32)?;
/// assert_eq!(out, [0xED, 0x00, 0x00, 0xC0, 0x3F]);
/// # Ok::<(), mrna::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: Serialize + ?Sized>(writer: W, value: &T) -> Result<()> {
    value.serialize(&mut Serializer::new(writer))
}

/// How many bytes [`to_vec`] gives.
///
/// Walks through the whole value, but holds no more of it than [`to_writer`].
///
/// # Errors
///
/// Those of [`to_vec`].
///
/// ```
/// assert_eq!(mrna::encoded_len(&vec![0u8; 1_000_000])?, 1_000_006);
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn encoded_len<T: Serialize + ?Sized>(value: &T) -> Result<usize> {
    let mut ser = Serializer::counting();
    value.serialize(&mut ser)?;
    Ok(ser.count())
}
