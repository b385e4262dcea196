//! CBOR to values.

use std::io::{self, BufRead};

use ciborium_ll::{Decoder, Error, Header, simple};
use mrna::{Int, Value};

use super::{
    super::{
        LEVELS, Reader,
        loss::{Loss, Losses},
        place::Place,
        stop::{At, Stop},
    },
    meaning, nan,
};

/// As in mrna, but that a set is two levels here, a tag and an array.
const CBOR_LEVELS: usize = 2 * LEVELS;

/// How much of a text or of bytes is read at a time.
const CHUNK: usize = 4 << 10;

/// The items of a file.
pub(crate) struct Items {
    decoder: Decoder<Box<dyn BufRead>>,
}

impl Items {
    pub(crate) fn new(input: Box<dyn BufRead>) -> Self {
        Items { decoder: input.into() }
    }
}

impl Reader for Items {
    fn read(&mut self, losses: &mut Losses) -> Result<Option<Value>, Stop> {
        let start = self.decoder.offset();
        match self.decoder.pull() {
            Err(Error::Io(error))
                if error.kind() == io::ErrorKind::UnexpectedEof
                    && self.decoder.offset() == start =>
            {
                Ok(None)
            }
            header => {
                let mut item = Item { decoder: &mut self.decoder, losses };
                let header = header.map_err(|error| item.stop(error, &Place::Root))?;
                item.value(header, start, CBOR_LEVELS, &Place::Root).map(Some)
            }
        }
    }
}

/// An item while it is read.
struct Item<'a> {
    decoder: &'a mut Decoder<Box<dyn BufRead>>,
    losses: &'a mut Losses,
}

impl Item<'_> {
    /// The value whose header was found at this offset.
    fn value(
        &mut self,
        header: Header,
        offset: usize,
        levels: usize,
        place: &Place<'_>,
    ) -> Result<Value, Stop> {
        let at = At::Byte(offset as u64);
        let deeper = || levels.checked_sub(1).ok_or_else(|| Stop::too_deep(CBOR_LEVELS, at, place));
        Ok(match header {
            Header::Positive(int) => int.into(),
            // -1 - int, without an overflow.
            Header::Negative(int) => Value::Int(Int::from(!i128::from(int))),
            Header::Float(float) => {
                // A narrow one is widened, which makes a signalling NaN a quiet one.
                let is_narrow = self.decoder.offset() - offset < 9;
                if is_narrow && nan::has_payload(float) {
                    self.losses.note(Loss::NanBits, place);
                }
                float.into()
            }
            Header::Simple(0..32) if self.decoder.offset() - offset > 1 => {
                return Err(Stop::refused("no well-formed CBOR", at, place));
            }
            Header::Simple(simple::FALSE) => false.into(),
            Header::Simple(simple::TRUE) => true.into(),
            Header::Simple(simple::NULL) => Value::Nil,
            Header::Simple(_) => {
                self.losses.note(Loss::Simple, place);
                Value::Nil
            }
            Header::Bytes(len) => Value::Bytes(self.bytes(len, place)?),
            Header::Text(len) => Value::Str(self.text(len, place)?),
            Header::Array(len) => Value::List(self.list(len, deeper()?, place)?),
            Header::Map(len) => Value::Map(self.map(len, deeper()?, place)?),
            Header::Tag(number) => {
                let levels = deeper()?;
                meaning::read(number, self.next(levels, place)?).unwrap_or_else(|value| {
                    self.losses.note(Loss::Tag, place);
                    value
                })
            }
            Header::Break => return Err(Stop::refused("a break that ends nothing", at, place)),
        })
    }

    fn next(&mut self, levels: usize, place: &Place<'_>) -> Result<Value, Stop> {
        let offset = self.decoder.offset();
        let header = self.decoder.pull().map_err(|error| self.stop(error, place))?;
        self.value(header, offset, levels, place)
    }

    /// The next one of so many, or of as many as there are before a break.
    fn next_of(
        &mut self,
        len: Option<usize>,
        index: usize,
        levels: usize,
        place: &Place<'_>,
    ) -> Result<Option<Value>, Stop> {
        if len.is_some_and(|len| index == len) {
            return Ok(None);
        }
        let offset = self.decoder.offset();
        match self.decoder.pull().map_err(|error| self.stop(error, place))? {
            Header::Break if len.is_none() => Ok(None),
            header => self.value(header, offset, levels, place).map(Some),
        }
    }

    fn list(
        &mut self,
        len: Option<usize>,
        levels: usize,
        place: &Place<'_>,
    ) -> Result<Vec<Value>, Stop> {
        let mut items = Vec::new();
        while let Some(item) =
            self.next_of(len, items.len(), levels, &Place::Index(place, items.len()))?
        {
            items.push(item);
        }
        Ok(items)
    }

    fn map(
        &mut self,
        len: Option<usize>,
        levels: usize,
        place: &Place<'_>,
    ) -> Result<Vec<(Value, Value)>, Stop> {
        let mut entries = Vec::new();
        while let Some(key) =
            self.next_of(len, entries.len(), levels, &Place::Key(place, entries.len()))?
        {
            let value = self.next(levels, &Place::value_of(place, entries.len(), &key))?;
            entries.push((key, value));
        }
        Ok(entries)
    }

    fn bytes(&mut self, len: Option<usize>, place: &Place<'_>) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        let mut segments = self.decoder.bytes(len);
        let result = (|| {
            while let Some(mut segment) = segments.pull()? {
                while let Some(chunk) = segment.pull(&mut [0; CHUNK])? {
                    bytes.extend_from_slice(chunk);
                }
            }
            Ok(())
        })();
        result.map_err(|error| self.stop(error, place))?;
        Ok(bytes)
    }

    fn text(&mut self, len: Option<usize>, place: &Place<'_>) -> Result<String, Stop> {
        let mut text = String::new();
        let mut segments = self.decoder.text(len);
        let result = (|| {
            while let Some(mut segment) = segments.pull()? {
                while let Some(chunk) = segment.pull(&mut [0; CHUNK])? {
                    text.push_str(chunk);
                }
            }
            Ok(())
        })();
        result.map_err(|error| self.stop(error, place))?;
        Ok(text)
    }

    fn stop(&mut self, error: Error<io::Error>, place: &Place<'_>) -> Stop {
        match error {
            Error::Io(error) => Stop::reading(error, At::Byte(self.decoder.offset() as u64), place),
            Error::Syntax(offset) => {
                Stop::refused("no well-formed CBOR", At::Byte(offset as u64), place)
            }
        }
    }
}
