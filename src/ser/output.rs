//! Where bytes go: a buffer, and behind it nothing, a writer or a counter.

use alloc::vec::Vec;

use crate::error::{ErrorKind, Result};

/// From here on the buffer is passed on, unless a header in it waits to be known. As longer texts
/// and byte strings never enter it, what is held stays below twice this.
const FLUSH_AT: usize = 64 << 10;

/// A text or byte string from here on goes past the buffer: one more call of the writer costs
/// less than the copy.
const PAST_BUFFER: usize = 16 << 10;

/// What the buffer is passed on to. Sealed: [`Memory`], [`Count`] and [`Stream`] are what there is.
#[doc(hidden)]
pub trait Sink {
    /// Whether the buffer is ever passed on.
    const FLUSHES: bool;
    /// Whether what was passed on can still change, since only its length counts.
    const COUNTS: bool = false;
    /// Takes bytes that come next.
    fn write(&mut self, bytes: &[u8]) -> Result<()>;
}

/// Nothing: all stays in the buffer.
#[derive(Debug)]
pub struct Memory;

impl Sink for Memory {
    const FLUSHES: bool = false;

    fn write(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }
}

/// Nothing either, but what is passed on is counted.
#[derive(Debug)]
pub struct Count;

impl Sink for Count {
    const FLUSHES: bool = true;
    const COUNTS: bool = true;

    fn write(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }
}

/// An `io::Write`, as `Serializer::new` takes it.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct Stream<W>(pub(crate) W);

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for Stream<W> {
    const FLUSHES: bool = true;

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.write_all(bytes).map_err(crate::Error::from)
    }
}

/// The bytes written so far, by their positions since the first.
#[derive(Debug)]
pub(crate) struct Output<S> {
    pub(crate) sink: S,
    buffer: Vec<u8>,
    /// Bytes that were passed on.
    flushed: usize,
    /// Headers in the buffer that wait to be known.
    waiting: usize,
    /// Whether bytes were lost, so that nothing more may follow.
    torn: bool,
}

impl<S: Sink> Output<S> {
    pub(crate) fn new(sink: S, buffer: Vec<u8>) -> Self {
        Output { sink, buffer, flushed: 0, waiting: 0, torn: false }
    }

    /// Takes the bytes that were not passed on.
    pub(crate) fn take_buffer(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.buffer)
    }

    /// Where the next byte goes.
    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        self.flushed + self.buffer.len()
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) {
        self.buffer.push(byte);
    }

    /// Writes the first `len` bytes of an array.
    #[inline(always)]
    pub(crate) fn put<const N: usize>(&mut self, (bytes, len): ([u8; N], usize)) {
        self.buffer.extend_from_slice(bytes.get(..len).unwrap_or(&bytes));
    }

    #[inline(always)]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Writes a text or a byte string, a long one past the buffer.
    #[inline]
    pub(crate) fn payload(&mut self, bytes: &[u8]) -> Result<()> {
        if S::FLUSHES && bytes.len() >= PAST_BUFFER && self.waiting == 0 {
            self.flush()?;
            self.flushed += bytes.len();
            return self.sink.write(bytes).inspect_err(|_| self.torn = true);
        }
        self.extend(bytes);
        Ok(())
    }

    /// A header at this place or behind it waits to be known: nothing is passed on until it is.
    pub(crate) fn wait(&mut self) {
        self.waiting += 1;
    }

    pub(crate) fn known(&mut self) {
        self.waiting -= 1;
    }

    /// Passes the buffer on if it is large, between two values.
    #[inline(always)]
    pub(crate) fn flush_if_large(&mut self) -> Result<()> {
        if S::FLUSHES && self.is_large() && self.waiting == 0 { self.flush() } else { Ok(()) }
    }

    /// Whether the buffer would be passed on now.
    #[inline(always)]
    pub(crate) fn is_large(&self) -> bool {
        self.buffer.len() >= FLUSH_AT
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        if self.torn {
            return Err(ErrorKind::Failed.into());
        }
        if S::FLUSHES {
            self.flushed += self.buffer.len();
            let written = self.sink.write(&self.buffer);
            self.buffer.clear();
            // A type may pass over this error, but not finish the message.
            return written.inspect_err(|_| self.torn = true);
        }
        Ok(())
    }

    /// Whether bytes were lost.
    pub(crate) fn is_torn(&self) -> bool {
        self.torn
    }

    /// What was written from `start` on, if it is still here.
    pub(crate) fn since(&self, start: usize) -> Option<&[u8]> {
        self.buffer.get(start.checked_sub(self.flushed)?..)
    }

    /// Takes back what was written from `start` on, unless some of it was passed on.
    pub(crate) fn take_back(&mut self, start: usize) {
        self.waiting = 0;
        match start.checked_sub(self.flushed) {
            Some(index) => self.buffer.truncate(index),
            None => self.torn = true,
        }
    }

    /// Takes what was written from `start` on out of the buffer.
    pub(crate) fn cut(&mut self, start: usize) -> Result<Vec<u8>> {
        match start.checked_sub(self.flushed) {
            Some(index) if index <= self.buffer.len() => Ok(self.buffer.split_off(index)),
            _ => Err(ErrorKind::Failed.into()),
        }
    }

    /// Puts the first `len` bytes of an array in the place of `old` bytes at `start`.
    #[inline]
    pub(crate) fn replace<const N: usize>(
        &mut self,
        start: usize,
        old: usize,
        (bytes, len): ([u8; N], usize),
    ) -> Result<()> {
        if S::COUNTS && start < self.flushed {
            self.flushed = self.flushed + len - old;
            return Ok(());
        }
        let index = start.checked_sub(self.flushed).ok_or(ErrorKind::Failed)?;
        let new = bytes.get(..len).unwrap_or(&bytes);
        match self.buffer.get_mut(index..index + old) {
            Some(place) if old == len => place.copy_from_slice(new),
            Some(_) => drop(self.buffer.splice(index..index + old, new.iter().copied())),
            None => return Err(ErrorKind::Failed.into()),
        }
        Ok(())
    }

    /// Puts a header of at most two bytes more in the place of one of `old` bytes at `start`,
    /// and takes the leading byte of each value of `width` bytes behind it out.
    pub(crate) fn close_up<const N: usize>(
        &mut self,
        start: usize,
        old: usize,
        (header, len): ([u8; N], usize),
        width: usize,
    ) {
        let Some(index) = start.checked_sub(self.flushed) else { return };
        let (mut to, mut from) = (index + len, index + old + 1);
        // The first value moves by at most one byte to the right, over the leading byte of the
        // second; the second stays or moves left, as do all others.
        while from + width <= self.buffer.len() {
            self.buffer.copy_within(from..from + width, to);
            to += width;
            from += width + 1;
        }
        self.buffer.truncate(to);
        if let Some(place) = self.buffer.get_mut(index..index + len) {
            place.copy_from_slice(header.get(..len).unwrap_or(&header));
        }
    }

    /// Whether what was written at `start` can still be changed.
    pub(crate) fn holds(&self, start: usize) -> bool {
        S::COUNTS || start >= self.flushed
    }
}
