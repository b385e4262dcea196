//! Writing values: to mrna every kind as itself, to other formats as the nearest they have.

use alloc::string::ToString;

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeTuple},
};

use super::{Int, Record, Value, Variant};
use crate::{tag, token};

/// Each kind as itself.
///
/// In other formats sets are sequences, records are maps, a variant is its name or a map of one
/// entry, a tag is left out, and an int that 128 bits don't hold is text in a readable format,
/// bytes in others.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Nil => ser.serialize_unit(),
            Value::Bool(value) => ser.serialize_bool(*value),
            Value::Int(int) => int.serialize(ser),
            Value::F32(float) => ser.serialize_f32(*float),
            Value::F64(float) => ser.serialize_f64(*float),
            Value::Str(text) => ser.serialize_str(text),
            Value::Bytes(bytes) => ser.serialize_bytes(bytes),
            Value::List(items) => ser.collect_seq(items),
            Value::Tuple(items) => {
                let mut tuple = ser.serialize_tuple(items.len())?;
                items.iter().try_for_each(|item| tuple.serialize_element(item))?;
                tuple.end()
            }
            Value::Set(items) => ser.serialize_newtype_struct(token::SET, items),
            Value::FrozenSet(items) => ser.serialize_newtype_struct(token::FROZEN_SET, items),
            Value::Map(entries) => ser.collect_map(entries.iter().map(|(key, value)| (key, value))),
            Value::Record(record) => record.serialize(ser),
            Value::Variant(variant) => variant.serialize(ser),
            Value::Some(inner) => ser.serialize_some(&**inner),
            Value::Tagged(number, inner) => tag::serialize(*number, &**inner, ser),
        }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.serialize_newtype_struct(token::RECORD, &Fields(self))
    }
}

struct Fields<'a>(&'a Record);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.collect_map(self.0)
    }
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.serialize_newtype_struct(token::VARIANT, &NameAndPayload(self))
    }
}

struct NameAndPayload<'a>(&'a Variant);

impl Serialize for NameAndPayload<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let Some(payload) = self.0.payload() else { return ser.serialize_str(self.0.name()) };
        let mut map = ser.serialize_map(Some(1))?;
        map.serialize_entry(self.0.name(), payload)?;
        map.end()
    }
}

/// The shortest of serde's ints that holds it; beyond 128 bits its bytes, or text in a readable
/// format.
impl Serialize for Int {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        if let Some(int) = self.as_i64() {
            ser.serialize_i64(int)
        } else if let Some(int) = self.as_u64() {
            ser.serialize_u64(int)
        } else if let Some(int) = self.as_i128() {
            ser.serialize_i128(int)
        } else if let Some(int) = self.as_u128() {
            ser.serialize_u128(int)
        } else {
            ser.serialize_newtype_struct(token::INT, &Big(self))
        }
    }
}

struct Big<'a>(&'a Int);

impl Serialize for Big<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        if ser.is_human_readable() {
            ser.serialize_str(&self.0.to_string())
        } else {
            ser.serialize_bytes(&self.0.to_le_bytes())
        }
    }
}
