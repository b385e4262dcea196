//! What the same values take in other formats.

use std::io::{self, Write};

use base64::{Engine, prelude::BASE64_STANDARD};
use mrna::{Int, Value, dump::Safe};
use serde::{Serialize, Serializer, ser::Error};

/// A format, and what goes into it as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Compact; bytes are base64.
    Json,
    MessagePackNamed,
    /// Records are arrays of their values.
    MessagePackPositional,
    Cbor,
}

impl Format {
    pub(crate) const ALL: [Format; 4] =
        [Format::Json, Format::MessagePackNamed, Format::MessagePackPositional, Format::Cbor];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Json => "JSON",
            Format::MessagePackNamed => "MessagePack, named",
            Format::MessagePackPositional => "MessagePack, positional",
            Format::Cbor => "CBOR",
        }
    }

    /// How many bytes a value takes, or why it can't be written.
    fn size(self, value: &Value) -> Result<u64, String> {
        let mut count = Count(0);
        let value = As(self, value);
        match self {
            Format::Json => {
                serde_json::to_writer(&mut count, &value).map_err(|error| error.to_string())?;
            }
            Format::MessagePackNamed | Format::MessagePackPositional => {
                let mut ser = rmp_serde::Serializer::new(&mut count);
                value.serialize(&mut ser).map_err(|error| error.to_string())?;
            }
            Format::Cbor => {
                ciborium::into_writer(&value, &mut count).map_err(|error| match error {
                    ciborium::ser::Error::Io(error) => error.to_string(),
                    ciborium::ser::Error::Value(text) => text,
                })?;
            }
        }
        Ok(count.0)
    }
}

/// The size of all messages in one format.
#[derive(Clone, Debug)]
pub(crate) struct Size {
    pub(crate) format: Format,
    /// Or why there is none: the first value that the format can't hold.
    pub(crate) bytes: Result<u64, String>,
}

impl Size {
    pub(crate) fn none() -> [Size; 4] {
        Format::ALL.map(|format| Size { format, bytes: Ok(0) })
    }

    /// Adds a message, counted from 1.
    pub(crate) fn add(&mut self, number: u64, value: &Value) {
        if let Ok(bytes) = &mut self.bytes {
            match self.format.size(value) {
                Ok(more) => *bytes += more,
                Err(error) => {
                    self.bytes = Err(format!("can't hold message {number}: {}", Safe(error)));
                }
            }
        }
    }
}

/// Counts what is written.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A value as a type that has it would be written: sets and tuples as sequences, records as maps
/// or as arrays, variants by their names; tags are left out.
struct As<'v>(Format, &'v Value);

impl Serialize for As<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let As(format, value) = *self;
        match value {
            Value::Nil => ser.serialize_unit(),
            Value::Bool(value) => ser.serialize_bool(*value),
            Value::Int(int) => serialize_int(format, int, ser),
            Value::F32(float) if format == Format::Json && !float.is_finite() => {
                Err(S::Error::custom(format_args!("{value}")))
            }
            Value::F64(float) if format == Format::Json && !float.is_finite() => {
                Err(S::Error::custom(format_args!("{value}")))
            }
            Value::F32(float) => ser.serialize_f32(*float),
            Value::F64(float) => ser.serialize_f64(*float),
            Value::Str(text) => ser.serialize_str(text),
            Value::Bytes(bytes) if format == Format::Json => {
                ser.serialize_str(&BASE64_STANDARD.encode(bytes))
            }
            Value::Bytes(bytes) => ser.serialize_bytes(bytes),
            Value::List(items)
            | Value::Tuple(items)
            | Value::Set(items)
            | Value::FrozenSet(items) => ser.collect_seq(items.iter().map(|item| As(format, item))),
            Value::Map(entries) => ser.collect_map(
                entries.iter().map(|(key, value)| (As(format, key), As(format, value))),
            ),
            Value::Record(record) if format == Format::MessagePackPositional => {
                ser.collect_seq(record.values().iter().map(|value| As(format, value)))
            }
            Value::Record(record) => {
                ser.collect_map(record.iter().map(|(name, value)| (name, As(format, value))))
            }
            Value::Variant(variant) => match variant.payload() {
                None => ser.serialize_str(variant.name()),
                Some(payload) => ser.collect_map([(variant.name(), As(format, payload))]),
            },
            Value::Some(inner) => ser.serialize_some(&As(format, inner)),
            Value::Tagged(_, inner) => As(format, inner).serialize(ser),
        }
    }
}

fn serialize_int<S: Serializer>(format: Format, int: &Int, ser: S) -> Result<S::Ok, S::Error> {
    let most = match format {
        Format::Json | Format::Cbor => 128,
        Format::MessagePackNamed | Format::MessagePackPositional => 64,
    };
    if let Some(int) = int.as_i64() {
        ser.serialize_i64(int)
    } else if let Some(int) = int.as_u64() {
        ser.serialize_u64(int)
    } else if let Some(int) = int.as_i128().filter(|_| most == 128) {
        ser.serialize_i128(int)
    } else if let Some(int) = int.as_u128().filter(|_| most == 128) {
        ser.serialize_u128(int)
    } else {
        Err(S::Error::custom(format_args!("an int of more than {most} bits")))
    }
}
