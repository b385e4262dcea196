//! Where bytes go: a buffer, and behind it nothing, a writer or a counter.

use alloc::vec::Vec;

use crate::{
    error::{ErrorKind, Result},
    wire::{Head, Opening},
};

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

/// A `Vec`, as [`Serializer::from_vec`](super::Serializer::from_vec) takes it: all stays in the buffer.
#[derive(Debug)]
pub struct Memory;

impl Sink for Memory {
    const FLUSHES: bool = false;

    fn write(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }
}

/// Nowhere: bytes are only counted, for [`encoded_len`](super::encoded_len).
#[derive(Debug)]
pub struct Count;

impl Sink for Count {
    const FLUSHES: bool = true;
    const COUNTS: bool = true;

    fn write(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }
}

/// An `io::Write`, as [`Serializer::new`](super::Serializer::new) takes it.
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
///
/// The buffer reaches some way beyond what is written, so that a small thing is stored at its
/// greatest size and only the end moved by what counts: two stores, where copying a length that
/// isn't known takes a call.
#[derive(Debug)]
pub(crate) struct Output<S> {
    pub(crate) sink: S,
    buffer: Vec<u8>,
    /// How much of the buffer is written; what is behind means nothing.
    len: usize,
    /// Bytes that were passed on.
    flushed: usize,
    /// Headers in the buffer that wait to be known.
    waiting: usize,
    /// Whether bytes were lost, so that nothing more may follow.
    torn: bool,
}

/// How far the buffer is made to reach beyond what is written: as far again, within these.
const ROOM: [usize; 2] = [128, 4 << 10];
/// How much of a buffer that was used before is taken at first.
const SPARE: usize = 512;

impl<S: Sink> Output<S> {
    pub(crate) fn new(sink: S, buffer: Vec<u8>) -> Self {
        Output { sink, len: buffer.len(), buffer, flushed: 0, waiting: 0, torn: false }
    }

    /// Takes the bytes that were not passed on.
    pub(crate) fn take_buffer(&mut self) -> Vec<u8> {
        let mut bytes = core::mem::take(&mut self.buffer);
        bytes.truncate(self.len);
        self.len = 0;
        bytes
    }

