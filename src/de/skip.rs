//! Passing over a value: a loop, with every check that reading makes.

use core::mem::size_of;

use smallvec::SmallVec;

use super::{
    decoder::{Decoder, Header},
    names::{Pending, ShapeNames},
    strict::{Key, Seen},
};
use crate::{
    error::{Error, ErrorKind, Result},
    read::Source,
    wire::{Counted, int, packed::Number},
};

/// How far passing over a value has come.
#[derive(Debug)]
pub(crate) struct Passing<N> {
    /// The values that are not over, the innermost last.
    open: SmallVec<[Open<N>; 4]>,
    /// Whether a field's name comes next.
    name_is_next: bool,
}

/// A value whose contents are being passed over.
#[derive(Debug)]
pub(crate) struct Open<N> {
    /// Values that are still to come behind the next.
    left: u64,
    names: FieldNames<N>,
    /// For strict reading: the keys so far, and the one that is being passed over.
    unique: Option<(Unique, Seen)>,
    key: Option<Key>,
}

/// The names of a record that is being passed over.
#[derive(Debug)]
enum FieldNames<N> {
    None,
    /// Each before its value.
    New(Pending<N>),
    Known(ShapeNames),
}

/// Which of the values must not be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unique {
    /// All, in a set.
    Members,
    /// Every other, in a map.
    Keys,
}

impl<N> Open<N> {
    fn of(left: u64) -> Self {
        Open { left, names: FieldNames::None, unique: None, key: None }
    }

    fn defines(&self) -> bool {
        matches!(self.names, FieldNames::New(_))
    }
}

impl<N> Passing<N> {
    pub(crate) fn new() -> Self {
        Passing { open: SmallVec::new(), name_is_next: false }
    }

    /// How many values are not over, each in the one before.
    #[cfg(feature = "std")]
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether a field's name comes next.
    #[cfg(feature = "std")]
    pub(crate) fn is_before_name(&self) -> bool {
        self.name_is_next
    }

    /// The fewest bytes that can follow what comes next: one for each value, two with a name.
    pub(crate) fn least_behind(&self) -> u64 {
        let each = |open: &Open<N>| if open.defines() { 2 } else { 1 };
        self.open
            .iter()
            .map(|open| open.left.saturating_mul(each(open)))
            .fold(u64::from(self.name_is_next), u64::saturating_add)
    }
}

impl<R: Source> Decoder<R> {
    /// Passes over one value.
    pub(crate) fn skip(&mut self) -> Result<()> {
        let mut passing = Passing::new();
        while !self.skip_step(&mut passing)? {}
        Ok(())
    }

    /// Passes over a name, or over what a value has before the values in it; `true` when all is
    /// passed. If the input ends in it, nothing has changed but what was read and charged.
    pub(crate) fn skip_step(&mut self, passing: &mut Passing<R::Name>) -> Result<bool> {
        if passing.name_is_next {
            self.skip_name(passing)?;
            return Ok(false);
        }
        let at = self.read.offset();
        let header = self.header()?;
        let contents = self.skip_scalar(header, at, Self::skip_packed)?;
        self.skip_on(passing, contents)
    }

    /// Passes over the name of a field, which comes next.
    #[inline]
    pub(crate) fn skip_name(&mut self, passing: &mut Passing<R::Name>) -> Result<Option<R::Name>> {
        let name = match passing.open.last_mut().map(|open| &mut open.names) {
            Some(FieldNames::New(record)) => Some(self.new_name(record)?),
            _ => None,
        };
        passing.name_is_next = false;
        Ok(name)
    }

    /// Goes on behind a value, or into it if it has these contents; `true` when all is passed.
    #[inline]
    pub(crate) fn skip_on(
        &mut self,
        passing: &mut Passing<R::Name>,
        contents: Option<Open<R::Name>>,
    ) -> Result<bool> {
        if let Some(contents) = contents {
            if passing.open.len() == passing.open.capacity() {
                let doubled = 2 * passing.open.len() * size_of::<Open<R::Name>>();
                self.budget.charge(doubled as u64)?;
            }
            passing.open.push(contents);
        }
        while let Some(innermost) = passing.open.last_mut() {
            let seen = innermost.unique.as_mut().map(|(_, seen)| seen);
            self.end_key(innermost.key.take(), seen)?;
            if let Some(left) = innermost.left.checked_sub(1) {
                innermost.left = left;
                passing.name_is_next = innermost.defines();
                let is_key = match &innermost.unique {
                    Some((Unique::Members, _)) => true,
                    // Behind a key there is its value.
                    Some((Unique::Keys, _)) => left % 2 == 1,
                    None => false,
                };
                innermost.key = is_key.then(|| self.strict.begin(self.read.offset()));
                return Ok(false);
            }
            if let FieldNames::New(record) = &innermost.names {
                self.names.finish(record, &mut self.budget)?;
            }
            if self.strict.is_recording() {
                match innermost.names {
                    FieldNames::None => {}
                    FieldNames::New(_) => self.record_last_names()?,
                    FieldNames::Known(shape) => self.record_names(shape)?,
                }
            }
            passing.open.pop();
            self.budget.ascend();
        }
        Ok(true)
    }

