use alloc::{sync::Arc, vec::Vec};
use std::io::{BufRead, ErrorKind as IoErrorKind, Read as _};

use super::{Name as _, Payload, Read, Source, low_bytes};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::{Budget, MAX_BYTES_AHEAD},
    utf8,
};

/// Payloads up to here are lent from the reader's own buffer; a longer one gets its own `Vec`,
/// which a visitor can keep without a copy.
const MAX_COPIED: u64 = 1 << 10;

/// Reads an `io::BufRead`, as [`Deserializer::from_reader`](crate::Deserializer::from_reader) takes
/// it, never past the end of a value.
#[derive(Debug)]
pub struct IoRead<B> {
    inner: B,
    scratch: Vec<u8>,
    offset: u64,
    /// Bytes that `inner` had in its buffer when last seen.
    buffered: usize,
    failed: bool,
}

impl<B: BufRead> IoRead<B> {
    pub(crate) fn new(inner: B) -> Self {
        IoRead { inner, scratch: Vec::new(), offset: 0, buffered: 0, failed: false }
    }

    pub(crate) fn get_ref(&self) -> &B {
        &self.inner
    }

    pub(crate) fn get_mut(&mut self) -> &mut B {
        self.buffered = 0;
        &mut self.inner
    }

    pub(crate) fn into_inner(self) -> B {
        self.inner
    }

    /// Shows the bytes that are there, none only at the end, to `f`, which says how many it
    /// took.
    #[inline]
    fn buffer<T>(&mut self, f: impl FnOnce(&[u8]) -> (T, usize)) -> Result<T> {
        if self.failed {
            return Err(Error::new(ErrorKind::Failed).at(self.offset));
        }
        loop {
            match self.inner.fill_buf() {
                Ok(bytes) => {
                    let (result, taken) = f(bytes);
                    self.buffered = bytes.len() - taken;
                    self.inner.consume(taken);
                    self.offset += taken as u64;
                    return Ok(result);
                }
                Err(error) if error.kind() == IoErrorKind::Interrupted => {}
                Err(error) => return Err(Error::from(error).at(self.offset)),
            }
        }
    }

    #[cold]
    fn eof(&self) -> Error {
        Error::new(ErrorKind::Eof).at(self.offset)
    }

    /// Shows the next `len` bytes to `f`, piece by piece.
    fn pieces(&mut self, mut len: u64, mut f: impl FnMut(&[u8])) -> Result<()> {
        while len > 0 {
            let taken = self.buffer(|bytes| {
                let taken = bytes.len().min(usize::try_from(len).unwrap_or(usize::MAX));
                f(bytes.get(..taken).unwrap_or_default());
                (taken, taken)
            })?;
            if taken == 0 {
                return Err(self.eof());
            }
            len -= taken as u64;
        }
        Ok(())
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
        let buffered = self.buffer(|bytes| {
            let taken = bytes.len().min(usize::try_from(len).unwrap_or(usize::MAX));
            out.extend_from_slice(bytes.get(..taken).unwrap_or_default());
            (taken as u64, taken)
        })?;
        let wanted = len - buffered;
        if buffered == 0 {
            return Err(self.eof());
        }
        if wanted > 0 {
            self.buffered = 0;
            let read = self.inner.by_ref().take(wanted).read_to_end(out);
            let read = read.map_err(|error| Error::from(error).at(self.offset))? as u64;
            self.offset += read;
            if read < wanted {
                return Err(self.eof());
            }
        }
        Ok(())
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
        self.offset
    }

    #[inline]
    fn known(&self) -> u64 {
        self.buffered as u64
    }

    #[inline]
    fn byte(&mut self) -> Result<u8> {
        match self.buffer(|bytes| (bytes.first().copied(), usize::from(!bytes.is_empty())))? {
            Some(byte) => Ok(byte),
            None => Err(self.eof()),
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<u8> {
        match self.buffer(|bytes| (bytes.first().copied(), 0))? {
            Some(byte) => Ok(byte),
            None => Err(self.eof()),
        }
    }

    #[inline]
    fn bits<const WIDTH: usize>(&mut self) -> Result<u64> {
        let whole = self.buffer(|bytes| match bytes.first_chunk::<WIDTH>() {
            Some(bytes) => (Some(low_bytes(bytes)), WIDTH),
            None => (None, 0),
        })?;
        match whole {
            Some(bits) => Ok(bits),
            None => self.bits_in_pieces::<WIDTH>(),
        }
    }

    fn name(&mut self, len: u64, budget: &mut Budget) -> Result<Arc<str>> {
        let at = self.offset;
        budget.charge(Arc::<str>::memory(len))?;
        if len <= MAX_COPIED {
            self.fill_scratch(len)?;
            return Ok(utf8::check(&self.scratch).map_err(|error| error.at(at))?.into());
        }
        // Not kept beyond the name.
        let mut bytes = Vec::new();
        self.read_into(&mut bytes, len)?;
        Ok(utf8::check(&bytes).map_err(|error| error.at(at))?.into())
    }

    fn skip(&mut self, len: u64) -> Result<()> {
        self.pieces(len, |_| ())
    }

    fn skip_text(&mut self, len: u64) -> Result<()> {
        let at = self.offset;
        let mut text = utf8::Pieces::default();
        self.pieces(len, |piece| text.push(piece))?;
        text.finish().map_err(|error| error.at(at))
    }

    fn at_end(&mut self) -> Result<bool> {
        self.buffer(|bytes| (bytes.is_empty(), 0))
    }

    fn fail(&mut self) {
        self.failed = true;
    }

    fn has_failed(&self) -> bool {
        self.failed
    }
}

#[allow(private_interfaces, reason = "sealed by taking a private type")]
impl<'de, B: BufRead> Read<'de> for IoRead<B> {
    fn payload(&mut self, len: u64, budget: &mut Budget) -> Result<Payload<'de, '_>> {
        budget.charge(len)?;
        if len <= MAX_COPIED {
            self.fill_scratch(len)?;
            return Ok(Payload::Copied(&self.scratch));
        }
        let mut bytes = Vec::new();
        self.read_into(&mut bytes, len)?;
        Ok(Payload::Owned(bytes))
    }
}
