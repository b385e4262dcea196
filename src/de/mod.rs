//! Reading: bytes → reader → decoder → visitor.
//!
//! The functions read one message each; a [`Deserializer`] reads one after another.

// `decoder` knows the wire and gives headers; `item` is the next value, `packed` one of packed
// numbers, `headed` one whose header has been read, given to a visitor by the rules for serde's
// types; `visit`, `access` and `variant` give what is inside it, `fields` that of a record to a struct
// (`in_order` knows to which without the names), `exact` what serde can't tell apart, `tagged` tags
// and messages inside messages; `skip` passes over. `session` keeps the names from message to
// message, `items` reads one message item by item.
mod access;
pub(crate) mod decoder;
mod exact;
mod fields;
mod forward;
mod func;
mod headed;
mod in_order;
mod item;
#[cfg(feature = "std")]
mod items;
mod name;
pub(crate) mod names;
mod packed;
mod scan;
#[cfg(feature = "std")]
mod session;
pub(crate) mod skip;
mod stream;
mod strict;
mod tagged;
mod variant;
mod visit;

#[cfg(feature = "std")]
use std::io::BufRead;

use serde::de::{self, Deserialize, Visitor};

pub(crate) use self::tagged::read_message;
use self::{decoder::Decoder, forward::forward, item::Item};
#[cfg(feature = "std")]
pub use self::{
    func::{from_reader, from_reader_with},
    items::{MapReader, SeqReader},
    session::SessionReader,
};
pub use self::{
    func::{from_slice, from_slice_with, take_from_slice},
    scan::{Scan, Scanner, scan},
    stream::StreamDeserializer,
};
#[cfg(feature = "std")]
pub use crate::read::IoRead;
pub use crate::read::{Read, SliceRead, Source};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::Limits,
};

/// Reads values, one message after another.
///
/// Each message starts with empty tables of names and the whole of its [`Limits`].
///
/// After an error a `Deserializer` stands inside a message, and so refuses to go on: everything
/// it is asked for then is an error that says so.
///
/// ```
/// use mrna::Deserializer;
/// use serde::Deserialize;
///
/// let mut bytes = mrna::to_vec("first")?;
/// mrna::append(&mut bytes, &2)?;
/// let mut de = Deserializer::from_slice(&bytes);
/// assert_eq!(String::deserialize(&mut de)?, "first");
/// assert_eq!(de.byte_offset(), 6);
/// assert_eq!(u8::deserialize(&mut de)?, 2);
/// de.end()?;
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct Deserializer<R: Source> {
    decoder: Decoder<R>,
}

impl<'de> Deserializer<SliceRead<'de>> {
    /// Reads from a slice, from which text and bytes can be borrowed.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let bytes = mrna::to_vec("text")?;
    /// let mut de = mrna::Deserializer::from_slice(&bytes);
    /// assert_eq!(<&str>::deserialize(&mut de)?, "text");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn from_slice(bytes: &'de [u8]) -> Self {
        Deserializer::new(SliceRead::new(bytes))
    }
}

#[cfg(feature = "std")]
impl<B: BufRead> Deserializer<IoRead<B>> {
    /// Reads from a buffered reader; never past the end of a value, so that what follows is
    /// still there for others, and no read waits for bytes that nobody needs.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut de = mrna::Deserializer::from_reader(&[0x01, 0x02][..]);
    /// assert_eq!(u8::deserialize(&mut de)?, 1);
    /// assert_eq!(de.into_inner(), [0x02]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn from_reader(reader: B) -> Self {
        Deserializer::new(IoRead::new(reader))
    }

    /// The reader.
    ///
    /// ```
    /// let de = mrna::Deserializer::from_reader(&[0x01, 0x02][..]);
    /// assert_eq!(de.get_ref().len(), 2);
    /// ```
    pub fn get_ref(&self) -> &B {
        self.decoder.read.get_ref()
    }

    /// The reader; what is read from it is between two messages.
    ///
    /// ```
    /// use serde::Deserialize;
    /// use std::io::Read;
    ///
    /// let mut de = mrna::Deserializer::from_reader(&b"\x01 \x02"[..]);
    /// assert_eq!(u8::deserialize(&mut de)?, 1);
    /// de.get_mut().read_exact(&mut [0])?; // the blank
    /// assert_eq!(u8::deserialize(&mut de)?, 2);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> &mut B {
        self.decoder.read.get_mut()
    }

    /// Gives the reader back.
    ///
    /// ```
    /// let de = mrna::Deserializer::from_reader(&[0x01, 0x02][..]);
    /// assert_eq!(de.into_inner(), [0x01, 0x02]);
    /// ```
    pub fn into_inner(self) -> B {
        self.decoder.read.into_inner()
    }
}

impl<R: Source> Deserializer<R> {
    fn new(read: R) -> Self {
        Deserializer { decoder: Decoder::new(read, Limits::new()) }
    }

