//! Strict reading: no key twice in a map, no member twice in a set.
//!
//! Two values are equal if they have the same normal form: each header in one spelling whatever
//! was read, names written out, packed numbers each by itself, a record's names behind its
//! values. It is written down while a key or a member is read, by whichever way that is, and
//! only if strict reading was asked for.

use alloc::{collections::BTreeSet, vec::Vec};

use super::{
    access::Keys,
    decoder::{Decoder, Header},
    names::ShapeNames,
};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::Budget,
    read::{Name as _, Source},
    wire::{self, Counted, Head, count, int},
};

/// The normal forms of the keys of a map, or of the members of a set.
pub(crate) type Seen = BTreeSet<Vec<u8>>;

/// A key or a member that is being read: where its normal form begins, and its offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    start: usize,
    offset: u64,
}

/// What is written down.
#[derive(Debug, Default)]
pub(crate) struct Strict {
    pub(crate) is_wanted: bool,
    /// How many keys are being read, one inside the other.
    keys: usize,
    form: Vec<u8>,
}

impl Strict {
    pub(crate) fn new(is_wanted: bool) -> Self {
        Strict { is_wanted, ..Strict::default() }
    }

    #[inline(always)]
    pub(crate) fn is_recording(&self) -> bool {
        self.keys > 0
    }

    /// For the next message.
    pub(crate) fn clear(&mut self) {
        self.keys = 0;
        self.form.clear();
    }

    /// How much is written down, to which [`Self::rewind`] goes back.
    pub(crate) fn len(&self) -> usize {
        self.form.len()
    }

    pub(crate) fn rewind(&mut self, len: usize) {
        self.form.truncate(len);
    }

    /// A set for a map or set that is begun, if it is wanted.
    #[inline]
    pub(crate) fn seen(&self) -> Option<Seen> {
        self.is_wanted.then(Seen::new)
    }

    /// A key or member begins at this offset.
    pub(crate) fn begin(&mut self, offset: u64) -> Key {
        self.keys += 1;
        Key { start: self.form.len(), offset }
    }

    /// Writes down bytes of a key.
    pub(crate) fn push(&mut self, bytes: &[u8], budget: &mut Budget) -> Result<()> {
        // The buffer doubles.
        budget.charge(2 * bytes.len() as u64)?;
        self.form.extend_from_slice(bytes);
        Ok(())
    }

    /// It is read: it must be a new one.
    pub(crate) fn end(&mut self, key: Key, seen: &mut Seen, budget: &mut Budget) -> Result<()> {
        self.keys -= 1;
        let form = self.form.get(key.start..).unwrap_or_default();
        // A node's share, about half of it unused, and the bytes.
        let entry = 3 * size_of::<Vec<u8>>() + form.len();
        budget.charge(entry as u64).map_err(|error| error.at(key.offset))?;
        if !seen.insert(form.to_vec()) {
            return Err(Error::new(ErrorKind::DuplicateKey).at(key.offset));
        }
        if self.keys == 0 {
            self.form.clear();
        }
        Ok(())
    }
}

impl<R: Source> Decoder<R> {
    /// Writes down bytes of a key.
    pub(crate) fn record(&mut self, bytes: &[u8]) -> Result<()> {
        self.strict.push(bytes, &mut self.budget)
    }

    /// To be asked before so many bytes of a key are read, of which at least `least` are written
    /// down: a scan that met the end among them would read them again each time that one comes.
    pub(crate) fn record_at_once(&mut self, least: u64, bytes: u64) -> Result<()> {
        // No reason to wait for more than can be written down.
        self.budget.clone().charge(least.saturating_mul(2))?;
        self.read.all_there(bytes)
    }

    /// Reads bytes of a key and writes them down.
    pub(crate) fn record_next(&mut self, len: u64) -> Result<()> {
        self.record_at_once(len, len)?;
        for _ in 0..len {
            let byte = self.read.byte()?;
            self.record(&[byte])?;
        }
        Ok(())
    }

    /// Writes down a header.
    #[cold]
    pub(crate) fn record_header(&mut self, header: Header) -> Result<()> {
        match header {
            Header::Nil => self.record(&[wire::NIL]),
            Header::Bool(false) => self.record(&[wire::FALSE]),
            Header::Bool(true) => self.record(&[wire::TRUE]),
            Header::Some => self.record(&[wire::SOME]),
            Header::Unsigned(n) => self.record_head(int::encode_unsigned(n)),
            Header::Negative(n) => self.record_head(int::encode(n)),
            Header::F32(n) => self.record_head(Head::f32(n)),
            Header::F64(n) => self.record_head(Head::f64(n)),
            Header::BigInt(len) => self.record_count(wire::BIG_INT, len),
            Header::Tagged(number) => self.record_count(wire::TAGGED, number),
            Header::NewRecord(len) => self.record_count(wire::NEW_RECORD, len),
            Header::Counted(Counted::Record, shape) | Header::PackedRecord(_, shape) => {
                let len = self.names.shape(shape)?.len as u64;
                self.record_count(wire::NEW_RECORD, len)
            }
            Header::Counted(kind @ (Counted::UnitVariant | Counted::Variant), number) => {
                let name = self.variant_name(number)?;
                self.record(&[kind.form().long])?;
                self.record_name(name.text())
            }
            Header::Counted(kind, len) | Header::Packed(kind, _, len) => {
                self.record_count(kind.form().long, len)
            }
        }
    }

    fn record_head(&mut self, head: Head) -> Result<()> {
        let bytes = head.bytes();
        self.record(bytes.get(..head.len()).unwrap_or(&bytes))
    }

    fn record_count(&mut self, lead: u8, n: u64) -> Result<()> {
        self.record(&[lead])?;
        self.record_head(count::encode(n))
    }

    fn record_name(&mut self, name: &str) -> Result<()> {
        self.record_head(count::encode(name.len() as u64))?;
        self.record(name.as_bytes())
    }

    /// Ends a key that was begun, if it was.
    #[inline(always)]
    pub(crate) fn end_key(&mut self, key: Option<Key>, seen: Option<&mut Seen>) -> Result<()> {
        match (key, seen) {
            (Some(key), Some(seen)) => self.strict.end(key, seen, &mut self.budget),
            _ => Ok(()),
        }
    }

    /// Writes down the names of a record that has been read; a map's keys have been.
    pub(crate) fn record_keys(&mut self, keys: &Keys<R::Name>) -> Result<()> {
        match keys {
            Keys::Shape(shape, _) => self.record_names(*shape),
            Keys::NewRecord(_) => self.record_last_names(),
            Keys::Map | Keys::Variant(_) => Ok(()),
        }
    }

    /// Writes down the names of the shape that was defined last.
    pub(crate) fn record_last_names(&mut self) -> Result<()> {
        let last = self.names.shapes() as u64 - 1;
        let shape = self.names.shape(last)?;
        self.record_names(shape)
    }

    /// Writes down the names of a record, whose values have been.
    pub(crate) fn record_names(&mut self, shape: ShapeNames) -> Result<()> {
        for index in 0..shape.len {
            let Some(name) = self.names.field(shape, index).cloned() else { break };
            self.record_name(name.text())?;
        }
        Ok(())
    }
}
