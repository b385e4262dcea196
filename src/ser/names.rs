//! The writer's two tables of names.

use alloc::{borrow::Cow, collections::BTreeMap, vec::Vec};

use smallvec::SmallVec;

use crate::error::{ErrorKind, Result};

/// A name, known for good or only while it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NameRef<'a> {
    Static(&'static str),
    Dynamic(&'a str),
}

impl NameRef<'_> {
    #[inline(always)]
    pub(crate) fn text(&self) -> &str {
        match self {
            NameRef::Static(text) | NameRef::Dynamic(text) => text,
        }
    }

    fn keep(self) -> Cow<'static, str> {
        match self {
            NameRef::Static(text) => Cow::Borrowed(text),
            NameRef::Dynamic(text) => Cow::Owned(text.into()),
        }
    }
}

/// Names come from the same place again and again, so the pointer mostly tells.
#[inline(always)]
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && (core::ptr::eq(a, b) || a == b)
}

/// A place in the tree of names: the list of names on the way to it from the root.
pub(crate) type Node = usize;

pub(crate) const ROOT: Node = 0;
const NONE: usize = usize::MAX;

/// The lists of names that records have had so far, as a tree in which each node is one more
/// name.
#[derive(Debug)]
pub(crate) struct Shapes {
    nodes: SmallVec<[Entry; 8]>,
    /// How many shapes have numbers.
    count: usize,
    hints: [Hint; HINTS],
}

#[derive(Debug)]
struct Entry {
    name: Cow<'static, str>,
    parent: Node,
    /// The next name that was last taken.
    last: Node,
    /// All next names, once there are two; an empty map takes no memory of its own.
    others: BTreeMap<Cow<'static, str>, Node>,
    /// The lowest number of the list that ends here.
    shape: usize,
}

impl Entry {
    fn new(name: Cow<'static, str>, parent: Node) -> Self {
        Entry { name, parent, last: NONE, others: BTreeMap::new(), shape: NONE }
    }
}

/// What a record of a struct's name last came to: only a guess, which the bytes don't depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    /// Where the struct's name is in memory.
    address: usize,
    /// The node of the first name.
    first: Node,
    /// The shape's number.
    pub(crate) shape: usize,
}

/// Few, so that clearing them for each message costs little.
const HINTS: usize = 8;
const NO_HINT: Hint = Hint { address: 0, first: NONE, shape: 0 };

impl Shapes {
    pub(crate) fn new() -> Self {
        let mut nodes = SmallVec::new();
        nodes.push(Entry::new(Cow::Borrowed(""), NONE));
        Shapes { nodes, count: 0, hints: [NO_HINT; HINTS] }
    }

