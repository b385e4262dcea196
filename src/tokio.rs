//! Messages over what tokio reads and writes: TCP, pipes, Unix sockets.
//!
//! A [`Codec`] makes a stream and sink of values of a connection, by `tokio_util`'s `Framed`,
//! `FramedRead` and `FramedWrite`.

use alloc::vec::Vec;
use core::{
    fmt::{self, Debug, Formatter},
    marker::PhantomData,
    mem,
};

use bytes::{Buf as _, Bytes, BytesMut};
use serde::{Serialize, de::DeserializeOwned};
use tokio_util::codec::{Decoder, Encoder};

use crate::{
    error::{Error, ErrorKind, Result},
    limits::Limits,
    {Scan, Scanner, append, from_slice_with},
};

/// The most that a message's own claims make room for, as lengths do everywhere in this crate.
const CLAIMED_AHEAD: usize = 64 << 10;
/// Room for what nothing is known of: what `Framed` begins with.
const AHEAD: usize = 8 << 10;
/// A buffer for writing that is larger is not kept, and its bytes are handed over, not copied.
const KEPT: usize = 64 << 10;

/// Sends messages of type `Out`, receives those of type `In`.
///
/// A message is on the wire as [`to_vec`](crate::to_vec) writes it and nothing else: where it
/// ends is found out by a [`Scanner`], which looks at each byte once, however small the pieces
/// that the bytes come in.
///
/// A peer is never trusted. What is malformed is refused at the byte that is, a message that says
/// it is longer than [`max_len`](Self::max_len) before its bytes come. A buffer gets room for
/// 64 KiB or as much again as has come, whatever a length claims, and none beyond `max_len` (or
/// the 8 KiB that `Framed` begins with). A message is only decoded when it is whole; what it may
/// become then, [`limits`](Self::limits) says.
///
/// After an error in what was received the connection can't be used for receiving any more: the
/// codec lets go of what it had and answers [`ErrorKind::Failed`]. If messages of a wrong type are
/// to be survived, receive a [`Value`](crate::Value) and take [`from_value`](crate::from_value).
///
/// ```
/// use futures_util::{SinkExt, StreamExt};
/// use mrna::tokio::Codec;
/// use tokio_util::codec::Framed;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mrna::Result<()> {
/// // Any `AsyncRead` and `AsyncWrite`, such as a `TcpStream`.
/// let (here, there) = tokio::io::duplex(1_024);
/// let mut client = Framed::new(here, Codec::<(String, u8), u64>::new());
/// let mut server = Framed::new(there, Codec::<u64, (String, u8)>::new().max_len(1_000));
///
/// client.send(("sum".into(), 2)).await?;
/// assert_eq!(server.next().await.transpose()?, Some(("sum".into(), 2)));
/// server.send(3).await?;
/// assert_eq!(client.next().await.transpose()?, Some(3));
///
/// client.close().await?;
/// assert!(server.next().await.is_none());
/// # Ok(())
/// # }
/// ```
pub struct Codec<Out, In = Out> {
    scanner: Scanner,
    limits: Limits,
    max_len: usize,
    /// Where in all that is received the next message begins.
    offset: u64,
    failed: bool,
    /// For writing; empty between messages.
    written: Vec<u8>,
    types: PhantomData<fn(Out) -> In>,
}

impl<Out, In> Codec<Out, In> {
    /// The longest message unless set otherwise, 8 MiB: that of tokio-util's
    /// `LengthDelimitedCodec`, so that to change from it refuses nothing that went through.
    pub const DEFAULT_MAX_LEN: usize = 8 << 20;

