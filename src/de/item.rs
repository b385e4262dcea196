//! The next value on its way to a visitor.

use core::any::type_name;

use serde::{Deserializer, de::Visitor};

use super::{
    access::Items,
    decoder::{Decoder, Header},
    fields::Order,
    forward::forward,
    headed::Headed,
    visit::Copies,
};
use crate::{
    error::{Error, Result},
    read::{Read, Source},
    token::Token,
    wire::{self, Counted, Lead},
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

    /// What comes behind one tag or more, with `f`, whose level is the innermost's.
    #[inline(never)]
    fn behind_tags<T>(&mut self, f: impl FnOnce(Headed<'_, R>) -> Result<T>) -> Result<T> {
        let depth = self.budget.depth_left();
        let at = self.read.offset();
        let mut header = self.header()?;
        while let Header::Tagged(_) = header {
            header = self.header()?;
        }
        let value = f(Headed { de: self, header, at })?;
        self.budget.restore_depth(depth);
        Ok(value)
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

/// The values that most messages consist of, in their commonest forms: what the leading byte says
/// goes straight to the visitor, without a [`Header`] in between, which takes two jumps and some
/// stores (2.9 ns for an element of a list of small ints, 5.7 with them). All else goes by
/// [`Item::contents`].
impl<R: Source> Item<'_, R> {
    /// What the leading byte says, unless there is more to it than reading a `T`.
    #[inline(always)]
    fn lead<T>(&mut self) -> Option<Lead> {
        if self.de.strict.is_recording() || size_of::<T>() > self.place {
            return None;
        }
        self.de.read.peek().ok().map(Lead::of)
    }

    /// Reads what is behind the leading byte.
    #[inline(always)]
    fn behind_lead<T>(self, f: impl FnOnce(&mut Decoder<R>) -> Result<T>) -> Result<T> {
        let at = self.de.read.offset();
        let value = self.de.read.byte().and_then(|_| f(&mut *self.de));
        match value {
            Err(error) => Err(self.de.fail(error, at)),
            ok => ok,
        }
    }

    #[inline(always)]
    fn int<'de, V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match self.lead::<V::Value>() {
            Some(Lead::Int(n)) => self.behind_lead(|_| match u64::try_from(n) {
                Ok(n) => visitor.visit_u64(n),
                Err(_) => visitor.visit_i64(n.into()),
            }),
            Some(Lead::Unsigned(width)) => {
                self.behind_lead(|de| visitor.visit_u64(de.long_unsigned(width)?))
            }
            Some(Lead::Negative(width)) => {
                self.behind_lead(|de| visitor.visit_i64(de.long_negative(width)?))
            }
            _ => self.aside(|headed| headed.deserialize_any(visitor)),
        }
    }

    #[inline(always)]
    fn float<'de, V: Visitor<'de>>(mut self, digits: u32, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match self.lead::<V::Value>() {
            Some(Lead::F32) => self.behind_lead(|de| visitor.visit_f32(de.f32()?)),
            Some(Lead::F64) => self.behind_lead(|de| visitor.visit_f64(de.f64()?)),
            _ => self.aside(|headed| headed.float(digits, visitor)),
        }
    }

    #[inline(always)]
    fn text<'de, V: Visitor<'de>>(mut self, copies: Copies, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match self.lead::<V::Value>() {
            Some(Lead::Short(Counted::Str, len)) => {
                self.behind_lead(|de| de.visit_text(len.into(), copies, visitor))
            }
            Some(Lead::Long(Counted::Str)) => self.behind_lead(|de| {
                let len = de.long_number(Counted::Str)?;
                de.visit_text(len, copies, visitor)
            }),
            _ => self.aside(|headed| headed.text(copies, visitor)),
        }
    }

    /// For a visitor that asks for tags, or for what a message in bytes holds.
    #[inline(never)]
    fn tagged<'de, V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match (Token::of(name), self.de.read.peek()) {
            // A value without the tag, which is left whole: it may be none.
            (Some(Token::Tagged), lead) if !matches!(lead, Ok(wire::TAGGED)) => {
                visitor.visit_newtype_struct(self.wrapped()?)
            }
            _ => self.headed(|headed| headed.deserialize_newtype_struct(name, visitor)),
        }
    }

    /// Everything else.
    #[inline(never)]
    fn aside<T>(self, f: impl FnOnce(Headed<'_, R>) -> Result<T>) -> Result<T> {
        self.contents(f)
    }
}

/// Methods for ints.
macro_rules! int {
    ($($method:ident)*) => {
        $(
            #[inline(always)]
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.int(visitor)
            }
        )*
    };
}

impl<'de, R: Read<'de>> Deserializer<'de> for Item<'_, R> {
    type Error = Error;

    forward! {
        contents:
        deserialize_i128 deserialize_u128 deserialize_char
        deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_unit_struct
        deserialize_seq deserialize_map deserialize_enum deserialize_identifier
    }

    int! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    #[inline(always)]
    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.lead::<V::Value>() {
            Some(Lead::Bool(value)) => self.behind_lead(|_| visitor.visit_bool(value)),
            _ => self.aside(|headed| headed.deserialize_any(visitor)),
        }
    }

    #[inline(always)]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.float(f32::MANTISSA_DIGITS, visitor)
    }

    #[inline(always)]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.float(f64::MANTISSA_DIGITS, visitor)
    }

    #[inline(always)]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Lent, visitor)
    }

    #[inline(always)]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Charged, visitor)
    }

    #[inline(always)]
    fn deserialize_tuple<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value> {
        match self.lead::<V::Value>() {
            // A tuple of a pointer's size may lie behind one.
            Some(Lead::Short(Counted::Tuple, n))
                if usize::from(n) == len && self.place != size_of::<usize>() =>
            {
                self.behind_lead(|de| {
                    let at = de.read.offset() - 1;
                    de.budget.descend().map_err(|error| error.at(at))?;
                    let items = Items::of(Counted::Tuple, n.into()).in_place();
                    let value = de.visit_items(items, visitor)?;
                    de.budget.ascend();
                    Ok(value)
                })
            }
            _ => self.aside(|headed| headed.deserialize_tuple(len, visitor)),
        }
    }

    #[inline(always)]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    #[inline(always)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        // A struct of a pointer's size may lie behind one.
        if size_of::<V::Value>() > self.place || self.place == size_of::<usize>() {
            return self.aside(|headed| headed.deserialize_struct(name, fields, visitor));
        }
        let at = self.de.read.offset();
        let opened = match self.de.open_fields(fields, type_name::<V>()) {
            Ok(opened) => opened,
            Err(error) => return Err(self.de.fail(error, at)),
        };
        let value = match opened.order() {
            Order::Right => self.de.visit_in_order(opened, fields, visitor),
            Order::ByName => self.de.visit_named(opened, visitor),
            Order::Other => {
                return self.aside(|headed| headed.deserialize_struct(name, fields, visitor));
            }
        };
        if value.is_ok() {
            self.de.budget.ascend();
        }
        match value {
            Err(error) => Err(self.de.fail(error, at)),
            ok => ok,
        }
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
            Some(Token::Tagged | Token::Embedded) => self.tagged(name, visitor),
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
