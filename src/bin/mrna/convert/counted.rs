//! A reader that knows how far it is.

use std::io::{self, BufRead, Read};

use crate::input::peek;

/// Counts the bytes that are read.
pub(crate) struct Counted {
    inner: Box<dyn BufRead>,
    offset: u64,
}

impl Counted {
    pub(crate) fn new(inner: Box<dyn BufRead>) -> Self {
        Counted { inner, offset: 0 }
    }

    /// How many bytes were read.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether there are no more.
    pub(crate) fn at_end(&mut self) -> io::Result<bool> {
        peek(&mut *self.inner).map(|byte| byte.is_none())
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.offset += count as u64;
        Ok(count)
    }
}

/// What comes next.
pub(crate) fn filled(input: &mut dyn BufRead) -> io::Result<&[u8]> {
    match peek(input)? {
        // It is there now.
        Some(_) => input.fill_buf(),
        // Not asked again: a terminal would wait for another end.
        None => Ok(&[]),
    }
}

/// Passes over the mark that some editors put in front of UTF-8.
pub(crate) fn skip_mark(input: &mut dyn BufRead) -> io::Result<()> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if filled(input)?.starts_with(MARK) {
        input.consume(MARK.len());
    }
    Ok(())
}