    /// For messages of at most 8 MiB, within the default [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Codec {
            scanner: Scanner::new(),
            limits: Limits::new(),
            max_len: Self::DEFAULT_MAX_LEN,
            offset: 0,
            failed: false,
            written: Vec::new(),
            types: PhantomData,
        }
    }

    /// With these limits for each message that is received.
    ///
    /// There is no memory budget by default, and a value can be larger than its message: a
    /// [`Value`](crate::Value) up to 96 times. The buffer isn't part of the budget, `max_len`
    /// bounds it; the tables of names of a message that isn't whole yet are.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use mrna::{Limits, Value, tokio::Codec};
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut codec = Codec::<Value>::new().limits(Limits::new().depth(1));
    /// // A list in a list; the rest has not come yet.
    /// let mut received = BytesMut::from(&[0xB1, 0xB1][..]);
    /// assert!(codec.decode(&mut received).unwrap_err().is_limit());
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.scanner = Scanner::new().limits(limits);
        self
    }

    /// With messages of at most so many bytes, those received and those sent: so many may be
    /// buffered while one comes in.
    ///
    /// What is too long to send is refused, too, since a peer with the same limit would refuse
    /// it and end the connection. For two limits, split the connection and give each half a codec
    /// of its own.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use mrna::tokio::Codec;
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut codec = Codec::<String>::new().max_len(100);
    /// // A text of 300 bytes, of which none has come yet.
    /// let mut received = BytesMut::from(&mrna::to_vec(&"a".repeat(300))?[..4]);
    /// assert_eq!(
    ///     codec.decode(&mut received).unwrap_err().to_string(),
    ///     "message of at least 304 bytes, expected at most 100 (`Codec::max_len` sets it) \
    ///      at byte 0",
    /// );
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> Self {
        self.max_len = bytes;
        self
    }

    /// The length of the message that `bytes` begin with, or how many bytes are missing at least.
    fn scan(&mut self, bytes: &[u8]) -> Result<Scan> {
        // What is beyond the limit is not looked at, so that all depends on the bytes alone, not
        // on the pieces they come in.
        let within = bytes.get(..self.max_len).unwrap_or(bytes);
        let scanned = self.scanner.scan(within)?;
        if let Scan::Incomplete(missing) = scanned {
            let len = within.len().saturating_add(missing);
            if len > self.max_len {
                return Err(ErrorKind::TooLong { len, max: self.max_len }.into());
            }
        }
        Ok(scanned)
    }

    /// Makes room in a full buffer of a message that isn't whole, lest `Framed` double it past
    /// any limit. Each byte is moved a constant number of times on the average.
    fn make_room(&self, buffer: &mut BytesMut, missing: usize) {
        if buffer.len() < buffer.capacity() {
            return;
        }
        let ahead = missing.clamp(AHEAD, CLAIMED_AHEAD).max(buffer.len());
        let ahead = ahead.min(self.max_len.saturating_sub(buffer.len()));
        if !buffer.try_reclaim(ahead) {
            let mut larger = BytesMut::with_capacity(buffer.len() + ahead);
            larger.extend_from_slice(buffer);
            *buffer = larger;
        }
    }

    /// The stream stands inside a message for good: what has come of it means nothing.
    #[cold]
    fn fail(&mut self, buffer: &mut BytesMut, error: Error) -> Error {
        self.failed = true;
        *buffer = BytesMut::new();
        error.behind(self.offset)
    }
}

impl<Out, In: DeserializeOwned> Codec<Out, In> {
    fn message(&mut self, buffer: &mut BytesMut) -> Result<Option<In>> {
        match self.scan(buffer)? {
            Scan::Complete(len) => {
                let bytes = buffer.get(..len).unwrap_or_default();
                let message = from_slice_with(bytes, self.limits)?;
                buffer.advance(len);
                self.offset += len as u64;
                Ok(Some(message))
            }
            Scan::Incomplete(missing) => {
                self.make_room(buffer, missing);
                Ok(None)
            }
        }
    }
}

/// Errors have the offset in all that was received.
impl<Out, In: DeserializeOwned> Decoder for Codec<Out, In> {
    type Item = In;
    type Error = Error;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<In>> {
        if self.failed {
            return Err(self.fail(buffer, ErrorKind::Failed.into()));
        }
        if buffer.is_empty() {
            return Ok(None);
        }
        self.message(buffer).map_err(|error| self.fail(buffer, error.at(0)))
    }

    /// The end inside a message is an error.
    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<In>> {
        match self.decode(buffer)? {
            None if !buffer.is_empty() => {
                let eof = Error::new(ErrorKind::Eof).at(buffer.len() as u64);
                Err(self.fail(buffer, eof))
            }
            message => Ok(message),
        }
    }
}

/// On an error nothing is sent, and the next message can be.
impl<Out: Serialize, In> Encoder<Out> for Codec<Out, In> {
    type Error = Error;

    fn encode(&mut self, message: Out, buffer: &mut BytesMut) -> Result<()> {
        // On an error it is dropped, however large it has become.
        let mut written = mem::take(&mut self.written);
        append(&mut written, &message)?;
        let len = written.len();
        if len > self.max_len {
            return Err(ErrorKind::TooLong { len, max: self.max_len }.into());
        }
        if written.capacity() > KEPT && buffer.is_empty() {
            *buffer = Bytes::from(written).into();
            return Ok(());
        }
        buffer.extend_from_slice(&written);
        if written.capacity() <= KEPT {
            written.clear();
            self.written = written;
        }
        Ok(())
    }
}

impl<Out, In> Default for Codec<Out, In> {
    fn default() -> Self {
        Codec::new()
    }
}

impl<Out, In> Debug for Codec<Out, In> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec")
            .field("limits", &self.limits)
            .field("max_len", &self.max_len)
            .field("offset", &self.offset)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}
