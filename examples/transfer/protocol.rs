//! What the two processes say to each other, each a message of its own.

use alloc::borrow::Cow;

use serde::{Deserialize, Serialize};

/// From the sender: a `Start`, chunks of `size` bytes in all, an `End`; or an `Abort` in the
/// place of any of these but the first.
///
/// Written, a chunk is lent by the sender; read, it is owned, and was not copied on the way.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message<'a> {
    Start(Start),
    #[serde(borrow)]
    Chunk(#[serde(with = "serde_bytes")] Cow<'a, [u8]>),
    Abort(String),
    End(Digest),
}

/// The file that comes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) name: String,
    pub(crate) size: u64,
    /// No chunk is longer.
    pub(crate) chunk: usize,
}

/// What became of it: the receiver's one message.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// The file is in its place.
    Received { bytes: u64, digest: Digest },
    /// The sender gave up after so many bytes; nothing is left.
    Aborted { bytes: u64, reason: String },
    /// The receiver gave up; nothing is left.
    Failed(String),
}

/// XXH3 in 128 bits: it finds accidents, not forgeries, and hardly costs time.
pub(crate) type Digest = u128;

/// The largest frame, so that no sender makes the receiver allocate more.
pub(crate) const MAX_FRAME: usize = 64 << 20;

/// How many bytes a chunk has that fills a frame exactly.
///
/// A frame of whole pages then fills whole pages of the pipe.
pub(crate) fn chunk_len(frame: usize) -> mrna::Result<usize> {
    let empty = mrna::encoded_len(&Message::Chunk(Cow::Borrowed(&[])))?;
    let room = frame - (empty - mrna::bytes_overhead(0));
    Ok(room - mrna::bytes_overhead(room))
}
