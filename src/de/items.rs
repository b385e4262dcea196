//! One message read item by item.

use core::marker::PhantomData;
use std::io::BufRead;

use serde::de::DeserializeOwned;

use super::{
    Deserializer,
    decoder::{Decoder, Header},
};
use crate::{
    error::{Error, Result},
    limits::Limits,
    path::Segment,
    read::{IoRead, Source as _},
    wire::{Counted, packed::Number},
};

/// Reads one list, tuple or set element by element, none of which is kept.
///
/// For a list that is too large to be held, however it was written; a tag before it is passed
/// over. Limits hold for each element, and strict reading is for what is inside of one: the members
/// of a set that is read so, or the keys of a map, may be equal.
/// It ends for good after an error; when it is over, [`into_inner`](Self::into_inner) gives the
/// reader, which stands behind the list.
///
/// ```
/// let bytes = mrna::to_vec(&vec![1.5, 2.5])?;
/// let elements: Result<Vec<f64>, _> = mrna::SeqReader::new(&bytes[..])?.collect();
/// assert_eq!(elements?, [1.5, 2.5]);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct SeqReader<B: BufRead, T> {
    items: Items<B>,
    element: PhantomData<fn() -> T>,
}

/// Reads one map entry by entry, none of which is kept.
///
/// As [`SeqReader`] does for a list.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let bytes = mrna::to_vec(&BTreeMap::from([("one", 1), ("two", 2)]))?;
/// let mut entries = mrna::MapReader::<_, String, u8>::new(&bytes[..])?;
/// assert_eq!(entries.next().transpose()?, Some(("one".into(), 1)));
/// assert_eq!(entries.next().transpose()?, Some(("two".into(), 2)));
/// assert!(entries.next().is_none());
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct MapReader<B: BufRead, K, V> {
    items: Items<B>,
    entry: PhantomData<fn() -> (K, V)>,
}

#[derive(Debug)]
struct Items<B: BufRead> {
    de: Deserializer<IoRead<B>>,
    packed: Option<Number>,
    len: u64,
    left: u64,
}

impl<B: BufRead, T: DeserializeOwned> SeqReader<B, T> {
    /// Reads the header of a list, within the default [`Limits`].
    ///
    /// # Errors
    ///
    /// If the next message is no sequence, or its header is wrong or cut off.
    pub fn new(reader: B) -> Result<Self> {
        SeqReader::with_limits(reader, Limits::new())
    }

    /// Reads the header of a list, within these limits for each element.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    ///
    /// ```
    /// use mrna::{Limits, SeqReader};
    ///
    /// let bytes = mrna::to_vec(&vec!["x".repeat(100); 50])?;
    /// let limits = Limits::new().memory(200);
    /// assert!(mrna::from_slice_with::<Vec<String>>(&bytes, limits).is_err());
    /// assert_eq!(SeqReader::<_, String>::with_limits(&bytes[..], limits)?.count(), 50);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn with_limits(reader: B, limits: Limits) -> Result<Self> {
        let items = Items::begin(reader, limits, &"a sequence", |header| match header {
            Header::Counted(
                Counted::List | Counted::Tuple | Counted::Set | Counted::FrozenSet,
                len,
            ) => Some((None, len)),
            Header::Counted(Counted::Bytes, len) => Some((Some(Number::U8), len)),
            Header::Packed(_, number, len) => Some((Some(number), len)),
            _ => None,
        })?;
        Ok(SeqReader { items, element: PhantomData })
    }

    /// How many elements are left, as the header says.
    ///
    /// ```
    /// let mut seq = mrna::SeqReader::<_, u8>::new(&[0xB2, 1, 2, 3][..])?;
    /// assert_eq!(seq.left(), 2);
    /// assert_eq!(seq.by_ref().last().transpose()?, Some(2));
    /// assert_eq!(seq.into_inner(), [3]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn left(&self) -> u64 {
        self.items.left
    }

    /// Gives the reader back.
    pub fn into_inner(self) -> B {
        self.items.de.into_inner()
    }
}

impl<B: BufRead, T: DeserializeOwned> Iterator for SeqReader<B, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        self.items.next(Segment::Index, |decoder, packed| decoder.value(packed, PhantomData))
    }
}

impl<B: BufRead, K: DeserializeOwned, V: DeserializeOwned> MapReader<B, K, V> {
    /// Reads the header of a map, within the default [`Limits`].
    ///
    /// # Errors
    ///
    /// If the next message is no map, or its header is wrong or cut off.
    pub fn new(reader: B) -> Result<Self> {
        MapReader::with_limits(reader, Limits::new())
    }

    /// Reads the header of a map, within these limits for each entry.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn with_limits(reader: B, limits: Limits) -> Result<Self> {
        let items = Items::begin(reader, limits, &"a map", |header| match header {
            Header::Counted(Counted::Map, len) => Some((None, len)),
            _ => None,
        })?;
        Ok(MapReader { items, entry: PhantomData })
    }

    /// How many entries are left, as the header says.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.items.left
    }

    /// Gives the reader back.
    pub fn into_inner(self) -> B {
        self.items.de.into_inner()
    }
}

impl<B: BufRead, K: DeserializeOwned, V: DeserializeOwned> Iterator for MapReader<B, K, V> {
    type Item = Result<(K, V)>;

    fn next(&mut self) -> Option<Result<(K, V)>> {
        self.items.next(Segment::Entry, |decoder, _| {
            Ok((decoder.value(None, PhantomData)?, decoder.value(None, PhantomData)?))
        })
    }
}

impl<B: BufRead> Items<B> {
    fn begin(
        reader: B,
        limits: Limits,
        expected: &dyn serde::de::Expected,
        f: impl FnOnce(Header) -> Option<(Option<Number>, u64)>,
    ) -> Result<Self> {
        let mut de = Deserializer::from_reader(reader).limits(limits);
        let header = de.decoder.part(|decoder| {
            loop {
                match decoder.header()? {
                    Header::Tagged(_) => {}
                    header => return Ok(header),
                }
            }
        })?;
        match f(header) {
            Some((packed, len)) => Ok(Items { de, packed, len, left: len }),
            None => Err(Error::unexpected(header.found(), expected).at(0)),
        }
    }

    /// The next item by `f`, with the limits of a message, one level into it.
    fn next<T>(
        &mut self,
        segment: impl FnOnce(u64) -> Segment,
        f: impl FnOnce(&mut Decoder<IoRead<B>>, Option<Number>) -> Result<T>,
    ) -> Option<Result<T>> {
        let left = self.left.checked_sub(1)?;
        let index = self.len - self.left;
        self.left = left;
        let decoder = &mut self.de.decoder;
        let at = decoder.read.offset();
        let packed = self.packed;
        let item = decoder.part(|decoder| {
            decoder.budget.reset();
            decoder.budget.descend()?;
            let item = f(decoder, packed)?;
            decoder.check()?;
            Ok(item)
        });
        Some(item.map_err(|error| {
            self.left = 0;
            self.de.decoder.fail(error, at).within(segment(index))
        }))
    }
}
