//! The next value on its way to a visitor.

use serde::{Deserializer, de::Visitor};

use super::{
    decoder::{Decoder, Header},
    forward::forward,
    headed::Headed,
};
use crate::{
    error::{Error, Result},
    read::{Read, Source},
    token::Token,
    wire,
};

/// The next value.
pub(crate) struct Item<'a, R: Source> {
    de: &'a mut Decoder<R>,
    /// What was charged for the place that the value goes into. A larger value goes into a box,
    /// which is seen nowhere else: serde reads a `Box<T>` as a `T`.
    place: usize,
}

impl<R: Source> Decoder<R> {
    /// Reads the next value with `f`; one that it did not touch is passed over, or the next would
    /// be read from there.
    #[inline(always)]
    pub(crate) fn item<T>(&mut self, f: impl FnOnce(Item<'_, R>) -> Result<T>) -> Result<T> {
        let at = self.read.offset();
        let value = f(Item::new(self))?;
        if self.read.offset() == at {
            self.pass_over()?;
        }
        Ok(value)
    }

    #[cold]
    fn pass_over(&mut self) -> Result<()> {
        Item::new(self).skip()
    }
}

impl<'a, R: Source> Item<'a, R> {
    #[inline(always)]
    pub(crate) fn new(de: &'a mut Decoder<R>) -> Self {
        Item { de, place: usize::MAX }
    }

    /// It goes into a place for a `T`, which has been charged or is a part of what has.
    #[inline(always)]
    pub(crate) fn into_place<T>(self) -> Self {
        Item { place: size_of::<T>(), ..self }
    }

    /// It goes into a box.
    #[inline(always)]
    pub(crate) fn into_box(self) -> Self {
        Item { place: 0, ..self }
    }

    /// Reads the header and hands the rest over.
    ///
    /// Every error of reading comes through here, so that none leaves the reader inside a value.
    #[inline(always)]
    fn headed<T>(self, f: impl FnOnce(Headed<'_, R>) -> Result<T>) -> Result<T> {
        let Item { de, place } = self;
        let at = de.read.offset();
        let result = de.header().and_then(|header| {
            let size = size_of::<T>();
            // What is as large as a pointer may lie behind one; if it is a scalar, so what.
            let may_be_boxed = place == size_of::<usize>() && header.nests();
            if size > place || may_be_boxed {
                de.budget.charge(size as u64)?;
            }
            let value = f(Headed { de: &mut *de, header, at })?;
            if header.nests() {
                de.budget.ascend();
            }
            Ok(value)
        });
        result.map_err(|error| de.fail(error, at))
    }

    /// The same, passing over tags.
    #[inline(always)]
    pub(super) fn contents<T>(self, f: impl FnOnce(Headed<'_, R>) -> Result<T>) -> Result<T> {
        self.headed(|headed| match headed.header {
            Header::Tagged(_) => headed.de.behind_tags(f),
            _ => f(headed),
        })
    }

    /// The value in one more option or newtype. A type that is nothing but these around itself
    /// would go on for ever with the same byte.
    #[inline(always)]
    fn wrapped(self) -> Result<Self> {
        match self.de.wrap() {
            Ok(()) => Ok(self),
            Err(error) => {
                let at = self.de.read.offset();
                Err(self.de.fail(error, at))
            }
        }
    }

    /// Passes over the value.
    pub(crate) fn skip(self) -> Result<()> {
        let at = self.de.read.offset();
        self.de.skip().map_err(|error| self.de.fail(error, at))
    }
}

impl<'de, R: Read<'de>> Deserializer<'de> for Item<'_, R> {
    type Error = Error;

    forward! {
        contents:
        deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_unit_struct
        deserialize_seq deserialize_tuple deserialize_tuple_struct deserialize_map
        deserialize_struct deserialize_enum deserialize_identifier
    }

    /// A nil with a tag is not none, also where serde's buffer asks.
    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.headed(|headed| match headed.header {
            Header::Tagged(_) => headed.de.behind_tags(|headed| match headed.header {
                Header::Nil => visitor.visit_some(headed),
                _ => headed.deserialize_any(visitor),
            }),
            _ => headed.deserialize_any(visitor),
        })
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.de.read.peek() {
            Ok(wire::NIL) => self.headed(|_| visitor.visit_none()),
            Ok(wire::SOME) => self.headed(|headed| headed.de.item(|item| visitor.visit_some(item))),
            Ok(_) => visitor.visit_some(self.wrapped()?),
            Err(error) => Err(self.de.fail(error, 0)),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match Token::of(name) {
            Some(Token::Exact) => {
                self.headed(|headed| headed.deserialize_newtype_struct(name, visitor))
            }
            Some(Token::Int) => {
                self.contents(|headed| headed.deserialize_newtype_struct(name, visitor))
            }
            _ => visitor.visit_newtype_struct(self.wrapped()?),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        self.de.human_readable
    }
}
