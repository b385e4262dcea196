//! One message written item by item, its length known before.

use std::io::Write;

use serde::Serialize;

use super::{Serializer, encoder::Encoder, item::Item, output::Stream};
use crate::{
    error::{ErrorKind, Result},
    path::Segment,
    wire::Counted,
};

/// Writes one list of a known length, element by element, none of which is kept.
///
/// For a list that is made while it is written, or too large to be held: what it takes is 64 KiB
/// at a time, and the names. It is read as any list, or one by one with
/// [`SeqReader`](crate::SeqReader). Where the length isn't known before, write a message for each
/// element, with a [`Serializer`], to be read by
/// [`into_iter`](crate::Deserializer::into_iter). Numbers are not packed: a list of nothing but
/// numbers is smaller with [`to_writer`](crate::to_writer).
///
/// ```
/// let mut seq = mrna::SeqWriter::new(Vec::new(), 2)?;
/// seq.write("one")?;
/// seq.write("two")?;
/// let bytes = seq.end()?;
/// assert_eq!(bytes, mrna::to_vec(&["one", "two"].to_vec())?);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct SeqWriter<W>(Items<W>);

/// Writes one map of a known number of entries, entry by entry, none of which is kept.
///
/// As [`SeqWriter`] does for a list; to be read as any map, or one by one with
/// [`MapReader`](crate::MapReader).
///
/// ```
/// let mut map = mrna::MapWriter::new(Vec::new(), 1)?;
/// map.write("one", &1)?;
/// assert_eq!(map.end()?, mrna::to_vec(&mrna::value!({"one": 1}))?);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct MapWriter<W>(Items<W>);

#[derive(Debug)]
struct Items<W> {
    ser: Serializer<Stream<W>>,
    announced: usize,
    written: usize,
}

impl<W: Write> SeqWriter<W> {
    /// Begins a list of `len` elements.
    ///
    /// # Errors
    ///
    /// None at present: the header goes with the first elements.
    pub fn new(writer: W, len: usize) -> Result<Self> {
        Items::begin(writer, Counted::List, len).map(SeqWriter)
    }

    /// Writes the next element.
    ///
    /// # Errors
    ///
    /// Those of [`to_writer`](crate::to_writer), after which the list can't be finished;
    /// [`ErrorKind::LengthMismatch`] for one element more than there should be, which is not
    /// written.
    pub fn write<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        self.0.write(Segment::Index, |enc| element.serialize(Item::new(enc)))
    }

    /// Ends the list, and gives the writer back. It is not flushed.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::LengthMismatch`] if elements are missing; if the writer fails.
    ///
    /// ```
    /// let mut seq = mrna::SeqWriter::new(Vec::new(), 2)?;
    /// seq.write(&1)?;
    /// assert!(seq.end().is_err());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn end(self) -> Result<W> {
        self.0.end()
    }
}

impl<W: Write> MapWriter<W> {
    /// Begins a map of `len` entries.
    ///
    /// # Errors
    ///
    /// None at present: the header goes with the first entries.
    pub fn new(writer: W, len: usize) -> Result<Self> {
        Items::begin(writer, Counted::Map, len).map(MapWriter)
    }

    /// Writes the next entry.
    ///
    /// # Errors
    ///
    /// Those of [`to_writer`](crate::to_writer), after which the map can't be finished;
    /// [`ErrorKind::LengthMismatch`] for one entry more than there should be, which is not
    /// written.
    pub fn write<K, V>(&mut self, key: &K, value: &V) -> Result<()>
    where
        K: Serialize + ?Sized,
        V: Serialize + ?Sized,
    {
        self.0.write(Segment::Entry, |enc| {
            key.serialize(Item::new(enc))?;
            value.serialize(Item::new(enc))
        })
    }

    /// Ends the map, and gives the writer back. It is not flushed.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::LengthMismatch`] if entries are missing; if the writer fails.
    pub fn end(self) -> Result<W> {
        self.0.end()
    }
}

impl<W: Write> Items<W> {
    fn begin(writer: W, kind: Counted, announced: usize) -> Result<Self> {
        let mut ser = Serializer::new(writer);
        ser.enc.begin()?;
        ser.enc.header(kind, announced);
        Ok(Items { ser, announced, written: 0 })
    }

    fn write(
        &mut self,
        segment: impl FnOnce(u64) -> Segment,
        f: impl FnOnce(&mut Encoder<Stream<W>>) -> Result<()>,
    ) -> Result<()> {
        if self.written == self.announced {
            return Err(self.mismatch(self.written + 1));
        }
        if let Err(error) = self.ser.enc.part(f) {
            return Err(self.ser.enc.fail(error, segment(self.written as u64)));
        }
        self.written += 1;
        self.ser.enc.out.flush_if_large()
    }

    fn end(mut self) -> Result<W> {
        if self.written != self.announced {
            return Err(self.mismatch(self.written));
        }
        self.ser.enc.part(|_| Ok(()))?;
        self.ser.enc.message_end()?;
        Ok(self.ser.into_inner())
    }

    fn mismatch(&self, written: usize) -> crate::Error {
        let (announced, written) = (self.announced as u64, written as u64);
        ErrorKind::LengthMismatch { announced, written }.into()
    }
}
