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
    encoder::Encoder,
    item::Item,
    names::{Hint, Last, NameRef, Node, ROOT},
    output::Sink,
    run::Run,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    wire::{self, Head, Opening, count, packed::Number},
};

/// A record of which some fields are written; in registers, as a [`Run`] is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordState {
    names: Names,
    /// Its values: those of a reference may be packed.
    run: Run,
    start: usize,
    written: usize,
    announced: usize,
    struct_name: &'static str,
    /// Shapes with lower numbers can be referred to.
    known: usize,
    /// Where its ends of values begin among the encoder's.
    ends: usize,
    /// How the struct's last record was packed.
    packed: Option<Number>,
}

/// The names so far.
#[derive(Clone, Copy, Debug)]
enum Names {
    /// The first ones of the shape that the struct had last; what is written is a reference.
    Hinted(Hint),
    /// The way to this node; what is written is a reference.
    Known(Node),
    /// The way to this node; they are written, too.
    Written(Node),
}

impl RecordState {
    /// A record whose struct has this name, which only helps to guess its shape.
    #[inline(always)]
    pub(crate) fn begin<S: Sink>(
        enc: &mut Encoder<S>,
        struct_name: &'static str,
        announced: usize,
    ) -> Self {
        let start = enc.out.position();
        let known = enc.shapes.count();
        let (names, run) = match enc.shapes.last(struct_name) {
            Some(&Last { hint, packed, .. }) if hint.len == announced => {
                enc.out.wait();
                (Names::Hinted(hint), Run::record(enc, hint.shape, announced, packed))
            }
            _ if known == 0 => {
                enc.out.push(wire::NEW_RECORD);
                enc.count(announced);
                (Names::Written(ROOT), Run::plain(start))
            }
            _ => {
                enc.out.wait();
                (Names::Known(ROOT), Run::record(enc, 0, announced, None))
            }
        };
        let ends = enc.ends.len();
        let packed = run.packed();
        RecordState { names, run, start, written: 0, announced, struct_name, known, ends, packed }
    }

    /// The next field's name; its value comes next.
    #[inline(always)]
    pub(crate) fn name<S: Sink>(&mut self, enc: &mut Encoder<S>, name: NameRef<'_>) -> Result<()> {
        match self.names {
            Names::Hinted(hint) if enc.shapes.has(hint, self.written, name) => Ok(()),
            _ => {
                *self = self.name_aside(enc, name)?;
                Ok(())
            }
        }
    }

    #[inline(never)]
    fn name_aside<S: Sink>(mut self, enc: &mut Encoder<S>, name: NameRef<'_>) -> Result<Self> {
        let (node, is_written) = self.node(enc);
        if !is_written {
            if let Some(next) = enc.shapes.step(node, name) {
                self.names = Names::Known(next);
                return Ok(self);
            }
            self.define(enc, node)?;
        }
        self.names = Names::Written(enc.shapes.enter(node, name));
        enc.name(name.text())?;
        Ok(self)
    }

    /// The node that the names have led to, and whether they are written.
    fn node<S: Sink>(&self, enc: &Encoder<S>) -> (Node, bool) {
        match self.names {
            Names::Hinted(hint) => (enc.shapes.node_at(hint, self.written), false),
            Names::Known(node) => (node, false),
            Names::Written(node) => (node, true),
        }
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
        value.serialize(Item::element(enc, &mut self.run))?;
        self.written += 1;
        if !matches!(self.names, Names::Written(_)) {
            if self.run.is_plain() {
                enc.ends.push(enc.out.position());
            }
            return Ok(());
        }
        enc.out.flush_if_large()
    }

    /// Rewrites what was taken for a reference, with its names.
    #[cold]
    fn define<S: Sink>(&mut self, enc: &mut Encoder<S>, node: Node) -> Result<()> {
        self.run.make_plain(enc)?;
        let ends = enc.ends.split_off(self.ends);
        let body = enc.out.cut(self.start)?;
        enc.out.known();
        enc.out.push(wire::NEW_RECORD);
        enc.count(self.announced);
        let names: Vec<_> = enc.shapes.names(node).into_iter().map(ToOwned::to_owned).collect();
        let mut begin = self.run.header_len();
        // The first values may have been packed, without ends: floats of one kind, then.
        let floats = self.written - ends.len();
        let float = match body.get(begin) {
            Some(&wire::F32) => Head::f32(0.0).len(),
            _ => Head::f64(0.0).len(),
        };
        let first = begin;
        let float_ends = (1..=floats).map(|n| first + n * float);
        let ends = float_ends.chain(ends.into_iter().map(|end| end - self.start));
        for (name, end) in names.iter().zip(ends) {
            enc.name(name)?;
            enc.out.extend(body.get(begin..end).unwrap_or_default());
            begin = end;
        }
        self.run = Run::plain(self.start);
        Ok(())
    }

    /// All fields are written.
    #[inline(always)]
    pub(crate) fn end<S: Sink>(&mut self, enc: &mut Encoder<S>, is_message: bool) -> Result<()> {
        let result = match self.names {
            Names::Hinted(hint) if hint.len == self.written => {
                let result = self.refer(enc, hint.shape);
                if self.run.packed() != self.packed {
                    enc.shapes.note_packed(self.struct_name, self.run.packed());
                }
                result
            }
            _ => self.end_aside(enc),
        };
        enc.close(result, is_message)
    }

    #[inline(never)]
    fn end_aside<S: Sink>(mut self, enc: &mut Encoder<S>) -> Result<()> {
        let (node, is_written) = self.node(enc);
        if !is_written {
            match enc.shapes.shape(node) {
                Some(shape) if shape < self.known => {
                    self.refer(enc, shape)?;
                    enc.shapes.note(self.struct_name, node, self.run.packed());
                    return Ok(());
                }
                _ => {
                    self.announced = self.written;
                    self.define(enc, node)?;
                }
            }
        }
        if self.announced != self.written {
            enc.check_held(self.start, self.announced, self.written)?;
            let old = count::len(self.announced as u64);
            let new = Opening { first: count::encode(self.written as u64), count: None };
            enc.out.replace(self.start + 1, old, new)?;
        }
        enc.shapes.define(node)
    }

    /// The list of names is a known one.
    #[inline(always)]
    fn refer<S: Sink>(&mut self, enc: &mut Encoder<S>, shape: usize) -> Result<()> {
        enc.ends.truncate(self.ends);
        enc.out.known();
        self.run.end(enc, shape, self.written)
    }
}

/// A record, of a struct or of a variant with fields.
pub struct Record<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    state: RecordState,
    is_message: bool,
}

impl<'a, S: Sink> Record<'a, S> {
    #[inline(always)]
    pub(crate) fn begin(
        enc: &'a mut Encoder<S>,
        struct_name: &'static str,
        len: usize,
        is_message: bool,
    ) -> Self {
        let state = RecordState::begin(enc, struct_name, len);
        Record { enc, state, is_message }
    }

    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.state.name(self.enc, NameRef::Static(name))?;
        self.state.value(self.enc, value).map_err(|error| self.enc.fail(error, Segment::name(name)))
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
                fn end(mut self) -> Result<()> {
                    self.state.end(self.enc, self.is_message)
                }
            }
        )*
    };
}

record! { SerializeStruct SerializeStructVariant }