    /// For the next message.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.count > 0 || self.nodes.len() > 1 {
            *self = Shapes::new();
        }
    }

    /// How many shapes have numbers.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn slot(struct_name: &'static str) -> (usize, usize) {
        let address = struct_name.as_ptr().addr();
        // Names lie close together and have lengths of their own.
        (address, (address ^ (address >> 4)) % HINTS)
    }

    #[inline(always)]
    pub(crate) fn hint(&self, struct_name: &'static str) -> Hint {
        let (address, slot) = Self::slot(struct_name);
        match self.hints.get(slot) {
            Some(hint) if hint.address == address => *hint,
            _ => NO_HINT,
        }
    }

    /// Notes what a record of this struct's name came to.
    #[inline(always)]
    pub(crate) fn note(&mut self, struct_name: &'static str, first: Node, shape: usize) {
        let (address, slot) = Self::slot(struct_name);
        let new = Hint { address, first, shape };
        if let Some(hint) = self.hints.get_mut(slot).filter(|hint| **hint != new) {
            *hint = new;
        }
    }

    /// The first name's node that a hint gives, if it is this name's.
    #[inline(always)]
    pub(crate) fn hinted(&self, hint: Hint, name: NameRef<'_>) -> Option<Node> {
        let entry = self.nodes.get(hint.first)?;
        (entry.parent == ROOT && same(&entry.name, name.text())).then_some(hint.first)
    }

    /// The node of one more name, if there is one.
    #[inline(always)]
    pub(crate) fn step(&mut self, node: Node, name: NameRef<'_>) -> Option<Node> {
        let last = self.nodes.get(node)?.last;
        match self.nodes.get(last) {
            Some(entry) if same(&entry.name, name.text()) => Some(last),
            _ => self.step_aside(node, name),
        }
    }

    fn step_aside(&mut self, node: Node, name: NameRef<'_>) -> Option<Node> {
        let entry = self.nodes.get_mut(node)?;
        let next = *entry.others.get(name.text())?;
        entry.last = next;
        Some(next)
    }

    /// The node of one more name, made if there is none.
    pub(crate) fn enter(&mut self, node: Node, name: NameRef<'_>) -> Node {
        if let Some(next) = self.step(node, name) {
            return next;
        }
        let new = self.nodes.len();
        let name = name.keep();
        let last = self.nodes.get(node).map_or(NONE, |entry| entry.last);
        let before = self.nodes.get(last).map(|entry| entry.name.clone());
        if let Some(entry) = self.nodes.get_mut(node) {
            if let Some(before) = before {
                entry.others.insert(before, last);
                entry.others.insert(name.clone(), new);
            }
            entry.last = new;
        }
        self.nodes.push(Entry::new(name, node));
        new
    }

    /// The lowest number of the list that ends here.
    #[inline(always)]
    pub(crate) fn shape(&self, node: Node) -> Option<usize> {
        self.nodes.get(node).map(|entry| entry.shape).filter(|shape| *shape != NONE)
    }

    /// Gives the list that ends here the next number; its lowest comes back.
    pub(crate) fn define(&mut self, node: Node) -> Result<usize> {
        let new = self.count;
        let lowest = self.shape(node);
        if lowest.is_none() {
            let names = self.names(node);
            if let Some(name) = duplicate(&names) {
                return Err(ErrorKind::DuplicateName(name.into()).into());
            }
            if let Some(entry) = self.nodes.get_mut(node) {
                entry.shape = new;
            }
        }
        self.count += 1;
        Ok(lowest.unwrap_or(new))
    }

    /// The names on the way to a node.
    pub(crate) fn names(&self, mut node: Node) -> Vec<&str> {
        let mut names = Vec::new();
        while node != ROOT {
            let Some(entry) = self.nodes.get(node) else { break };
            names.push(entry.name.as_ref());
            node = entry.parent;
        }
        names.reverse();
        names
    }
}

fn duplicate<'a>(names: &[&'a str]) -> Option<&'a str> {
    if names.len() <= 16 {
        let mut before = names.iter().enumerate();
        return before
            .find(|(i, name)| names.iter().take(*i).any(|other| other == *name))
            .map(|(_, name)| *name);
    }
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find_map(|pair| match pair {
        [a, b] if a == b => Some(*a),
        _ => None,
    })
}

/// The names of variants, in the order of their numbers.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    names: SmallVec<[Cow<'static, str>; 4]>,
    /// The numbers by name, once a search would take long.
    numbers: BTreeMap<Cow<'static, str>, usize>,
}

/// Up to here names are searched one by one.
const SEARCHED: usize = 8;

impl Variants {
    /// For the next message.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.names.is_empty() {
            self.names.clear();
            self.numbers.clear();
        }
    }

    /// The number of a name, and whether it is new.
    #[inline]
    pub(crate) fn number(&mut self, name: NameRef<'_>) -> (usize, bool) {
        let position = self.names.iter().take(SEARCHED).position(|known| same(known, name.text()));
        match position.or_else(|| self.numbers.get(name.text()).copied()) {
            Some(number) => (number, false),
            None => (self.add(name), true),
        }
    }

    fn add(&mut self, name: NameRef<'_>) -> usize {
        let number = self.names.len();
        let name = name.keep();
        if number >= SEARCHED {
            self.numbers.insert(name.clone(), number);
        }
        self.names.push(name);
        number
    }
}
