//! Numbers without their leading bytes, on their way to a visitor.

use serde::{
    Deserializer,
    de::{DeserializeSeed, SeqAccess, Visitor},
};

use super::{
    access::{Items, size_hint},
    decoder::Decoder,
    forward::forward,
    headed::Headed,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    read::{Read, Source},
    token::Token,
    wire::packed::Number,
};

/// The next number among packed ones.
pub(crate) struct PackedItem<'a, R: Source> {
    de: &'a mut Decoder<R>,
    kind: Number,
    /// What was charged for the place that it goes into, as in [`Item`](super::item::Item).
    place: usize,
}

impl<R: Source> Decoder<R> {
    /// Reads the next packed number with `f`; one that it did not touch is passed over.
    #[inline(always)]
    pub(crate) fn packed_item<T>(
        &mut self,
        kind: Number,
        f: impl FnOnce(PackedItem<'_, R>) -> Result<T>,
    ) -> Result<T> {
        let at = self.read.offset();
        let value = f(PackedItem { de: self, kind, place: usize::MAX })?;
        if self.read.offset() == at {
            self.pass_over_packed(kind)?;
        }
        Ok(value)
    }

    /// Gives the next value, or a packed number, to `seed`, into a place for what it makes.
    #[inline(always)]
    pub(crate) fn value<'de, S: DeserializeSeed<'de>>(
        &mut self,
        packed: Option<Number>,
        seed: S,
    ) -> Result<S::Value>
    where
        R: Read<'de>,
    {
        match packed {
            None => self.item(|item| seed.deserialize(item.into_place::<S::Value>())),
            Some(kind) => {
                self.packed_item(kind, |item| seed.deserialize(item.into_place::<S::Value>()))
            }
        }
    }

    #[cold]
    fn pass_over_packed(&mut self, kind: Number) -> Result<()> {
        PackedItem { de: self, kind, place: usize::MAX }.headed(|_| Ok(()))
    }
}

impl<R: Source> PackedItem<'_, R> {
    #[inline(always)]
    fn into_place<T>(self) -> Self {
        PackedItem { place: size_of::<T>(), ..self }
    }

    #[inline(always)]
    pub(super) fn headed<T>(self, f: impl FnOnce(Headed<'_, R>) -> Result<T>) -> Result<T> {
        let PackedItem { de, kind, place } = self;
        let at = de.read.offset();
        let result = de.packed(kind).and_then(|header| {
            if size_of::<T>() > place {
                de.budget.charge(size_of::<T>() as u64)?;
            }
            f(Headed { de, header, at })
        });
        result.map_err(|error| de.fail(error, at))
    }
}

/// What most packed numbers are read as.
impl<R: Source> PackedItem<'_, R> {
    /// Whether there is no more to it than reading a `T`.
    #[inline(always)]
    fn is_simple<T>(&self) -> bool {
        !self.de.strict.is_recording() && size_of::<T>() <= self.place
    }

    /// A signed number as one whatever its sign, which can't be predicted for many data.
    #[inline(always)]
    fn signed<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let width = self.kind.width();
        if self.kind.is_signed() && self.is_simple::<V::Value>() {
            self.raw(|de| visitor.visit_i64(de.signed(width)?))
        } else {
            self.aside(|headed| headed.deserialize_any(visitor))
        }
    }

    #[inline(always)]
    fn unsigned<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let width = self.kind.width();
        if self.kind.is_unsigned() && self.is_simple::<V::Value>() {
            self.raw(|de| visitor.visit_u64(de.unsigned(width)?))
        } else {
            self.aside(|headed| headed.deserialize_any(visitor))
        }
    }

    /// Reads its bytes.
    #[inline(always)]
    fn raw<T>(self, f: impl FnOnce(&mut Decoder<R>) -> Result<T>) -> Result<T> {
        let at = self.de.read.offset();
        let value = f(&mut *self.de);
        value.map_err(|error| self.de.fail(error, at))
    }

    /// Everything else.
    #[inline(never)]
    fn aside<T>(self, f: impl FnOnce(Headed<'_, R>) -> Result<T>) -> Result<T> {
        self.headed(f)
    }
}

