//! From values to bytes: headers, numbers, names.

use alloc::vec::Vec;
use core::mem;

use smallvec::SmallVec;

use super::{
    names::{NameRef, Shapes, ShapesMark, Variants},
    output::{Output, Sink},
    record::Walk,
    run::Run,
};
use crate::{
    error::{Error, ErrorKind, Result},
    path::Segment,
    wire::{self, Counted, count},
};

/// Writes headers and scalars, keeps the tables of names.
#[derive(Debug)]
pub(crate) struct Encoder<S> {
    pub(crate) out: Output<S>,
    pub(crate) shapes: Shapes,
    variants: Variants,
    /// Where the values of records end that are written as references, while it isn't sure that
    /// they are: the innermost record's last.
    pub(crate) ends: Vec<usize>,
    /// The ways of the open records that are walked, the innermost last.
    pub(crate) walks: SmallVec<[Walk; 4]>,
    pub(crate) run: Run,
    /// How many `Some` are around the next value: they are on the wire only if it is nil.
    pub(crate) somes: usize,
    /// Whether the next compound is the message, which its end ends.
    pub(crate) is_message: bool,
    pub(crate) human_readable: bool,
    pub(crate) scope: Scope,
    /// Where the message began, and what names there were.
    start: usize,
    names_before: (ShapesMark, usize),
    progress: Progress,
    /// How many compounds are open.
    open: usize,
}

/// A compound among those that are open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    outer: usize,
    pub(crate) is_message: bool,
}

/// How long names are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Message,
    #[cfg(feature = "std")]
    Session,
    /// A session whose tables are empty here and not yet at the reader: the next message begins
    /// with a reset, which it takes back with itself if it fails.
    #[cfg(feature = "std")]
    ResetSession,
}

/// How far the message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// There is none, or it is whole.
    Over,
    Open,
    /// An error has left it incomplete, so that it can't be finished even where the error is
    /// swallowed by the type.
    Failed,
}

impl<S: Sink> Encoder<S> {
    pub(crate) fn new(out: Output<S>) -> Self {
        Encoder {
            start: out.position(),
            out,
            shapes: Shapes::new(),
            variants: Variants::default(),
            ends: Vec::new(),
            walks: SmallVec::new(),
            run: Run::PLAIN,
            somes: 0,
            is_message: false,
            human_readable: false,
            scope: Scope::Message,
            names_before: (ShapesMark::default(), 0),
            progress: Progress::Over,
            open: 0,
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
        if self.scope != Scope::Message {
            self.names_before = (self.shapes.mark(), self.variants.mark());
        }
        #[cfg(feature = "std")]
        if self.scope == Scope::ResetSession {
            self.out.push(wire::RESET);
        }
        self.progress = Progress::Open;
        self.run = Run::PLAIN;
        self.is_message = false;
        self.open = 0;
        Ok(())
    }

    /// Takes back a message that isn't whole.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        if self.progress != Progress::Over {
            self.out.take_back(self.start);
            self.ends.clear();
            self.walks.clear();
            if self.scope != Scope::Message {
                let (shapes, variants) = self.names_before;
                self.shapes.roll_back(shapes);
                self.variants.roll_back(variants);
            }
            self.message_over();
        }
    }

    fn message_over(&mut self) {
        self.progress = Progress::Over;
        if self.scope == Scope::Message {
            self.forget_names();
        }
    }

    /// Empties the tables of names.
    #[inline]
    fn forget_names(&mut self) {
        self.shapes.clear();
        self.variants.clear();
    }

    /// Empties the tables of names, at the reader with the next message.
    #[cfg(feature = "std")]
    pub(crate) fn reset_names(&mut self) {
        self.forget_names();
        self.scope = Scope::ResetSession;
    }

    /// How large the reader's tables of names are.
    #[cfg(feature = "std")]
    pub(crate) fn tables(&self) -> usize {
        self.shapes.size() + self.variants.size()
    }

    /// Opens a compound; gives what [`Self::leave`] wants at its end.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Level {
        let level = Level { outer: self.open, is_message: mem::take(&mut self.is_message) };
        self.open += 1;
        level
    }

    /// Before a compound is finished, which can't be once a part has failed, even if the type
    /// passed over that error, or caught a panic: the part may be there in half.
    #[inline(always)]
    pub(crate) fn leave(&mut self, level: Level) -> Result<()> {
        if self.open == level.outer + 1 {
            self.open = level.outer;
        } else {
            self.progress = Progress::Failed;
        }
        self.check()
    }

    /// An error once a part has failed.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<()> {
        match self.progress {
            Progress::Failed => Err(ErrorKind::Failed.into()),
            Progress::Over | Progress::Open => Ok(()),
        }
    }

    /// Writes a part by itself, after which nothing more can be written if `f` fails or panics.
    #[cfg(feature = "std")]
    pub(crate) fn part(&mut self, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.open > 0 {
            self.progress = Progress::Failed;
        }
        self.check()?;
        let level = self.enter();
        f(self)?;
        self.leave(level)
    }

    /// Closes a compound, and the message if it is that.
    #[inline(always)]
    pub(crate) fn close(&mut self, result: Result<()>, is_message: bool) -> Result<()> {
        match result {
            Ok(()) if is_message => self.message_end(),
            Ok(()) => Ok(()),
            Err(error) => {
                self.progress = Progress::Failed;
                Err(error)
            }
        }
    }

    pub(crate) fn message_end(&mut self) -> Result<()> {
        #[cfg(feature = "std")]
        if self.scope == Scope::ResetSession {
            self.scope = Scope::Session;
        }
        self.message_over();
        self.out.flush()
    }

    /// An error met in a part of the value.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error, segment: Segment) -> Error {
        self.progress = Progress::Failed;
        error.within(segment)
    }

    #[inline(always)]
    pub(crate) fn header(&mut self, kind: Counted, n: usize) {
        self.out.open(kind.header(n as u64));
    }

    /// An int that 64 bits don't hold, in two's complement.
    pub(crate) fn big_int(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.push(wire::BIG_INT);
        self.count(bytes.len());
        self.out.payload(bytes)
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
        self.out.replace(start, kind.header(announced as u64).len(), kind.header(written as u64))
    }

    /// An error if a header that has to change was passed on.
    pub(crate) fn check_held(&self, start: usize, announced: usize, written: usize) -> Result<()> {
        if self.out.holds(start) {
            return Ok(());
        }
        let (announced, written) = (announced as u64, written as u64);
        Err(ErrorKind::LengthMismatch { announced, written }.into())
    }
}
