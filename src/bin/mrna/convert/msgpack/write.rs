//! Values to MessagePack.

use std::io::{self, Write};

use mrna::{Int, Value, Variant};
use rmp::encode::{self, ValueWriteError};

use super::{
    super::{
        loss::{Loss, Losses},
        output::Output,
        place::Place,
        stop::Stop,
        tags,
    },
    TIMESTAMP, of_extension, time_bytes,
};

/// Writes an item.
pub(crate) fn write(value: &Value, losses: &mut Losses, out: &mut Output) -> Result<(), Stop> {
    Item { out, losses }.value(value, &Place::Root)
}

/// An item while it is written.
struct Item<'a> {
    out: &'a mut Output,
    losses: &'a mut Losses,
}

impl Item<'_> {
    fn value(&mut self, value: &Value, place: &Place<'_>) -> Result<(), Stop> {
        match value {
            Value::Nil => Ok(encode::write_nil(self.out)?),
            Value::Bool(value) => Ok(encode::write_bool(self.out, *value)?),
            Value::Int(int) => self.int(int, place),
            Value::F32(float) => encode::write_f32(self.out, *float).map_err(stop),
            Value::F64(float) => encode::write_f64(self.out, *float).map_err(stop),
            Value::Str(text) => self.str(text, place),
            Value::Bytes(bytes) => {
                let len = len(bytes.len(), place)?;
                encode::write_bin_len(self.out, len).map_err(stop)?;
                Ok(self.out.write_all(bytes)?)
            }
            Value::List(items) => self.items(items, place),
            Value::Tuple(items) => {
                self.losses.note(Loss::Tuple, place);
                self.items(items, place)
            }
            Value::Set(items) => {
                self.losses.note(Loss::Set, place);
                self.items(items, place)
            }
            Value::FrozenSet(items) => {
                self.losses.note(Loss::FrozenSet, place);
                self.items(items, place)
            }
            Value::Map(entries) => {
                self.losses.note_twice(entries.iter().map(|(key, _)| key), place);
                encode::write_map_len(self.out, len(entries.len(), place)?).map_err(stop)?;
                entries.iter().enumerate().try_for_each(|(index, (key, value))| {
                    self.value(key, &Place::Key(place, index))?;
                    self.value(value, &Place::value_of(place, index, key))
                })
            }
            Value::Record(record) => {
                self.losses.note(Loss::Record, place);
                encode::write_map_len(self.out, len(record.len(), place)?).map_err(stop)?;
                record.iter().try_for_each(|(name, value)| self.entry(name, value, place))
            }
            Value::Variant(variant) => self.variant(variant, place),
            Value::Some(inner) => {
                self.losses.note(Loss::Some, place);
                self.value(inner, place)
            }
            Value::Tagged(..) => self.tagged(value, place),
        }
    }

    fn int(&mut self, int: &Int, place: &Place<'_>) -> Result<(), Stop> {
        let written = match (int.as_u64(), int.as_i64()) {
            (Some(int), _) => encode::write_uint(self.out, int),
            (None, Some(int)) => encode::write_sint(self.out, int),
            (None, None) => {
                self.losses.note(Loss::BigInt, place);
                return self.str(&int.to_string(), place);
            }
        };
        written.map(drop).map_err(stop)
    }

    fn str(&mut self, text: &str, place: &Place<'_>) -> Result<(), Stop> {
        encode::write_str_len(self.out, len(text.len(), place)?).map_err(stop)?;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    fn items(&mut self, items: &[Value], place: &Place<'_>) -> Result<(), Stop> {
        encode::write_array_len(self.out, len(items.len(), place)?).map_err(stop)?;
        let mut items = items.iter().enumerate();
        items.try_for_each(|(index, item)| self.value(item, &Place::Index(place, index)))
    }

    fn entry(&mut self, name: &str, value: &Value, place: &Place<'_>) -> Result<(), Stop> {
        let place = Place::Name(place, name);
        self.str(name, &place)?;
        self.value(value, &place)
    }

    fn variant(&mut self, variant: &Variant, place: &Place<'_>) -> Result<(), Stop> {
        let Some(payload) = variant.payload() else {
            self.losses.note(Loss::UnitVariant, place);
            return self.str(variant.name(), place);
        };
        self.losses.note(Loss::Variant, place);
        encode::write_map_len(self.out, 1).map_err(stop)?;
        self.entry(variant.name(), payload, place)
    }

    /// A point in time, what was an extension before, or the value without its tag.
    fn tagged(&mut self, value: &Value, place: &Place<'_>) -> Result<(), Stop> {
        let Value::Tagged(number, inner) = value else { return self.value(value, place) };
        if let Some((seconds, nanoseconds)) = tags::to_time(*number, inner) {
            return self.extension(TIMESTAMP, &time_bytes(seconds, nanoseconds), place);
        }
        match (tags::to_extension(*number), &**inner) {
            // Unless it would be read as something else.
            (Some(kind), Value::Bytes(bytes)) if of_extension(kind, bytes) == *value => {
                self.extension(kind, bytes, place)
            }
            _ => {
                self.losses.note(Loss::Tag, place);
                self.value(inner, place)
            }
        }
    }

    fn extension(&mut self, kind: i8, bytes: &[u8], place: &Place<'_>) -> Result<(), Stop> {
        encode::write_ext_meta(self.out, len(bytes.len(), place)?, kind).map_err(stop)?;
        Ok(self.out.write_all(bytes)?)
    }
}

/// A length as the format has it.
fn len(len: usize, place: &Place<'_>) -> Result<u32, Stop> {
    u32::try_from(len).map_err(|_| {
        Stop::Refused(format!("length {len}, which MessagePack doesn't have, in {place}"))
    })
}

fn stop(error: ValueWriteError<io::Error>) -> Stop {
    Stop::Io(error.into())
}