    /// Passes over what is no other values, or says which values come; packed numbers are for
    /// `packed` to pass over.
    #[inline]
    pub(crate) fn skip_scalar(
        &mut self,
        header: Header,
        at: u64,
        packed: impl FnOnce(&mut Self, Number, u64) -> Result<()>,
    ) -> Result<Option<Open<R::Name>>> {
        let values = |left| Ok(Some(Open::of(left)));
        let record = |shape: ShapeNames, left| {
            Ok(Some(Open { names: FieldNames::Known(shape), ..Open::of(left) }))
        };
        match header {
            Header::Counted(Counted::Str, len) if self.strict.is_recording() => {
                self.text_as_name(len)?;
            }
            Header::Counted(Counted::Str, len) => self.read.skip_text(len)?,
            Header::Counted(Counted::Bytes, len) => self.pass(len)?,
            Header::BigInt(len) => {
                self.pass(len - 2)?;
                self.check_big_int(len, at)?;
            }
            Header::Packed(_, number, len) => {
                packed(self, number, len)?;
                return values(0);
            }
            Header::PackedRecord(number, shape) => {
                let shape = self.names.shape(shape)?;
                packed(self, number, shape.len as u64)?;
                return record(shape, 0);
            }
            Header::Counted(Counted::List | Counted::Tuple, len) => return values(len),
            Header::Counted(Counted::Set | Counted::FrozenSet, len) => {
                let unique = self.strict.seen().map(|seen| (Unique::Members, seen));
                return Ok(Some(Open { unique, ..Open::of(len) }));
            }
            Header::Counted(Counted::Map, len) => {
                let unique = self.strict.seen().map(|seen| (Unique::Keys, seen));
                // More than 2^63 entries can't come; an even number, by which keys are told.
                return Ok(Some(Open { unique, ..Open::of(len.min(u64::MAX / 2) * 2) }));
            }
            Header::Counted(Counted::Record, shape) => {
                let shape = self.names.shape(shape)?;
                return record(shape, shape.len as u64);
            }
            Header::NewRecord(left) => {
                let names = FieldNames::New(self.names.begin());
                return Ok(Some(Open { names, ..Open::of(left) }));
            }
            Header::Counted(Counted::Variant, _) | Header::Some | Header::Tagged(_) => {
                return values(1);
            }
            Header::Nil
            | Header::Bool(_)
            | Header::Unsigned(_)
            | Header::Negative(_)
            | Header::F32(_)
            | Header::F64(_)
            | Header::Counted(Counted::UnitVariant, _) => {}
        }
        Ok(None)
    }

    fn skip_packed(&mut self, number: Number, len: u64) -> Result<()> {
        let bytes = len.saturating_mul(number.width().into());
        if !self.strict.is_recording() {
            return self.read.skip(bytes);
        }
        self.record_at_once(len, bytes)?;
        for _ in 0..len {
            self.packed(number)?;
        }
        Ok(())
    }

    /// Passes over bytes.
    pub(crate) fn pass(&mut self, len: u64) -> Result<()> {
        if self.strict.is_recording() { self.record_next(len) } else { self.read.skip(len) }
    }

    /// Reads the last two bytes of a big int of `len` bytes that begins at `at`, which tell
    /// whether it is the shortest form.
    pub(crate) fn check_big_int(&mut self, len: u64, at: u64) -> Result<[u8; 2]> {
        let [before, last, ..] = self.read.bits::<2>()?.to_le_bytes();
        let last = [before, last];
        if self.strict.is_recording() {
            self.record(&last)?;
        }
        if int::is_big(len, last) {
            Ok(last)
        } else {
            Err(Error::new(ErrorKind::NotShortest("an integer")).at(at))
        }
    }
}
