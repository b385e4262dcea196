//! Reading values: from mrna every kind as itself, from other formats what they say it is.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor},
};

use super::{Int, Record, Value, Variant};
use crate::{
    shape::Shape,
    shared::Handed,
    token::{self, Kind},
};

/// mrna's own hints are cautious; those of other formats may be anything.
const MAX_RESERVED: usize = 2_048;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_newtype_struct(token::EXACT, ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nil)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nil)
    }

    fn visit_some<D: Deserializer<'de>>(self, de: D) -> Result<Value, D::Error> {
        Value::deserialize(de).map(Value::some)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f32<E>(self, value: f32) -> Result<Value, E> {
        Ok(Value::F32(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::F64(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Str(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Str(text))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(Value::Bytes(bytes.into()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Value, E> {
        Ok(Value::Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Value, A::Error> {
        items(seq).map(Value::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::with_capacity(map.size_hint().unwrap_or(0).min(MAX_RESERVED));
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }

    /// From other formats, which see a newtype struct.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, de: D) -> Result<Value, D::Error> {
        de.deserialize_any(self)
    }

    /// A kind that serde's data model doesn't have, or another format's enum.
    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Value, A::Error> {
        let (choice, contents) = data.variant_seed(ChoiceSeed)?;
        let kind = match choice {
            Choice::Kind(kind) => kind,
            Choice::Name(name) => return foreign_variant(name, contents),
        };
        match kind {
            Kind::Tuple => contents.tuple_variant(0, ItemsVisitor).map(Value::Tuple),
            Kind::Set => contents.tuple_variant(0, ItemsVisitor).map(Value::Set),
            Kind::FrozenSet => contents.tuple_variant(0, ItemsVisitor).map(Value::FrozenSet),
            Kind::Record => contents.tuple_variant(0, RecordVisitor).map(Value::Record),
            Kind::Variant => contents.tuple_variant(0, VariantVisitor).map(Value::Variant),
            Kind::Tagged => contents.tuple_variant(0, TaggedVisitor),
            Kind::Some => contents.newtype_variant::<Value>().map(Value::some),
            Kind::BigInt => contents.newtype_variant().map(Value::Int),
        }
    }
}

/// A variant of another format, out of line: what it takes of the stack, every level would.
#[inline(never)]
fn foreign_variant<'de, A: VariantAccess<'de>>(
    name: String,
    contents: A,
) -> Result<Value, A::Error> {
    contents.newtype_variant().map(|payload: Value| Value::variant(name, payload))
}

fn items<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Vec<Value>, A::Error> {
    let mut items = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(MAX_RESERVED));
    while let Some(item) = seq.next_element()? {
        items.push(item);
    }
    Ok(items)
}

/// Which kind, from mrna; which variant, from other formats.
enum Choice {
    Kind(Kind),
    Name(String),
}

struct ChoiceSeed;

impl<'de> DeserializeSeed<'de> for ChoiceSeed {
    type Value = Choice;

    fn deserialize<D: Deserializer<'de>>(self, de: D) -> Result<Choice, D::Error> {
        de.deserialize_identifier(self)
    }
}

impl Visitor<'_> for ChoiceSeed {
    type Value = Choice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind of value")
    }

    fn visit_u32<E: de::Error>(self, number: u32) -> Result<Choice, E> {
        match Kind::from_number(number) {
            Some(kind) => Ok(Choice::Kind(kind)),
            None => Err(E::invalid_value(de::Unexpected::Unsigned(number.into()), &self)),
        }
    }

    fn visit_str<E>(self, name: &str) -> Result<Choice, E> {
        Ok(Choice::Name(name.into()))
    }
}

struct ItemsVisitor;

impl<'de> Visitor<'de> for ItemsVisitor {
    type Value = Vec<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Vec<Value>, A::Error> {
        items(seq)
    }
}

/// How many values, the values, and their names.
struct RecordVisitor;

impl<'de> Visitor<'de> for RecordVisitor {
    type Value = Record;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record's fields")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Record, A::Error> {
        let len = part(&mut seq, PhantomData::<u64>)?;
        let mut values = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(MAX_RESERVED));
        for _ in 0..len {
            values.push(part(&mut seq, PhantomData)?);
        }
        let shape = part(&mut seq, ShapeSeed)?;
        Ok(Record::from_parts(shape, values.into()))
    }
}

/// How many payloads (0 or 1), the payload, and the name.
struct VariantVisitor;

impl<'de> Visitor<'de> for VariantVisitor {
    type Value = Variant;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a variant")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Variant, A::Error> {
        if part(&mut seq, PhantomData::<u64>)? == 0 {
            return part(&mut seq, NameSeed).map(Variant::unit);
        }
        let payload: Value = part(&mut seq, PhantomData)?;
        part(&mut seq, NameSeed).map(|name| Variant::new(name, payload))
    }
}

/// The tag's number and the value.
struct TaggedVisitor;

impl<'de> Visitor<'de> for TaggedVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tagged value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let number = part(&mut seq, PhantomData)?;
        let value: Value = part(&mut seq, PhantomData)?;
        Ok(Value::tagged(number, value))
    }
}

/// The next member of a sequence, which there has to be.
fn part<'de, A: SeqAccess<'de>, S: DeserializeSeed<'de>>(
    seq: &mut A,
    seed: S,
) -> Result<S::Value, A::Error> {
    let part = seq.next_element_seed(seed)?;
    part.ok_or_else(|| de::Error::invalid_length(0, &"one more part of a value"))
}

/// A record's names, shared if they can be.
struct ShapeSeed;

impl<'de> DeserializeSeed<'de> for ShapeSeed {
    type Value = Arc<Shape>;

    fn deserialize<D: Deserializer<'de>>(self, de: D) -> Result<Self::Value, D::Error> {
        de.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ShapeSeed {
    type Value = Arc<Shape>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record's names")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        let Some(Handed::Shape(shape)) = Handed::fetch() else {
            return Err(E::invalid_type(de::Unexpected::Unit, &self));
        };
        Ok(shape)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut names = Vec::<String>::new();
        while let Some(name) = seq.next_element()? {
            names.push(name);
        }
        Shape::new(names).map(Arc::new).map_err(de::Error::custom)
    }
}

/// A variant's name, shared if it can be.
struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Arc<str>;

    fn deserialize<D: Deserializer<'de>>(self, de: D) -> Result<Self::Value, D::Error> {
        de.deserialize_any(self)
    }
}

impl Visitor<'_> for NameSeed {
    type Value = Arc<str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a variant's name")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        let Some(Handed::Variant(name)) = Handed::fetch() else {
            return Err(E::invalid_type(de::Unexpected::Unit, &self));
        };
        Ok(name)
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(name.into())
    }
}

/// An int of any size; from other formats also its text.
impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_newtype_struct(token::INT, IntVisitor)
    }
}

struct IntVisitor;

impl<'de> Visitor<'de> for IntVisitor {
    type Value = Int;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer")
    }

    fn visit_i64<E>(self, value: i64) -> Result<Int, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Int, E> {
        Ok(value.into())
    }

    fn visit_i128<E>(self, value: i128) -> Result<Int, E> {
        Ok(value.into())
    }

    fn visit_u128<E>(self, value: u128) -> Result<Int, E> {
        Ok(value.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Int, E> {
        Ok(Int::from_le_bytes(bytes))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Int, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, de: D) -> Result<Int, D::Error> {
        de.deserialize_any(self)
    }
}
