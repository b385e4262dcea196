//! One value on its way to a visitor: the rules of reading into serde types.

use serde::{Deserializer, de, de::Visitor};

use super::{
    access::{Entries, Items, Keys},
    decoder::{Decoder, Header},
    exact,
    visit::{Copies, exact_float, invalid_value},
};
use crate::{
    error::{Error, ErrorKind, Result},
    read::{Read, Source},
    token::Token,
    wire::{self, Counted, packed::Number},
};

/// One value: behind its leading byte, or a number among packed ones.
pub(crate) struct Item<'a, R: Source> {
    pub(crate) de: &'a mut Decoder<R>,
    begin: Begin,
    /// Options and newtypes that are around the value and took nothing of the input.
    wrappers: usize,
    /// What was charged for the place that the value goes into. A larger value goes into a box,
    /// which is seen nowhere else: serde reads a `Box<T>` as a `T`.
    place: usize,
}

#[derive(Clone, Copy)]
enum Begin {
    Lead,
    Packed(Number),
    /// The header has been read; it began here.
    Read(Header, u64),
}

impl<'a, R: Source> Item<'a, R> {
    #[inline(always)]
    pub(crate) fn new(de: &'a mut Decoder<R>) -> Self {
        Item { de, begin: Begin::Lead, wrappers: 0, place: usize::MAX }
    }

    /// A number among packed ones, if there is a kind.
    #[inline(always)]
    pub(crate) fn packed(de: &'a mut Decoder<R>, number: Option<Number>) -> Self {
        Item {
            de,
            begin: number.map_or(Begin::Lead, Begin::Packed),
            wrappers: 0,
            place: usize::MAX,
        }
    }

    /// A value whose header has been read.
    pub(crate) fn read(de: &'a mut Decoder<R>, header: Header, at: u64) -> Self {
        Item { de, begin: Begin::Read(header, at), wrappers: 0, place: usize::MAX }
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

    /// Reads the header and gives it to `f` with the value's offset.
    ///
    /// Every error of reading comes through here, so that none leaves the reader inside a value.
    #[inline(always)]
    fn with_header<T>(
        self,
        f: impl FnOnce(&mut Decoder<R>, Header, u64) -> Result<T>,
    ) -> Result<T> {
        let mut at = self.de.read.offset();
        let depth = self.de.budget.depth_left();
        let header = match self.begin {
            Begin::Lead => self.de.header(),
            Begin::Packed(number) => self.de.packed(number),
            Begin::Read(header, offset) => {
                at = offset;
                Ok(header)
            }
        };
        let result = header.and_then(|header| {
            let size = size_of::<T>();
            // What is as large as a pointer may lie behind one; if it is a scalar, so what.
            let may_be_boxed =
                self.place == size_of::<usize>() && self.de.budget.depth_left() < depth;
            if size > self.place || may_be_boxed {
                self.de.budget.charge(size as u64)?;
            }
            f(self.de, header, at)
        });
        match result {
            Ok(value) => {
                self.de.budget.restore_depth(depth);
                Ok(value)
            }
            Err(error) => Err(self.de.fail(error, at)),
        }
    }

    /// The same, passing over tags.
    #[inline(always)]
    pub(super) fn with_contents<T>(
        self,
        f: impl FnOnce(&mut Decoder<R>, Header, u64) -> Result<T>,
    ) -> Result<T> {
        self.with_header(|de, mut header, at| {
            while let Header::Tagged(_) = header {
                header = de.header()?;
            }
            f(de, header, at)
        })
    }

    /// The value in one more option or newtype. A type that is nothing but these around itself
    /// would go on for ever with the same byte.
    #[inline(always)]
    fn wrapped(self) -> Result<Self> {
        let wrappers = self.wrappers + 1;
        match self.de.budget.check_wrappers(wrappers) {
            Ok(()) => Ok(Item { wrappers, ..self }),
            Err(error) => {
                let at = self.de.read.offset();
                Err(self.de.fail(error, at))
            }
        }
    }

    /// Passes over the value.
    pub(crate) fn skip(self) -> Result<()> {
        let at = self.de.read.offset();
        let result = match self.begin {
            Begin::Lead => self.de.skip(),
            Begin::Packed(number) => self.de.packed(number).map(drop),
            // Only a big int comes so, and nobody skips what is asked for by name.
            Begin::Read(..) => Err(ErrorKind::Failed.into()),
        };
        result.map_err(|error| self.de.fail(error, at))
    }
}

impl<R: Source> Decoder<R> {
    /// Reads the next value, or a packed number, with `f`; one that it did not touch is passed
    /// over, or the next would be read from there.
    #[inline(always)]
    pub(crate) fn item<T>(
        &mut self,
        number: Option<Number>,
        f: impl FnOnce(Item<'_, R>) -> Result<T>,
    ) -> Result<T> {
        let at = self.read.offset();
        let value = f(Item::packed(self, number))?;
        if self.read.offset() == at {
            self.pass_over(number)?;
        }
        Ok(value)
    }

    #[cold]
    fn pass_over(&mut self, number: Option<Number>) -> Result<()> {
        Item::packed(self, number).skip()
    }
}

impl<R: Source> Item<'_, R> {
    /// A float, or an int that a float of so many significant bits holds exactly.
    #[inline(always)]
    fn float<'de, V: Visitor<'de>>(self, digits: u32, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        self.with_contents(|de, header, at| {
            let (magnitude, is_negative) = match header {
                Header::Unsigned(n) => (n.into(), false),
                Header::Negative(n) => (n.unsigned_abs().into(), true),
                Header::BigInt(len) => match de.int_128(len, at)? {
                    Some(int) => int.magnitude(),
                    None => return Err(invalid_value(header, &visitor)),
                },
                _ => return de.visit(header, at, visitor),
            };
            match exact_float(magnitude, is_negative, digits) {
                Some(float) => visitor.visit_f64(float),
                None => Err(invalid_value(header, &visitor)),
            }
        })
    }

