//! The codec, fed as a good, a slow and a hostile peer do, and over tokio's own pipes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests")]

extern crate alloc;

use alloc::collections::VecDeque;
use core::{
    pin::Pin,
    task::{Context, Poll},
};
use std::io;

use bytes::{BufMut as _, BytesMut};
use futures_util::{SinkExt as _, StreamExt as _};
use mrna::{Error, ErrorKind, Limits, Value, tokio::Codec, value};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::codec::{Decoder, Encoder, Framed, FramedRead, FramedWrite};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Message {
    Ping,
    Text(String),
    Rows(Vec<Row>),
    Data(#[serde(with = "serde_bytes")] Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: u64,
    weight: Option<f32>,
}

fn messages() -> Vec<Message> {
    let row = |id| Row { id, weight: (id % 2 == 0).then_some(0.5) };
    vec![
        Message::Ping,
        Message::Text(String::new()),
        Message::Text("größer".repeat(50)),
        Message::Rows(vec![]),
        Message::Rows((0..100).map(row).collect()),
        Message::Data(vec![7; 100_000]),
        Message::Ping,
    ]
}

fn stream<T: Serialize>(messages: &[T]) -> Vec<u8> {
    messages.iter().flat_map(|message| mrna::to_vec(message).unwrap()).collect()
}

/// A reader that gives one piece for each read, and is not ready before each.
struct Pieces {
    pieces: VecDeque<Vec<u8>>,
    is_ready: bool,
}

impl Pieces {
    fn of(bytes: &[u8], size: usize) -> Self {
        Pieces { pieces: bytes.chunks(size).map(<[u8]>::to_vec).collect(), is_ready: false }
    }
}

impl AsyncRead for Pieces {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.is_ready = !self.is_ready;
        if self.is_ready {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if let Some(mut piece) = self.pieces.pop_front() {
            let rest = piece.split_off(piece.len().min(buffer.remaining()));
            buffer.put_slice(&piece);
            if !rest.is_empty() {
                self.pieces.push_front(rest);
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// All that comes until the end, and the error that ends it.
async fn receive<T: serde::de::DeserializeOwned>(
    bytes: &[u8],
    size: usize,
    codec: Codec<T>,
) -> (Vec<T>, Option<Error>) {
    let mut framed = FramedRead::new(Pieces::of(bytes, size), codec);
    let mut received = Vec::new();
    while let Some(message) = framed.next().await {
        match message {
            Ok(message) => received.push(message),
            Err(error) => {
                assert!(framed.next().await.is_none(), "the stream is over");
                return (received, Some(error));
            }
        }
    }
    (received, None)
}

/// What decoding the whole of `bytes` gives when they come one by one, and when all at once.
fn error_of<T: serde::de::DeserializeOwned>(codec: impl Fn() -> Codec<T>, bytes: &[u8]) -> Error {
    let mut slow = codec();
    let mut buffer = BytesMut::new();
    let slow = bytes.iter().find_map(|byte| {
        buffer.put_u8(*byte);
        slow.decode(&mut buffer).err()
    });
    let fast = codec().decode(&mut BytesMut::from(bytes)).err();
    let (slow, fast) = (slow.expect("an error"), fast.expect("an error"));
    assert_eq!(slow.to_string(), fast.to_string());
    fast
}

#[tokio::test]
async fn messages_in_pieces() {
    let bytes = stream(&messages());
    // The last pieces hold several messages, or all.
    for size in [1, 2, 3, 7, 1_000, 8_192, bytes.len() - 1, bytes.len()] {
        let (received, error) = receive::<Message>(&bytes, size, Codec::new()).await;
        assert!(error.is_none(), "{size}: {error:?}");
        assert_eq!(received, messages(), "{size}");
        let (received, error) = receive::<Value>(&bytes, size, Codec::new()).await;
        assert!(error.is_none(), "{size}: {error:?}");
        assert_eq!(stream(&received), bytes, "{size}");
    }
}

#[tokio::test]
async fn values_of_each_kind() {
    let sent = value!([
        nil, 300, 1.5, "text", b"bytes", [1, 2], (1, "a"), set{1}, {"k": 1, 2: nil},
        record{x: 1, y: "a"}, A, B(record{x: 1}), some(nil), tag(300, [1.0, 2.0])
    ]);
    let sent = sent.as_list().unwrap();
    let strict = || Codec::<Value>::new().limits(Limits::new().strict(true));
    for size in [1, 3, 1_000] {
        let (received, error) = receive(&stream(sent), size, strict()).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(received, sent);
    }
}

#[tokio::test]
async fn cut_anywhere() {
    let messages = [Message::Text("ab".into()), Message::Rows(vec![Row { id: 1, weight: None }])];
    let (first, bytes) = (stream(&messages[..1]).len(), stream(&messages));
    for end in 0..=bytes.len() {
        for size in [1, 3, bytes.len()] {
            let (received, error) = receive::<Message>(&bytes[..end], size, Codec::new()).await;
            let whole = usize::from(end >= first) + usize::from(end == bytes.len());
            assert_eq!(received, messages[..whole], "{end}");
            if end == 0 || end == first || end == bytes.len() {
                assert!(error.is_none(), "{end}: {error:?}");
            } else {
                let error = error.unwrap();
                assert!(error.is_eof(), "{end}: {error}");
                assert_eq!(error.offset(), Some(end as u64));
            }
        }
    }
}

#[tokio::test]
async fn an_error_has_its_offset_in_the_stream() {
    let mut bytes = stream(&["abc", "d"]);
    let good = bytes.len() as u64;
    bytes.extend([0xDC, 0x00]);
    for size in [1, 100] {
        let (received, error) = receive::<String>(&bytes, size, Codec::new()).await;
        assert_eq!(received, ["abc", "d"]);
        assert!(matches!(error.as_ref().unwrap().kind(), ErrorKind::ReservedByte(0xDC)));
        assert_eq!(error.unwrap().offset(), Some(good));
    }
    let wrong_type = stream(&[vec![1], vec![-1]]);
    let (received, error) = receive::<Vec<u8>>(&wrong_type, 1, Codec::new()).await;
    assert_eq!(received, [[1]]);
    assert_eq!(
        error.unwrap().to_string(),
        "invalid value: integer -1, expected u8 at byte 3 in $[0]"
    );
}

#[test]
fn malformed_bytes_are_refused_when_they_come() {
    // A list of 32 whose second item is a reserved byte.
    let error = error_of(Codec::<Value>::new, &[0xF2, 32, 0x01, 0xDC]);
    assert!(matches!(error.kind(), ErrorKind::ReservedByte(0xDC)));
    assert_eq!(error.offset(), Some(3));
    // A text that is not UTF-8.
    let error = error_of(Codec::<Value>::new, &[0x81, 0xFF]);
    assert!(matches!(error.kind(), ErrorKind::InvalidUtf8));
}

#[test]
fn limits_hold_while_bytes_come() {
    let deep = |levels| move || Codec::<Value>::new().limits(Limits::new().depth(levels));
    // Lists in lists, none of them whole.
    let error = error_of(deep(3), &[0xB1; 4]);
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { levels: 3 }), "{error}");
    // Names count while they come: of a record of 2^32 fields.
    let mut names = vec![0xF7, 0xFD, 0xFF, 0xFF, 0xFF, 0x00];
    (0..100u8).for_each(|n| names.extend([2, b'a' + n / 10, b'a' + n % 10, 0x00]));
    let small = || Codec::<Value>::new().max_len(usize::MAX).limits(Limits::new().memory(1_000));
    let error = error_of(small, &names);
    assert!(matches!(error.kind(), ErrorKind::MemoryLimit { bytes: 1_000 }), "{error}");
    assert!(error.offset() < Some(names.len() as u64 / 2), "{error}");
    // A list of small things takes more than its bytes when it is decoded.
    let list = mrna::to_vec(&vec![value!(nil); 500]).unwrap();
    let error = error_of(small, &list);
    assert!(matches!(error.kind(), ErrorKind::MemoryLimit { bytes: 1_000 }), "{error}");
    // A key is written down by strict reading, so that one of 2,000 bytes need not come.
    let long_key = mrna::to_vec(&value!({(Value::Bytes(vec![1; 2_000])): 1})).unwrap();
    let strict = || Codec::<Value>::new().limits(Limits::new().memory(1_000).strict(true));
    let error = error_of(strict, &long_key[..5]);
    assert!(matches!(error.kind(), ErrorKind::MemoryLimit { bytes: 1_000 }), "{error}");
    // Strict reading.
    let strict = || Codec::<Value>::new().limits(Limits::new().strict(true));
    let error = error_of(strict, &mrna::to_vec(&value!({"a": 1, "a": 2})).unwrap());
    assert!(matches!(error.kind(), ErrorKind::DuplicateKey), "{error}");
}

#[test]
fn a_claim_is_refused_before_its_bytes_come() {
    let codec = || Codec::<Value>::new();
    let max = Codec::<Value>::DEFAULT_MAX_LEN;
    for lead in [0xF0, 0xF1, 0xF2] {
        let error = error_of(codec, &[lead, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF]);
        let ErrorKind::TooLong { len, max: found } = *error.kind() else { panic!("{error}") };
        assert_eq!((len, found), (6 + 0xFFFF_FFFF, max));
        assert_eq!(error.offset(), Some(0));
        assert!(error.is_limit() && !error.is_data());
    }
    // The longest that is taken, and one byte more.
    let text = |len| mrna::to_vec(&"a".repeat(len)).unwrap();
    let short = || Codec::<String>::new().max_len(102);
    assert_eq!(text(100).len(), 102);
    assert!(short().decode(&mut BytesMut::from(&text(100)[..])).unwrap().is_some());
    assert!(matches!(error_of(short, &text(101)).kind(), ErrorKind::TooLong { len: 103, .. }));
    // What nobody claims: values in values.
    let nested = || Codec::<Value>::new().max_len(10).limits(Limits::new().depth(1_000));
    assert!(matches!(error_of(nested, &[0xB1; 11]).kind(), ErrorKind::TooLong { len: 11, .. }));
}

/// Feeds a message in pieces that the buffer has room for, as `FramedRead` does; gives the most
/// that it was large, and how often it was another.
fn feed(codec: &mut Codec<Value>, bytes: &[u8], size: usize) -> (usize, usize) {
    let mut buffer = BytesMut::with_capacity(8 << 10);
    let (mut largest, mut moves, mut at) = (0, 0, buffer.as_ptr());
    let mut rest = bytes;
    while !rest.is_empty() {
        let room = buffer.capacity() - buffer.len();
        assert!(room > 0, "`FramedRead` would double the buffer");
        let (piece, behind) = rest.split_at(size.min(room).min(rest.len()));
        buffer.extend_from_slice(piece);
        rest = behind;
        let message = codec.decode(&mut buffer).unwrap();
        assert_eq!(message.is_some(), rest.is_empty());
        largest = largest.max(buffer.capacity());
        if !rest.is_empty() && buffer.as_ptr() != at {
            (moves, at) = (moves + 1, buffer.as_ptr());
        }
    }
    (largest, moves)
}

#[test]
fn the_buffer_grows_with_what_has_come_and_never_past_the_limit() {
    let max = 1 << 20;
    let codec = || Codec::<Value>::new().max_len(max);
    let bytes = mrna::to_vec(serde_bytes::Bytes::new(&vec![1; max - 100])).unwrap();
    for size in [1, 1_000, max] {
        let (largest, moves) = feed(&mut codec(), &bytes, size);
        assert!(largest <= max, "{size}: {largest}");
        assert!(moves <= 10, "{size}: {moves}");
    }
    // A claim alone: none of it has come.
    let mut buffer = BytesMut::from(&bytes[..5]);
    assert!(codec().decode(&mut buffer).unwrap().is_none());
    assert!(buffer.capacity() <= 5 + (64 << 10));
    // A limit below what there is already.
    let mut buffer = BytesMut::from(&mrna::to_vec(&"a".repeat(98)).unwrap()[..50]);
    assert!(Codec::<Value>::new().max_len(100).decode(&mut buffer).unwrap().is_none());
    assert!(buffer.capacity() <= 100);
}

/// A scan that began anew for each byte, or with what it was in the middle of, would look at more
/// than 10^9 bytes of each of these.
#[test]
fn a_slow_peer_costs_no_more_than_a_fast_one() {
    let row = value!(record{id: 1, name: "abc", sizes: {1: nil, 2: nil}});
    let (bytes, text) = (Value::Bytes(vec![1; 50_000]), Value::from("a".repeat(50_000)));
    for message in [
        value!([(vec![row; 5_000])]),
        value!(((text.clone()), 1)),
        // Keys, which strict reading writes down.
        value!({(bytes): 1, (text): 2, [(vec![300; 25_000])]: 3}),
    ] {
        let strict = Limits::new().strict(true);
        let message = mrna::to_vec(&message).unwrap();
        assert!(message.len() > 50_000);
        feed(&mut Codec::new().limits(strict), &message, 1);
    }
}

#[test]
fn failed_stays_failed() {
    let mut codec = Codec::<u8>::new();
    let mut buffer = BytesMut::from(&[0xDC, 0x01, 0x02][..]);
    assert!(codec.decode(&mut buffer).is_err());
    assert!(buffer.is_empty());
    for _ in 0..3 {
        buffer.extend_from_slice(&[0x01; 1_000]);
        assert!(matches!(codec.decode(&mut buffer).unwrap_err().kind(), ErrorKind::Failed));
        assert!(matches!(codec.decode_eof(&mut buffer).unwrap_err().kind(), ErrorKind::Failed));
        assert_eq!(buffer.capacity(), 0, "what a peer goes on to send isn't kept");
    }
    // Sending is another matter: the peer can be told.
    codec.encode(7, &mut buffer).unwrap();
    assert_eq!(buffer[..], [7]);
}

/// Fails when it is written, behind part of itself.
struct Bad;

impl Serialize for Bad {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::{Error as _, SerializeSeq as _};
        let mut list = serializer.serialize_seq(Some(2))?;
        list.serialize_element("part")?;
        Err(S::Error::custom("no more"))
    }
}

#[test]
fn what_can_not_be_sent_leaves_nothing() {
    let mut buffer = BytesMut::new();
    Codec::<&str>::new().encode("before", &mut buffer).unwrap();
    let before = buffer.clone();
    let error = Codec::<Bad>::new().encode(Bad, &mut buffer).unwrap_err();
    assert_eq!(error.to_string(), "no more");
    assert_eq!(buffer, before);

    let mut codec = Codec::<String>::new().max_len(10);
    let error = codec.encode("a".repeat(100), &mut buffer).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooLong { len: 102, max: 10 }), "{error}");
    assert_eq!(buffer, before);
    codec.encode("a".repeat(9), &mut buffer).unwrap();
    assert_eq!(buffer.len(), before.len() + 10);
}

