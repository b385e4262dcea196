//! Messages over a connection, which names cross once.

use std::io::Write;

use serde::Serialize;

use super::{Serializer, encoder::Scope, output::Stream};
use crate::{error::Result, limits::WRITER_TABLES, wire};

/// Writes the messages of a session: over one reliable, ordered stream, to one
/// [`SessionReader`](crate::SessionReader), names cross once and not with each message.
///
/// A small message, such as a remote call, then takes about as many bytes as in a format without
/// names. For messages that are stored, or that more than one reader may pick up, write each by
/// itself, with [`to_writer`](crate::to_writer) or a [`Serializer`].
///
/// Each message is passed to the writer when it is whole, in one piece unless it is large, so the
/// writer needs no buffer of its own.
///
/// ```
/// use mrna::{SessionReader, SessionWriter};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Call {
///     id: u32,
///     method: String,
/// }
///
/// let calls = [1, 2, 3].map(|id| Call { id, method: "ping".into() });
/// let mut session = SessionWriter::new(Vec::new());
/// for call in &calls {
///     session.send(call)?;
/// }
/// let bytes = session.into_inner();
/// // A header, the names and the values, then twice the values.
/// assert_eq!(bytes.len(), 6 + (2 + 3 + 7 + 1 + 5) + 2 * (1 + 1 + 5));
///
/// let mut session = SessionReader::new(&bytes[..]);
/// for call in calls {
///     assert_eq!(session.recv::<Call>()?, Some(call));
/// }
/// assert_eq!(session.recv::<Call>()?, None);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct SessionWriter<W> {
    ser: Serializer<Stream<W>>,
    /// Whether the session's header is written.
    is_begun: bool,
    tables: usize,
}

impl<W: Write> SessionWriter<W> {
    /// Begins a session; its header goes with the first message, or with [`flush`](Self::flush).
    pub fn new(writer: W) -> Self {
        let mut ser = Serializer::new(writer);
        ser.enc.scope = Scope::Session;
        SessionWriter { ser, is_begun: false, tables: WRITER_TABLES }
    }

    /// Empties the tables of names before a message that finds them above so many bytes: each
    /// shape, each name of a shape and each variant name counts 32, a name also its length.
    /// 64 KiB unless set; must not be above what the reader allows, which is 1 MiB there unless
    /// set.
    ///
    /// ```
    /// // The shape counts 65: it is forgotten before each message, which the byte f9 says.
    /// let mut session = mrna::SessionWriter::new(Vec::new()).tables(64);
    /// for x in [1, 2] {
    ///     session.send(&mrna::value!(record{x: (x)}))?;
    /// }
    /// assert_eq!(session.into_inner()[6..], *b"\xF7\x01\x01x\x01\xF9\xF7\x01\x01x\x02");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn tables(mut self, bytes: usize) -> Self {
        self.tables = bytes;
        self
    }

    /// As [`Serializer::human_readable`].
    #[must_use]
    pub fn human_readable(mut self, is_human_readable: bool) -> Self {
        self.ser = self.ser.human_readable(is_human_readable);
        self
    }

    /// Writes the next message.
    ///
    /// One that fails is taken back as if it had never begun, names and all, and the session goes
    /// on with the next; unless a part of it, beyond 64 KiB, has left already.
    ///
    /// # Errors
    ///
    /// Those of [`to_writer`](crate::to_writer).
    ///
    /// ```
    /// let mut session = mrna::SessionWriter::new(Vec::new());
    /// assert!(session.send(&FailsToSerialize).is_err());
    /// session.send("it goes on")?;
    /// let bytes = session.into_inner();
    /// assert_eq!(mrna::SessionReader::new(&bytes[..]).recv()?, Some("it goes on".to_string()));
    /// # struct FailsToSerialize;
    /// # impl serde::Serialize for FailsToSerialize {
    /// #     fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
    /// #         Err(serde::ser::Error::custom("as promised"))
    /// #     }
    /// # }
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn send<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.begin();
        if self.ser.enc.tables() > self.tables {
            self.ser.enc.reset_names();
        }
        value.serialize(&mut self.ser)
    }

    /// Flushes the writer, so that the reader has all messages.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    ///
    /// ```
    /// let mut session = mrna::SessionWriter::new(Vec::new());
    /// session.flush()?;
    /// assert_eq!(session.get_ref(), b"\xF9mrna\x01");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn flush(&mut self) -> Result<()> {
        self.begin();
        self.ser.enc.out.flush()?;
        self.ser.flush()
    }

    /// The writer.
    pub fn get_ref(&self) -> &W {
        self.ser.get_ref()
    }

    /// The writer; what is written to it breaks the session, unless the reader takes it out
    /// again.
    pub fn get_mut(&mut self) -> &mut W {
        self.ser.get_mut()
    }

    /// Gives the writer back, with the messages that are whole.
    pub fn into_inner(self) -> W {
        self.ser.into_inner()
    }

    fn begin(&mut self) {
        self.ser.enc.take_back();
        if !self.is_begun {
            self.is_begun = true;
            self.ser.enc.out.extend(&wire::SESSION);
            self.ser.enc.out.push(wire::VERSION);
        }
    }
}
