//! Passing over a value: a loop, with every check that reading makes.

use core::mem::size_of;

use smallvec::SmallVec;

use super::{
    decoder::{Decoder, Header},
    names::Pending,
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
struct Open<N> {
    /// Values that are still to come behind the next.
    left: u64,
    /// Each of them has a name before it, if the record defines its shape.
    record: Option<Pending<N>>,
}

impl<N> Passing<N> {
    pub(crate) fn new() -> Self {
        Passing { open: SmallVec::new(), name_is_next: false }
    }

    /// The fewest bytes that can follow what comes next: one for each value, two with a name.
    pub(crate) fn least_behind(&self) -> u64 {
        let each = |open: &Open<N>| if open.record.is_some() { 2 } else { 1 };
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
            if let Some(record) = passing.open.last_mut().and_then(|open| open.record.as_mut()) {
                self.new_name(record)?;
            }
            passing.name_is_next = false;
            return Ok(false);
        }
        let at = self.read.offset();
        let header = self.header()?;
        if let Some(contents) = self.skip_scalar(header, at)? {
            if passing.open.len() == passing.open.capacity() {
                let doubled = 2 * passing.open.len() * size_of::<Open<R::Name>>();
                self.budget.charge(doubled as u64)?;
            }
            passing.open.push(contents);
        }
        while let Some(innermost) = passing.open.last_mut() {
            if let Some(left) = innermost.left.checked_sub(1) {
                innermost.left = left;
                passing.name_is_next = innermost.record.is_some();
                return Ok(false);
            }
            if let Some(record) = &innermost.record {
                self.names.finish(record, &mut self.budget)?;
            }
            passing.open.pop();
            self.budget.ascend();
        }
        Ok(true)
    }

    /// Passes over what is no other values, or says which values come.
    fn skip_scalar(&mut self, header: Header, at: u64) -> Result<Option<Open<R::Name>>> {
        let values = |left| Ok(Some(Open { left, record: None }));
        match header {
            Header::Counted(Counted::Str, len) => self.read.skip_text(len)?,
            Header::Counted(Counted::Bytes, len) => self.read.skip(len)?,
            Header::BigInt(len) => {
                self.read.skip(len - 2)?;
                self.check_big_int(len, at)?;
            }
            Header::Packed(_, number, len) => {
                self.skip_packed(number, len)?;
                return values(0);
            }
            Header::PackedRecord(number, shape) => {
                let len = self.names.shape(shape)?.len;
                self.skip_packed(number, len as u64)?;
                return values(0);
            }
            Header::Counted(
                Counted::List | Counted::Tuple | Counted::Set | Counted::FrozenSet,
                len,
            ) => return values(len),
            // More than u64::MAX values can't come.
            Header::Counted(Counted::Map, len) => return values(len.saturating_mul(2)),
            Header::Counted(Counted::Record, shape) => {
                return values(self.names.shape(shape)?.len as u64);
            }
            Header::NewRecord(left) => {
                return Ok(Some(Open { left, record: Some(self.names.begin()) }));
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
        self.read.skip(len.saturating_mul(number.width().into()))
    }

    /// Reads the last two bytes of a big int of `len` bytes that begins at `at`, which tell
    /// whether it is the shortest form.
    pub(crate) fn check_big_int(&mut self, len: u64, at: u64) -> Result<[u8; 2]> {
        let last = self.read.array()?;
        if int::is_big(len, last) {
            Ok(last)
        } else {
            Err(Error::new(ErrorKind::NotShortest("an integer")).at(at))
        }
    }
}
