//! The fields of a struct, from a record of a known shape: the path that most records take.

use serde::de::{DeserializeSeed, MapAccess};

use super::{access::all_taken, decoder::Decoder, name::NameDeserializer, names::ShapeNames};
use crate::{
    error::{Error, Result},
    path::Segment,
    read::{Name as _, Read, Source},
    wire::packed::Number,
};

/// Gives the fields of a struct; whoever holds that has allocated it.
pub(crate) struct FieldsAccess<'a, R: Source> {
    de: &'a mut Decoder<R>,
    shape: ShapeNames,
    packed: Option<Number>,
    /// How many fields were read whole.
    index: usize,
    /// How many names were given.
    named: usize,
}

impl<'a, R: Source> FieldsAccess<'a, R> {
    #[inline(always)]
    pub(crate) fn open(de: &'a mut Decoder<R>, shape: ShapeNames, packed: Option<Number>) -> Self {
        FieldsAccess { de, shape, packed, index: 0, named: 0 }
    }

    /// The visitor has what it wanted, which must be all there is.
    #[inline(always)]
    pub(crate) fn close(self) -> Result<()> {
        all_taken(self.shape.len as u64, self.shape.len.wrapping_sub(self.index) as u64)?;
        if self.de.strict.is_recording() {
            self.de.record_names(self.shape)?;
        }
        Ok(())
    }

    #[cold]
    fn fail(&mut self, error: Error, at: u64) -> Error {
        let error = self.de.fail(error, at);
        match self.de.names.field(self.shape, self.index) {
            Some(name) => error.within(Segment::name(name.text())),
            None => error,
        }
    }
}

impl<'de, R: Read<'de>> MapAccess<'de> for FieldsAccess<'_, R> {
    type Error = Error;

    #[inline(always)]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.named >= self.shape.len {
            return Ok(None);
        }
        let Some(name) = self.de.names.field(self.shape, self.named) else { return Ok(None) };
        self.named += 1;
        match seed.deserialize(NameDeserializer(name)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => {
                let at = self.de.read.offset();
                Err(self.de.fail(error, at))
            }
        }
    }

    #[inline(always)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let at = self.de.read.offset();
        match self.de.value(self.packed, seed) {
            Ok(value) => {
                self.index += 1;
                Ok(value)
            }
            Err(error) => Err(self.fail(error, at)),
        }
    }
}
