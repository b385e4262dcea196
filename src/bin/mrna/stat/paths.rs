//! How many bytes there are at each path, with one for all elements of a list: `$.rows[].n`.

use std::{cmp::Reverse, collections::BTreeMap};

use mrna::{
    dump::Safe,
    path::{Path, Segment},
};

/// Beyond so many paths all others are counted as one.
const MAX_PATHS: usize = 10_000;

/// A tree of paths, and where in it the value last met is.
#[derive(Debug)]
pub(crate) struct Paths {
    nodes: Vec<Node>,
    /// Bytes at paths that there was no room for.
    beyond: u64,
    /// Bytes of no value: a session's header and resets.
    beside: u64,
    /// The nodes of the value last met and of all around it; none for those beyond.
    open: Vec<Option<usize>>,
}

#[derive(Debug)]
struct Node {
    parent: Option<usize>,
    segment: Option<Segment>,
    children: BTreeMap<Segment, usize>,
    bytes: u64,
}

impl Paths {
    pub(crate) fn new() -> Self {
        let root = Node { parent: None, segment: None, children: BTreeMap::new(), bytes: 0 };
        Paths { nodes: vec![root], beyond: 0, beside: 0, open: Vec::new() }
    }

    /// A value in so many others, at its place in the innermost, with so many bytes.
    pub(crate) fn value(&mut self, depth: usize, segment: Option<&Segment>, bytes: u64) {
        self.open.truncate(depth);
        let node = match (self.open.last(), segment) {
            (None, _) => Some(0),
            // What some and a tag hold has their path.
            (Some(&around), None) => around,
            (Some(&around), Some(segment)) => around.and_then(|node| self.child(node, segment)),
        };
        self.open.push(node);
        match node.and_then(|node| self.nodes.get_mut(node)) {
            Some(node) => node.bytes += bytes,
            None => self.beyond += bytes,
        }
    }

    fn child(&mut self, parent: usize, segment: &Segment) -> Option<usize> {
        let segment = match segment {
            Segment::Name(_) => segment,
            Segment::Index(_) => &Segment::Index(0),
            Segment::Entry(_) => &Segment::Entry(0),
            Segment::Key(_) => &Segment::Key(0),
        };
        let next = self.nodes.len();
        let node = self.nodes.get_mut(parent)?;
        if let Some(child) = node.children.get(segment) {
            return Some(*child);
        }
        if next == MAX_PATHS {
            return None;
        }
        node.children.insert(segment.clone(), next);
        self.nodes.push(Node {
            parent: Some(parent),
            segment: Some(segment.clone()),
            children: BTreeMap::new(),
            bytes: 0,
        });
        Some(next)
    }

    /// Bytes that belong to no value.
    pub(crate) fn beside(&mut self, bytes: u64) {
        self.beside += bytes;
    }

    /// The `most` paths with the most bytes, and below them what remains; all of it together is
    /// every byte.
    pub(crate) fn top(&self, most: usize) -> Vec<(String, u64)> {
        let mut nodes: Vec<&Node> = self.nodes.iter().filter(|node| node.bytes > 0).collect();
        // Stable: of those with as many bytes the first met comes first.
        nodes.sort_by_key(|node| Reverse(node.bytes));
        let (top, others) = nodes.split_at(most.min(nodes.len()));
        let mut rows: Vec<_> =
            top.iter().map(|node| (Safe(self.path(node)).to_string(), node.bytes)).collect();
        let rest = others.iter().map(|node| node.bytes).sum();
        let other = match others.len() {
            1 => "1 other path".to_owned(),
            len => format!("{len} other paths"),
        };
        let remaining = [
            (other, rest),
            (format!("paths beyond {MAX_PATHS}"), self.beyond),
            ("between messages".to_owned(), self.beside),
        ];
        rows.extend(remaining.into_iter().filter(|(_, bytes)| *bytes > 0));
        rows
    }

    fn path<'a>(&'a self, mut node: &'a Node) -> String {
        let mut segments = Vec::new();
        while let (Some(segment), Some(parent)) = (&node.segment, node.parent) {
            segments.push(segment);
            let Some(around) = self.nodes.get(parent) else { break };
            node = around;
        }
        segments.reverse();
        let mut text = String::from("$");
        let mut before: Option<&Segment> = None;
        for segment in segments {
            match segment {
                Segment::Index(_) => text.push_str("[]"),
                Segment::Entry(_) => text.push_str("{}"),
                Segment::Key(_) => text.push_str("{}.key"),
                // How a name is written depends on what is before it.
                Segment::Name(_) => {
                    let start: Path = before.into_iter().cloned().collect();
                    let whole: Path = before.into_iter().chain([segment]).cloned().collect();
                    let (start, whole) = (start.to_string(), whole.to_string());
                    text.push_str(whole.strip_prefix(&start).unwrap_or_default());
                }
            }
            before = Some(segment);
        }
        text
    }
}
