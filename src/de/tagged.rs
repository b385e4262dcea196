//! Tags, for a visitor that asks for them, and messages inside of messages.
//!
//! Both come as an enum, whose variant is the number of the tag. The value behind it is the
//! payload of a newtype variant; what a message holds comes by `struct_variant`, as a newtype.
//! So whoever asks for one of them has no code made for reading the other.

use alloc::{borrow::Cow, boxed::Box};

use serde::{
    Deserializer,
    de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor, value::U64Deserializer},
};

use super::{
    decoder::{Decoder, Header},
    headed::Headed,
    item::Item,
    names::Names,
    strict::Strict,
};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::Limits,
    read::{Kept, Read, SliceRead, Source},
    tag,
    with::embedded::BytesVisitor,
};

/// Gives the tag and the value; a value without a tag as a newtype, which is also what other
/// formats give.
pub(super) fn visit<'de, R: Read<'de>, V: Visitor<'de>>(
    headed: Headed<'_, R>,
    visitor: V,
) -> Result<V::Value> {
    match headed.header {
        Header::Tagged(number) => visitor.visit_enum(Tagged { de: headed.de, number }),
        _ => visitor.visit_newtype_struct(headed),
    }
}

/// Gives what a message in bytes holds, with its tag or without.
pub(super) fn visit_message<'de, R: Read<'de>, V: Visitor<'de>>(
    headed: Headed<'_, R>,
    visitor: V,
) -> Result<V::Value> {
    let Headed { de, header, at } = headed;
    let (number, read) = if let Header::Tagged(number) = header {
        (number, None)
    } else {
        // The tag would be a level.
        de.budget.descend()?;
        (tag::EMBEDDED, Some((header, at)))
    };
    // It takes more stack than other levels do.
    de.budget.descend()?;
    let value = visitor.visit_enum(Message { de: &mut *de, number, read })?;
    de.budget.ascend();
    if read.is_some() {
        de.budget.ascend();
    }
    Ok(value)
}

/// Reads the message in `bytes` as what it holds, which the visitor is given as a newtype.
pub(crate) fn read_message<'de, V: Visitor<'de>>(
    bytes: Cow<'de, [u8]>,
    limits: Limits,
    visitor: V,
) -> Result<V::Value> {
    let mut around = Decoder::new(SliceRead::new(&[]), limits);
    around.budget.descend()?;
    message(&mut around, bytes, visitor)
}

/// A tag's number, then the value.
struct Tagged<'a, R: Source> {
    de: &'a mut Decoder<R>,
    number: u64,
}

/// The number of a message's tag, then what it holds.
struct Message<'a, R: Source> {
    de: &'a mut Decoder<R>,
    number: u64,
    /// The header of the bytes, if it was read, and where.
    read: Option<(Header, u64)>,
}

/// What mrna's own types don't ask for.
#[cold]
fn refuse(number: u64) -> Error {
    Error::unexpected(Header::Tagged(number).found(), &"no tag")
}

impl<'de, R: Read<'de>> EnumAccess<'de> for Tagged<'_, R> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        Ok((seed.deserialize(U64Deserializer::<Error>::new(self.number))?, self))
    }
}

impl<'de, R: Read<'de>> VariantAccess<'de> for Tagged<'_, R> {
    type Error = Error;

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        let at = self.de.read.offset();
        self.de.value(None, seed).map_err(|error| error.at(at))
    }

    fn unit_variant(self) -> Result<()> {
        Err(refuse(self.number))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value> {
        Err(refuse(self.number))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value> {
        Err(refuse(self.number))
    }
}

impl<'de, R: Read<'de>> EnumAccess<'de> for Message<'_, R> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        Ok((seed.deserialize(U64Deserializer::<Error>::new(self.number))?, self))
    }
}

impl<'de, R: Read<'de>> VariantAccess<'de> for Message<'_, R> {
    type Error = Error;

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let Message { de, read, .. } = self;
        let bytes = match read {
            None => Item::new(de).deserialize_bytes(BytesVisitor)?,
            Some((header, at)) => {
                Headed { de: &mut *de, header, at }.deserialize_bytes(BytesVisitor)?
            }
        };
        message(de, bytes, visitor)
    }

    fn unit_variant(self) -> Result<()> {
        Err(refuse(self.number))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value> {
        Err(refuse(self.number))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value> {
        Err(refuse(self.number))
    }
}

/// Reads the message in `bytes`, which `de` has read last, with what is left of its limits.
fn message<'de, R: Source, V: Visitor<'de>>(
    de: &mut Decoder<R>,
    bytes: Cow<'de, [u8]>,
    visitor: V,
) -> Result<V::Value> {
    let start = de.read.offset().saturating_sub(bytes.len() as u64);
    match bytes {
        Cow::Borrowed(bytes) => message_from(de, SliceRead::behind(start, bytes), visitor),
        Cow::Owned(bytes) => message_from(de, Kept(SliceRead::behind(start, &bytes)), visitor),
    }
}

fn message_from<'de, R: Source, M: Read<'de>, V: Visitor<'de>>(
    de: &mut Decoder<R>,
    read: M,
    visitor: V,
) -> Result<V::Value> {
    let mut inner = inside(de, read);
    let at = inner.read.offset();
    let value = inner.item(|item| visitor.visit_newtype_struct(item.into_place::<V::Value>()));
    let value = value.and_then(|value| {
        inner.check()?;
        if inner.read.at_end()? {
            Ok(value)
        } else {
            Err(Error::new(ErrorKind::TrailingBytes).at(inner.read.offset()))
        }
    });
    let value = value.map_err(|error| error.at(at).in_embedded())?;
    de.budget = inner.budget;
    Ok(value)
}

/// A decoder with what is left of the limits of the one around it; in a box, and made out of line,
/// for the stack that each level would take.
#[inline(never)]
fn inside<R: Source, M: Source>(de: &Decoder<R>, read: M) -> Box<Decoder<M>> {
    let strict = Strict::new(de.strict.is_wanted);
    Box::new(Decoder::resume(read, Names::new(), de.budget.clone(), strict))
}
