//! How deep a value may be nested: as deep as a message, whatever it becomes, so that what was
//! written can be read again. In other formats a set, say, is two levels, or a complex number none.

use mrna::Value;

use super::{LEVELS, place::Place, stop::Stop};
use crate::args::Format;

/// Refuses what is nested deeper.
pub(super) fn check(value: &Value, to: Format) -> Result<(), Stop> {
    let is_python = to == Format::Python;
    Depth { levels: LEVELS, of_a_map: 1, of_a_map_in_a_key: if is_python { 2 } else { 1 } }
        .check(value, &Place::Root)
}

/// How many levels there still are, and how many a map takes.
#[derive(Clone, Copy)]
struct Depth {
    levels: usize,
    of_a_map: usize,
    /// Python has no dict there, so it is a tuple of pairs.
    of_a_map_in_a_key: usize,
}

impl Depth {
    fn check(self, value: &Value, place: &Place<'_>) -> Result<(), Stop> {
        match value {
            Value::List(items) | Value::Tuple(items) => self.inside(1, place)?.items(items, place),
            Value::Set(items) | Value::FrozenSet(items) => {
                self.inside(1, place)?.in_a_key().items(items, place)
            }
            Value::Map(entries) => {
                let inside = self.inside(self.of_a_map, place)?;
                entries.iter().enumerate().try_for_each(|(i, (key, value))| {
                    inside.in_a_key().check(key, &Place::Key(place, i))?;
                    inside.check(value, &Place::value_of(place, i, key))
                })
            }
            Value::Record(record) => {
                let inside = self.inside(self.of_a_map, place)?;
                let mut fields = record.iter();
                fields.try_for_each(|(name, value)| inside.check(value, &Place::Name(place, name)))
            }
            Value::Variant(variant) => match variant.payload() {
                Some(payload) => self
                    .inside(self.of_a_map, place)?
                    .check(payload, &Place::Name(place, variant.name())),
                None => Ok(()),
            },
            Value::Some(inner) | Value::Tagged(_, inner) => {
                self.inside(1, place)?.check(inner, place)
            }
            _ => Ok(()),
        }
    }

    fn items(self, items: &[Value], place: &Place<'_>) -> Result<(), Stop> {
        let mut items = items.iter().enumerate();
        items.try_for_each(|(i, item)| self.check(item, &Place::Index(place, i)))
    }

    /// What is left inside of so many levels.
    fn inside(self, levels: usize, place: &Place<'_>) -> Result<Self, Stop> {
        let levels = self.levels.checked_sub(levels).ok_or_else(|| {
            let of_pairs = match self.of_a_map {
                1 => "",
                _ => ", two for each map in a key of Python's,",
            };
            let what =
                format!("nested deeper than the {LEVELS} levels of a message{of_pairs} in {place}");
            Stop::Refused(what)
        })?;
        Ok(Depth { levels, ..self })
    }

    fn in_a_key(self) -> Self {
        Depth { of_a_map: self.of_a_map_in_a_key, ..self }
    }
}
