//! Records: names looked up while their values are written.
//!
//! serde gives one field after the other, so it shows only at the end whether the list of names
//! is a known one. The tree of names is walked along, with the values written as those of a
//! reference; where the walk leaves the tree, or ends where no list did before the record began,
//! what was written is rewritten once, with its names.

use alloc::borrow::ToOwned;

use serde::{Serialize, ser};

use super::{
    encoder::{Encoder, packed_header},
    item::Item,
    names::{Hint, NameRef, Node, ROOT},
    output::Sink,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    wire::{self, Counted, count},
};

/// A record of which some fields are written.
#[derive(Debug)]
pub(crate) struct RecordState {
    start: usize,
    /// Where the names so far have led.
    node: Node,
    /// The first name's node.
    first: Node,
    written: usize,
    announced: usize,
    struct_name: &'static str,
    /// What is written so far is a reference's, unless the names turn out not to be known.
    reference: Option<Reference>,
}

#[derive(Clone, Copy, Debug)]
struct Reference {
    hint: Hint,
    /// Shapes with lower numbers can be referred to.
    known: usize,
    header_len: usize,
    /// Where this record's marks begin.
    marks: usize,
}

impl RecordState {
    /// A record whose struct has this name, which only helps to guess its shape.
    #[inline(always)]
    pub(crate) fn begin<S: Sink>(
        enc: &mut Encoder<S>,
        struct_name: &'static str,
        announced: usize,
    ) -> Self {
        enc.depth += 1;
        let start = enc.out.position();
        let known = enc.shapes.count();
        let reference = if known == 0 {
            enc.out.push(wire::NEW_RECORD);
            enc.count(announced);
            None
        } else {
            let hint = enc.shapes.hint(struct_name);
            enc.out.wait();
            enc.header(Counted::Record, hint.shape);
            let header_len = enc.out.position() - start;
            Some(Reference { hint, known, header_len, marks: enc.marks.len() })
        };
        RecordState {
            start,
            node: ROOT,
            first: ROOT,
            written: 0,
            announced,
            struct_name,
            reference,
        }
    }

    /// The next field's name; its value comes next.
    #[inline(always)]
    pub(crate) fn name<S: Sink>(&mut self, enc: &mut Encoder<S>, name: NameRef<'_>) -> Result<()> {
        if let Some(reference) = self.reference {
            let hinted =
                if self.written == 0 { enc.shapes.hinted(reference.hint, name) } else { None };
            if let Some(next) = hinted.or_else(|| enc.shapes.step(self.node, name)) {
                if self.written == 0 {
                    self.first = next;
                }
                self.node = next;
                enc.marks.push(enc.out.position());
                return Ok(());
            }
            self.define(enc, reference)?;
        }
        self.node = enc.shapes.enter(self.node, name);
        if self.written == 0 {
            self.first = self.node;
        }
        enc.name(name.text())
    }

    /// How many fields are written.
    pub(crate) fn written(&self) -> u64 {
        self.written as u64
    }

    /// The value is written.
    #[inline(always)]
    pub(crate) fn value_end<S: Sink>(&mut self, enc: &mut Encoder<S>) -> Result<()> {
        self.written += 1;
        enc.out.flush_if_large()
    }

    /// Rewrites what was taken for a reference, with its names.
    #[cold]
    fn define<S: Sink>(&mut self, enc: &mut Encoder<S>, reference: Reference) -> Result<()> {
        let marks = enc.marks.split_off(reference.marks);
        let body = enc.out.cut(self.start)?;
        enc.out.known();
        self.reference = None;
        enc.out.push(wire::NEW_RECORD);
        enc.count(self.announced);
        let ends = marks.iter().skip(1).map(|mark| mark - self.start).chain([body.len()]);
        let values = marks.iter().map(|mark| mark - self.start).zip(ends);
        let names = enc.shapes.names(self.node).into_iter().map(ToOwned::to_owned);
        for (name, (start, end)) in names.collect::<alloc::vec::Vec<_>>().iter().zip(values) {
            enc.name(name)?;
            enc.out.extend(body.get(start..end).unwrap_or_default());
        }
        Ok(())
    }

    /// All fields are written.
    #[inline]
    pub(crate) fn end<S: Sink>(mut self, enc: &mut Encoder<S>) -> Result<()> {
        let result = self.close(enc);
        enc.compound_end(result)
    }

    #[inline]
    fn close<S: Sink>(&mut self, enc: &mut Encoder<S>) -> Result<()> {
        if let Some(reference) = self.reference {
            match enc.shapes.shape(self.node) {
                Some(shape) if shape < reference.known => {
                    return self.refer(enc, reference, shape);
                }
                _ => {
                    self.announced = self.written;
                    self.define(enc, reference)?;
                }
            }
        }
        if self.announced != self.written {
            enc.check_held(self.start, self.announced, self.written)?;
            let old = count::len(self.announced as u64);
            enc.out.replace(self.start + 1, old, count::encode(self.written as u64))?;
        }
        let shape = enc.shapes.define(self.node)?;
        enc.shapes.note(self.struct_name, self.first, shape);
        Ok(())
    }

    /// The list of names is a known one.
    #[inline]
    fn refer<S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        reference: Reference,
        shape: usize,
    ) -> Result<()> {
        enc.marks.truncate(reference.marks);
        enc.out.known();
        enc.shapes.note(self.struct_name, self.first, shape);
        if shape != reference.hint.shape {
            let header = Counted::Record.header(shape as u64);
            enc.out.replace(self.start, reference.header_len, header)?;
        }
        let header_len = Counted::Record.header(shape as u64).1;
        enc.pack_floats(self.start, header_len, self.written, |number| {
            packed_header(wire::PACKED_RECORD, number, shape)
        });
        Ok(())
    }
}

/// A record, of a struct or of a variant with fields.
pub struct Record<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    state: RecordState,
}

impl<'a, S: Sink> Record<'a, S> {
    #[inline]
    pub(crate) fn new(enc: &'a mut Encoder<S>, state: RecordState) -> Self {
        Record { enc, state }
    }

    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.state.name(self.enc, NameRef::Static(name))?;
        if let Err(error) = value.serialize(Item::new(self.enc)) {
            return Err(self.enc.fail(error, Segment::name(name)));
        }
        self.state.value_end(self.enc)
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

                #[inline]
                fn end(self) -> Result<()> {
                    self.state.end(self.enc)
                }
            }
        )*
    };
}

record!(SerializeStruct SerializeStructVariant);