    /// Where the next byte goes.
    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        if S::FLUSHES { self.flushed + self.len } else { self.len }
    }

    /// Where in the buffer a position is, if it wasn't passed on.
    #[inline(always)]
    fn index(&self, position: usize) -> Option<usize> {
        if S::FLUSHES { position.checked_sub(self.flushed) } else { Some(position) }
    }

    /// The next `N` bytes, if the buffer reaches so far.
    #[inline(always)]
    fn room<const N: usize>(&mut self) -> Option<&mut [u8; N]> {
        self.buffer.get_mut(self.len..)?.first_chunk_mut()
    }

    /// Makes the buffer reach at least so far.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, least: usize) {
        let [low, high] = ROOM;
        // What is allocated already costs nothing but to be filled.
        let spare = (self.buffer.capacity() - self.len).min(SPARE);
        self.buffer.resize(self.len + self.len.clamp(low, high).max(spare).max(least), 0);
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) {
        match self.buffer.get_mut(self.len) {
            Some(place) => {
                *place = byte;
                self.len += 1;
            }
            None => self.put_aside(Head::byte(byte)),
        }
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, head: Head) {
        match self.room::<{ Head::MAX }>() {
            Some([lead, number @ ..]) => {
                *lead = head.lead;
                *number = head.number.to_le_bytes();
                self.len += head.len();
            }
            None => self.put_aside(head),
        }
    }

    #[cold]
    #[inline(never)]
    fn put_aside(&mut self, head: Head) {
        self.grow(Head::MAX);
        let bytes = head.bytes();
        self.extend(bytes.get(..head.len()).unwrap_or(&bytes));
    }

    #[inline(always)]
    pub(crate) fn open(&mut self, opening: Opening) {
        self.put(opening.first);
        if let Some(count) = opening.count {
            self.put(count);
        }
    }

    /// Writes numbers without their leading bytes.
    #[inline(always)]
    pub(crate) fn numbers(&mut self, width: u8, numbers: impl ExactSizeIterator<Item = u64>) {
        match width {
            1 => self.numbers_of::<1>(numbers),
            2 => self.numbers_of::<2>(numbers),
            4 => self.numbers_of::<4>(numbers),
            _ => self.numbers_of::<8>(numbers),
        }
    }

    #[inline(always)]
    pub(crate) fn number(&mut self, width: u8, number: u64) {
        match self.room() {
            Some(place) => {
                *place = number.to_le_bytes();
                self.len += usize::from(width);
            }
            None => self.number_aside(width, number),
        }
    }

    #[cold]
    #[inline(never)]
    fn number_aside(&mut self, width: u8, number: u64) {
        self.grow(8);
        let bytes = number.to_le_bytes();
        self.extend(bytes.get(..width.into()).unwrap_or(&bytes));
    }

    #[inline(always)]
    fn numbers_of<const WIDTH: usize>(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        let len = numbers.len() * WIDTH;
        if self.buffer.len() - self.len < len {
            self.grow(len);
        }
        let places = self.buffer.get_mut(self.len..self.len + len).unwrap_or_default();
        for (place, number) in places.chunks_exact_mut(WIDTH).zip(numbers) {
            let bytes = number.to_le_bytes();
            place.copy_from_slice(bytes.get(..WIDTH).unwrap_or(&bytes));
        }
        self.len += len;
    }

    #[inline(always)]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if let Some(place) = self.buffer.get_mut(self.len..end) {
            copy(place, bytes);
        } else {
            // Nothing is filled twice.
            self.buffer.truncate(self.len);
            self.buffer.extend_from_slice(bytes);
        }
        self.len = end;
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
    #[inline(always)]
    pub(crate) fn wait(&mut self) {
        if S::FLUSHES {
            self.waiting += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn known(&mut self) {
        if S::FLUSHES {
            self.waiting -= 1;
        }
    }

    /// Passes the buffer on if it is large, between two values.
    #[inline(always)]
    pub(crate) fn flush_if_large(&mut self) -> Result<()> {
        if S::FLUSHES && self.len >= FLUSH_AT && self.waiting == 0 { self.flush() } else { Ok(()) }
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        if self.torn {
            return Err(ErrorKind::Failed.into());
        }
        if S::FLUSHES {
            self.flushed += self.len;
            let written = self.sink.write(self.buffer.get(..self.len).unwrap_or_default());
            self.len = 0;
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
        self.buffer.get(self.index(start)?..self.len)
    }

    /// Takes back what was written from `start` on, unless some of it was passed on.
    pub(crate) fn take_back(&mut self, start: usize) {
        self.waiting = 0;
        match self.index(start) {
            Some(index) => self.len = index,
            None => self.torn = true,
        }
    }

    /// Takes what was written from `start` on out of the buffer.
    pub(crate) fn cut(&mut self, start: usize) -> Result<Vec<u8>> {
        let cut = self.since(start).map(<[u8]>::to_vec).ok_or(ErrorKind::Failed)?;
        self.len -= cut.len();
        Ok(cut)
    }

    /// Puts an opening in the place of `old` bytes at `start`.
    pub(crate) fn replace(&mut self, start: usize, old: usize, new: Opening) -> Result<()> {
        let len = new.len();
        if S::COUNTS && start < self.flushed {
            self.flushed = self.flushed + len - old;
            return Ok(());
        }
        let index = self.index(start).ok_or(ErrorKind::Failed)?;
        let behind = index + old..self.len;
        if behind.start > behind.end {
            return Err(ErrorKind::Failed.into());
        }
        let end = behind.len() + index + len;
        if end > self.buffer.len() {
            self.grow(len);
        }
        self.buffer.copy_within(behind, index + len);
        self.len = index;
        self.open_exactly(new);
        self.len = end;
        Ok(())
    }

    /// Writes an opening and not a byte behind it.
    fn open_exactly(&mut self, opening: Opening) {
        for head in [Some(opening.first), opening.count].into_iter().flatten() {
            let bytes = head.bytes();
            self.extend(bytes.get(..head.len()).unwrap_or(&bytes));
        }
    }

    /// Whether what was written at `start` can still be changed.
    pub(crate) fn holds(&self, start: usize) -> bool {
        S::COUNTS || self.index(start).is_some()
    }
}

/// Copies bytes to a place as long as they are.
///
/// Short ones by their two ends, which may overlap: a call of memcpy takes longer than these.
#[inline(always)]
fn copy(to: &mut [u8], from: &[u8]) {
    #[inline(always)]
    fn ends<const N: usize>(to: &mut [u8], from: &[u8]) -> bool {
        let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
            return false;
        };
        if let Some(place) = to.first_chunk_mut() {
            *place = *first;
        }
        if let Some(place) = to.last_chunk_mut() {
            *place = *last;
        }
        true
    }
    let is_copied = match from.len() {
        0 => true,
        1..4 => {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            true
        }
        4..8 => ends::<4>(to, from),
        8..16 => ends::<8>(to, from),
        16..=32 => ends::<16>(to, from),
        _ => false,
    };
    if !is_copied {
        to.copy_from_slice(from);
    }
}
