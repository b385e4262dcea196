//! A name on its way to a visitor: a field, a string key, a variant.

use serde::{
    Deserializer,
    de::{Visitor, value::StrDeserializer},
    forward_to_deserialize_any,
};

use crate::{
    error::{Error, Result},
    read::Name,
    token::Token,
};

pub(crate) struct NameDeserializer<'a, N>(pub(crate) &'a N);

/// A name is a str, whatever is asked for: the visitor has the say.
impl<'de, N: Name + 'de> Deserializer<'de> for NameDeserializer<'_, N> {
    type Error = Error;

    #[inline(always)]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match Token::of(name) {
            Some(Token::Exact | Token::Int) => self.0.visit(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(StrDeserializer::new(self.0.text()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}
