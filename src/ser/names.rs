//! The writer's two tables of names.

use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, vec::Vec};

use smallvec::SmallVec;

use crate::{
    error::{ErrorKind, Result},
    limits::table_size,
    wire::{self, Counted, Head, Opening, packed::Number},
};

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
    nodes: SmallVec<[Entry; 6]>,
    /// The next names of nodes that have two or more.
    forks: Vec<BTreeMap<Cow<'static, str>, Node>>,
    /// Where the shapes' names lead to, by the shapes' numbers.
    by_number: SmallVec<[Node; 4]>,
    /// What structs had last; empty until a struct comes again, since it takes longer to make than
    /// a small message has.
    hints: Option<Box<[Last; HINTS]>>,
    /// The names of the shapes that hints are about, one list after the other.
    listed: Vec<Listed>,
    /// How large the reader's table is, as [`table_size`] has it.
    size: usize,
}

/// How much there was of the table when a message began.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShapesMark {
    nodes: usize,
    forks: usize,
    shapes: usize,
    size: usize,
}

#[derive(Debug)]
struct Entry {
    name: Cow<'static, str>,
    parent: Node,
    /// The next name that was last taken.
    last: Node,
    /// Where all next names are, once there are two.
    fork: usize,
    /// The lowest number of the list that ends here.
    shape: usize,
    /// Where the list that ends here is listed.
    listed: usize,
}

impl Entry {
    fn new(name: Cow<'static, str>, parent: Node) -> Self {
        Entry { name, parent, last: NONE, fork: NONE, shape: NONE, listed: NONE }
    }
}

/// A name of a shape that a hint is about.
#[derive(Clone, Copy, Debug)]
struct Listed {
    /// The address and the length of a name that is known for good, by which it is told; no
    /// address for any other.
    addr: usize,
    len: usize,
    /// Where it is in the tree.
    node: Node,
}

/// What writes records that are probably alike: a struct, or values with so many fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner(usize);

impl Owner {
    /// None, as no name lies at the last address.
    const NONE: Owner = Owner(usize::MAX);

    /// A struct, or a variant with fields, by its name's address.
    #[inline(always)]
    pub(crate) fn of_struct(name: &'static str) -> Self {
        Owner(name.as_ptr().addr())
    }

    /// Values with so many fields.
    #[inline(always)]
    pub(crate) fn of_values(len: usize) -> Self {
        Owner(len)
    }
}

/// What an owner's last record was, so that the next one's names are each compared with one
/// other: only a guess, which the bytes don't depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Last {
    owner: Owner,
    /// The shape's number.
    pub(crate) shape: usize,
    /// How many names it has.
    pub(crate) len: usize,
    /// Where they are listed.
    pub(crate) listed: usize,
    /// How the record was packed.
    pub(crate) packed: Option<Number>,
    /// The header of another such record.
    pub(crate) header: Head,
}

impl Last {
    /// No record, of whatever length.
    const NONE: Last = Last {
        owner: Owner::NONE,
        shape: 0,
        len: NONE,
        listed: 0,
        packed: None,
        header: Head::byte(0),
    };
}

const HINTS: usize = 16;
/// Places that are tried for a name, so that two names seldom drive each other out.
const TRIED: usize = 4;

impl Shapes {
    pub(crate) fn new() -> Self {
        let mut nodes = SmallVec::new();
        nodes.push(Entry::new(Cow::Borrowed(""), NONE));
        Shapes {
            nodes,
            forks: Vec::new(),
            by_number: SmallVec::new(),
            hints: None,
            listed: Vec::new(),
            size: 0,
        }
    }

