//! From values to bytes: headers, numbers, names.

use alloc::vec::Vec;

use super::{
    names::{NameRef, Shapes, Variants},
    output::{Output, Sink},
};
use crate::{
    error::{Error, ErrorKind, Result},
    path::Segment,
    wire::{self, Counted, MAX_HEADER, count, int, packed::Number},
};

/// Writes headers and scalars, keeps the tables of names.
#[derive(Debug)]
pub(crate) struct Encoder<S> {
    pub(crate) out: Output<S>,
    pub(crate) shapes: Shapes,
    variants: Variants,
    /// Where the values of records begin that are written as references, while it isn't sure
    /// that they are: the innermost record's last.
    pub(crate) marks: Vec<usize>,
    pub(crate) human_readable: bool,
    /// Compounds that are open.
    pub(crate) depth: usize,
    /// Where the message began.
    start: usize,
    /// Whether a message was begun and is not whole.
    is_open: bool,
    /// Whether an error has left the message incomplete, so that it can't be finished even
    /// where the error is swallowed by the type.
    failed: bool,
}

/// A header's bytes, and how many of the array they are.
pub(crate) type HeaderBytes = ([u8; MAX_HEADER + 1], usize);

/// The header of a packed list, tuple or record.
pub(crate) fn packed_header(lead: u8, number: Number, n: usize) -> HeaderBytes {
    let ([a, b, c, d, e, f, g, h, i], len) = count::encode(n as u64);
    ([lead, number.byte(), a, b, c, d, e, f, g, h, i], 2 + len)
}

impl<S: Sink> Encoder<S> {
    pub(crate) fn new(out: Output<S>) -> Self {
        Encoder {
            start: out.position(),
            out,
            shapes: Shapes::new(),
            variants: Variants::default(),
            marks: Vec::new(),
            human_readable: false,
            depth: 0,
            is_open: false,
            failed: false,
        }
    }

    /// Starts a message; one that was left in the middle is taken back.
    #[inline]
    pub(crate) fn begin(&mut self) -> Result<()> {
        self.take_back();
        if self.out.is_torn() {
            return Err(ErrorKind::Failed.into());
        }
        self.start = self.out.position();
        self.is_open = true;
        Ok(())
    }

