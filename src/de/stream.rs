use core::{iter::FusedIterator, marker::PhantomData};

use serde::Deserialize;

use super::{Deserializer, func};
use crate::{
    error::Result,
    read::{Read, Source},
};

/// Gives one message after another; made by [`Deserializer::into_iter`].
///
/// Three answers are told apart: `None` at a clean end between messages, `Some(Ok(_))` for a
/// message, and `Some(Err(_))` for one that is cut off ([`is_eof`](crate::Error::is_eof)) or
/// wrong, after which the stream ends for good.
///
/// ```
/// use mrna::Deserializer;
///
/// let mut bytes = mrna::to_vec(&1)?;
/// mrna::append(&mut bytes, &2)?;
/// let mut numbers = Deserializer::from_slice(&bytes).into_iter::<u8>();
/// assert_eq!(numbers.next().transpose()?, Some(1));
/// assert_eq!(numbers.byte_offset(), 1);
/// assert_eq!(numbers.next().transpose()?, Some(2));
/// assert!(numbers.next().is_none());
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamDeserializer<'de, R: Source, T> {
    de: Deserializer<R>,
    has_ended: bool,
    message: PhantomData<fn(&'de ()) -> T>,
}

impl<R: Source, T> StreamDeserializer<'_, R, T> {
    pub(super) fn new(de: Deserializer<R>) -> Self {
        StreamDeserializer { de, has_ended: false, message: PhantomData }
    }

    /// How many bytes have been read: between messages, where the next one begins.
    ///
    /// ```
    /// let mut texts = mrna::Deserializer::from_slice(b"\x85first\x86second").into_iter::<&str>();
    /// assert!(texts.next().is_some());
    /// assert_eq!(texts.byte_offset(), 6);
    /// ```
    #[must_use]
    pub fn byte_offset(&self) -> u64 {
        self.de.byte_offset()
    }

    /// As [`Deserializer::memory_used`].
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.de.memory_used()
    }

    /// Gives the deserializer back.
    ///
    /// To read what follows as another type.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut numbers = mrna::Deserializer::from_slice(b"\x01\x84text").into_iter::<u8>();
    /// assert_eq!(numbers.next().transpose()?, Some(1));
    /// assert_eq!(<&str>::deserialize(&mut numbers.into_inner())?, "text");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn into_inner(self) -> Deserializer<R> {
        self.de
    }
}

impl<'de, R: Read<'de>, T: Deserialize<'de>> Iterator for StreamDeserializer<'de, R, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.has_ended {
            return None;
        }
        let next = match self.de.at_end() {
            Ok(true) => None,
            Ok(false) => Some(func::one(&mut self.de)),
            Err(error) => Some(Err(error)),
        };
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl<'de, R: Read<'de>, T: Deserialize<'de>> FusedIterator for StreamDeserializer<'de, R, T> {}