#[test]
fn what_is_sent_is_what_to_vec_writes() {
    let mut codec = Codec::<Message>::new();
    let mut all = BytesMut::new();
    for message in messages() {
        // To an empty buffer, into which a long message is moved, and behind others.
        let mut alone = BytesMut::new();
        codec.encode(message.clone(), &mut alone).unwrap();
        assert_eq!(alone[..], mrna::to_vec(&message).unwrap()[..]);
        codec.encode(message, &mut all).unwrap();
    }
    assert_eq!(all[..], stream(&messages())[..]);
}

#[tokio::test]
async fn both_ways_over_a_pipe() {
    // A pipe that is much shorter than some messages, so that both sides wait for each other.
    let (here, there) = tokio::io::duplex(64);
    let server = tokio::spawn(async move {
        let mut framed = Framed::new(there, Codec::<usize, Message>::new());
        let mut received = Vec::new();
        while let Some(message) = framed.next().await {
            received.push(message?);
            framed.send(received.len()).await?;
        }
        Ok::<_, Error>(received)
    });
    let (read, write) = tokio::io::split(here);
    let mut answers = FramedRead::new(read, Codec::<(), usize>::new());
    let mut requests = FramedWrite::new(write, Codec::<Message>::new());
    for (n, message) in messages().into_iter().enumerate() {
        requests.send(message).await.unwrap();
        assert_eq!(answers.next().await.unwrap().unwrap(), n + 1);
    }
    requests.close().await.unwrap();
    assert_eq!(server.await.unwrap().unwrap(), messages());
    assert!(answers.next().await.is_none());
}

