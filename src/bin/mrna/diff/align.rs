//! Which elements of two lists belong together.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::Hash,
    ops::Range,
};

use mrna::Value;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::likeness::{self, Effort};

/// What became of an element; the numbers are its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is in both, perhaps changed.
    Both(usize, usize),
    Removed(usize),
    Added(usize),
}

/// Pairs each with what is at its place.
pub(crate) fn by_place(a: usize, b: usize) -> Vec<Fate> {
    let both = a.min(b);
    let mut fates: Vec<Fate> = (0..both).map(|place| Fate::Both(place, place)).collect();
    fates.extend((both..a).map(Fate::Removed));
    fates.extend((both..b).map(Fate::Added));
    fates
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
    let fates = between(&in_a, &in_b, Same::LeftOut, |old, new| {
        let old = a.get(old).unwrap_or_default();
        likeness::by_likeness(old, b.get(new).unwrap_or_default(), effort)
    });
    fates.into_iter().map(|fate| fate.moved(before, before)).collect()
}

/// What becomes of the elements that are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Same {
    Paired,
    LeftOut,
}

/// Finds what is the same and keeps its order, and has `others` say what becomes of the elements
/// between, by their places.
pub(crate) fn between<K: Hash + Eq>(
    a: &[K],
    b: &[K],
    same: Same,
    mut others: impl FnMut(Range<usize>, Range<usize>) -> Vec<Fate>,
) -> Vec<Fate> {
    let mut fates = Vec::new();
    // Its search is bounded: what is too different gets an answer that isn't the shortest.
    for op in capture_diff_slices(Algorithm::Myers, a, b) {
        let (old, new) = (op.old_range(), op.new_range());
        let (before_old, before_new) = (old.start, new.start);
        let part = match (op.tag(), same) {
            (DiffTag::Equal, Same::LeftOut) => Vec::new(),
            (DiffTag::Equal, Same::Paired) => by_place(old.len(), new.len()),
            _ => others(old, new),
        };
        fates.extend(part.into_iter().map(|fate| fate.moved(before_old, before_new)));
    }
    fates
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
pub(crate) struct Numbers<'v>(BTreeMap<&'v Value, u32>);

impl<'v> Numbers<'v> {
    pub(crate) fn of(&mut self, value: &'v Value) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(value).or_insert(next)
    }

    fn all(&mut self, values: &'v [Value]) -> Vec<u32> {
        values.iter().map(|value| self.of(value)).collect()
    }
}
