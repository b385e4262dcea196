//! The messages of a file, one after another: of a session, or each by itself.

use std::io::{self, BufRead};

use mrna::{Deserializer, Limits, SessionReader, de::IoRead};
use serde::de::DeserializeOwned;

use crate::input::peek;

/// What a session begins with, and no message.
const SESSION: u8 = 0xF9;

/// Reads one message at a time, and holds no other.
#[derive(Debug)]
pub(crate) enum Messages<B: BufRead> {
    Plain(Deserializer<IoRead<B>>),
    Session(SessionReader<B>),
}

impl<B: BufRead> Messages<B> {
    /// Looks at the first byte to say which it is.
    pub(crate) fn new(mut reader: B, limits: Limits) -> io::Result<Self> {
        Ok(if peek(&mut reader)? == Some(SESSION) {
            Messages::Session(SessionReader::new(reader).limits(limits))
        } else {
            Messages::Plain(Deserializer::from_reader(reader).limits(limits))
        })
    }

    /// The next message; `None` at the end. Not to be asked again after an error.
    pub(crate) fn next<T: DeserializeOwned>(&mut self) -> mrna::Result<Option<T>> {
        match self {
            Messages::Plain(de) => {
                if de.at_end()? {
                    return Ok(None);
                }
                T::deserialize(de).map(Some)
            }
            Messages::Session(session) => session.recv(),
        }
    }

    /// Whether nothing follows the message last read.
    pub(crate) fn at_end(&mut self) -> io::Result<bool> {
        Ok(peek(self.reader_mut())?.is_none())
    }

    /// Where the next message begins.
    pub(crate) fn byte_offset(&self) -> u64 {
        match self {
            Messages::Plain(de) => de.byte_offset(),
            Messages::Session(session) => session.byte_offset(),
        }
    }

    /// What the message last read needed of [`Limits::memory`].
    pub(crate) fn memory_used(&self) -> usize {
        match self {
            Messages::Plain(de) => de.memory_used(),
            Messages::Session(session) => session.memory_used(),
        }
    }

    pub(crate) fn is_session(&self) -> bool {
        matches!(self, Messages::Session(_))
    }

    pub(crate) fn reader_mut(&mut self) -> &mut B {
        match self {
            Messages::Plain(de) => de.get_mut(),
            Messages::Session(session) => session.get_mut(),
        }
    }
}
