//! How deep a value may be nested: as deep as a message, whatever it becomes, so that what was
//! written can be read again. In other formats a set, say, is two levels, or a complex number none.

use mrna::Value;

use super::{LEVELS, place::Place, stop::Stop};

/// Refuses what is nested deeper.
pub(super) fn check(value: &Value) -> Result<(), Stop> {
    check_inside(value, LEVELS, &Place::Root)
}

fn check_inside(value: &Value, levels: usize, place: &Place<'_>) -> Result<(), Stop> {
    let deeper = || {
        levels.checked_sub(1).ok_or_else(|| {
            let what = format!("nested deeper than the {LEVELS} levels of a message in {place}");
            Stop::Refused(what)
        })
    };
    match value {
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
            let levels = deeper()?;
            let mut items = items.iter().enumerate();
            items.try_for_each(|(i, item)| check_inside(item, levels, &Place::Index(place, i)))
        }
        Value::Map(entries) => {
            let levels = deeper()?;
            entries.iter().enumerate().try_for_each(|(i, (key, value))| {
                check_inside(key, levels, &Place::Key(place, i))?;
                check_inside(value, levels, &Place::value_of(place, i, key))
            })
        }
        Value::Record(record) => {
            let levels = deeper()?;
            let mut fields = record.iter();
            fields.try_for_each(|(name, value)| {
                check_inside(value, levels, &Place::Name(place, name))
            })
        }
        Value::Variant(variant) => match variant.payload() {
            Some(payload) => check_inside(payload, deeper()?, &Place::Name(place, variant.name())),
            None => Ok(()),
        },
        Value::Some(inner) | Value::Tagged(_, inner) => check_inside(inner, deeper()?, place),
        _ => Ok(()),
    }
}
