//! What the items of a file say: how deep it is, and which of them is the largest.

use std::{
    fmt::{self, Display, Formatter},
    io::BufRead,
};

use mrna::dump::{self, What};

use super::Place;
use crate::{failure::Result, input::Input};

/// As far as the file is whole.
#[derive(Debug, Default)]
pub(crate) struct Items {
    pub(crate) depth: Depth,
    pub(crate) largest: Largest,
}

/// The levels of the deepest value: what [`mrna::Limits::depth`] must be.
#[derive(Debug, Default)]
pub(crate) struct Depth {
    levels: usize,
    place: Option<Place>,
}

/// The item with the most bytes of its own.
#[derive(Debug, Default)]
pub(crate) struct Largest {
    len: u64,
    kind: String,
    place: Option<Place>,
}

impl Items {
    pub(crate) fn read(input: &Input, reader: impl BufRead) -> Result<Self> {
        let mut facts = Items::default();
        let mut message = 0;
        let mut items = dump::Items::new(reader);
        while let Some(item) = items.next() {
            let what = item.what();
            match item.error() {
                Some(error) if error.is_io() => return Err(input.refused(error)),
                Some(_) => break,
                None => message += u64::from(item.depth() == 0 && what.is_value()),
            }
            let place = || Some(Place { offset: item.offset(), message, path: items.path() });
            let levels = item.depth() + usize::from(is_level(what));
            if what.is_value() && levels > facts.depth.levels {
                facts.depth = Depth { levels, place: place() };
            }
            let is_part = what.is_value() || matches!(what, What::Name(_));
            if is_part && item.len() > facts.largest.len {
                facts.largest = Largest { len: item.len(), kind: kind(what), place: place() };
            }
        }
        Ok(facts)
    }
}

impl Display for Depth {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.levels)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, ", {place}"))
    }
}

impl Display for Largest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.place {
            None => f.write_str("none"),
            Some(place) => {
                let bytes = if self.len == 1 { "byte" } else { "bytes" };
                write!(f, "{}, {} {bytes} {place}", self.kind, self.len)
            }
        }
    }
}

/// Whether a value counts as a level of nesting, empty or not.
fn is_level(what: &What) -> bool {
    !matches!(
        what,
        What::Nil
            | What::Bool(_)
            | What::Int(_)
            | What::LongInt { .. }
            | What::F32(_)
            | What::F64(_)
            | What::Str { .. }
            | What::Bytes { .. }
            | What::UnitVariant { .. }
    )
}

fn kind(what: &What) -> String {
    match what {
        What::Nil => "nil",
        What::Bool(_) => "bool",
        What::Int(_) | What::LongInt { .. } => "int",
        What::F32(_) => "f32",
        What::F64(_) => "f64",
        What::Str { .. } => "str",
        What::Bytes { .. } => "bytes",
        What::Name(_) => "name of a field",
        What::UnitVariant { .. } => "unit variant",
        What::Variant { .. } => "header of a variant",
        What::PackedList(numbers) => return format!("list of packed {}", numbers.kind()),
        What::PackedTuple(numbers) => return format!("tuple of packed {}", numbers.kind()),
        What::PackedRecord { numbers, .. } => {
            return format!("record of packed {}", numbers.kind());
        }
        What::List(_) => "header of a list",
        What::Tuple(_) => "header of a tuple",
        What::Set(_) => "header of a set",
        What::FrozenSet(_) => "header of a frozenset",
        What::Map(_) => "header of a map",
        What::NewRecord(_) | What::Record { .. } => "header of a record",
        What::Some => "some",
        What::Tag(_) => "tag",
        _ => "item",
    }
    .to_owned()
}