    /// A str; any other kind is the visitor's to refuse.
    #[inline(always)]
    fn text<'de, V: Visitor<'de>>(self, copies: Copies, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        self.with_contents(|de, header, at| match header {
            Header::Counted(Counted::Str, len) => de.visit_text(len, copies, visitor),
            _ => de.visit(header, at, visitor),
        })
    }

    /// Bytes, or a list of numbers that are bytes.
    #[inline(always)]
    fn bytes<'de, V: Visitor<'de>>(self, copies: Copies, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        self.with_contents(|de, header, at| match header {
            Header::Counted(Counted::Bytes, len) => de.visit_bytes(len, copies, visitor),
            Header::Packed(Counted::List, Number::U8, len) if !de.strict.is_recording() => {
                de.visit_bytes(len, copies, visitor)
            }
            Header::Packed(Counted::List, _, len) | Header::Counted(Counted::List, len) => {
                let number = match header {
                    Header::Packed(_, number, _) => Some(number),
                    _ => None,
                };
                let bytes = de.gather(number, len)?;
                visitor.visit_byte_buf(bytes).map_err(|error: Error| {
                    error.with_found(
                        "list of integers (with `serde_bytes` they are written as bytes)",
                    )
                })
            }
            _ => de.visit(header, at, visitor),
        })
    }
}

/// Methods whose rule is: the value as it is, for the visitor to take or to refuse.
macro_rules! visit_as_it_is {
    ($($method:ident)*) => {
        $(
            #[inline]
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.with_contents(|de, header, at| de.visit(header, at, visitor))
            }
        )*
    };
}

impl<'de, R: Read<'de>> Deserializer<'de> for Item<'_, R> {
    type Error = Error;

    visit_as_it_is! {
        deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_unit deserialize_map
    }

    /// As [`Decoder::visit`] has it, but a nil with a tag is not none, also where serde's buffer
    /// asks.
    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.with_header(|de, header, at| match header {
            Header::Tagged(_) => Item::new(de).with_contents(|de, header, at| match header {
                Header::Nil => visitor.visit_some(Item::read(de, header, at)),
                _ => de.visit(header, at, visitor),
            }),
            _ => de.visit(header, at, visitor),
        })
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.float(f32::MANTISSA_DIGITS, visitor)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.float(f64::MANTISSA_DIGITS, visitor)
    }

    #[inline]
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Lent, visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Lent, visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Charged, visitor)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.bytes(Copies::Lent, visitor)
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.bytes(Copies::Charged, visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let lead = match self.begin {
            Begin::Lead => self.de.read.peek(),
            Begin::Packed(_) | Begin::Read(..) => return visitor.visit_some(self.wrapped()?),
        };
        match lead {
            Ok(wire::NIL) => self.with_header(|_, _, _| visitor.visit_none()),
            Ok(wire::SOME) => {
                self.with_header(|de, _, _| de.item(None, |item| visitor.visit_some(item)))
            }
            Ok(_) => visitor.visit_some(self.wrapped()?),
            Err(error) => Err(self.de.fail(error, 0)),
        }
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match Token::of(name) {
            Some(Token::Exact) => {
                self.with_header(|de, header, at| exact::visit(de, header, at, visitor))
            }
            Some(Token::Int) => {
                self.with_contents(|de, header, at| exact::visit_int(de, header, at, visitor))
            }
            _ => visitor.visit_newtype_struct(self.wrapped()?),
        }
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.with_contents(|de, header, at| match header {
            Header::Counted(Counted::Bytes, len) => {
                de.visit_seq(Items::of(Counted::Bytes, len).packed(Number::U8), visitor)
            }
            _ => de.visit(header, at, visitor),
        })
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.with_contents(|de, header, at| {
            let items = match header {
                Header::Counted(
                    kind @ (Counted::List | Counted::Tuple | Counted::Set | Counted::FrozenSet),
                    len,
                ) => Items::of(kind, len),
                Header::Packed(kind, number, len) => Items::of(kind, len).packed(number),
                Header::Counted(kind @ Counted::Bytes, len) => {
                    Items::of(kind, len).packed(Number::U8)
                }
                _ => return de.visit(header, at, visitor),
            };
            if items.len() != len as u64 {
                let found = usize::try_from(items.len()).unwrap_or(usize::MAX);
                return Err(de::Error::invalid_length(found, &visitor));
            }
            de.visit_seq(items.in_place(), visitor)
        })
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.with_contents(|de, header, _| match header {
            Header::Counted(Counted::Map | Counted::Record, _)
            | Header::NewRecord(_)
            | Header::PackedRecord(..) => {
                let keys = Keys::new(&de.names, header)?;
                de.visit_map(Entries::of(keys, header).of_struct(), visitor)
            }
            _ => Err(Error::unexpected(header.found(), &visitor)),
        })
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.with_contents(|de, header, _| de.visit_enum(header, visitor))
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.with_contents(|de, header, at| match header {
            Header::Counted(Counted::Str, len) => de.visit_text(len, Copies::Lent, visitor),
            Header::Counted(Counted::UnitVariant, _) => de.visit(header, at, visitor),
            _ => Err(Error::unexpected(header.found(), &visitor)),
        })
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
