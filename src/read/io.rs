use alloc::{sync::Arc, vec::Vec};
use std::io::{BufRead, ErrorKind as IoErrorKind, Read as _};

use super::{Name as _, Payload, Read, Source, low_bytes};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::{Budget, MAX_BYTES_AHEAD},
    utf8,
};

/// Payloads that are not in the buffer as a whole are lent from a copy up to here; a longer one
/// gets its own `Vec`, which a visitor can keep without a copy.
const MAX_COPIED: u64 = 1 << 10;

/// More than any buffer holds, so that nothing more is taken.
const FAILED: usize = usize::MAX;

/// Reads an `io::BufRead`, as [`Deserializer::from_reader`](crate::Deserializer::from_reader) takes
/// it, never past the end of a value.
#[derive(Debug)]
pub struct IoRead<B> {
    inner: B,
    scratch: Vec<u8>,
    /// Where the buffer of `inner` begins: the offset of the next byte without `taken`.
    base: u64,
    /// How many bytes of the buffer are read. They are consumed together, when it is used up or
    /// somebody else could look at `inner`: one by one took a quarter of the time of reading.
    taken: usize,
    /// How many bytes the buffer had when last seen.
    buffered: usize,
}

impl<B: BufRead> IoRead<B> {
    pub(crate) fn new(inner: B) -> Self {
        IoRead { inner, scratch: Vec::new(), base: 0, taken: 0, buffered: 0 }
    }

    /// Between values, when all that was read is consumed.
    pub(crate) fn get_ref(&self) -> &B {
        &self.inner
    }

    pub(crate) fn get_mut(&mut self) -> &mut B {
        self.settle();
        if !self.has_failed() {
            self.buffered = 0;
        }
        &mut self.inner
    }

    pub(crate) fn into_inner(mut self) -> B {
        self.settle();
        self.inner
    }

    /// What is in the buffer and not read yet. A `BufRead` that has something there neither reads
    /// nor fails.
    #[inline(always)]
    fn rest(&mut self) -> &[u8] {
        if self.taken < self.buffered
            && let Ok(bytes) = self.inner.fill_buf()
        {
            bytes.get(self.taken..).unwrap_or_default()
        } else {
            &[]
        }
    }

    /// Has the buffer filled when it is used up; `false` at the end of the input.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        if self.has_failed() {
            return Err(Error::new(ErrorKind::Failed).at(self.offset()));
        }
        self.settle();
        loop {
            match self.inner.fill_buf() {
                Ok(bytes) => {
                    self.buffered = bytes.len();
                    return Ok(!bytes.is_empty());
                }
                Err(error) if error.kind() == IoErrorKind::Interrupted => {}
                Err(error) => return Err(Error::from(error).at(self.base)),
            }
        }
    }

    /// Has the buffer filled when it is used up, with what must be there.
    #[cold]
    fn fill_more(&mut self) -> Result<()> {
        if self.fill()? { Ok(()) } else { Err(self.eof()) }
    }

    #[cold]
    fn eof(&self) -> Error {
        Error::new(ErrorKind::Eof).at(self.offset())
    }

    /// The next byte, which stays, when the buffer is used up.
    #[cold]
    fn first_of_more(&mut self) -> Result<u8> {
        self.fill_more()?;
        self.rest().first().copied().ok_or_else(|| self.eof())
    }

    /// Shows the next `len` bytes to `f`, piece by piece.
    fn pieces(&mut self, mut len: u64, mut f: impl FnMut(&[u8])) -> Result<()> {
        while len > 0 {
            if self.taken >= self.buffered {
                self.fill_more()?;
            }
            let taken = self.piece(len, &mut f);
            len -= taken as u64;
        }
        Ok(())
    }

    /// Shows what the buffer has of the next `len` bytes to `f`; gives how many it has.
    fn piece(&mut self, len: u64, f: impl FnOnce(&[u8])) -> usize {
        let rest = self.rest();
        let taken = rest.len().min(usize::try_from(len).unwrap_or(usize::MAX));
        f(rest.get(..taken).unwrap_or_default());
        self.taken += taken;
        taken
    }

    /// What is not in the buffer as a whole.
    #[cold]
    fn bits_in_pieces<const WIDTH: usize>(&mut self) -> Result<u64> {
        let mut bytes = [0; WIDTH];
        let mut rest = bytes.iter_mut();
        self.pieces(WIDTH as u64, |piece| {
            piece.iter().zip(rest.by_ref()).for_each(|(from, to)| *to = *from);
        })?;
        Ok(low_bytes(&bytes))
    }

    /// The next `len` bytes at the end of `out`, reserved no further ahead than the cap: beyond
    /// it `out` grows with what has come.
    ///
    /// One `read_to_end` for all, since each begins with small reads: one for every 64 KiB took
    /// the pipe of `examples/transfer` from 0.92 to 0.67 of a plain copy.
    fn read_into(&mut self, out: &mut Vec<u8>, len: u64) -> Result<()> {
        if len == 0 {
            return Ok(());
        }
        out.reserve(usize::try_from(len.min(MAX_BYTES_AHEAD)).unwrap_or(usize::MAX));
        // What lies in the buffer first; behind it a long read can bypass the buffer.
        if self.taken >= self.buffered {
            self.fill_more()?;
        }
        let wanted = len - self.piece(len, |piece| out.extend_from_slice(piece)) as u64;
        if wanted > 0 {
            self.settle();
            let read = self.inner.by_ref().take(wanted).read_to_end(out);
            let read = read.map_err(|error| Error::from(error).at(self.base))? as u64;
            self.base += read;
            if read < wanted {
                return Err(self.eof());
            }
        }
        Ok(())
    }

    /// Takes the next `len` bytes if they are in the buffer; gives where they begin there.
    #[inline]
    fn take_buffered(&mut self, len: u64) -> Option<usize> {
        let rest = self.buffered.checked_sub(self.taken)?;
        let len = usize::try_from(len).ok().filter(|len| *len <= rest)?;
        let start = self.taken;
        self.taken += len;
        Some(start)
    }

    /// What was taken of the buffer from `start` on.
    #[inline]
    fn taken_since(&mut self, start: usize) -> Result<&[u8]> {
        Ok(self.inner.fill_buf()?.get(start..self.taken).unwrap_or_default())
    }

    fn fill_scratch(&mut self, len: u64) -> Result<()> {
        let mut scratch = core::mem::take(&mut self.scratch);
        scratch.clear();
        let result = self.read_into(&mut scratch, len);
        self.scratch = scratch;
        result
    }
}

