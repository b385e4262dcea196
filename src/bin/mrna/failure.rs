//! How commands end: 0 when all is well, 1 when the answer is no, 2 when there is none.

use std::{
    fmt::{self, Display, Formatter},
    io::{self, Write},
};

use mrna::dump::Safe;

/// The exit status when the answer is no: the input is damaged, the two differ.
pub(crate) const NO: u8 = 1;

/// The exit status when there is no answer: a file that can't be opened, an option that isn't one.
pub(crate) const TROUBLE: u8 = 2;

pub(crate) type Result<T> = core::result::Result<T, Failure>;

/// Why a command could not do what it was asked for: what, where, what to do.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The file or the part of it that this is about.
    place: String,
    cause: Cause,
    hint: Option<&'static str>,
    status: u8,
}

#[derive(Debug)]
enum Cause {
    Io(io::Error),
    Said(String),
}

impl Failure {
    /// A failure that says what was found and what was expected.
    pub(crate) fn new(place: impl Display, what: impl Display) -> Self {
        Failure {
            place: place.to_string(),
            cause: Cause::Said(what.to_string()),
            hint: None,
            status: TROUBLE,
        }
    }

    /// The answer is no: the input is damaged.
    pub(crate) fn damaged(place: impl Display, what: impl Display) -> Self {
        Failure { status: NO, ..Failure::new(place, what) }
    }

    /// A read or a write that failed.
    pub(crate) fn io(place: impl Display, error: io::Error) -> Self {
        Failure { place: place.to_string(), cause: Cause::Io(error), hint: None, status: TROUBLE }
    }

    /// What to do about it, where that isn't plain.
    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Failure { hint: Some(hint), ..self }
    }

    /// The exit status that says so.
    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// Whether nobody reads the output any more, which is no failure of ours.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(&self.cause, Cause::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Writes a line to the standard error; where that can't be written, the exit status has to do.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// A write to the standard output that failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::io("standard output", error)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "mrna: {}: ", Safe(&self.place))?;
        match &self.cause {
            Cause::Io(error) => write!(f, "{}", Safe(error))?,
            Cause::Said(what) => write!(f, "{}", Safe(what))?,
        }
        self.hint.map_or(Ok(()), |hint| write!(f, "\n  {hint}"))
    }
}
