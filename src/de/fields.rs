//! The fields of a struct, from a record of a known shape: the path that most records take.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::{access::all_taken, decoder::Decoder, name::NameDeserializer};
use crate::{
    error::{Error, Result},
    path::Segment,
    read::{Name as _, Read, Source},
    wire::{Counted, Lead, packed::Number},
};

/// How a struct gets its fields from what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The values of a record of a known shape are in the struct's order.
    Right,
    /// They are not, or may not be.
    ByName,
    /// It is no such record, and nothing of it is read yet.
    Other,
}

/// What the header of a record says that a struct is read from: one word, which comes back in a
/// register. What is stored in parts and loaded as a whole right after makes the processor wait,
/// here for a quarter of the time of a small struct.
#[derive(Clone, Copy)]
pub(crate) struct Opened(u64);

impl Opened {
    const OTHER: Opened = Opened(Order::Other as u64);

    /// A record of the shape of this number, which is in the table, so that 48 bits hold it.
    #[inline(always)]
    fn new(shape: u64, packed: Option<Number>, order: Order) -> Self {
        let packed = packed.map_or(u8::MAX, Number::byte);
        Opened(shape << 16 | u64::from(packed) << 8 | order as u64)
    }

    #[inline(always)]
    fn shape(self) -> u64 {
        self.0 >> 16
    }

    #[inline(always)]
    fn packed(self) -> Option<Number> {
        let [_, packed, ..] = self.0.to_le_bytes();
        Number::from_byte(packed)
    }

    #[inline(always)]
    pub(super) fn order(self) -> Order {
        let [order, ..] = self.0.to_le_bytes();
        match order {
            0 => Order::Right,
            1 => Order::ByName,
            _ => Order::Other,
        }
    }
}

impl<R: Source> Decoder<R> {
    /// Reads the header of what a struct with these fields is to be read from, by a visitor of
    /// this type, if it is a record of a known shape. Its level is the caller's to take back.
    ///
    /// A call for all structs, so that the rest is little enough to be inlined where it is used.
    #[inline(never)]
    pub(super) fn open_fields(
        &mut self,
        fields: &'static [&'static str],
        visitor: &'static str,
    ) -> Result<Opened> {
        let lead = match self.read.peek() {
            Ok(lead) if !self.strict.is_recording() => Lead::of(lead),
            _ => return Ok(Opened::OTHER),
        };
        let (shape, packed) = match lead {
            Lead::Short(Counted::Record, number) => {
                self.read.byte()?;
                self.shape_header(number.into())?;
                (number.into(), None)
            }
            Lead::PackedRecord => {
                self.read.byte()?;
                let (kind, number) = self.packed_shape_header()?;
                (number, Some(kind))
            }
            _ => return Ok(Opened::OTHER),
        };
        let is_right = self.names.is_in_order(shape, fields, visitor);
        Ok(Opened::new(shape, packed, if is_right { Order::Right } else { Order::ByName }))
    }

    #[inline(always)]
    pub(super) fn visit_in_order<'de, V: Visitor<'de>>(
        &mut self,
        opened: Opened,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let mut access = FieldsAccess::open(self, opened, fields.len());
        let value = visitor.visit_seq(&mut access);
        access.close(value)
    }

    #[inline(never)]
    pub(super) fn visit_named<'de, V: Visitor<'de>>(
        &mut self,
        opened: Opened,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let len = self.names.shape(opened.shape())?.len;
        let mut access = FieldsAccess::open(self, opened, len);
        let value = visitor.visit_map(&mut access);
        access.close(value)
    }
}

/// Gives the fields of a struct; whoever holds that has allocated it.
pub(crate) struct FieldsAccess<'a, R: Source> {
    de: &'a mut Decoder<R>,
    shape: u64,
    packed: Option<Number>,
    len: usize,
    /// How many fields were read whole.
    index: usize,
    /// How many names were given.
    named: usize,
}

impl<'a, R: Source> FieldsAccess<'a, R> {
    #[inline(always)]
    fn open(de: &'a mut Decoder<R>, opened: Opened, len: usize) -> Self {
        FieldsAccess { de, shape: opened.shape(), packed: opened.packed(), len, index: 0, named: 0 }
    }

    /// The visitor has what it wanted, which must be all there is.
    #[inline(always)]
    fn close<T>(self, value: Result<T>) -> Result<T> {
        if value.is_ok() {
            all_taken(self.len as u64, self.len.wrapping_sub(self.index) as u64)?;
        }
        value
    }

    /// The name of the field at `index`.
    #[inline(always)]
    fn name(&self, index: usize) -> Option<&R::Name> {
        let shape = self.de.names.shape(self.shape).ok()?;
        self.de.names.field(shape, index)
    }

    #[cold]
    fn fail(&mut self, error: Error, at: u64) -> Error {
        let error = self.de.fail(error, at);
        match self.name(self.index) {
            Some(name) => error.within(Segment::name(name.text())),
            None => error,
        }
    }
}

impl<'de, R: Read<'de>> MapAccess<'de> for FieldsAccess<'_, R> {
    type Error = Error;

    #[inline(always)]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.named >= self.len {
            return Ok(None);
        }
        let Some(name) = self.name(self.named) else { return Ok(None) };
        let key = seed.deserialize(NameDeserializer(name));
        self.named += 1;
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => {
                let at = self.de.read.offset();
                Err(self.de.fail(error, at))
            }
        }
    }

    #[inline(always)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let at = self.de.read.offset();
        match self.de.value(self.packed, seed) {
            Ok(value) => {
                self.index += 1;
                Ok(value)
            }
            Err(error) => Err(self.fail(error, at)),
        }
    }
}

/// The values alone, for a visitor that takes them in the shape's order.
impl<'de, R: Read<'de>> SeqAccess<'de> for FieldsAccess<'_, R> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.index >= self.len {
            return Ok(None);
        }
        self.next_value_seed(seed).map(Some)
    }
}
