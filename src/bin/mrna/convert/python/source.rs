//! The text of a file of literals, a byte at a time.

use std::io::{self, BufRead};

use super::super::{
    counted::{filled, skip_mark},
    place::Place,
    stop::{At, Stop},
};

/// Bytes to come, and where they are.
pub(super) struct Source {
    input: Box<dyn BufRead>,
    buffer: Vec<u8>,
    position: usize,
    line: u64,
    column: u64,
}

impl Source {
    pub(super) fn new(mut input: Box<dyn BufRead>) -> io::Result<Self> {
        skip_mark(&mut *input)?;
        let buffer = Vec::new();
        Ok(Source { input, buffer, position: 0, line: 1, column: 1 })
    }

    /// The next byte, which stays the next; none at the end.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Stop> {
        if let Some(byte) = self.buffer.get(self.position) {
            return Ok(Some(*byte));
        }
        self.position = 0;
        self.buffer.clear();
        let bytes = filled(&mut *self.input)?;
        self.buffer.extend_from_slice(bytes);
        let count = bytes.len();
        self.input.consume(count);
        Ok(self.buffer.first().copied())
    }

    /// Passes over the byte that was peeked at.
    pub(super) fn skip(&mut self) {
        match self.buffer.get(self.position) {
            Some(b'\n') => {
                self.line += 1;
                self.column = 1;
            }
            // Of a character in several bytes only the first counts.
            Some(0x80..=0xBF) | None => {}
            Some(_) => self.column += 1,
        }
        self.position += 1;
    }

    /// The next byte, which is passed over.
    pub(super) fn next(&mut self) -> Result<Option<u8>, Stop> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.skip();
        }
        Ok(byte)
    }

    /// Whether this byte comes next; if so, it is passed over.
    pub(super) fn takes(&mut self, byte: u8) -> Result<bool, Stop> {
        let is_next = self.peek()? == Some(byte);
        if is_next {
            self.skip();
        }
        Ok(is_next)
    }

    /// All bytes of a kind that come next.
    pub(super) fn take_while(&mut self, is_wanted: fn(u8) -> bool) -> Result<String, Stop> {
        let mut text = String::new();
        while let Some(byte) = self.peek()?.filter(|byte| byte.is_ascii() && is_wanted(*byte)) {
            text.push(byte.into());
            self.skip();
        }
        Ok(text)
    }

    /// Passes over blanks and comments; inside brackets over ends of lines, too.
    pub(super) fn skip_blanks(&mut self, lines: bool) -> Result<(), Stop> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\t' | b'\r' | b'\x0c') => self.skip(),
                Some(b'\n') if lines => self.skip(),
                Some(b'#') => {
                    while self.peek()?.is_some_and(|byte| byte != b'\n') {
                        self.skip();
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// Where the next byte is.
    pub(super) fn at(&self) -> At {
        At::Line { line: self.line, column: self.column }
    }

    /// Something else was expected here.
    pub(super) fn expected(&mut self, what: &str, place: &Place<'_>) -> Stop {
        match self.peek() {
            Ok(None) => {
                Stop::refused(format_args!("premature end, expected {what}"), self.at(), place)
            }
            Ok(Some(_)) => Stop::refused(format_args!("expected {what}"), self.at(), place),
            Err(stop) => stop,
        }
    }
}
