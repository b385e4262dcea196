//! Writing: value → encoder → output.
//!
//! The functions write one message each; a [`Serializer`] writes one after another.

// One value is written by `item`, what is inside it by `compound` and `record`, packed or plain by
// `run`, the kinds that serde doesn't have by `marked`. `encoder` knows the wire, `names` the
// tables of names, `number` what Rust's numbers are on it, `output` where bytes go. `session` keeps
// the names from message to message, `items` writes one message item by item.
mod compound;
mod encoder;
mod func;
mod item;
#[cfg(feature = "std")]
mod items;
mod marked;
mod names;
mod number;
mod output;
mod record;
mod run;
#[cfg(feature = "std")]
mod session;

use alloc::vec::Vec;

use serde::{Serialize, ser};

#[cfg(feature = "std")]
pub use self::func::to_writer;
pub use self::{
    compound::{Map, Seq},
    func::{append, encoded_len, to_vec},
    output::{Count, Memory, Sink},
    record::Record,
};
use self::{encoder::Encoder, item::Item, output::Output};
#[cfg(feature = "std")]
pub use self::{
    items::{MapWriter, SeqWriter},
    output::Stream,
    session::SessionWriter,
};
use crate::error::{Error, Result};

/// Writes values, one message after another.
///
/// Each message starts with empty tables of names. One that fails in a `Vec` is taken back as if
/// it had never begun; in a writer, if part of it is already out, everything that follows is
/// refused.
///
/// ```
/// use mrna::Serializer;
/// use serde::Serialize;
///
/// let mut ser = Serializer::from_vec(Vec::new());
/// "first".serialize(&mut ser)?;
/// 2.serialize(&mut ser)?;
/// assert_eq!(ser.into_inner(), b"\x85first\x02");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct Serializer<S> {
    enc: Encoder<S>,
}

impl Serializer<Memory> {
    /// Writes at the end of a `Vec`.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut ser = mrna::Serializer::from_vec(b"before".to_vec());
    /// 7.serialize(&mut ser)?;
    /// assert_eq!(ser.into_inner(), b"before\x07");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn from_vec(bytes: Vec<u8>) -> Self {
        Serializer { enc: Encoder::new(Output::new(Memory, bytes)) }
    }

    /// Gives the `Vec` back, with the messages that are whole.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut ser = mrna::Serializer::from_vec(Vec::new());
    /// 7.serialize(&mut ser)?;
    /// assert_eq!(ser.into_inner(), [0x07]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn into_inner(mut self) -> Vec<u8> {
        self.take_vec()
    }

    /// Takes the `Vec` out, with the messages that are whole.
    #[inline]
    fn take_vec(&mut self) -> Vec<u8> {
        self.enc.take_back();
        self.enc.out.take_buffer()
    }
}

impl Serializer<Count> {
    /// Counts bytes.
    pub(crate) fn counting() -> Self {
        Serializer { enc: Encoder::new(Output::new(Count, Vec::new())) }
    }

    /// How many bytes were written.
    pub(crate) fn count(&self) -> usize {
        self.enc.out.position()
    }
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Serializer<Stream<W>> {
    /// Writes to a writer, which has each message when it is whole, so it needs no buffer of its
    /// own. It is not flushed: [`flush`](Self::flush) does that.
    ///
    /// A long text or byte string goes straight to the writer, and no more than 128 KiB are
    /// held back, unless a header before them waits to be known: of a record of a shape that may
    /// be known, until it is written; of a list as long as it is all numbers, of a tuple as long
    /// as it is all floats; of a sequence or map of unknown length.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut out = Vec::new();
    /// let mut ser = mrna::Serializer::new(&mut out);
    /// "first".serialize(&mut ser)?;
    /// 2.serialize(&mut ser)?;
    /// assert_eq!(out, b"\x85first\x02");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn new(writer: W) -> Self {
        Serializer { enc: Encoder::new(Output::new(Stream(writer), Vec::new())) }
    }

