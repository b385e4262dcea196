use std::io::{self, BufRead, Read};

/// How many bytes are remembered: the header and the first 60 characters of a text.
const KEPT: usize = 256;

/// A reader that remembers the first bytes that were taken of it since an item began.
#[derive(Debug)]
pub(super) struct Beginning<B> {
    inner: B,
    kept: Vec<u8>,
}

impl<B> Beginning<B> {
    pub(super) fn new(inner: B) -> Self {
        Beginning { inner, kept: Vec::with_capacity(KEPT) }
    }

    /// An item begins.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
    }

    /// The first bytes of the item.
    pub(super) fn kept(&self) -> &[u8] {
        &self.kept
    }

    fn keep(kept: &mut Vec<u8>, bytes: &[u8]) {
        let room = KEPT - kept.len();
        kept.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }
}

impl<B: BufRead> Read for Beginning<B> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        Self::keep(&mut self.kept, into.get(..read).unwrap_or_default());
        Ok(read)
    }
}

impl<B: BufRead> BufRead for Beginning<B> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, taken: usize) {
        if taken > 0 && self.kept.len() < KEPT {
            // The bytes that are taken lie in the buffer, so this reads nothing.
            if let Ok(bytes) = self.inner.fill_buf() {
                Self::keep(&mut self.kept, bytes.get(..taken).unwrap_or(bytes));
            }
        }
        self.inner.consume(taken);
    }
}
