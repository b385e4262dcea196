//! Two values, compared part by part.

use std::{
    fmt::Display,
    io::{self, Write},
    ptr,
};

use mrna::{Record, Value};

use super::{
    align::{self, Fate},
    likeness::Effort,
    place::{Name, Place, Segment, Side},
    report::Report,
};

/// Goes through two values whose names are shared; as deep as a message may nest, which a stack
/// holds.
#[derive(Debug)]
pub(crate) struct Comparison<'r, 'v, W> {
    report: &'r mut Report<W>,
    path: Vec<Segment<'v>>,
    effort: Effort,
}

impl<'r, 'v, W: Write> Comparison<'r, 'v, W> {
    pub(crate) fn new(report: &'r mut Report<W>) -> Self {
        Comparison { report, path: Vec::new(), effort: Effort::default() }
    }

    /// Reports how two values differ.
    pub(crate) fn values(&mut self, a: &'v Value, b: &'v Value) -> io::Result<()> {
        match (a, b) {
            (Value::List(x), Value::List(y)) => {
                let fates = align::by_order(x, y, &mut self.effort);
                self.parts(a, b, &fates)
            }
            (Value::Tuple(x), Value::Tuple(y)) => {
                let fates = if x.len() == y.len() {
                    // A place in a tuple means something.
                    align::by_place(x.len(), y.len())
                } else {
                    align::by_order(x, y, &mut self.effort)
                };
                self.parts(a, b, &fates)
            }
            (Value::Set(x), Value::Set(y)) | (Value::FrozenSet(x), Value::FrozenSet(y)) => {
                let fates = align::by_key(x.iter(), y.iter());
                self.parts(a, b, &fates)?;
                self.order("members", &fates, |place| x.get(place))
            }
            (Value::Map(x), Value::Map(y)) => {
                let fates = align::by_key(keys(x), keys(y));
                self.parts(a, b, &fates)?;
                self.order("entries", &fates, |place| x.get(place).map(|(key, _)| key))
            }
            (Value::Record(x), Value::Record(y)) => {
                let fates = if x.shape() == y.shape() {
                    align::by_place(x.len(), y.len())
                } else {
                    align::by_key(x.shape().names(), y.shape().names())
                };
                self.parts(a, b, &fates)?;
                self.order("fields", &fates, |place| name(x, place).map(Name))
            }
            // Shared names, so that their addresses say it.
            (Value::Variant(x), Value::Variant(y)) if ptr::eq(x.name(), y.name()) => {
                match (x.payload(), y.payload()) {
                    (Some(a), Some(b)) => self.within(Segment::Name(x.name()), a, b),
                    (None, None) => Ok(()),
                    _ => self.changed(a, b),
                }
            }
            (Value::Some(a), Value::Some(b)) => self.values(a, b),
            (Value::Tagged(x, a), Value::Tagged(y, b)) if x == y => self.values(a, b),
            _ if a == b => Ok(()),
            _ => self.changed(a, b),
        }
    }

    fn changed(&mut self, a: &Value, b: &Value) -> io::Result<()> {
        self.report.changed(Place(&self.path, Side::A), a, b)
    }

    fn within(&mut self, segment: Segment<'v>, a: &'v Value, b: &'v Value) -> io::Result<()> {
        self.path.push(segment);
        self.values(a, b)?;
        self.path.pop();
        Ok(())
    }

    /// Reports what became of the parts of two values of one kind.
    fn parts(&mut self, a: &'v Value, b: &'v Value, fates: &[Fate]) -> io::Result<()> {
        for &fate in fates {
            match fate {
                Fate::Both(i, j) => {
                    if let (Some(x), Some(y)) = (Part::of(a, i), Part::of(b, j)) {
                        self.within(x.segment(i, j), x.value, y.value)?;
                    }
                }
                Fate::Removed(i) => self.only(Side::A, i, Part::of(a, i))?,
                Fate::Added(j) => self.only(Side::B, j, Part::of(b, j))?,
            }
        }
        Ok(())
    }

    /// A part that the other side hasn't.
    fn only(&mut self, side: Side, place: usize, part: Option<Part<'v>>) -> io::Result<()> {
        let Some(part) = part else { return Ok(()) };
        // A key that isn't in the path has a line, too.
        let key = match part.label {
            Label::Key(key) => Some((Segment::Key(place, place), key)),
            Label::Name(_) | Label::Place => None,
        };
        for (segment, value) in key.into_iter().chain([(part.segment(place, place), part.value)]) {
            self.path.push(segment);
            let path = Place(&self.path, side);
            match side {
                Side::A => self.report.removed(path, value)?,
                Side::B => self.report.added(path, value)?,
            }
            self.path.pop();
        }
        Ok(())
    }

    /// Reports if what both have is in another order; `key` gives a key by its place in the first.
    fn order<K: Display>(
        &mut self,
        parts: &str,
        fates: &[Fate],
        key: impl Fn(usize) -> Option<K>,
    ) -> io::Result<()> {
        let mut pairs: Vec<(usize, usize)> = fates
            .iter()
            .filter_map(|fate| match *fate {
                Fate::Both(in_a, in_b) => Some((in_a, in_b)),
                Fate::Removed(_) | Fate::Added(_) => None,
            })
            .collect();
        if pairs.is_sorted_by_key(|&(_, in_b)| in_b) {
            return Ok(());
        }
        let before: Vec<usize> = pairs.iter().map(|&(in_a, _)| in_a).collect();
        pairs.sort_unstable_by_key(|&(_, in_b)| in_b);
        let after = pairs.iter().map(|&(in_a, _)| in_a);
        let same = before.iter().zip(after.clone()).take_while(|&(&x, y)| x == y).count();
        let before = before.iter().skip(same).filter_map(|&place| key(place));
        let after = after.skip(same).filter_map(&key);
        self.report.reordered(Place(&self.path, Side::A), parts, before, after)
    }
}

fn keys(entries: &[(Value, Value)]) -> impl Iterator<Item = &Value> {
    entries.iter().map(|(key, _)| key)
}

fn name(record: &Record, place: usize) -> Option<&str> {
    record.shape().names().nth(place)
}

/// A value in a value, and what it is known by there.
#[derive(Clone, Copy, Debug)]
struct Part<'v> {
    label: Label<'v>,
    value: &'v Value,
}

#[derive(Clone, Copy, Debug)]
enum Label<'v> {
    Name(&'v str),
    Key(&'v Value),
    Place,
}

impl<'v> Part<'v> {
    /// The part at a place, if the value has parts and that many.
    fn of(value: &'v Value, place: usize) -> Option<Self> {
        let (label, value) = match value {
            Value::Map(entries) => match entries.get(place)? {
                (Value::Str(key), value) => (Label::Name(key), value),
                (key, value) => (Label::Key(key), value),
            },
            Value::Record(record) => {
                (Label::Name(name(record, place)?), record.values().get(place)?)
            }
            _ => (Label::Place, value.as_seq()?.get(place)?),
        };
        Some(Part { label, value })
    }

    fn segment(&self, in_a: usize, in_b: usize) -> Segment<'v> {
        match self.label {
            Label::Name(name) => Segment::Name(name),
            Label::Key(_) => Segment::Entry(in_a, in_b),
            Label::Place => Segment::Index(in_a, in_b),
        }
    }
}
