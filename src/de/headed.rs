//! A value whose header has been read, on its way to a visitor: the rules of reading into serde's
//! types.

use serde::{Deserializer, de, de::Visitor};

use super::{
    access::{Entries, Items},
    decoder::{Decoder, Header},
    exact, tagged,
    visit::{Copies, Int128, exact_float, invalid_value},
};
use crate::{
    error::{Error, Result},
    read::{Read, Source},
    token::Token,
    wire::{Counted, packed::Number},
};

/// A value whose header has been read; it began at `at`.
pub(crate) struct Headed<'a, R: Source> {
    pub(crate) de: &'a mut Decoder<R>,
    pub(crate) header: Header,
    pub(crate) at: u64,
}

impl<R: Source> Headed<'_, R> {
    /// As what it is.
    #[inline(always)]
    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        self.de.visit(self.header, self.at, visitor)
    }

    /// A float, or an int that a float of so many significant bits holds exactly.
    #[inline(always)]
    pub(super) fn float<'de, V: Visitor<'de>>(self, digits: u32, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match self.header {
            Header::Unsigned(_) | Header::Negative(_) | Header::BigInt(_) => {
                self.int_as_float(digits, visitor)
            }
            _ => self.visit(visitor),
        }
    }

    #[inline(never)]
    fn int_as_float<'de, V: Visitor<'de>>(self, digits: u32, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let (magnitude, is_negative) = match self.header {
            Header::Unsigned(n) => (n.into(), false),
            Header::Negative(n) => (n.unsigned_abs().into(), true),
            Header::BigInt(len) => match self.de.int_128(len, self.at)? {
                Some(int) => int.magnitude(),
                None => return Err(invalid_value(self.header, &visitor)),
            },
            _ => return self.visit(visitor),
        };
        match exact_float(magnitude, is_negative, digits) {
            Some(float) => visitor.visit_f64(float),
            None => Err(invalid_value(self.header, &visitor)),
        }
    }

    /// A str; any other kind is the visitor's to refuse.
    #[inline(always)]
    pub(super) fn text<'de, V: Visitor<'de>>(self, copies: Copies, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match self.header {
            Header::Counted(Counted::Str, len) => self.de.visit_text(len, copies, visitor),
            _ => self.visit(visitor),
        }
    }

    /// Bytes, or a list of numbers that are bytes.
    #[inline(always)]
    fn bytes<'de, V: Visitor<'de>>(self, copies: Copies, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let Headed { de, header, at } = self;
        match header {
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
        }
    }
}

/// Methods whose rule is: the value as it is, for the visitor to take or to refuse.
macro_rules! visit_as_it_is {
    ($($method:ident)*) => {
        $(
            #[inline(always)]
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.visit(visitor)
            }
        )*
    };
}

impl<'de, R: Read<'de>> Deserializer<'de> for Headed<'_, R> {
    type Error = Error;

    visit_as_it_is! {
        deserialize_any deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_unit deserialize_map
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
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Lent, visitor)
    }

    #[inline(always)]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.text(Copies::Lent, visitor)
    }

    #[inline(always)]
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

    /// What is here is something: whoever looked at the next byte has seen to none.
    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    #[inline(always)]
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
            Some(Token::Exact) => exact::visit(self, visitor),
            Some(Token::Int) => exact::visit_int(self, visitor),
            Some(Token::Tagged) => tagged::visit(self, visitor),
            Some(Token::Embedded) => tagged::visit_message(self, visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    /// As an `i128`, which a visitor that somebody wrote may take alone, as other formats give it.
    #[inline]
    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.header {
            Header::Unsigned(n) => visitor.visit_i128(n.into()),
            Header::Negative(n) => visitor.visit_i128(n.into()),
            _ => self.visit(visitor),
        }
    }

    /// As a `u128`, for the same reason.
    #[inline]
    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.header {
            Header::Unsigned(n) => visitor.visit_u128(n.into()),
            Header::BigInt(len) => match self.de.int_128(len, self.at)? {
                Some(Int128::Unsigned(n)) => visitor.visit_u128(n),
                Some(Int128::Signed(n)) => match u128::try_from(n) {
                    Ok(n) => visitor.visit_u128(n),
                    Err(_) => visitor.visit_i128(n),
                },
                None => Err(invalid_value(self.header, &visitor)),
            },
            _ => self.visit(visitor),
        }
    }

    #[inline(always)]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.header {
            Header::Counted(Counted::Bytes, len) => {
                self.de.visit_seq(Items::of(Counted::Bytes, len).packed(Number::U8), visitor)
            }
            _ => self.visit(visitor),
        }
    }

    #[inline(always)]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let items = match self.header {
            Header::Counted(
                kind @ (Counted::List | Counted::Tuple | Counted::Set | Counted::FrozenSet),
                len,
            ) => Items::of(kind, len),
            Header::Packed(kind, number, len) => Items::of(kind, len).packed(number),
            Header::Counted(kind @ Counted::Bytes, len) => Items::of(kind, len).packed(Number::U8),
            _ => return self.visit(visitor),
        };
        if items.len() != len as u64 {
            let found = usize::try_from(items.len()).unwrap_or(usize::MAX);
            return Err(de::Error::invalid_length(found, &visitor));
        }
        self.de.visit_seq(items.in_place(), visitor)
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
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.header {
            Header::Counted(Counted::Map | Counted::Record, _)
            | Header::NewRecord(_)
            | Header::PackedRecord(..) => {
                let entries = Entries::of(&self.de.names, self.header)?;
                self.de.visit_map(entries.of_struct(), visitor)
            }
            _ => Err(Error::unexpected(self.header.found(), &visitor)),
        }
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.de.visit_enum(self.header, visitor)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.header {
            Header::Counted(Counted::Str, len) => self.de.visit_text(len, Copies::Lent, visitor),
            Header::Counted(Counted::UnitVariant, _) => self.visit(visitor),
            _ => Err(Error::unexpected(self.header.found(), &visitor)),
        }
    }

    /// Nobody ignores what has been looked at, but for a number that is none of the others.
    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.de.human_readable
    }
}
