//! mrna itself: messages one after another, or a session.

use std::io::BufRead;

use mrna::Value;

use super::{LEVELS, Reader, loss::Losses, output::Output, place::Place, stop::Stop};
use crate::messages::Messages;

impl Reader for Messages<Box<dyn BufRead>> {
    fn read(&mut self, _: &mut Losses) -> Result<Option<Value>, Stop> {
        self.next().map_err(|error| {
            if error.is_io() { Stop::Io(error.into()) } else { Stop::Refused(error.to_string()) }
        })
    }
}

/// Writes a message.
pub(crate) fn write(value: &Value, _: &mut Losses, out: &mut Output) -> Result<(), Stop> {
    check_depth(value, LEVELS, &Place::Root)?;
    mrna::to_writer(out, value).map_err(|error| Stop::Io(error.into()))
}

/// Refuses what no reader takes: in other formats a complex number, say, is fewer levels.
fn check_depth(value: &Value, levels: usize, place: &Place<'_>) -> Result<(), Stop> {
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
            items.try_for_each(|(i, item)| check_depth(item, levels, &Place::Index(place, i)))
        }
        Value::Map(entries) => {
            let levels = deeper()?;
            entries.iter().enumerate().try_for_each(|(i, (key, value))| {
                check_depth(key, levels, &Place::Key(place, i))?;
                check_depth(value, levels, &Place::value_of(place, i, key))
            })
        }
        Value::Record(record) => {
            let levels = deeper()?;
            let mut fields = record.iter();
            fields
                .try_for_each(|(name, value)| check_depth(value, levels, &Place::Name(place, name)))
        }
        Value::Variant(variant) => match variant.payload() {
            Some(payload) => check_depth(payload, deeper()?, &Place::Name(place, variant.name())),
            None => Ok(()),
        },
        Value::Some(inner) | Value::Tagged(_, inner) => check_depth(inner, deeper()?, place),
        _ => Ok(()),
    }
}
