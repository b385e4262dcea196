//! A variant on its way to an enum's visitor.

use core::marker::PhantomData;

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, EnumAccess, IgnoredAny, VariantAccess, Visitor},
};

use super::{
    access::Keys,
    decoder::{Decoder, Header},
    name::NameDeserializer,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    read::{Name, Read, Source},
    wire::{Counted, packed::Number},
};

/// A variant's payload.
#[derive(Clone, Copy)]
enum Payload {
    None,
    /// The next value, or a packed number of this kind.
    Next(Option<Number>),
}

impl<R: Source> Decoder<R> {
    /// Gives a variant to an enum's visitor: as mrna writes it, or as other formats do, which
    /// is a str, or a map or record of one entry.
    pub(crate) fn visit_enum<'de, V: Visitor<'de>>(
        &mut self,
        header: Header,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match header {
            Header::Counted(Counted::UnitVariant, number) => {
                let name = self.variant_name(number)?;
                self.visit_variant(&name, Payload::None, visitor)
            }
            Header::Counted(Counted::Variant, number) => {
                let name = self.variant_name(number)?;
                self.visit_variant(&name, Payload::Next(None), visitor)
            }
            Header::Counted(Counted::Str, len) => {
                let name = self.text_as_name(len)?;
                self.visit_variant(&name, Payload::None, visitor)
            }
            Header::Counted(Counted::Map | Counted::Record, _)
            | Header::NewRecord(_)
            | Header::PackedRecord(..) => self.visit_entry(header, visitor),
            _ => Err(Error::unexpected(header.found(), &visitor)),
        }
    }

    fn visit_entry<'de, V: Visitor<'de>>(&mut self, header: Header, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let mut keys = Keys::new(&self.names, header)?;
        let len = keys.len(header);
        if len != 1 {
            let found = usize::try_from(len).unwrap_or(usize::MAX);
            return Err(de::Error::invalid_length(found, &"one entry, for a variant"));
        }
        let (name, packed) = match &mut keys {
            Keys::NewRecord(record) => (self.new_name(record)?, None),
            Keys::Shape(shape, packed) => match self.names.field(*shape, 0) {
                Some(name) => (name.clone(), *packed),
                None => return Err(Error::unexpected("record", &visitor)),
            },
            Keys::Map | Keys::Variant(_) => {
                let at = self.read.offset();
                match self.header()? {
                    Header::Counted(Counted::Str, len) => (self.text_as_name(len)?, None),
                    key => {
                        let error = Error::unexpected(key.found(), &"a variant's name");
                        return Err(error.at(at));
                    }
                }
            }
        };
        let value = self.visit_variant(&name, Payload::Next(packed), visitor)?;
        if let Keys::NewRecord(record) = &keys {
            self.names.finish(record, &mut self.budget)?;
        }
        if self.strict.is_recording() {
            self.record_keys(&keys)?;
        }
        Ok(value)
    }

    fn visit_variant<'de, V: Visitor<'de>>(
        &mut self,
        name: &R::Name,
        mut payload: Payload,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let value = visitor.visit_enum(Choice { de: self, name, payload: &mut payload })?;
        // A visitor need not ask what else there is.
        Choice { de: self, name, payload: &mut payload }.unit_variant()?;
        Ok(value)
    }
}

/// Gives the name, then the payload.
struct Choice<'a, R: Source> {
    de: &'a mut Decoder<R>,
    name: &'a R::Name,
    payload: &'a mut Payload,
}

impl<R: Source> Choice<'_, R> {
    fn take<'de, T: DeserializeSeed<'de>>(
        self,
        expected: &dyn de::Expected,
        seed: T,
    ) -> Result<T::Value>
    where
        R: Read<'de>,
    {
        let at = self.de.read.offset();
        let result = match core::mem::replace(self.payload, Payload::None) {
            Payload::None => Err(Error::unexpected("unit variant", expected)),
            Payload::Next(packed) => self.de.value(packed, seed),
        };
        result.map_err(|error| self.de.fail(error, at).within(Segment::name(self.name.text())))
    }
}

/// Asks for a tuple.
struct TupleSeed<V> {
    len: usize,
    visitor: V,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for TupleSeed<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, de: D) -> Result<V::Value, D::Error> {
        de.deserialize_tuple(self.len, self.visitor)
    }
}

/// Asks for a struct.
struct StructSeed<V> {
    fields: &'static [&'static str],
    visitor: V,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for StructSeed<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, de: D) -> Result<V::Value, D::Error> {
        de.deserialize_struct("", self.fields, self.visitor)
    }
}

impl<'de, R: Read<'de>> EnumAccess<'de> for Choice<'_, R> {
    type Error = Error;
    type Variant = Self;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let value = seed.deserialize(NameDeserializer(self.name))?;
        Ok((value, self))
    }
}

impl<'de, R: Read<'de>> VariantAccess<'de> for Choice<'_, R> {
    type Error = Error;

    /// A payload that isn't wanted is passed over.
    #[inline]
    fn unit_variant(self) -> Result<()> {
        match *self.payload {
            Payload::None => Ok(()),
            Payload::Next(_) => self.take(&"unit variant", PhantomData::<IgnoredAny>).map(drop),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.take(&"variant with one value", seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.take(&"variant with a tuple", TupleSeed { len, visitor })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.take(&"variant with a record", StructSeed { fields, visitor })
    }
}
