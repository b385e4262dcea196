//! A reader that keeps what is read.

use std::io::{self, BufRead, Read};

/// Keeps what is consumed, until it is taken.
#[derive(Debug)]
pub(crate) struct Recorded<B> {
    reader: B,
    bytes: Vec<u8>,
}

impl<B> Recorded<B> {
    pub(crate) fn new(reader: B) -> Self {
        Recorded { reader, bytes: Vec::new() }
    }

    /// What was consumed since this was last called.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

impl<B: BufRead> Read for Recorded<B> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        self.bytes.extend_from_slice(buffer.get(..len).unwrap_or_default());
        Ok(len)
    }
}

impl<B: BufRead> BufRead for Recorded<B> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        // What is consumed has been filled before, so that this reads nothing.
        let filled = self.reader.fill_buf().unwrap_or_default();
        self.bytes.extend_from_slice(filled.get(..len).unwrap_or(filled));
        self.reader.consume(len);
    }
}
