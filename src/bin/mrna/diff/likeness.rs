//! Which elements of two lists are most alike, where none are the same.

use std::{collections::BTreeSet, ptr};

use mrna::{Shape, Value};

use super::align::{Fate, Numbers, Same, between, by_place};

/// How many pairs may still be looked at, in all lists of a message together: there are as many
/// as one length times the other.
#[derive(Debug)]
pub(crate) struct Effort(usize);

impl Default for Effort {
    fn default() -> Self {
        Effort(4 << 20)
    }
}

/// Pairs in order, so that what is paired is most alike; if that is too much effort, by the part
/// that tells the elements apart.
pub(crate) fn by_likeness(a: &[Value], b: &[Value], effort: &mut Effort) -> Vec<Fate> {
    let mut numbers = Numbers::default();
    let a: Vec<Traits> = a.iter().map(|value| Traits::new(value, &mut numbers)).collect();
    let b: Vec<Traits> = b.iter().map(|value| Traits::new(value, &mut numbers)).collect();
    let pairs = a.len().saturating_mul(b.len());
    let Some(left) = effort.0.checked_sub(pairs) else { return by_part(&a, &b) };
    effort.0 = left;
    let mut best = Best { width: b.len(), sums: vec![0; pairs] };
    for (i, x) in a.iter().enumerate().rev() {
        for (j, y) in b.iter().enumerate().rev() {
            let paired = x.likeness(y) + best.from(i + 1, j + 1);
            best.set(i, j, paired.max(best.from(i + 1, j)).max(best.from(i, j + 1)));
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut fates = Vec::new();
    loop {
        fates.push(match (a.get(i), b.get(j)) {
            (None, None) => return fates,
            (Some(x), Some(y)) if best.from(i, j) == x.likeness(y) + best.from(i + 1, j + 1) => {
                Fate::Both(i, j)
            }
            (Some(_), Some(_)) if best.from(i, j) == best.from(i + 1, j) => Fate::Removed(i),
            (Some(_), None) => Fate::Removed(i),
            _ => Fate::Added(j),
        });
        match fates.last() {
            Some(Fate::Removed(_)) => i += 1,
            Some(Fate::Added(_)) => j += 1,
            _ => (i, j) = (i + 1, j + 1),
        }
    }
}

/// Aligns by one part of each element, such as the field `id` of records: the one of which the
/// most values are in both lists. If none are, each is paired with what is at its place.
fn by_part(a: &[Traits], b: &[Traits]) -> Vec<Fate> {
    let in_common = |part: usize| {
        let of_a: BTreeSet<u32> = a.iter().filter_map(|x| x.part(part)).collect();
        let of_b: BTreeSet<u32> = b.iter().filter_map(|y| y.part(part)).collect();
        of_a.intersection(&of_b).count()
    };
    let counts = (0..MAX_PARTS).map(|part| (in_common(part), part));
    match counts.rev().max_by_key(|(count, _)| *count) {
        Some((1.., part)) => {
            let of_a: Vec<_> = a.iter().map(|x| x.part(part)).collect();
            let of_b: Vec<_> = b.iter().map(|y| y.part(part)).collect();
            between(&of_a, &of_b, Same::Paired, |old, new| by_place(old.len(), new.len()))
        }
        _ => by_place(a.len(), b.len()),
    }
}

/// The greatest sum of likenesses that the elements from a place in either list on can have.
#[derive(Debug)]
struct Best {
    width: usize,
    sums: Vec<u32>,
}

impl Best {
    /// Nothing is behind the end of a list.
    fn from(&self, i: usize, j: usize) -> u32 {
        if j == self.width {
            return 0;
        }
        self.sums.get(i * self.width + j).copied().unwrap_or(0)
    }

    fn set(&mut self, i: usize, j: usize, sum: u32) {
        if let Some(place) = self.sums.get_mut(i * self.width + j) {
            *place = sum;
        }
    }
}

/// What makes two values alike, at a glance.
#[derive(Debug)]
struct Traits<'v> {
    kind: &'static str,
    name: Option<&'v str>,
    shape: Option<&'v Shape>,
    /// The first values in it, by number.
    parts: Vec<u32>,
}

/// More parts of a value say little about it.
const MAX_PARTS: usize = 32;

impl<'v> Traits<'v> {
    fn new(value: &'v Value, numbers: &mut Numbers<'v>) -> Self {
        let mut traits = Traits { kind: value.kind(), name: None, shape: None, parts: Vec::new() };
        match value {
            Value::List(items)
            | Value::Tuple(items)
            | Value::Set(items)
            | Value::FrozenSet(items) => traits.add(items, numbers),
            Value::Map(entries) => {
                traits.add(entries.iter().flat_map(|(key, value)| [key, value]), numbers);
            }
            Value::Record(record) => {
                traits.shape = Some(record.shape());
                traits.add(record.values(), numbers);
            }
            Value::Variant(variant) => {
                traits.name = Some(variant.name());
                traits.add(variant.payload(), numbers);
            }
            _ => {}
        }
        traits
    }

    fn add(&mut self, parts: impl IntoIterator<Item = &'v Value>, numbers: &mut Numbers<'v>) {
        self.parts.extend(parts.into_iter().take(MAX_PARTS).map(|part| numbers.of(part)));
    }

    fn part(&self, place: usize) -> Option<u32> {
        self.parts.get(place).copied()
    }

    /// At least 1: it is better to have changed than to be removed and added.
    fn likeness(&self, other: &Self) -> u32 {
        if self.kind != other.kind {
            return 1;
        }
        // Names are shared, so that their addresses say whether they are the same.
        let is_named = match ((self.name, self.shape), (other.name, other.shape)) {
            ((Some(a), _), (Some(b), _)) => ptr::eq(a, b),
            ((_, Some(a)), (_, Some(b))) => ptr::eq(a, b),
            _ => true,
        };
        let same = self.parts.iter().zip(&other.parts).filter(|(a, b)| a == b);
        2 + if is_named { 1 + same.map(|_| 1).sum::<u32>() } else { 0 }
    }
}