/// Methods for ints.
macro_rules! int {
    ($($method:ident $by:ident,)*) => {
        $(
            #[inline(always)]
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.$by(visitor)
            }
        )*
    };
}

impl<'de, R: Read<'de>> Deserializer<'de> for PackedItem<'_, R> {
    type Error = Error;

    forward! {
        headed:
        deserialize_any deserialize_bool deserialize_i128 deserialize_u128 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_unit_struct
        deserialize_seq deserialize_tuple deserialize_tuple_struct deserialize_map
        deserialize_struct deserialize_enum deserialize_identifier
    }

    int! {
        deserialize_i8 signed, deserialize_i16 signed, deserialize_i32 signed, deserialize_i64 signed,
        deserialize_u8 unsigned, deserialize_u16 unsigned, deserialize_u32 unsigned,
        deserialize_u64 unsigned,
    }

    #[inline(always)]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.kind == Number::F32 && self.is_simple::<V::Value>() {
            self.raw(|de| visitor.visit_f32(de.f32()?))
        } else {
            self.aside(|headed| headed.float(f32::MANTISSA_DIGITS, visitor))
        }
    }

    #[inline(always)]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.kind == Number::F64 && self.is_simple::<V::Value>() {
            self.raw(|de| visitor.visit_f64(de.f64()?))
        } else {
            self.aside(|headed| headed.float(f64::MANTISSA_DIGITS, visitor))
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.de.wrap()?;
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(Token::Exact | Token::Int) = Token::of(name) {
            return self.headed(|headed| headed.deserialize_newtype_struct(name, visitor));
        }
        self.de.wrap()?;
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.headed(|_| visitor.visit_unit())
    }

    fn is_human_readable(&self) -> bool {
        self.de.human_readable
    }
}

/// Gives the numbers of a packed list or tuple.
pub(crate) struct PackedAccess<'a, R: Source> {
    de: &'a mut Decoder<R>,
    items: Items,
    kind: Number,
    left: u64,
    /// Whether all of them lie in memory: their length is no mere claim then, and as nothing is
    /// nested in them it can be told in full. (A `Vec` that grows from nothing to some megabytes
    /// was seen to take up to eight times as long as one that begins with the 1 MiB that serde
    /// allows.)
    are_there: bool,
    hint: u64,
}

impl<'a, R: Source> PackedAccess<'a, R> {
    #[inline(always)]
    pub(crate) fn open(de: &'a mut Decoder<R>, items: Items, kind: Number) -> Self {
        let bytes = items.len().saturating_mul(kind.width().into());
        let are_there = bytes <= de.read.known() && !de.budget.is_bounded();
        let hint = if are_there { 0 } else { items.hint(de) };
        PackedAccess { de, items, kind, left: items.len(), are_there, hint }
    }

    /// The visitor has what it wanted, which must be all there is.
    pub(crate) fn close(self) -> Result<()> {
        self.items.close(self.de, self.left, self.hint)
    }

    #[cold]
    fn fail(&mut self, error: Error, at: u64) -> Error {
        let index = self.items.len() - self.left;
        self.de.fail(error, at).within(Segment::Index(index))
    }
}

impl<'de, R: Read<'de>> SeqAccess<'de> for PackedAccess<'_, R> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        let at = self.de.read.offset();
        let value = self
            .items
            .charge::<S::Value, R>(self.de, self.left)
            .and_then(|()| self.de.value(Some(self.kind), seed));
        match value {
            Ok(value) => {
                self.left = left;
                Ok(Some(value))
            }
            Err(error) => Err(self.fail(error, at)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        if self.are_there {
            return usize::try_from(self.left).ok();
        }
        size_hint(self.items.len(), self.hint, self.left)
    }
}
