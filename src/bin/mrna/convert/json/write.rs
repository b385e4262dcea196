//! Values to JSON.

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::HashSet,
    io::{self, Write},
    mem,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use mrna::{Int, Value, Variant};
use serde::{
    Serialize, Serializer,
    ser::{Error, SerializeMap, SerializeSeq},
};
use serde_json::{ser::Formatter, value::RawValue};

use super::super::{
    loss::{Loss, Losses},
    output::Output,
    place::Place,
    stop::Stop,
};

/// Writes a document over several lines, indented.
pub(crate) fn write_indented(
    value: &Value,
    losses: &mut Losses,
    out: &mut Output,
) -> Result<(), Stop> {
    document(value, losses, &mut serde_json::Serializer::pretty(&mut *out))?;
    Ok(out.write_all(b"\n")?)
}

/// Writes a document and ends the line.
pub(crate) fn write_line(value: &Value, losses: &mut Losses, out: &mut Output) -> Result<(), Stop> {
    document(value, losses, &mut serde_json::Serializer::new(&mut *out))?;
    Ok(out.write_all(b"\n")?)
}

fn document<W: Write, F: Formatter>(
    value: &Value,
    losses: &mut Losses,
    ser: &mut serde_json::Serializer<W, F>,
) -> Result<(), Stop> {
    let cell = RefCell::new(mem::take(losses));
    let result = Json { value, place: &Place::Root, losses: &cell }.serialize(ser);
    *losses = cell.into_inner();
    result.map_err(|error| Stop::Io(io::Error::from(error)))
}

/// A value as JSON has it. `serialize` is given no `&mut`, so the losses are in a cell.
#[derive(Clone, Copy)]
struct Json<'a> {
    value: &'a Value,
    place: &'a Place<'a>,
    losses: &'a RefCell<Losses>,
}

impl Json<'_> {
    fn lose(&self, loss: Loss) {
        self.losses.borrow_mut().note(loss, self.place);
    }

    /// A value inside of this one.
    fn inner<'b>(&'b self, value: &'b Value, place: &'b Place<'b>) -> Json<'b> {
        Json { value, place, losses: self.losses }
    }

    fn int<S: Serializer>(&self, int: &Int, ser: S) -> Result<S::Ok, S::Error> {
        if let Some(int) = int.as_i64() {
            return ser.serialize_i64(int);
        }
        let text = int.to_string();
        // An int of over 1,024 bytes prints in hex, since decimal takes too long.
        if text.contains('x') {
            self.lose(Loss::BigInt);
            return ser.serialize_str(&text);
        }
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(ser)
    }

    fn float<S: Serializer>(&self, float: f64, ser: S) -> Result<S::Ok, S::Error> {
        if !float.is_finite() {
            self.lose(Loss::NotFinite);
        }
        ser.serialize_f64(float)
    }

    fn seq<S: Serializer>(&self, items: &[Value], ser: S) -> Result<S::Ok, S::Error> {
        let mut seq = ser.serialize_seq(Some(items.len()))?;
        for (index, item) in items.iter().enumerate() {
            seq.serialize_element(&self.inner(item, &Place::Index(self.place, index)))?;
        }
        seq.end()
    }

    fn map<S: Serializer>(&self, entries: &[(Value, Value)], ser: S) -> Result<S::Ok, S::Error> {
        let mut map = ser.serialize_map(Some(entries.len()))?;
        let mut names = HashSet::new();
        for (index, (key, value)) in entries.iter().enumerate() {
            if !key.is_str() {
                self.losses.borrow_mut().note(Loss::Key, &Place::Key(self.place, index));
            }
            let name = name(key).map_err(S::Error::custom)?;
            let place = Place::value_of(self.place, index, key);
            map.serialize_entry(&name, &self.inner(value, &place))?;
            if !names.insert(name) {
                self.losses.borrow_mut().note(Loss::Duplicate, &place);
            }
        }
        map.end()
    }

    fn variant<S: Serializer>(&self, variant: &Variant, ser: S) -> Result<S::Ok, S::Error> {
        let name = variant.name();
        let Some(payload) = variant.payload() else {
            self.lose(Loss::UnitVariant);
            return ser.serialize_str(name);
        };
        self.lose(Loss::Variant);
        let mut map = ser.serialize_map(Some(1))?;
        map.serialize_entry(name, &self.inner(payload, &Place::Name(self.place, name)))?;
        map.end()
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Nil => ser.serialize_unit(),
            Value::Bool(value) => ser.serialize_bool(*value),
            Value::Int(int) => self.int(int, ser),
            Value::F32(float) if float.is_finite() => {
                // The digits of an f32, which are those that people wrote.
                self.lose(Loss::F32);
                ser.serialize_f32(*float)
            }
            Value::F32(float) => self.float((*float).into(), ser),
            Value::F64(float) => self.float(*float, ser),
            Value::Str(text) => ser.serialize_str(text),
            Value::Bytes(bytes) => {
                self.lose(Loss::Bytes);
                ser.serialize_str(&BASE64_STANDARD.encode(bytes))
            }
            Value::List(items) => self.seq(items, ser),
            Value::Tuple(items) => {
                self.lose(Loss::Tuple);
                self.seq(items, ser)
            }
            Value::Set(items) => {
                self.lose(Loss::Set);
                self.seq(items, ser)
            }
            Value::FrozenSet(items) => {
                self.lose(Loss::FrozenSet);
                self.seq(items, ser)
            }
            Value::Map(entries) => self.map(entries, ser),
            Value::Record(record) => {
                self.lose(Loss::Record);
                let mut map = ser.serialize_map(Some(record.len()))?;
                for (name, value) in record {
                    let place = Place::Name(self.place, name);
                    map.serialize_entry(name, &self.inner(value, &place))?;
                }
                map.end()
            }
            Value::Variant(variant) => self.variant(variant, ser),
            Value::Some(inner) => {
                self.lose(Loss::Some);
                self.inner(inner, self.place).serialize(ser)
            }
            Value::Tagged(_, inner) => {
                self.lose(Loss::Tag);
                self.inner(inner, self.place).serialize(ser)
            }
        }
    }
}

/// A key as a name: the text of a scalar, for the others the notation. JSON within the text of
/// JSON would be escaped again at each level, and grow without bounds.
fn name(key: &Value) -> serde_json::Result<Cow<'_, str>> {
    Ok(match key {
        Value::Str(name) => name.into(),
        Value::Nil => "null".into(),
        Value::Bytes(bytes) => BASE64_STANDARD.encode(bytes).into(),
        Value::F32(float) if float.is_finite() => serde_json::to_string(float)?.into(),
        Value::F64(float) if float.is_finite() => serde_json::to_string(float)?.into(),
        Value::Variant(variant) if variant.payload().is_none() => variant.name().into(),
        other => other.to_string().into(),
    })
}
