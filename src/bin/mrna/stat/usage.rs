//! What each byte of a file is there for.

use mrna::{
    Shape, bytes_overhead,
    dump::{Item, What},
    path::Segment,
};

use super::paths::Paths;

/// Every byte is of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Names,
    Keys,
    Headers,
    NilAndBool,
    Numbers,
    Packed,
    Text,
    Bytes,
    Session,
}

impl Kind {
    pub(crate) const ALL: [Kind; 9] = [
        Kind::Names,
        Kind::Keys,
        Kind::Headers,
        Kind::NilAndBool,
        Kind::Numbers,
        Kind::Packed,
        Kind::Text,
        Kind::Bytes,
        Kind::Session,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Names => "names of fields and variants",
            Kind::Keys => "keys that are text",
            Kind::Headers => "headers, lengths, tags",
            Kind::NilAndBool => "nil, bool",
            Kind::Numbers => "numbers",
            Kind::Packed => "packed numbers",
            Kind::Text => "text",
            Kind::Bytes => "bytes",
            Kind::Session => "session header, resets",
        }
    }
}

/// The sums over all items.
#[derive(Debug)]
pub(crate) struct Usage {
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
    kinds: [u64; Kind::ALL.len()],
    pub(crate) paths: Paths,
    pub(crate) saved: Saved,
    /// Of a name, which belongs to the value behind it.
    name: u64,
}

/// What the file would have more in plain form. Packing may cost some, in another writer's file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Saved {
    pub(crate) packing: i64,
    pub(crate) shapes: i64,
    pub(crate) variants: i64,
}

impl Usage {
    pub(crate) fn new() -> Self {
        Usage {
            bytes: 0,
            messages: 0,
            kinds: [0; Kind::ALL.len()],
            paths: Paths::new(),
            saved: Saved::default(),
            name: 0,
        }
    }

    /// The bytes of each kind, all of them together those of the file.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Kind, u64)> {
        Kind::ALL.into_iter().zip(self.kinds)
    }

    pub(crate) fn add(&mut self, item: &Item) {
        self.bytes += item.len();
        self.saved.add(item);
        // Of what is of two kinds, the part behind the header.
        let (kind, contents) = match item.what() {
            What::Name(_) => (Kind::Names, item.len()),
            What::UnitVariant { name, is_new: true } | What::Variant { name, is_new: true } => {
                (Kind::Names, name_len(name))
            }
            What::Nil | What::Bool(_) => (Kind::NilAndBool, item.len()),
            What::Int(_) | What::LongInt { .. } | What::F32(_) | What::F64(_) => {
                (Kind::Numbers, item.len())
            }
            What::Str { len, .. } => match item.segment() {
                Some(Segment::Key(_)) => (Kind::Keys, *len),
                _ => (Kind::Text, *len),
            },
            What::Bytes { len, .. } => (Kind::Bytes, *len),
            What::PackedList(numbers)
            | What::PackedTuple(numbers)
            | What::PackedRecord { numbers, .. } => {
                (Kind::Packed, numbers.count() * width(numbers.kind()))
            }
            What::Session { .. } | What::Reset => (Kind::Session, item.len()),
            _ => (Kind::Headers, item.len()),
        };
        self.count(kind, contents);
        self.count(Kind::Headers, item.len() - contents);
        match item.what() {
            What::Name(_) => self.name = item.len(),
            what if what.is_value() => {
                self.messages += u64::from(item.depth() == 0);
                let bytes = item.len() + core::mem::take(&mut self.name);
                self.paths.value(item.depth(), item.segment(), bytes);
            }
            // Before a message, or without bytes.
            _ => self.paths.beside(item.len()),
        }
    }

    fn count(&mut self, kind: Kind, bytes: u64) {
        if let Some(count) = self.kinds.get_mut(kind as usize) {
            *count += bytes;
        }
    }
}

impl Saved {
    fn add(&mut self, item: &Item) {
        let more = item.plain_len().cast_signed() - item.len().cast_signed();
        match item.what() {
            What::PackedList(_) | What::PackedTuple(_) => self.packing += more,
            What::PackedRecord { shape, .. } => {
                let names = names_len(shape).cast_signed();
                self.shapes += names;
                self.packing += more - names;
            }
            What::Record { .. } => self.shapes += more,
            What::UnitVariant { .. } | What::Variant { .. } => self.variants += more,
            _ => {}
        }
    }

    pub(crate) fn sum(self) -> i64 {
        self.packing + self.shapes + self.variants
    }
}

fn names_len(shape: &Shape) -> u64 {
    shape.names().map(name_len).sum()
}

/// A name and its length.
fn name_len(name: &str) -> u64 {
    // Byte strings have a length as names have, and a leading byte before it.
    (bytes_overhead(name.len()) - 1 + name.len()) as u64
}

/// The bytes of each number of a kind such as `u8`.
fn width(kind: &str) -> u64 {
    let bits = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
    bits.parse::<u64>().map_or(0, |bits| bits / 8)
}
