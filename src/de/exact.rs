//! Every kind told apart, for a visitor that asks by [`Token::Exact`](crate::token::Token).
//!
//! serde's data model has one sequence and one map. What it can't tell apart comes to such a
//! visitor as an enum with a [`Kind`] for its variant; everything else comes as usual.

use serde::de::{
    DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
    value::{U32Deserializer, U64Deserializer},
};

use super::{
    access::{Entries, EntriesAccess, Items},
    decoder::{Decoder, Header},
    headed::Headed,
    item::Item,
    visit::payload,
};
use crate::{
    error::{Error, ErrorKind, Result},
    path::Segment,
    read::{Name, Payload, Read, Source},
    token::Kind,
    wire::{Counted, int},
};

/// Gives the value to the visitor as exactly what it is.
#[inline(always)]
pub(super) fn visit<'de, R: Read<'de>, V: Visitor<'de>>(
    headed: Headed<'_, R>,
    visitor: V,
) -> Result<V::Value> {
    let Headed { de, header, at } = headed;
    let kind = match header {
        Header::Counted(Counted::Tuple, _) | Header::Packed(Counted::Tuple, ..) => Kind::Tuple,
        Header::Counted(Counted::Set, _) => Kind::Set,
        Header::Counted(Counted::FrozenSet, _) => Kind::FrozenSet,
        Header::Counted(Counted::Record, _) | Header::NewRecord(_) | Header::PackedRecord(..) => {
            Kind::Record
        }
        Header::Counted(Counted::UnitVariant | Counted::Variant, _) => Kind::Variant,
        Header::Some => Kind::Some,
        Header::Tagged(_) => Kind::Tagged,
        Header::BigInt(_) => Kind::BigInt,
        // Straight on, since each call on the way takes stack for each level.
        Header::Counted(kind @ Counted::List, len) => {
            return de.visit_seq(Items::of(kind, len), visitor);
        }
        Header::Packed(kind @ Counted::List, number, len) => {
            return de.visit_seq(Items::of(kind, len).packed(number), visitor);
        }
        Header::Counted(Counted::Map, _) => return de.visit_entries(header, visitor),
        _ => return de.visit(header, at, visitor),
    };
    visitor.visit_enum(Exact { de, header, at, kind })
}

/// Gives an int of any size: one that 64 bits don't hold as its two's complement bytes.
pub(super) fn visit_int<'de, R: Read<'de>, V: Visitor<'de>>(
    headed: Headed<'_, R>,
    visitor: V,
) -> Result<V::Value> {
    let Headed { de, header, at } = headed;
    let Header::BigInt(len) = header else { return de.visit(header, at, visitor) };
    let payload = payload(&mut de.read, &mut de.strict, &mut de.budget, len)?;
    if let Payload::Borrowed(_) = payload {
        de.budget.charge(len)?;
    }
    let bytes = payload.bytes();
    match bytes.last_chunk() {
        Some(last) if int::is_big(len, *last) => visitor.visit_bytes(bytes),
        _ => Err(Error::new(ErrorKind::NotShortest("an integer")).at(at)),
    }
}

/// A value of a kind that serde's data model doesn't have.
struct Exact<'a, R: Source> {
    de: &'a mut Decoder<R>,
    header: Header,
    at: u64,
    kind: Kind,
}

impl<'de, R: Read<'de>> EnumAccess<'de> for Exact<'_, R> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let kind = U32Deserializer::<Error>::new(self.kind.number());
        Ok((seed.deserialize(kind)?, self))
    }
}

impl<'de, R: Read<'de>> VariantAccess<'de> for Exact<'_, R> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Err(Error::unexpected(self.header.found(), &"a kind without contents"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        let Exact { de, header, at, kind } = self;
        match kind {
            Kind::Some => seed.deserialize(Item::new(de).into_box()),
            _ => seed.deserialize(Headed { de, header, at }),
        }
    }

    #[inline(always)]
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        match self.header {
            Header::Counted(Counted::UnitVariant, number) => {
                visitor.visit_seq(Variant { de: self.de, number, len: Some(0), payload: false })
            }
            Header::Counted(Counted::Variant, number) => {
                visitor.visit_seq(Variant { de: self.de, number, len: Some(1), payload: true })
            }
            Header::Tagged(number) => {
                visitor.visit_seq(Tagged { de: self.de, number: Some(number) })
            }
            Header::Packed(kind, number, len) => {
                self.de.visit_seq(Items::of(kind, len).packed(number), visitor)
            }
            Header::Counted(
                kind @ (Counted::List | Counted::Tuple | Counted::Set | Counted::FrozenSet),
                len,
            ) => self.de.visit_seq(Items::of(kind, len), visitor),
            _ => self.fields(visitor),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.tuple_variant(0, visitor)
    }
}

impl<R: Source> Exact<'_, R> {
    /// A record, out of line for its stack, which the other kinds would take for each level.
    #[inline(never)]
    fn fields<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let entries = Entries::of(&self.de.names, self.header)?.in_box();
        let len = Some(entries.len());
        let access = Some(entries.open(self.de));
        visitor.visit_seq(Fields { access, len, header: self.header })
    }
}

/// The tag's number, then the value.
struct Tagged<'a, R: Source> {
    de: &'a mut Decoder<R>,
    number: Option<u64>,
}

impl<'de, R: Read<'de>> SeqAccess<'de> for Tagged<'_, R> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.number.take() {
            Some(number) => seed.deserialize(U64Deserializer::<Error>::new(number)),
            None => seed.deserialize(Item::new(self.de).into_box()),
        }
        .map(Some)
    }
}

/// How many payloads, the payload, then the name.
struct Variant<'a, R: Source> {
    de: &'a mut Decoder<R>,
    number: u64,
    len: Option<u64>,
    payload: bool,
}

impl<'de, R: Read<'de>> SeqAccess<'de> for Variant<'_, R> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some(len) = self.len.take() {
            return seed.deserialize(U64Deserializer::<Error>::new(len)).map(Some);
        }
        if self.payload {
            self.payload = false;
            return match seed.deserialize(Item::new(self.de).into_box()) {
                Ok(payload) => Ok(Some(payload)),
                Err(error) => {
                    let name = self.de.variant_name(self.number)?;
                    Err(error.within(Segment::name(name.text())))
                }
            };
        }
        let name = self.de.variant_name(self.number)?;
        self.de.shared.variant(self.number, name.text(), &mut self.de.budget)?.deserialize(seed)
    }
}

/// How many fields, their values, then the shape.
struct Fields<'a, R: Source> {
    access: Option<EntriesAccess<'a, R>>,
    len: Option<u64>,
    header: Header,
}

impl<'de, R: Read<'de>> SeqAccess<'de> for Fields<'_, R> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some(len) = self.len.take() {
            return seed.deserialize(U64Deserializer::<Error>::new(len)).map(Some);
        }
        if let Some(fields) = &mut self.access {
            if fields.next_key()? {
                return fields.next_value_seed(seed).map(Some);
            }
        }
        let Some(fields) = self.access.take() else { return Ok(None) };
        let de = fields.close()?;
        let number = match self.header {
            Header::Counted(_, number) | Header::PackedRecord(_, number) => number,
            _ => de.names.shapes() as u64 - 1,
        };
        let names = de.names.fields(de.names.shape(number)?);
        de.shared.shape(number, names, &mut de.budget)?.deserialize(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        self.access.as_ref().and_then(MapAccess::size_hint)
    }
}
