//! Records: names looked up while their values are written.
//!
//! serde gives one field after the other, so it shows only at the end whether the list of names
//! is a known one. It is taken for the one that the struct had last, or else the tree of names is
//! walked along, with the values written as those of a reference; where the names leave the tree,
//! or end where no list did before the record began, what was written is rewritten once, with its
//! names.

use alloc::{borrow::ToOwned, vec::Vec};

use serde::{Serialize, ser};

use super::{
    encoder::{Encoder, Level},
    item::Item,
    names::{NameRef, Node, Owner, ROOT},
    output::Sink,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    wire::{self, Counted, Head, Opening, count, packed::Number},
};

/// A record of which some fields are written, the usual way: the struct has the shape that it had
/// last. Otherwise it is walked.
///
/// It stays in registers as long as no other function is given its address or gives it back:
/// when it was moved about in memory, the moves took half of the time of writing records, since
/// the processor must wait where it loads at once what was stored in parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordState {
    is_walked: bool,
    /// How the struct's last record was packed.
    packed: Option<Number>,
    /// Where its header is.
    start: usize,
    /// The shape's number in the header.
    guess: usize,
    /// Where the shape's names are listed.
    listed: usize,
    written: usize,
    announced: usize,
    owner: Owner,
    /// Shapes with lower numbers can be referred to.
    known: usize,
    /// Where its ends of values begin among the encoder's.
    ends: usize,
}

impl RecordState {
    /// A record of this owner, which only helps to guess its shape.
    #[inline(always)]
    pub(crate) fn begin<S: Sink>(enc: &mut Encoder<S>, owner: Owner, announced: usize) -> Self {
        let (known, ends) = (enc.shapes.count(), enc.ends.len());
        let (mut is_walked, mut packed, mut guess, mut listed) = (true, None, 0, 0);
        let start = match enc.shapes.last(owner) {
            Some(&last) if last.len == announced => {
                (is_walked, packed) = (false, last.packed);
                (guess, listed) = (last.shape, last.listed);
                enc.out.wait();
                enc.begin_fields(guess, packed, last.header)
            }
            _ => enc.walk(announced),
        };
        RecordState {
            is_walked,
            packed,
            start,
            guess,
            listed,
            written: 0,
            announced,
            owner,
            known,
            ends,
        }
    }

    /// The next field's name; its value comes next.
    #[inline(always)]
    pub(crate) fn name<S: Sink>(&mut self, enc: &mut Encoder<S>, name: &'static str) -> Result<()> {
        if !self.is_walked
            && self.written < self.announced
            && enc.shapes.is_listed(self.listed + self.written, name)
        {
            return Ok(());
        }
        self.name_aside(enc, NameRef::Static(name))
    }

    /// The next field's name, which may be one for this record only.
    #[inline]
    pub(crate) fn dynamic_name<S: Sink>(&mut self, enc: &mut Encoder<S>, name: &str) -> Result<()> {
        if !self.is_walked
            && self.written < self.announced
            && enc.shapes.is_listed_text(self.listed + self.written, name)
        {
            return Ok(());
        }
        self.name_aside(enc, NameRef::Dynamic(name))
    }

    #[inline(always)]
    fn name_aside<S: Sink>(&mut self, enc: &mut Encoder<S>, name: NameRef<'_>) -> Result<()> {
        let record = *self;
        self.is_walked = true;
        enc.name_walked(&record, name)
    }

    /// How many fields are written.
    pub(crate) fn written(&self) -> u64 {
        self.written as u64
    }

    /// The next field's value.
    #[inline(always)]
    pub(crate) fn value<T: Serialize + ?Sized, S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        value: &T,
    ) -> Result<()> {
        value.serialize(Item::new(enc))?;
        self.written += 1;
        if self.is_walked {
            return enc.value_walked();
        }
        if enc.run.is_plain() {
            enc.ends.push(enc.out.position());
        }
        Ok(())
    }

    /// All fields are written.
    #[inline(always)]
    pub(crate) fn end<S: Sink>(self, enc: &mut Encoder<S>, level: Level) -> Result<()> {
        enc.leave(level)?;
        let result = if self.is_walked || self.written != self.announced {
            let record = self;
            enc.end_walked(&record)
        } else {
            match self.refer(enc, self.guess) {
                Ok(packed) => {
                    if packed != self.packed {
                        enc.shapes.note(self.owner, enc.shapes.node(self.guess, 0), packed);
                    }
                    Ok(())
                }
                Err(error) => Err(error),
            }
        };
        enc.close(result, level.is_message)
    }

    /// The list of names is a known one; gives how the values are packed.
    #[inline(always)]
    fn refer<S: Sink>(&self, enc: &mut Encoder<S>, shape: usize) -> Result<Option<Number>> {
        enc.ends.truncate(self.ends);
        enc.out.known();
        enc.end_fields(self.start, self.guess, shape, self.written)
    }
}

/// A way through the tree of names, by a record's names so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    node: Node,
    /// Whether the names are written, so that what is written is no reference.
    is_written: bool,
}

