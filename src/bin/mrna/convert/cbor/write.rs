//! Values to CBOR.

use std::io;

use ciborium_io::Write as _;
use ciborium_ll::{Encoder, Header, simple};
use mrna::{Int, Value, Variant};

use super::{
    super::{
        loss::{Loss, Losses},
        output::Output,
        place::Place,
        stop::Stop,
    },
    meaning, nan,
};

/// The initial byte of a float of 64 bits.
const WIDE_FLOAT: u8 = 0xFB;

/// Writes an item.
pub(crate) fn write(value: &Value, losses: &mut Losses, out: &mut Output) -> Result<(), Stop> {
    let mut item = Item { encoder: out.into(), losses };
    Ok(item.value(value, &Place::Root)?)
}

/// An item while it is written.
struct Item<'a> {
    encoder: Encoder<&'a mut Output>,
    losses: &'a mut Losses,
}

impl Item<'_> {
    fn value(&mut self, value: &Value, place: &Place<'_>) -> io::Result<()> {
        match value {
            Value::Nil => self.encoder.push(Header::Simple(simple::NULL)),
            Value::Bool(true) => self.encoder.push(Header::Simple(simple::TRUE)),
            Value::Bool(false) => self.encoder.push(Header::Simple(simple::FALSE)),
            Value::Int(int) => self.int(int),
            Value::F32(float) => {
                self.losses.note(Loss::F32, place);
                self.float((*float).into())
            }
            Value::F64(float) => self.float(*float),
            Value::Str(text) => self.encoder.text(text, None),
            Value::Bytes(bytes) => self.encoder.bytes(bytes, None),
            Value::List(items) => self.items(items, place),
            Value::Tuple(items) => {
                self.losses.note(Loss::Tuple, place);
                self.items(items, place)
            }
            Value::Set(items) => {
                self.losses.note_twice(items, place);
                self.encoder.push(Header::Tag(meaning::SET))?;
                self.items(items, place)
            }
            Value::FrozenSet(items) => {
                self.losses.note(Loss::FrozenSetAsSet, place);
                self.losses.note_twice(items, place);
                self.encoder.push(Header::Tag(meaning::SET))?;
                self.items(items, place)
            }
            Value::Map(entries) => {
                self.losses.note_twice(entries.iter().map(|(key, _)| key), place);
                self.encoder.push(Header::Map(Some(entries.len())))?;
                entries.iter().enumerate().try_for_each(|(index, (key, value))| {
                    self.value(key, &Place::Key(place, index))?;
                    self.value(value, &Place::value_of(place, index, key))
                })
            }
            Value::Record(record) => {
                self.losses.note(Loss::Record, place);
                self.encoder.push(Header::Map(Some(record.len())))?;
                record.iter().try_for_each(|(name, value)| self.entry(name, value, place))
            }
            Value::Variant(variant) => self.variant(variant, place),
            Value::Some(inner) => {
                self.losses.note(Loss::Some, place);
                self.value(inner, place)
            }
            Value::Tagged(tag, inner) => self.tagged(*tag, inner, place),
        }
    }

    /// In the shortest form that keeps its bits, but a NaN with a payload in the wide one: what comes
    /// back from a narrow one may have been another.
    fn float(&mut self, float: f64) -> io::Result<()> {
        if nan::has_payload(float) {
            self.encoder.write_all(&[WIDE_FLOAT])?;
            return self.encoder.write_all(&float.to_be_bytes());
        }
        self.encoder.push(Header::Float(float))
    }

    fn int(&mut self, int: &Int) -> io::Result<()> {
        if let Some(int) = int.as_u64() {
            return self.encoder.push(Header::Positive(int));
        }
        if let Some(int) = int.as_i128().and_then(|int| u64::try_from(!int).ok()) {
            return self.encoder.push(Header::Negative(int));
        }
        let (number, bytes) = meaning::big(int);
        self.encoder.push(Header::Tag(number))?;
        self.encoder.bytes(&bytes, None)
    }

    fn items(&mut self, items: &[Value], place: &Place<'_>) -> io::Result<()> {
        self.encoder.push(Header::Array(Some(items.len())))?;
        let mut items = items.iter().enumerate();
        items.try_for_each(|(index, item)| self.value(item, &Place::Index(place, index)))
    }

    fn entry(&mut self, name: &str, value: &Value, place: &Place<'_>) -> io::Result<()> {
        self.encoder.text(name, None)?;
        self.value(value, &Place::Name(place, name))
    }

    fn variant(&mut self, variant: &Variant, place: &Place<'_>) -> io::Result<()> {
        let Some(payload) = variant.payload() else {
            self.losses.note(Loss::UnitVariant, place);
            return self.encoder.text(variant.name(), None);
        };
        self.losses.note(Loss::Variant, place);
        self.encoder.push(Header::Map(Some(1)))?;
        self.entry(variant.name(), payload, place)
    }

    fn tagged(&mut self, tag: u64, inner: &Value, place: &Place<'_>) -> io::Result<()> {
        if let Some((number, inner)) = meaning::write(tag, inner) {
            self.encoder.push(Header::Tag(number))?;
            return self.value(&inner, place);
        }
        match meaning::number(tag, inner) {
            Some(number) => self.encoder.push(Header::Tag(number))?,
            None => self.losses.note(Loss::Tag, place),
        }
        self.value(inner, place)
    }
}