    /// For the next message.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.by_number.is_empty() || self.nodes.len() > 1 {
            *self = Shapes::new();
        }
    }

    /// How large the reader's table is.
    #[cfg(feature = "std")]
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Where [`Self::roll_back`] goes back to.
    pub(crate) fn mark(&self) -> ShapesMark {
        ShapesMark {
            nodes: self.nodes.len(),
            forks: self.forks.len(),
            shapes: self.by_number.len(),
            size: self.size,
        }
    }

    /// Forgets what a message has added.
    #[cold]
    pub(crate) fn roll_back(&mut self, mark: ShapesMark) {
        self.nodes.truncate(mark.nodes);
        self.by_number.truncate(mark.shapes);
        self.size = mark.size;
        // Only guesses, some of them about what is no longer there.
        self.hints = None;
        self.listed.clear();
        let known = |node: Node| if node < mark.nodes { node } else { NONE };
        for entry in &mut self.nodes {
            entry.listed = NONE;
            if entry.shape >= mark.shapes {
                entry.shape = NONE;
            }
            entry.last = known(entry.last);
            if let Some(fork) = self.forks.get_mut(entry.fork) {
                fork.retain(|_, node| *node < mark.nodes);
                entry.last = fork.values().next().copied().unwrap_or(NONE);
                if entry.fork >= mark.forks {
                    entry.fork = NONE;
                }
            }
        }
        self.forks.truncate(mark.forks);
    }

    /// How many shapes have numbers.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.by_number.len()
    }

    /// The places for an owner, one after the other.
    #[inline(always)]
    fn places(owner: Owner) -> [usize; TRIED] {
        // Names lie close together in memory: Fibonacci hashing (Knuth, TAOCP 3, 6.4) spreads them.
        let hash = (owner.0 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        core::array::from_fn(|tried| ((hash >> 32) as usize + tried) % HINTS)
    }

    /// What the last record of this owner was.
    #[inline(always)]
    pub(crate) fn last(&self, owner: Owner) -> Option<&Last> {
        let [first, ..] = Self::places(owner);
        let last = self.hints.as_ref()?.get(first)?;
        if last.owner == owner { Some(last) } else { self.last_aside(owner) }
    }

    #[inline(never)]
    fn last_aside(&self, owner: Owner) -> Option<&Last> {
        let hints = self.hints.as_ref()?;
        let mut tried = Self::places(owner).into_iter().filter_map(|place| hints.get(place));
        tried.find(|last| last.owner == owner)
    }

    /// Notes what the last record of this owner was, in its place, or a free one, or the first.
    #[cold]
    fn note_last(&mut self, new: Last) {
        let hints = self.hints.get_or_insert_with(|| Box::new([Last::NONE; HINTS]));
        let places = Self::places(new.owner);
        let is_of = |place: &&usize, owner| hints.get(**place).is_some_and(|l| l.owner == owner);
        let place = places
            .iter()
            .find(|place| is_of(place, new.owner))
            .or_else(|| places.iter().find(|place| is_of(place, Owner::NONE)))
            .or(places.first());
        if let Some(last) = place.and_then(|place| hints.get_mut(*place)) {
            *last = new;
        }
    }

    /// Whether this is the name listed there, and not just one like it.
    #[inline(always)]
    pub(crate) fn is_listed(&self, place: usize, name: &'static str) -> bool {
        let name = (name.as_ptr().addr(), name.len());
        self.listed.get(place).is_some_and(|known| (known.addr, known.len) == name)
    }

    /// Whether the name listed there has this text.
    #[inline]
    pub(crate) fn is_listed_text(&self, place: usize, text: &str) -> bool {
        let known = self.listed.get(place).and_then(|known| self.nodes.get(known.node));
        known.is_some_and(|known| known.name == text)
    }

    /// Where the names of the shape with this number lead to, without the last `left` ones.
    pub(crate) fn node(&self, shape: usize, left: usize) -> Node {
        let mut node = self.by_number.get(shape).copied().unwrap_or(ROOT);
        for _ in 0..left {
            if node == ROOT {
                break;
            }
            node = self.nodes.get(node).map_or(ROOT, |entry| entry.parent);
        }
        node
    }

    /// Notes how a record of this owner was written whose names lead to this node.
    #[cold]
    pub(crate) fn note(&mut self, owner: Owner, node: Node, packed: Option<Number>) {
        let Some(&Entry { shape, mut listed, .. }) = self.nodes.get(node) else { return };
        let opening = match packed {
            Some(number) => Opening::packed(wire::PACKED_RECORD, number, shape as u64),
            None => Counted::Record.header(shape as u64),
        };
        let Some(header) = opening.head() else { return };
        let len = self.way(node).count();
        if listed == NONE {
            listed = self.listed.len();
            self.list(node);
            if let Some(entry) = self.nodes.get_mut(node) {
                entry.listed = listed;
            }
        }
        self.note_last(Last { owner, shape, len, listed, packed, header });
    }

    /// Lists the names on the way to a node.
    fn list(&mut self, mut node: Node) {
        let start = self.listed.len();
        while let Some(Entry { name, parent, .. }) = self.nodes.get(node).filter(|_| node != ROOT) {
            let addr = match name {
                Cow::Borrowed(name) => name.as_ptr().addr(),
                Cow::Owned(_) => 0,
            };
            self.listed.push(Listed { addr, len: name.len(), node });
            node = *parent;
        }
        if let Some(listed) = self.listed.get_mut(start..) {
            listed.reverse();
        }
    }

    /// The entries from a node up to the root, without that.
    fn way(&self, node: Node) -> impl Iterator<Item = &Entry> + Clone {
        let entry = move |node| self.nodes.get(node).filter(|_| node != ROOT);
        core::iter::successors(entry(node), move |last| entry(last.parent))
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
        let next = *self.forks.get(entry.fork)?.get(name.text())?;
        entry.last = next;
        Some(next)
    }

    /// The node of one more name that it does not have yet.
    pub(crate) fn enter(&mut self, node: Node, name: NameRef<'_>) -> Node {
        let new = self.nodes.len();
        let name = name.keep();
        let Some(entry) = self.nodes.get_mut(node) else { return ROOT };
        let last = core::mem::replace(&mut entry.last, new);
        if last != NONE {
            self.fork(node, last, name.clone(), new);
        }
        self.nodes.push(Entry::new(name, node));
        new
    }

    #[cold]
    fn fork(&mut self, node: Node, last: Node, name: Cow<'static, str>, new: Node) {
        let Some(before) = self.nodes.get(last).map(|entry| entry.name.clone()) else { return };
        let Some(entry) = self.nodes.get_mut(node) else { return };
        if entry.fork == NONE {
            entry.fork = self.forks.len();
            self.forks.push(BTreeMap::from([(before, last)]));
        }
        if let Some(fork) = self.forks.get_mut(entry.fork) {
            fork.insert(name, new);
        }
    }

    /// The lowest number of the list that ends here.
    #[inline(always)]
    pub(crate) fn shape(&self, node: Node) -> Option<usize> {
        self.nodes.get(node).map(|entry| entry.shape).filter(|shape| *shape != NONE)
    }

    /// Gives the list that ends here the next number.
    pub(crate) fn define(&mut self, node: Node) -> Result<()> {
        let new = self.count();
        if self.shape(node).is_none() {
            if let Some(name) = self.duplicate(node) {
                return Err(ErrorKind::DuplicateName(name.into()).into());
            }
            if let Some(entry) = self.nodes.get_mut(node) {
                entry.shape = new;
            }
        }
        self.by_number.push(node);
        let names = self.way(node).map(|entry| table_size(&entry.name)).sum::<usize>();
        self.size += table_size("") + names;
        Ok(())
    }

    /// The names on the way to a node.
    pub(crate) fn names(&self, node: Node) -> Vec<&str> {
        let mut names: Vec<_> = self.way(node).map(|entry| entry.name.as_ref()).collect();
        names.reverse();
        names
    }

    /// A name that occurs twice on the way to a node.
    fn duplicate(&self, node: Node) -> Option<&str> {
        let mut way = self.way(node);
        if way.clone().nth(COMPARED).is_none() {
            while let Some(entry) = way.next() {
                if way.clone().any(|before| before.name == entry.name) {
                    return Some(&entry.name);
                }
            }
            return None;
        }
        let mut names = self.names(node);
        names.sort_unstable();
        names.windows(2).find_map(|pair| match pair {
            [a, b] if a == b => Some(*a),
            _ => None,
        })
    }
}

/// Up to here the names of a record are compared each with each.
const COMPARED: usize = 16;

/// The names of variants, in the order of their numbers.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    names: SmallVec<[Cow<'static, str>; 4]>,
    /// The numbers by name, once a search would take long.
    numbers: BTreeMap<Cow<'static, str>, usize>,
    /// How large the reader's table is, as [`table_size`] has it.
    size: usize,
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
            self.size = 0;
        }
    }

    /// How large the reader's table is.
    #[cfg(feature = "std")]
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Where [`Self::roll_back`] goes back to.
    pub(crate) fn mark(&self) -> usize {
        self.names.len()
    }

    /// Forgets what a message has added.
    #[cold]
    pub(crate) fn roll_back(&mut self, mark: usize) {
        self.names.truncate(mark);
        self.numbers.retain(|_, number| *number < mark);
        self.size = self.names.iter().map(|name| table_size(name)).sum();
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
        self.size += table_size(name.text());
        let name = name.keep();
        if number >= SEARCHED {
            self.numbers.insert(name.clone(), number);
        }
        self.names.push(name);
        number
    }
}