/// Records whose shape is not the one that their struct had last.
impl<S: Sink> Encoder<S> {
    /// Begins a record, and gives the place of its header.
    #[inline(never)]
    fn walk(&mut self, announced: usize) -> usize {
        let is_written = self.shapes.count() == 0;
        self.walks.push(Walk { node: ROOT, is_written });
        if is_written {
            let start = self.out.position();
            self.out.push(wire::NEW_RECORD);
            self.count(announced);
            start
        } else {
            self.out.wait();
            self.begin_fields(0, None, Counted::Record.header(0).first)
        }
    }

    /// The innermost record's way so far; it leaves the shape that the struct had last if it isn't
    /// walked yet.
    fn way(&mut self, record: &RecordState) -> Walk {
        if record.is_walked {
            return self.walks.pop().unwrap_or(Walk { node: ROOT, is_written: true });
        }
        let left = record.announced.saturating_sub(record.written);
        Walk { node: self.shapes.node(record.guess, left), is_written: false }
    }

    #[inline(never)]
    fn name_walked(&mut self, record: &RecordState, name: NameRef<'_>) -> Result<()> {
        self.check()?;
        let mut way = self.way(record);
        let next = self.shapes.step(way.node, name);
        if next.is_none() && !way.is_written {
            self.define(record, way.node, record.announced)?;
            way.is_written = true;
        }
        if way.is_written {
            self.name(name.text())?;
        }
        let node = next.unwrap_or_else(|| self.shapes.enter(way.node, name));
        self.walks.push(Walk { node, ..way });
        Ok(())
    }

    #[inline(never)]
    fn value_walked(&mut self) -> Result<()> {
        if self.walks.last().is_some_and(|way| way.is_written) {
            return self.out.flush_if_large();
        }
        if self.run.is_plain() {
            self.ends.push(self.out.position());
        }
        Ok(())
    }

    /// Rewrites what was taken for a reference, with its names.
    #[cold]
    fn define(&mut self, record: &RecordState, node: Node, announced: usize) -> Result<()> {
        self.plain()?;
        let ends = self.ends.split_off(record.ends);
        let body = self.out.cut(record.start)?;
        self.out.known();
        self.out.push(wire::NEW_RECORD);
        self.count(announced);
        let names: Vec<_> = self.shapes.names(node).into_iter().map(ToOwned::to_owned).collect();
        let mut begin = Counted::Record.header(record.guess as u64).len();
        // The first values may have been packed, without ends: floats of one kind, then.
        let floats = record.written - ends.len();
        let float = match body.get(begin) {
            Some(&wire::F32) => Head::f32(0.0).len(),
            _ => Head::f64(0.0).len(),
        };
        let first = begin;
        let float_ends = (1..=floats).map(|n| first + n * float);
        let ends = float_ends.chain(ends.into_iter().map(|end| end - record.start));
        for (name, end) in names.iter().zip(ends) {
            self.name(name)?;
            self.out.extend(body.get(begin..end).unwrap_or_default());
            begin = end;
        }
        Ok(())
    }

    #[inline(never)]
    fn end_walked(&mut self, record: &RecordState) -> Result<()> {
        let RecordState { announced, written, start, .. } = *record;
        let way = self.way(record);
        if way.is_written {
            if announced != written {
                self.check_held(start, announced, written)?;
                let old = count::len(announced as u64);
                let new = Opening { first: count::encode(written as u64), count: None };
                self.out.replace(start + 1, old, new)?;
            }
        } else {
            match self.shapes.shape(way.node) {
                Some(shape) if shape < record.known => {
                    let packed = record.refer(self, shape)?;
                    self.shapes.note(record.owner, way.node, packed);
                    return Ok(());
                }
                _ => self.define(record, way.node, written)?,
            }
        }
        self.shapes.define(way.node)
    }
}

/// A record that is being written, of a struct or of a variant with fields.
pub struct Record<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    state: RecordState,
    level: Level,
}

impl<'a, S: Sink> Record<'a, S> {
    #[inline(always)]
    pub(crate) fn begin(enc: &'a mut Encoder<S>, struct_name: &'static str, len: usize) -> Self {
        let level = enc.enter();
        let state = RecordState::begin(enc, Owner::of_struct(struct_name), len);
        Record { enc, state, level }
    }

    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let mut result = self.state.name(self.enc, name);
        if result.is_ok() {
            result = self.state.value(self.enc, value);
        }
        result.map_err(|error| self.enc.fail(error, Segment::name(name)))
    }
}

/// The two kinds of record that serde tells apart.
macro_rules! record {
    ($($interface:ident)*) => {
        $(
            impl<S: Sink> ser::$interface for Record<'_, S> {
                type Ok = ();
                type Error = Error;

                #[inline(always)]
                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    key: &'static str,
                    value: &T,
                ) -> Result<()> {
                    self.field(key, value)
                }

                #[inline(always)]
                fn end(self) -> Result<()> {
                    self.state.end(self.enc, self.level)
                }
            }
        )*
    };
}

record! { SerializeStruct SerializeStructVariant }
