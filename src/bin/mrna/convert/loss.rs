//! What is lost on the way to another format, or from it.

use std::collections::{BTreeMap, BTreeSet};

use mrna::{Value, dump::Safe};

use super::place::Place;
use crate::input::Input;

/// What a format has no word for, by what it becomes there.
///
/// A value that was converted without any of these comes back equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Loss {
    Some,
    Tag,
    F32,
    NotFinite,
    NanBits,
    BigInt,
    Bytes,
    NotUtf8,
    Simple,
    Tuple,
    Set,
    FrozenSet,
    FrozenSetAsSet,
    Record,
    Variant,
    UnitVariant,
    Key,
    Unhashable,
    Duplicate,
}

impl Loss {
    fn text(self) -> &'static str {
        match self {
            Loss::Some => "some was left out",
            Loss::Tag => "a tag was left out",
            Loss::F32 => "an f32 became an f64",
            Loss::NotFinite => "NaN or an infinity became null",
            Loss::NanBits => "a NaN lost its bits",
            Loss::BigInt => "an int too large for the format became text",
            Loss::Bytes => "bytes became base64 text",
            Loss::NotUtf8 => "a str that isn't UTF-8 became bytes",
            Loss::Simple => "undefined, or a simple value without a meaning, became nil",
            Loss::Tuple => "a tuple became a list",
            Loss::Set => "a set became a list",
            Loss::FrozenSet => "a frozenset became a list",
            Loss::FrozenSetAsSet => "a frozenset became a set",
            Loss::Record => "a record became a map",
            Loss::Variant => "a variant became a map of one entry",
            Loss::UnitVariant => "a variant became its name as text",
            Loss::Key => "a key that is no text became text",
            Loss::Duplicate => "a key or a member is there twice, of which a reader may keep one",
            Loss::Unhashable => {
                "a key or a set's member, which Python wants hashable, became a tuple or a frozenset"
            }
        }
    }
}

/// The losses of a conversion: of each the first place, and how many.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    noted: BTreeMap<Loss, Noted>,
    /// How many messages are done.
    messages: u64,
}

#[derive(Debug)]
struct Noted {
    /// From 0 on.
    message: u64,
    path: String,
    more: u64,
}

impl Losses {
    /// A loss in the message at hand.
    pub(crate) fn note(&mut self, loss: Loss, place: &Place<'_>) {
        let message = self.messages;
        self.noted.entry(loss).and_modify(|noted| noted.more += 1).or_insert_with(|| Noted {
            message,
            path: place.to_string(),
            more: 0,
        });
    }

    /// Each of these that is there twice, in the message at hand.
    pub(crate) fn note_twice<'v>(
        &mut self,
        values: impl IntoIterator<Item = &'v Value>,
        place: &Place<'_>,
    ) {
        let mut seen = BTreeSet::new();
        for value in values {
            if !seen.insert(value) {
                self.note(Loss::Duplicate, place);
            }
        }
    }

    /// The message at hand is done.
    pub(crate) fn next_message(&mut self) {
        self.messages += 1;
    }

    /// A line for each kind of loss; with the message's number, counted from 1, if there are more.
    pub(crate) fn lines(&self, input: &Input) -> impl Iterator<Item = String> {
        self.noted.iter().map(move |(loss, Noted { message, path, more })| {
            let message = match self.messages {
                ..=1 => String::new(),
                _ => format!("message {}, ", message + 1),
            };
            let more = match more {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            let (input, path) = (Safe(input), Safe(path));
            format!("mrna: {input}: lost: {message}{path}: {}{more}", loss.text())
        })
    }
}