#[allow(private_interfaces, reason = "sealed by taking a private type")]
impl<B: BufRead> Source for IoRead<B> {
    type Name = Arc<str>;

    #[inline]
    fn offset(&self) -> u64 {
        self.base.wrapping_add(self.taken as u64)
    }

    #[inline]
    fn known(&self) -> u64 {
        self.buffered.saturating_sub(self.taken) as u64
    }

    #[inline]
    fn byte(&mut self) -> Result<u8> {
        let byte = self.peek()?;
        self.taken += 1;
        Ok(byte)
    }

    #[inline]
    fn peek(&mut self) -> Result<u8> {
        match self.rest().first() {
            Some(byte) => Ok(*byte),
            None => self.first_of_more(),
        }
    }

    #[inline]
    fn bits<const WIDTH: usize>(&mut self) -> Result<u64> {
        match self.rest().first_chunk::<WIDTH>().map(low_bytes) {
            Some(bits) => {
                self.taken += WIDTH;
                Ok(bits)
            }
            None => self.bits_in_pieces::<WIDTH>(),
        }
    }

    fn name(&mut self, len: u64, budget: &mut Budget) -> Result<Arc<str>> {
        let at = self.offset();
        budget.charge(Arc::<str>::memory(len))?;
        let text = |bytes| Ok(utf8::check(bytes).map_err(|error| error.at(at))?.into());
        if let Some(start) = self.take_buffered(len) {
            return text(self.taken_since(start)?);
        }
        if len <= MAX_COPIED {
            self.fill_scratch(len)?;
            return text(&self.scratch);
        }
        // Not kept beyond the name.
        let mut bytes = Vec::new();
        self.read_into(&mut bytes, len)?;
        text(&bytes)
    }

    fn skip(&mut self, len: u64) -> Result<()> {
        self.pieces(len, |_| ())
    }

    fn skip_text(&mut self, len: u64) -> Result<()> {
        let at = self.offset();
        let mut text = utf8::Pieces::default();
        self.pieces(len, |piece| text.push(piece))?;
        text.finish().map_err(|error| error.at(at))
    }

    fn at_end(&mut self) -> Result<bool> {
        Ok(self.taken >= self.buffered && !self.fill()?)
    }

    fn settle(&mut self) {
        if self.has_failed() {
            return;
        }
        self.inner.consume(self.taken);
        self.base += self.taken as u64;
        self.buffered = self.buffered.saturating_sub(self.taken);
        self.taken = 0;
    }

    fn fail(&mut self) {
        if self.has_failed() {
            return;
        }
        self.settle();
        self.base = self.base.wrapping_sub(FAILED as u64);
        (self.taken, self.buffered) = (FAILED, 0);
    }

    fn has_failed(&self) -> bool {
        self.taken == FAILED
    }
}

#[allow(private_interfaces, reason = "sealed by taking a private type")]
impl<'de, B: BufRead> Read<'de> for IoRead<B> {
    #[inline]
    fn payload(&mut self, len: u64, budget: &mut Budget) -> Result<Payload<'de, '_>> {
        budget.charge(len)?;
        if let Some(start) = self.take_buffered(len) {
            return self.taken_since(start).map(Payload::Copied);
        }
        if len <= MAX_COPIED {
            self.fill_scratch(len)?;
            return Ok(Payload::Copied(&self.scratch));
        }
        let mut bytes = Vec::new();
        self.read_into(&mut bytes, len)?;
        Ok(Payload::Owned(bytes))
    }
}