#[tokio::test]
async fn a_connection_that_fails() {
    /// Gives one message and then an error.
    struct Broken {
        has_sent: bool,
    }
    impl AsyncRead for Broken {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            if core::mem::replace(&mut self.has_sent, true) {
                return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
            }
            buffer.put_slice(&[1]);
            Poll::Ready(Ok(()))
        }
    }
    let mut framed = FramedRead::new(Broken { has_sent: false }, Codec::<u8>::new());
    assert_eq!(framed.next().await.unwrap().unwrap(), 1);
    let error = framed.next().await.unwrap().unwrap_err();
    assert!(error.is_io());
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::ConnectionReset);
}

/// A peer that sends garbage for ever, to one who asks again and again.
#[tokio::test]
async fn garbage_without_end_fills_nothing() {
    struct Garbage;
    impl AsyncRead for Garbage {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            let piece = [0xDC; 512];
            buffer.put_slice(&piece[..piece.len().min(buffer.remaining())]);
            Poll::Ready(Ok(()))
        }
    }
    let mut framed = FramedRead::new(Garbage, Codec::<u8>::new());
    for _ in 0..1_000 {
        assert!(framed.next().await.unwrap().is_err());
        assert!(framed.next().await.is_none());
        assert!(framed.read_buffer().capacity() <= 8 << 10);
    }
}

#[test]
fn a_codec_can_be_sent_and_shown() {
    fn check<T: Send + Sync + Unpin>(_: &T) {}
    let codec = Codec::<*const u8>::default();
    check(&codec);
    assert!(format!("{codec:?}").contains("max_len: 8388608"));
}