    /// Flushes the writer, so that whoever waits for the messages has them.
    ///
    /// # Errors
    ///
    /// If the writer fails.
    ///
    /// ```
    /// use serde::Serialize;
    /// use std::io::BufWriter;
    ///
    /// let mut ser = mrna::Serializer::new(BufWriter::new(Vec::new()));
    /// 7.serialize(&mut ser)?;
    /// ser.flush()?;
    /// assert_eq!(ser.get_ref().get_ref(), &[0x07]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn flush(&mut self) -> Result<()> {
        self.get_mut().flush().map_err(Error::from)
    }

    /// The writer.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut ser = mrna::Serializer::new(Vec::new());
    /// 7.serialize(&mut ser)?;
    /// assert_eq!(ser.get_ref(), &[0x07]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn get_ref(&self) -> &W {
        &self.enc.out.sink.0
    }

    /// The writer; what is written to it comes between two messages.
    ///
    /// ```
    /// use serde::Serialize;
    /// use std::io::Write;
    ///
    /// let mut ser = mrna::Serializer::new(Vec::new());
    /// 1.serialize(&mut ser)?;
    /// ser.get_mut().write_all(b" ")?;
    /// 2.serialize(&mut ser)?;
    /// assert_eq!(ser.into_inner(), b"\x01 \x02");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.enc.out.sink.0
    }

    /// Gives the writer back, with the messages that are whole.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut ser = mrna::Serializer::new(Vec::new());
    /// 7.serialize(&mut ser)?;
    /// assert_eq!(ser.into_inner(), [0x07]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn into_inner(self) -> W {
        self.enc.out.sink.0
    }
}

impl<S> Serializer<S> {
    /// Whether types are told that the format is human-readable: no, unless set.
    ///
    /// Must be the same on both sides.
    ///
    /// ```
    /// use serde::Serialize;
    /// use std::net::Ipv4Addr;
    ///
    /// let mut ser = mrna::Serializer::from_vec(Vec::new()).human_readable(true);
    /// Ipv4Addr::LOCALHOST.serialize(&mut ser)?;
    /// assert_eq!(ser.into_inner(), b"\x89127.0.0.1");
    /// assert_eq!(mrna::to_vec(&Ipv4Addr::LOCALHOST)?, [0xBC, 127, 0, 0, 1]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn human_readable(mut self, is_human_readable: bool) -> Self {
        self.enc.human_readable = is_human_readable;
        self
    }
}

impl<S: Sink> Serializer<S> {
    /// Writes a message that is a scalar or is written by the time `f` is over.
    #[inline]
    fn message(&mut self, f: impl FnOnce(Item<'_, S>) -> Result<()>) -> Result<()> {
        self.enc.begin()?;
        match f(Item::new(&mut self.enc)) {
            Ok(()) => self.enc.message_end(),
            Err(error) => {
                self.enc.take_back();
                Err(error)
            }
        }
    }

    /// Begins a message whose parts come one after the other.
    #[inline]
    fn open(&mut self) -> Result<Item<'_, S>> {
        self.enc.begin()?;
        self.enc.is_message = true;
        Ok(Item::new(&mut self.enc))
    }
}

macro_rules! write_messages {
    ($($method:ident($($arg:ident: $type:ty),*);)*) => {
        $(
            #[inline]
            fn $method(self, $($arg: $type),*) -> Result<()> {
                self.message(|item| item.$method($($arg),*))
            }
        )*
    };
}

macro_rules! open_messages {
    ($($method:ident($($arg:ident: $type:ty),*) -> $compound:ident;)*) => {
        $(
            #[inline]
            fn $method(self, $($arg: $type),*) -> Result<Self::$compound> {
                self.open()?.$method($($arg),*)
            }
        )*
    };
}

impl<'a, S: Sink> ser::Serializer for &'a mut Serializer<S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Seq<'a, S>;
    type SerializeTuple = Seq<'a, S>;
    type SerializeTupleStruct = Seq<'a, S>;
    type SerializeTupleVariant = Seq<'a, S>;
    type SerializeMap = Map<'a, S>;
    type SerializeStruct = Record<'a, S>;
    type SerializeStructVariant = Record<'a, S>;

    write_messages! {
        serialize_bool(v: bool);
        serialize_i8(v: i8);
        serialize_i16(v: i16);
        serialize_i32(v: i32);
        serialize_i64(v: i64);
        serialize_i128(v: i128);
        serialize_u8(v: u8);
        serialize_u16(v: u16);
        serialize_u32(v: u32);
        serialize_u64(v: u64);
        serialize_u128(v: u128);
        serialize_f32(v: f32);
        serialize_f64(v: f64);
        serialize_char(v: char);
        serialize_str(v: &str);
        serialize_bytes(v: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        self.message(|item| item.serialize_some(value))
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.message(|item| item.serialize_newtype_struct(name, value))
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.message(|item| item.serialize_newtype_variant(name, index, variant, value))
    }

    #[inline]
    fn collect_seq<I>(self, items: I) -> Result<()>
    where
        I: IntoIterator<Item: Serialize>,
    {
        self.message(|item| item.collect_seq(items))
    }

    open_messages! {
        serialize_seq(len: Option<usize>) -> SerializeSeq;
        serialize_tuple(len: usize) -> SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> SerializeMap;
        serialize_struct(name: &'static str, len: usize) -> SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeStructVariant;
    }

    fn is_human_readable(&self) -> bool {
        self.enc.human_readable
    }
}
