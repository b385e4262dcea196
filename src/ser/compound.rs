//! Lists, sets, tuples and maps, element by element.

use serde::{Serialize, ser};

use super::{
    encoder::{Encoder, Level},
    item::Item,
    number::{Class, Native, number},
    output::Sink,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    wire::Counted,
};

/// A list, a set or a tuple that is being written.
pub struct Seq<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    kind: Counted,
    level: Level,
    /// Where its header is.
    start: usize,
    announced: Option<usize>,
    written: usize,
}

impl<'a, S: Sink> Seq<'a, S> {
    #[inline(always)]
    pub(crate) fn begin(enc: &'a mut Encoder<S>, kind: Counted, announced: Option<usize>) -> Self {
        let level = enc.enter();
        let start = enc.begin_values(kind, announced);
        Seq { enc, kind, level, start, announced, written: 0 }
    }

    #[inline(always)]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if let Err(error) = value.serialize(Item::new(self.enc)) {
            return Err(self.enc.fail(error, Segment::Index(self.written as u64)));
        }
        self.written += 1;
        self.flush_if_large()
    }

    #[inline(always)]
    fn flush_if_large(&mut self) -> Result<()> {
        // Until then the header waits.
        if self.enc.run.is_plain() { self.enc.out.flush_if_large() } else { Ok(()) }
    }

    /// Writes all elements of an iterator.
    #[inline(always)]
    pub(crate) fn extend<T: Serialize>(&mut self, items: impl Iterator<Item = T>) -> Result<()> {
        let Some(class) = Class::of::<T>() else {
            for item in items {
                self.element(&item)?;
            }
            return Ok(());
        };
        match class {
            Class::U8 => self.extend_numbers::<u8, T>(items),
            Class::Unsigned => self.extend_numbers::<u64, T>(items),
            Class::Signed => self.extend_numbers::<i64, T>(items),
            Class::F32 => self.extend_numbers::<f32, T>(items),
            Class::F64 => self.extend_numbers::<f64, T>(items),
        }
    }

    #[inline(always)]
    fn extend_numbers<N: Native, T: Serialize>(
        &mut self,
        items: impl Iterator<Item = T>,
    ) -> Result<()> {
        match self.announced {
            Some(len) if len < SMALL_BATCH => self.extend_by::<N, T, SMALL_BATCH>(items),
            _ => self.extend_by::<N, T, BATCH>(items),
        }
    }

    /// Writes all numbers, `MANY` at a time.
    #[inline(never)]
    fn extend_by<N: Native, T: Serialize, const MANY: usize>(
        &mut self,
        mut items: impl Iterator<Item = T>,
    ) -> Result<()> {
        loop {
            let mut batch = [N::default(); MANY];
            let mut len = 0;
            for (place, item) in batch.iter_mut().zip(items.by_ref()) {
                *place = number(&item).unwrap_or_default();
                len += 1;
            }
            let numbers = batch.get(..len).unwrap_or_default();
            let is_over = len < MANY;
            if is_over && self.written == 0 && self.announced == Some(len) {
                self.enc.list(numbers);
                self.written = len;
            } else {
                self.enc.numbers(numbers)?;
                self.written += len;
            }
            self.flush_if_large()?;
            if is_over {
                return Ok(());
            }
        }
    }

    #[inline(always)]
    pub(crate) fn close(self) -> Result<()> {
        self.enc.leave(self.level)?;
        let result = self.enc.end_values(self.kind, self.start, self.announced, self.written);
        self.enc.close(result, self.level.is_message)
    }
}

/// How many items an iterator gives, if it says so.
#[inline(always)]
pub(crate) fn exact_len(items: &impl Iterator) -> Option<usize> {
    match items.size_hint() {
        (least, Some(most)) if least == most => Some(least),
        _ => None,
    }
}

/// Numbers that are written at once.
const BATCH: usize = 128;
/// The same for short lists: a batch is filled with zeros first.
const SMALL_BATCH: usize = 16;

/// The sequence and the three kinds of tuple that serde tells apart.
macro_rules! seq {
    ($($interface:ident $method:ident,)*) => {
        $(
            impl<S: Sink> ser::$interface for Seq<'_, S> {
                type Ok = ();
                type Error = Error;

                #[inline(always)]
                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                    self.element(value)
                }

                #[inline]
                fn end(self) -> Result<()> {
                    self.close()
                }
            }
        )*
    };
}

seq! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// A type's mistake, for which there are no right bytes.
#[cold]
fn half_an_entry() -> Error {
    ser::Error::custom("a key without its value, or a value without its key")
}

/// A map that is being written.
pub struct Map<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    level: Level,
    /// Where its header is.
    start: usize,
    announced: Option<usize>,
    written: usize,
    /// Whether a key is written whose value is not.
    has_key: bool,
}

impl<'a, S: Sink> Map<'a, S> {
    #[inline]
    pub(crate) fn begin(enc: &'a mut Encoder<S>, announced: Option<usize>) -> Self {
        let level = enc.enter();
        let start = enc.begin_values(Counted::Map, announced);
        Map { enc, level, start, announced, written: 0, has_key: false }
    }
}

impl<S: Sink> ser::SerializeMap for Map<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let index = self.written as u64;
        if self.has_key {
            return Err(self.enc.fail(half_an_entry(), Segment::Key(index)));
        }
        self.has_key = true;
        key.serialize(Item::new(self.enc))
            .map_err(|error| self.enc.fail(error, Segment::Key(index)))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let index = self.written as u64;
        if !self.has_key {
            return Err(self.enc.fail(half_an_entry(), Segment::Entry(index)));
        }
        self.has_key = false;
        value
            .serialize(Item::new(self.enc))
            .map_err(|error| self.enc.fail(error, Segment::Entry(index)))?;
        self.written += 1;
        self.enc.out.flush_if_large()
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.enc.leave(self.level)?;
        let result = if self.has_key {
            Err(half_an_entry())
        } else {
            self.enc.end_values(Counted::Map, self.start, self.announced, self.written)
        };
        self.enc.close(result, self.level.is_message)
    }
}
