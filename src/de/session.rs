//! Messages from a connection, which names cross once.

use std::io::BufRead;

use serde::de::DeserializeOwned;

use super::{Deserializer, decoder::Decoder, func};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::{Limits, READER_TABLES},
    read::{IoRead, Source},
    wire,
};

/// Reads the messages of a [`SessionWriter`](crate::SessionWriter).
///
/// What is no session is refused at its first bytes: a message by itself, another protocol, or a
/// session of another version of the wire format.
///
/// ```
/// use mrna::{SessionReader, SessionWriter, Value, value};
///
/// let mut session = SessionWriter::new(Vec::new());
/// session.send(&value!(record{x: 1}))?;
/// session.send(&value!(record{x: 2}))?;
/// let bytes = session.into_inner();
///
/// let mut session = SessionReader::new(&bytes[..]);
/// assert_eq!(session.recv()?, Some(value!(record{x: 1})));
/// assert_eq!(session.recv()?, Some(value!(record{x: 2})));
/// assert_eq!(session.recv::<Value>()?, None);
///
/// let alone = mrna::to_vec("a message by itself")?;
/// assert!(SessionReader::new(&alone[..]).recv::<Value>().is_err());
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct SessionReader<B: BufRead> {
    de: Deserializer<IoRead<B>>,
    /// Whether the session's header was read.
    is_begun: bool,
    tables: usize,
}

impl<B: BufRead> SessionReader<B> {
    /// Reads a session from a buffered reader, never past the end of a message, so that no read
    /// waits for bytes that nobody needs.
    pub fn new(reader: B) -> Self {
        let mut de = Deserializer::from_reader(reader);
        de.decoder.keeps_names = true;
        SessionReader { de, is_begun: false, tables: READER_TABLES }
    }

    /// With these limits for each message. Names count for the memory of the message that they
    /// come with.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.de = self.de.limits(limits);
        self
    }

    /// Lets the tables of names grow to so many bytes until a message begins: each shape, each
    /// name of a shape and each variant name counts 32, a name also its length. 1 MiB unless set.
    ///
    /// ```
    /// let mut session = mrna::SessionWriter::new(Vec::new());
    /// session.send(&mrna::value!(record{x: 1}))?;
    /// session.send(&2)?;
    /// let bytes = session.into_inner();
    /// let mut session = mrna::SessionReader::new(&bytes[..]).tables(64);
    /// session.recv::<mrna::Value>()?;
    /// assert!(session.recv::<mrna::Value>().unwrap_err().is_limit());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn tables(mut self, bytes: usize) -> Self {
        self.tables = bytes;
        self
    }

    /// As [`Deserializer::human_readable`].
    #[must_use]
    pub fn human_readable(mut self, is_human_readable: bool) -> Self {
        self.de = self.de.human_readable(is_human_readable);
        self
    }

    /// Reads the next message; `None` if the session has ended, between two of them.
    ///
    /// An error ends the session: what follows could refer to names that were not read.
    ///
    /// # Errors
    ///
    /// Those of [`from_reader`](crate::from_reader); [`ErrorKind::NoSession`],
    /// [`ErrorKind::SessionVersion`] and [`ErrorKind::TablesLimit`]; [`ErrorKind::Failed`] after
    /// an error.
    ///
    /// ```
    /// let alone = mrna::to_vec(&7)?;
    /// let error = mrna::SessionReader::new(&alone[..]).recv::<u8>().unwrap_err();
    /// assert!(matches!(error.kind(), mrna::ErrorKind::NoSession(7)));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn recv<T: DeserializeOwned>(&mut self) -> Result<Option<T>> {
        if self.de.at_end()? {
            return Ok(None);
        }
        let at = self.de.byte_offset();
        if let Err(error) = self.begin() {
            return Err(self.de.decoder.fail(error, at));
        }
        // The header may be all there is.
        if !self.is_begun {
            self.is_begun = true;
            if self.de.at_end()? {
                return Ok(None);
            }
        }
        func::one(&mut self.de).map(Some)
    }

    /// How many bytes have been read, across all messages.
    #[must_use]
    pub fn byte_offset(&self) -> u64 {
        self.de.byte_offset()
    }

    /// As [`Deserializer::memory_used`].
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.de.memory_used()
    }

    /// The reader.
    pub fn get_ref(&self) -> &B {
        self.de.get_ref()
    }

    /// The reader; what is read from it is between two messages.
    pub fn get_mut(&mut self) -> &mut B {
        self.de.get_mut()
    }

    /// Gives the reader back.
    pub fn into_inner(self) -> B {
        self.de.into_inner()
    }

    /// Reads what comes before a message.
    fn begin(&mut self) -> Result<()> {
        let decoder = &mut self.de.decoder;
        if !self.is_begun {
            return decoder.session_header();
        }
        decoder.session_reset()?;
        decoder.check_tables(self.tables)
    }
}

impl<R: Source> Decoder<R> {
    /// Reads what a session begins with.
    pub(crate) fn session_header(&mut self) -> Result<()> {
        for expected in wire::SESSION {
            let at = self.read.offset();
            let found = self.read.byte()?;
            if found != expected {
                return Err(Error::new(ErrorKind::NoSession(found)).at(at));
            }
        }
        let version = self.read.byte()?;
        if version != wire::VERSION {
            let at = self.read.offset() - 1;
            return Err(Error::new(ErrorKind::SessionVersion(version)).at(at));
        }
        Ok(())
    }

    /// Reads a reset, if one is next.
    pub(crate) fn session_reset(&mut self) -> Result<bool> {
        let is_next = self.read.peek()? == wire::RESET;
        if is_next {
            self.read.byte()?;
            self.forget_names();
        }
        Ok(is_next)
    }

    /// Checks that a session's tables of names are not above their limit, before a message.
    pub(crate) fn check_tables(&self, most: usize) -> Result<()> {
        if self.names.size() > most {
            return Err(ErrorKind::TablesLimit { bytes: most }.into());
        }
        Ok(())
    }
}