    /// Takes back a message that isn't whole.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        if self.is_open {
            self.out.take_back(self.start);
            self.depth = 0;
            self.failed = false;
            self.marks.clear();
            self.message_over();
        }
    }

    fn message_over(&mut self) {
        self.is_open = false;
        self.shapes.clear();
        self.variants.clear();
    }

    /// Called when a value is whole; if no compound is open, so is the message.
    #[inline(always)]
    pub(crate) fn value_end(&mut self) -> Result<()> {
        if self.depth == 0 { self.message_end() } else { Ok(()) }
    }

    /// Closes a compound. None can be closed once a part has failed, even if the type passed
    /// over that error: the part may be there in half.
    #[inline]
    pub(crate) fn compound_end(&mut self, result: Result<()>) -> Result<()> {
        if self.failed {
            return Err(ErrorKind::Failed.into());
        }
        self.depth -= 1;
        match result {
            Ok(()) => self.value_end(),
            Err(error) => {
                self.failed = true;
                Err(error)
            }
        }
    }

    fn message_end(&mut self) -> Result<()> {
        self.message_over();
        self.out.flush()
    }

    /// An error met in a part of the value.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error, segment: Segment) -> Error {
        self.failed = true;
        error.within(segment)
    }

    #[inline(always)]
    pub(crate) fn header(&mut self, kind: Counted, n: usize) {
        self.out.put(kind.header(n as u64));
    }

    #[inline(always)]
    pub(crate) fn unsigned(&mut self, n: u64) {
        self.out.put(int::encode_unsigned(n));
    }

    #[inline(always)]
    pub(crate) fn signed(&mut self, n: i64) {
        self.out.put(int::encode(n));
    }

    /// An int that 64 bits don't hold, in two's complement.
    pub(crate) fn big_int(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.push(wire::BIG_INT);
        self.count(bytes.len());
        self.out.payload(bytes)
    }

    #[inline(always)]
    pub(crate) fn f32(&mut self, value: f32) {
        let [a, b, c, d] = value.to_le_bytes();
        self.out.extend(&[wire::F32, a, b, c, d]);
    }

    #[inline(always)]
    pub(crate) fn f64(&mut self, value: f64) {
        let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
        self.out.extend(&[wire::F64, a, b, c, d, e, f, g, h]);
    }

    #[inline(always)]
    pub(crate) fn count(&mut self, n: usize) {
        self.out.put(count::encode(n as u64));
    }

    /// A str or bytes.
    #[inline(always)]
    pub(crate) fn payload(&mut self, kind: Counted, bytes: &[u8]) -> Result<()> {
        self.header(kind, bytes.len());
        self.out.payload(bytes)
    }

    /// A name: a length and UTF-8.
    #[inline]
    pub(crate) fn name(&mut self, name: &str) -> Result<()> {
        self.count(name.len());
        self.out.payload(name.as_bytes())
    }

    /// The header of a variant, with its name if that is new.
    #[inline]
    pub(crate) fn variant(&mut self, kind: Counted, name: NameRef<'_>) -> Result<()> {
        let (number, is_new) = self.variants.number(name);
        self.header(kind, number);
        if is_new { self.name(name.text()) } else { Ok(()) }
    }

    /// The header of a kind with its length, mended at the end if that is not what was
    /// announced.
    pub(crate) fn mend(
        &mut self,
        start: usize,
        kind: Counted,
        announced: usize,
        written: usize,
    ) -> Result<()> {
        if announced == written {
            return Ok(());
        }
        self.check_held(start, announced, written)?;
        self.out.replace(start, kind.header(announced as u64).1, kind.header(written as u64))
    }

    /// An error if a header that has to change was passed on.
    pub(crate) fn check_held(&self, start: usize, announced: usize, written: usize) -> Result<()> {
        if self.out.holds(start) {
            return Ok(());
        }
        let (announced, written) = (announced as u64, written as u64);
        Err(ErrorKind::LengthMismatch { announced, written }.into())
    }

    /// Whether the `n` values from `start` on are floats of one kind: each is as long as the
    /// first, and where one ends the next begins with the same byte.
    fn floats(&self, start: usize, n: usize) -> Option<Number> {
        let (body, number, each) = self.maybe_floats(start, n)?;
        let lead = body.first();
        body.chunks_exact(each).all(|value| value.first() == lead).then_some(number)
    }

    /// Whether the last of `n` values from `start` on is a float of the kind of the first, if all
    /// before it were.
    pub(crate) fn ends_in_float(&self, start: usize, n: usize) -> bool {
        self.maybe_floats(start, n).is_some_and(|(body, _, each)| {
            let last = body.rchunks_exact(each).next();
            last.is_some_and(|last| last.first() == body.first())
        })
    }

    /// What is behind `start`, if it begins with a float and is as long as `n` of its kind, with
    /// that kind and the length of each.
    fn maybe_floats(&self, start: usize, n: usize) -> Option<(&[u8], Number, usize)> {
        let body = self.out.since(start)?;
        let number = match *body.first()? {
            wire::F32 => Number::F32,
            wire::F64 => Number::F64,
            _ => return None,
        };
        let each = usize::from(number.width()) + 1;
        (body.len() == n.checked_mul(each)?).then_some((body, number, each))
    }

    /// Packs a tuple or record of floats if that is shorter: its header of `header_len` bytes is
    /// at `start`, `packed` is the header it then has.
    #[inline]
    pub(crate) fn pack_floats(
        &mut self,
        start: usize,
        header_len: usize,
        n: usize,
        packed: impl FnOnce(Number) -> HeaderBytes,
    ) {
        let Some(number) = self.floats(start + header_len, n) else { return };
        let header = packed(number);
        // A packed value is shorter by a byte, the header longer by some.
        if header.1 < header_len + n {
            self.out.close_up(start, header_len, header, number.width().into());
        }
    }
}
