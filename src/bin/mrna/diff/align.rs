//! Which elements of two lists belong together.

use std::{
    collections::{BTreeMap, VecDeque},
    ptr,
};

use mrna::{Shape, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// What became of an element; the numbers are its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is in both, perhaps changed.
    Both(usize, usize),
    Removed(usize),
    Added(usize),
}

/// Pairs each with what is at its place.
pub(crate) fn by_place(len: usize) -> Vec<Fate> {
    (0..len).map(|place| Fate::Both(place, place)).collect()
}

/// Pairs what has one key, the first with the first if several have it.
pub(crate) fn by_key<K: Ord>(a: impl Iterator<Item = K>, b: impl Iterator<Item = K>) -> Vec<Fate> {
    // A tree, not a table of hashes: a file can have any number of values of one hash.
    let mut places = BTreeMap::<K, VecDeque<usize>>::new();
    for (place, key) in b.enumerate() {
        places.entry(key).or_default().push_back(place);
    }
    let mut fates = Vec::new();
    for (in_a, key) in a.enumerate() {
        fates.push(match places.get_mut(&key).and_then(VecDeque::pop_front) {
            Some(in_b) => Fate::Both(in_a, in_b),
            None => Fate::Removed(in_a),
        });
    }
    let mut added: Vec<usize> = places.into_values().flatten().collect();
    added.sort_unstable();
    fates.extend(added.into_iter().map(Fate::Added));
    fates
}

/// Aligns two lists. Elements that are the same and keep their order are left out; between them
/// those that are most alike are paired.
pub(crate) fn by_order(a: &[Value], b: &[Value], effort: &mut Effort) -> Vec<Fate> {
    // Most of a long list is the same, mostly.
    let before = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(before..).unwrap_or_default(), b.get(before..).unwrap_or_default());
    let behind = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (
        a.get(..a.len() - behind).unwrap_or_default(),
        b.get(..b.len() - behind).unwrap_or_default(),
    );
    let mut numbers = Numbers::default();
    let (in_a, in_b) = (numbers.all(a), numbers.all(b));
    let mut fates = Vec::new();
    // Its search is bounded: what is too different gets an answer that isn't the shortest.
    for op in capture_diff_slices(Algorithm::Myers, &in_a, &in_b) {
        match op {
            DiffOp::Equal { .. } => {}
            DiffOp::Delete { old_index, old_len, .. } => {
                fates.extend((old_index..old_index + old_len).map(Fate::Removed));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                fates.extend((new_index..new_index + new_len).map(Fate::Added));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let old = a.get(old_index..old_index + old_len).unwrap_or_default();
                let new = b.get(new_index..new_index + new_len).unwrap_or_default();
                fates.extend(
                    by_likeness(old, new, effort)
                        .into_iter()
                        .map(|fate| fate.moved(old_index, new_index)),
                );
            }
        }
    }
    fates.into_iter().map(|fate| fate.moved(before, before)).collect()
}

impl Fate {
    fn moved(self, a: usize, b: usize) -> Self {
        match self {
            Fate::Both(in_a, in_b) => Fate::Both(in_a + a, in_b + b),
            Fate::Removed(in_a) => Fate::Removed(in_a + a),
            Fate::Added(in_b) => Fate::Added(in_b + b),
        }
    }
}

/// A number for each value, the same for equal ones.
#[derive(Debug, Default)]
struct Numbers<'v>(BTreeMap<&'v Value, u32>);

impl<'v> Numbers<'v> {
    fn of(&mut self, value: &'v Value) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(value).or_insert(next)
    }

    fn all(&mut self, values: &'v [Value]) -> Vec<u32> {
        values.iter().map(|value| self.of(value)).collect()
    }
}

/// How many pairs may still be looked at, in all lists of a message together: there are as many
/// as one length times the other.
#[derive(Debug)]
pub(crate) struct Effort(usize);

impl Default for Effort {
    fn default() -> Self {
        Effort(4 << 20)
    }
}

/// Pairs in order, so that what is paired is most alike; if that is too much effort, each with
/// what is at its place.
fn by_likeness(a: &[Value], b: &[Value], effort: &mut Effort) -> Vec<Fate> {
    let pairs = a.len().saturating_mul(b.len());
    let Some(left) = effort.0.checked_sub(pairs) else {
        let paired = a.len().min(b.len());
        let mut fates = by_place(paired);
        fates.extend((paired..a.len()).map(Fate::Removed));
        fates.extend((paired..b.len()).map(Fate::Added));
        return fates;
    };
    effort.0 = left;
    let mut numbers = Numbers::default();
    let a: Vec<Traits> = a.iter().map(|value| Traits::new(value, &mut numbers)).collect();
    let b: Vec<Traits> = b.iter().map(|value| Traits::new(value, &mut numbers)).collect();
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
