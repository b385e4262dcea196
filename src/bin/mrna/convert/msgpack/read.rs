//! MessagePack to values.

use std::io::{BufRead, Read};

use mrna::Value;
use rmp::Marker;

use super::{
    super::{
        LEVELS, Reader,
        counted::Counted,
        loss::{Loss, Losses},
        place::Place,
        stop::{At, Stop},
    },
    of_extension,
};

/// Room for no more is made ahead of the bytes.
const AHEAD: usize = 64 << 10;

/// The items of a file.
pub(crate) struct Items {
    input: Counted,
}

impl Items {
    pub(crate) fn new(input: Box<dyn BufRead>) -> Self {
        Items { input: Counted::new(input) }
    }
}

impl Reader for Items {
    fn read(&mut self, losses: &mut Losses) -> Result<Option<Value>, Stop> {
        if self.input.at_end()? {
            return Ok(None);
        }
        Item { input: &mut self.input, losses }.value(LEVELS, &Place::Root).map(Some)
    }
}

/// An item while it is read.
struct Item<'a> {
    input: &'a mut Counted,
    losses: &'a mut Losses,
}

impl Item<'_> {
    fn value(&mut self, levels: usize, place: &Place<'_>) -> Result<Value, Stop> {
        let at = At::Byte(self.input.offset());
        let [byte] = self.array(place)?;
        let deeper = || levels.checked_sub(1).ok_or_else(|| Stop::too_deep(LEVELS, at, place));
        Ok(match Marker::from_u8(byte) {
            Marker::Null => Value::Nil,
            Marker::False => false.into(),
            Marker::True => true.into(),
            Marker::FixPos(int) => int.into(),
            Marker::FixNeg(int) => int.into(),
            Marker::U8 => u8::from_be_bytes(self.array(place)?).into(),
            Marker::U16 => u16::from_be_bytes(self.array(place)?).into(),
            Marker::U32 => u32::from_be_bytes(self.array(place)?).into(),
            Marker::U64 => u64::from_be_bytes(self.array(place)?).into(),
            Marker::I8 => i8::from_be_bytes(self.array(place)?).into(),
            Marker::I16 => i16::from_be_bytes(self.array(place)?).into(),
            Marker::I32 => i32::from_be_bytes(self.array(place)?).into(),
            Marker::I64 => i64::from_be_bytes(self.array(place)?).into(),
            Marker::F32 => f32::from_be_bytes(self.array(place)?).into(),
            Marker::F64 => f64::from_be_bytes(self.array(place)?).into(),
            Marker::FixStr(len) => self.str(len.into(), place)?,
            Marker::Str8 => {
                let len = self.len8(place)?;
                self.str(len, place)?
            }
            Marker::Str16 => {
                let len = self.len16(place)?;
                self.str(len, place)?
            }
            Marker::Str32 => {
                let len = self.len32(place)?;
                self.str(len, place)?
            }
            Marker::Bin8 => {
                let len = self.len8(place)?;
                Value::Bytes(self.bytes(len, place)?)
            }
            Marker::Bin16 => {
                let len = self.len16(place)?;
                Value::Bytes(self.bytes(len, place)?)
            }
            Marker::Bin32 => {
                let len = self.len32(place)?;
                Value::Bytes(self.bytes(len, place)?)
            }
            Marker::FixArray(len) => self.list(len.into(), deeper()?, place)?,
            Marker::Array16 => {
                let len = self.len16(place)?;
                self.list(len, deeper()?, place)?
            }
            Marker::Array32 => {
                let len = self.len32(place)?;
                self.list(len, deeper()?, place)?
            }
            Marker::FixMap(len) => self.map(len.into(), deeper()?, place)?,
            Marker::Map16 => {
                let len = self.len16(place)?;
                self.map(len, deeper()?, place)?
            }
            Marker::Map32 => {
                let len = self.len32(place)?;
                self.map(len, deeper()?, place)?
            }
            Marker::FixExt1 => self.extension(1, place)?,
            Marker::FixExt2 => self.extension(2, place)?,
            Marker::FixExt4 => self.extension(4, place)?,
            Marker::FixExt8 => self.extension(8, place)?,
            Marker::FixExt16 => self.extension(16, place)?,
            Marker::Ext8 => {
                let len = self.len8(place)?;
                self.extension(len, place)?
            }
            Marker::Ext16 => {
                let len = self.len16(place)?;
                self.extension(len, place)?
            }
            Marker::Ext32 => {
                let len = self.len32(place)?;
                self.extension(len, place)?
            }
            Marker::Reserved => {
                return Err(Stop::refused("byte 0xc1, which means nothing", at, place));
            }
        })
    }

    fn array<const N: usize>(&mut self, place: &Place<'_>) -> Result<[u8; N], Stop> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) => Err(Stop::reading(error, At::Byte(self.input.offset()), place)),
        }
    }

    fn len8(&mut self, place: &Place<'_>) -> Result<u32, Stop> {
        Ok(u8::from_be_bytes(self.array(place)?).into())
    }

    fn len16(&mut self, place: &Place<'_>) -> Result<u32, Stop> {
        Ok(u16::from_be_bytes(self.array(place)?).into())
    }

    fn len32(&mut self, place: &Place<'_>) -> Result<u32, Stop> {
        Ok(u32::from_be_bytes(self.array(place)?))
    }

    fn bytes(&mut self, len: u32, place: &Place<'_>) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::with_capacity((len as usize).min(AHEAD));
        (&mut *self.input).take(len.into()).read_to_end(&mut bytes)?;
        if bytes.len() < len as usize {
            return Err(Stop::refused("premature end", At::Byte(self.input.offset()), place));
        }
        Ok(bytes)
    }

    fn str(&mut self, len: u32, place: &Place<'_>) -> Result<Value, Stop> {
        Ok(match String::from_utf8(self.bytes(len, place)?) {
            Ok(text) => Value::Str(text),
            Err(error) => {
                self.losses.note(Loss::NotUtf8, place);
                Value::Bytes(error.into_bytes())
            }
        })
    }

    fn extension(&mut self, len: u32, place: &Place<'_>) -> Result<Value, Stop> {
        let kind = i8::from_be_bytes(self.array(place)?);
        Ok(of_extension(kind, &self.bytes(len, place)?))
    }

    fn list(&mut self, len: u32, levels: usize, place: &Place<'_>) -> Result<Value, Stop> {
        let mut items = Vec::new();
        for index in 0..len as usize {
            items.push(self.value(levels, &Place::Index(place, index))?);
        }
        Ok(Value::List(items))
    }

    fn map(&mut self, len: u32, levels: usize, place: &Place<'_>) -> Result<Value, Stop> {
        let mut entries = Vec::new();
        for index in 0..len as usize {
            let key = self.value(levels, &Place::Key(place, index))?;
            let value = self.value(levels, &Place::value_of(place, index, &key))?;
            entries.push((key, value));
        }
        Ok(Value::Map(entries))
    }
}
