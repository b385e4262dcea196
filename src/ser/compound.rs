//! Lists, sets, tuples and maps, element by element.

use serde::{Serialize, ser};

use super::{encoder::Encoder, encoder::packed_header, item::Item, output::Sink, run::Run};
use crate::{
    error::{Error, Result},
    path::Segment,
    wire::{self, Counted},
};

/// A kind with a length in its header, which may turn out not to be what was announced.
#[derive(Debug)]
struct Length {
    kind: Counted,
    start: usize,
    announced: Option<usize>,
    written: usize,
}

impl Length {
    /// Without a length the header waits for it.
    #[inline]
    fn begin<S: Sink>(enc: &mut Encoder<S>, kind: Counted, announced: Option<usize>) -> Self {
        enc.depth += 1;
        if announced.is_none() {
            enc.out.wait();
        }
        Length { kind, start: enc.out.position(), announced, written: 0 }
    }

    #[inline]
    fn header<S: Sink>(&self, enc: &mut Encoder<S>) {
        enc.header(self.kind, self.announced.unwrap_or(0));
    }

    /// Mends the header and closes the value.
    #[inline]
    fn end<S: Sink>(
        &self,
        enc: &mut Encoder<S>,
        contents: impl FnOnce(&mut Encoder<S>) -> Result<()>,
    ) -> Result<()> {
        let result = contents(enc).map(|()| {
            if self.announced.is_none() {
                enc.out.known();
            }
        });
        enc.compound_end(result)
    }

    fn mend<S: Sink>(&self, enc: &mut Encoder<S>) -> Result<()> {
        enc.mend(self.start, self.kind, self.announced.unwrap_or(0), self.written)
    }
}

/// A list or a set.
pub struct Seq<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    len: Length,
    /// For a list, its numbers.
    run: Option<Run>,
}

impl<'a, S: Sink> Seq<'a, S> {
    #[inline]
    pub(crate) fn list(enc: &'a mut Encoder<S>, announced: Option<usize>) -> Self {
        let len = Length::begin(enc, Counted::List, announced);
        let run = Some(Run::new(len.start, announced));
        Seq { enc, len, run }
    }

    pub(crate) fn unpacked(
        enc: &'a mut Encoder<S>,
        kind: Counted,
        announced: Option<usize>,
    ) -> Self {
        let len = Length::begin(enc, kind, announced);
        len.header(enc);
        Seq { enc, len, run: None }
    }
}

impl<S: Sink> ser::SerializeSeq for Seq<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let item = match &mut self.run {
            Some(run) => Item::element(self.enc, run),
            None => Item::new(self.enc),
        };
        if let Err(error) = value.serialize(item) {
            return Err(self.enc.fail(error, Segment::Index(self.len.written as u64)));
        }
        self.len.written += 1;
        match &self.run {
            // The header waits.
            Some(run) if !run.is_plain() => Ok(()),
            _ => self.enc.out.flush_if_large(),
        }
    }

    #[inline]
    fn end(self) -> Result<()> {
        let Seq { enc, len, run } = self;
        len.end(enc, |enc| match run {
            Some(mut run) => run.end(enc, len.written),
            None => len.mend(enc),
        })
    }
}

/// A tuple.
pub struct Tuple<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    len: Length,
    /// Whether all elements so far are floats of one kind; only kept up for a sink that flushes.
    is_floats: bool,
}

impl<'a, S: Sink> Tuple<'a, S> {
    #[inline]
    pub(crate) fn new(enc: &'a mut Encoder<S>, announced: usize) -> Self {
        let len = Length::begin(enc, Counted::Tuple, Some(announced));
        len.header(enc);
        Tuple { enc, len, is_floats: true }
    }

    fn header_len(&self) -> usize {
        Counted::Tuple.header(self.len.announced.unwrap_or(0) as u64).1
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if let Err(error) = value.serialize(Item::new(self.enc)) {
            return Err(self.enc.fail(error, Segment::Index(self.len.written as u64)));
        }
        self.len.written += 1;
        if S::FLUSHES {
            self.is_floats = self.is_floats && {
                let start = self.len.start + self.header_len();
                self.enc.ends_in_float(start, self.len.written)
            };
            // The header of a tuple that may be packed waits.
            if !self.is_floats {
                return self.enc.out.flush_if_large();
            }
        }
        Ok(())
    }

    #[inline]
    fn close(self) -> Result<()> {
        let Tuple { enc, len, .. } = self;
        let n = len.written;
        len.end(enc, |enc| {
            len.mend(enc)?;
            let header_len = Counted::Tuple.header(n as u64).1;
            enc.pack_floats(len.start, header_len, n, |number| {
                packed_header(wire::PACKED_TUPLE, number, n)
            });
            Ok(())
        })
    }
}

/// The three kinds of tuple that serde tells apart.
macro_rules! tuple {
    ($($interface:ident $method:ident,)*) => {
        $(
            impl<S: Sink> ser::$interface for Tuple<'_, S> {
                type Ok = ();
                type Error = Error;

                #[inline]
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

tuple! {
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// A type's mistake, for which there are no right bytes.
#[cold]
fn half_an_entry() -> Error {
    ser::Error::custom("a key without its value, or a value without its key")
}

/// A map.
pub struct Map<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    len: Length,
    /// Whether a key is written whose value is not.
    has_key: bool,
}

impl<'a, S: Sink> Map<'a, S> {
    #[inline]
    pub(crate) fn new(enc: &'a mut Encoder<S>, announced: Option<usize>) -> Self {
        let len = Length::begin(enc, Counted::Map, announced);
        len.header(enc);
        Map { enc, len, has_key: false }
    }
}

impl<S: Sink> ser::SerializeMap for Map<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let index = self.len.written as u64;
        if self.has_key {
            return Err(self.enc.fail(half_an_entry(), Segment::Key(index)));
        }
        self.has_key = true;
        key.serialize(Item::new(self.enc))
            .map_err(|error| self.enc.fail(error, Segment::Key(index)))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let index = self.len.written as u64;
        if !self.has_key {
            return Err(self.enc.fail(half_an_entry(), Segment::Entry(index)));
        }
        self.has_key = false;
        value
            .serialize(Item::new(self.enc))
            .map_err(|error| self.enc.fail(error, Segment::Entry(index)))?;
        self.len.written += 1;
        self.enc.out.flush_if_large()
    }

    #[inline]
    fn end(self) -> Result<()> {
        let Map { enc, len, has_key } = self;
        len.end(enc, |enc| if has_key { Err(half_an_entry()) } else { len.mend(enc) })
    }
}