    /// With these limits for each message.
    ///
    /// ```
    /// use mrna::{Deserializer, Limits};
    ///
    /// let stream = Deserializer::from_slice(&[0xB0, 0xB1, 0xB0]).limits(Limits::new().depth(1));
    /// let mut messages = stream.into_iter::<Vec<Vec<u8>>>();
    /// assert!(messages.next().is_some_and(|message| message.is_ok()));
    /// assert!(messages.next().is_some_and(|message| message.unwrap_err().is_limit()));
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.decoder.limit(limits);
        self
    }

    /// Whether types are told that the format is human-readable: no, unless set.
    ///
    /// Must be the same on both sides. Types such as `IpAddr` take the readable form in an
    /// untagged enum whatever the format, since serde's buffer for these says it is readable.
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use std::net::Ipv4Addr;
    ///
    /// let mut ser = mrna::Serializer::from_vec(Vec::new()).human_readable(true);
    /// Ipv4Addr::LOCALHOST.serialize(&mut ser)?;
    /// let bytes = ser.into_inner();
    /// assert_eq!(bytes, b"\x89127.0.0.1");
    /// let mut de = mrna::Deserializer::from_slice(&bytes).human_readable(true);
    /// assert_eq!(Ipv4Addr::deserialize(&mut de)?, Ipv4Addr::LOCALHOST);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn human_readable(mut self, is_human_readable: bool) -> Self {
        self.decoder.human_readable = is_human_readable;
        self
    }

    /// Checks that the input ends here.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TrailingBytes`] if it goes on, [`ErrorKind::Failed`] after an error.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut de = mrna::Deserializer::from_slice(&[0x01, 0x02]);
    /// assert_eq!(u8::deserialize(&mut de)?, 1);
    /// assert!(de.end().is_err());
    /// assert_eq!(u8::deserialize(&mut de)?, 2);
    /// de.end()?;
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn end(&mut self) -> Result<()> {
        if self.at_end()? {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::TrailingBytes).at(self.decoder.read.offset()))
        }
    }

    /// Whether the input ends here, between messages; waits for a byte if none is there yet.
    ///
    /// To read messages of different types until the end.
    ///
    /// # Errors
    ///
    /// If the reader fails, or after an error.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut bytes = mrna::to_vec("name")?;
    /// mrna::append(&mut bytes, &7)?;
    /// let mut de = mrna::Deserializer::from_slice(&bytes);
    /// assert!(!de.at_end()?);
    /// let (name, number) = (String::deserialize(&mut de)?, u8::deserialize(&mut de)?);
    /// assert_eq!((name.as_str(), number), ("name", 7));
    /// assert!(de.at_end()?);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn at_end(&mut self) -> Result<bool> {
        self.decoder.check_between()?;
        self.decoder.read.at_end()
    }

    /// How many bytes have been read, across all messages.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut de = mrna::Deserializer::from_slice(b"\x85first\x02");
    /// assert_eq!(<&str>::deserialize(&mut de)?, "first");
    /// assert_eq!(de.byte_offset(), 6);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn byte_offset(&self) -> u64 {
        self.decoder.read.offset()
    }

    /// How much of the memory budget the last message took, whether there was a limit or not.
    ///
    /// With [`Limits::memory`] of so many bytes the same message reads as the same type, and with
    /// fewer it doesn't.
    ///
    /// ```
    /// use mrna::{Deserializer, Limits};
    /// use serde::Deserialize;
    ///
    /// let bytes = mrna::to_vec(&["four", "five"])?;
    /// let mut de = Deserializer::from_slice(&bytes);
    /// Vec::<String>::deserialize(&mut de)?;
    /// let used = de.memory_used();
    /// assert!(used > 8);
    /// let read = |n| mrna::from_slice_with::<Vec<String>>(&bytes, Limits::new().memory(n));
    /// assert!(read(used).is_ok() && read(used - 1).is_err());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.decoder.budget.memory_used()
    }

    /// Reads one message after another until the input ends.
    ///
    /// The iterator gives `Some(Err(_))` once, and then ends.
    ///
    /// ```
    /// let numbers = mrna::Deserializer::from_slice(&[0x01, 0x02]).into_iter::<u8>();
    /// assert_eq!(numbers.collect::<mrna::Result<Vec<_>>>()?, [1, 2]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[expect(
        clippy::should_implement_trait,
        reason = "named as in serde_json; it has a type to name"
    )]
    pub fn into_iter<'de, T: Deserialize<'de>>(self) -> StreamDeserializer<'de, R, T>
    where
        R: Read<'de>,
    {
        StreamDeserializer::new(self)
    }

    /// Reads one message.
    #[inline]
    fn message<T>(&mut self, f: impl FnOnce(Item<'_, R>) -> Result<T>) -> Result<T> {
        self.decoder.part(|decoder| {
            decoder.reset();
            let at = decoder.read.offset();
            let value = decoder.item(f).map_err(|e| decoder.fail(e, at))?;
            decoder.check()?;
            Ok(value)
        })
    }
}

impl<'de, R: Read<'de>> de::Deserializer<'de> for &mut Deserializer<R> {
    type Error = Error;

    forward! {
        message:
        deserialize_any deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_option deserialize_unit
        deserialize_unit_struct deserialize_newtype_struct deserialize_seq deserialize_tuple
        deserialize_tuple_struct deserialize_map deserialize_struct deserialize_enum
        deserialize_identifier deserialize_ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.decoder.human_readable
    }
}
