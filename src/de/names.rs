//! The two tables of names that records and variants refer to.

use alloc::collections::BTreeSet;
use core::mem::size_of;

use smallvec::SmallVec;

use super::in_order::takes_fields_in_order;
use crate::{
    error::{ErrorKind, Result},
    limits::{Budget, table_size},
    read::Name,
};

/// Up to here a new name is compared with each one before it; beyond, a set is kept, so that
/// 100,000 names in one shape take no square of that.
const COMPARED: usize = 16;

/// Structs that are remembered with the shapes that they were read from: more would be memory that
/// nobody has allowed, and two that drive each other out are only slower.
const ASKED: usize = 64;

/// The names that a message has defined so far.
#[derive(Debug)]
pub(crate) struct Names<N> {
    /// The names of all shapes, one shape after another.
    fields: SmallVec<[N; 16]>,
    /// Where each shape's names end.
    ends: SmallVec<[usize; 8]>,
    /// What structs have asked for, each in its shape's place modulo [`ASKED`].
    asked: SmallVec<[Asked; 4]>,
    /// The names read so far of records that define their shapes: the innermost record's last.
    pending: SmallVec<[N; 16]>,
    variants: SmallVec<[N; 8]>,
    /// What they count in a session.
    size: usize,
}

/// A struct that was read from a record of a shape.
#[derive(Clone, Copy, Debug)]
struct Asked {
    shape: usize,
    /// The address of its field names.
    fields: usize,
    /// The address of its visitor's type name.
    visitor: usize,
    is_in_order: bool,
}

impl Asked {
    /// No struct: nothing is at this address.
    const NONE: Asked = Asked { shape: 0, fields: 0, visitor: 0, is_in_order: false };
}

/// A shape: where its names are in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeNames {
    start: usize,
    pub(crate) len: usize,
}

/// A record that is being read and defines a shape.
#[derive(Debug)]
pub(crate) struct Pending<N> {
    start: usize,
    /// All of its names, once they are too many to compare each; empty before.
    seen: BTreeSet<N>,
}

impl<N: Name> Names<N> {
    pub(crate) fn new() -> Self {
        Names {
            fields: SmallVec::new(),
            ends: SmallVec::new(),
            asked: SmallVec::new(),
            pending: SmallVec::new(),
            variants: SmallVec::new(),
            size: 0,
        }
    }

    /// For the next message.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if !(self.ends.is_empty() && self.variants.is_empty() && self.pending.is_empty()) {
            *self = Names::new();
        }
    }

    /// What all names count in a session's tables.
    #[cfg(feature = "std")]
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Checks that there is a shape of this number.
    #[inline(always)]
    pub(crate) fn check_shape(&self, number: u64) -> Result<()> {
        let known = self.ends.len() as u64;
        if number < known { Ok(()) } else { Err(ErrorKind::UnknownShape { number, known }.into()) }
    }

    #[inline]
    pub(crate) fn shape(&self, number: u64) -> Result<ShapeNames> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(end) = self.ends.get(index) else {
            let known = self.ends.len() as u64;
            return Err(ErrorKind::UnknownShape { number, known }.into());
        };
        let before = index.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = before.copied().unwrap_or(0);
        Ok(ShapeNames { start, len: end - start })
    }

    /// Whether a struct with these fields takes the values of a record of this shape one after
    /// the other, by its visitor of this type.
    #[inline(always)]
    pub(crate) fn is_in_order(
        &mut self,
        number: u64,
        fields: &'static [&'static str],
        visitor: &'static str,
    ) -> bool {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        match self.asked.get(index % ASKED) {
            Some(asked)
                if asked.fields == fields.as_ptr().addr()
                    && asked.visitor == visitor.as_ptr().addr()
                    && asked.shape == index =>
            {
                asked.is_in_order
            }
            _ => self.ask(index, fields, visitor),
        }
    }

    #[inline(never)]
    fn ask(
        &mut self,
        index: usize,
        fields: &'static [&'static str],
        visitor: &'static str,
    ) -> bool {
        let Ok(shape) = self.shape(index as u64) else { return false };
        let names = self.fields(shape).iter().map(Name::text);
        let is_in_order = names.eq(fields.iter().copied()) && takes_fields_in_order(visitor);
        let place = index % ASKED;
        if self.asked.len() <= place {
            self.asked.resize(place + 1, Asked::NONE);
        }
        if let Some(asked) = self.asked.get_mut(place) {
            let (fields, visitor) = (fields.as_ptr().addr(), visitor.as_ptr().addr());
            *asked = Asked { shape: index, fields, visitor, is_in_order };
        }
        is_in_order
    }

    /// The name of the field at `index` of a shape.
    #[inline(always)]
    pub(crate) fn field(&self, shape: ShapeNames, index: usize) -> Option<&N> {
        self.fields.get(shape.start + index)
    }

    /// The names of a shape.
    pub(crate) fn fields(&self, shape: ShapeNames) -> &[N] {
        self.fields.get(shape.start..shape.start + shape.len).unwrap_or_default()
    }

    /// The number that the shape with these names has.
    pub(crate) fn shapes(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn begin(&self) -> Pending<N> {
        Pending { start: self.pending.len(), seen: BTreeSet::new() }
    }

    /// The next field's name of a record that defines its shape.
    pub(crate) fn push(
        &mut self,
        record: &mut Pending<N>,
        name: N,
        budget: &mut Budget,
    ) -> Result<()> {
        // It is in two tables, one after the other.
        budget.charge(2 * size_of::<N>() as u64)?;
        let before = self.pending.get(record.start..).unwrap_or_default();
        let is_new = if before.len() < COMPARED {
            !before.contains(&name)
        } else {
            // A set's entry beside the table's: about two names' worth in a B-tree's node.
            budget.charge(2 * size_of::<N>() as u64)?;
            if record.seen.is_empty() {
                record.seen.extend(before.iter().cloned());
            }
            record.seen.insert(name.clone())
        };
        if is_new {
            self.pending.push(name);
            Ok(())
        } else {
            Err(ErrorKind::DuplicateName(crate::error::kept(name.text())).into())
        }
    }

    /// The record is whole: its names take the next number.
    pub(crate) fn finish(&mut self, record: &Pending<N>, budget: &mut Budget) -> Result<()> {
        budget.charge(size_of::<usize>() as u64)?;
        let names = self.pending.get(record.start..).unwrap_or_default();
        let names = names.iter().map(|name| table_size(name.text())).sum::<usize>();
        self.size += table_size("") + names;
        self.fields.extend(self.pending.drain(record.start..));
        self.ends.push(self.fields.len());
        Ok(())
    }

    /// How many variant names there are.
    #[cfg(feature = "std")]
    pub(crate) fn variants(&self) -> usize {
        self.variants.len()
    }

    /// The variant name of this number, or `None` if it is the next to be defined.
    pub(crate) fn variant(&self, number: u64) -> Result<Option<&N>> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        let known = self.variants.len();
        match self.variants.get(index) {
            None if index > known => {
                Err(ErrorKind::UnknownVariantName { number, known: known as u64 }.into())
            }
            name => Ok(name),
        }
    }

    pub(crate) fn define_variant(&mut self, name: N, budget: &mut Budget) -> Result<()> {
        budget.charge(size_of::<N>() as u64)?;
        self.size += table_size(name.text());
        self.variants.push(name);
        Ok(())
    }
}
