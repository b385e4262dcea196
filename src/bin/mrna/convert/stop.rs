//! Why a conversion ends before the end of its input.

use std::{
    fmt::{self, Display, Formatter},
    io,
};

use super::place::Place;

/// Why there is no further value.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A read or a write that failed.
    Io(io::Error),
    /// The input is not what it should be: what it is, and where.
    Refused(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Io(error)
    }
}

/// Where in a file something is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    Byte(u64),
    /// Both from 1 on.
    Line {
        line: u64,
        column: u64,
    },
}

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            At::Byte(offset) => write!(f, "byte {offset}"),
            At::Line { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

impl Stop {
    /// What is wrong with the input, in the form of the library's errors.
    pub(crate) fn refused(what: impl Display, at: At, place: &Place<'_>) -> Self {
        Stop::Refused(match place {
            Place::Root => format!("{what} at {at}"),
            _ => format!("{what} at {at} in {place}"),
        })
    }

    /// What is nested too deep.
    pub(crate) fn too_deep(levels: usize, at: At, place: &Place<'_>) -> Self {
        Stop::refused(format_args!("nested deeper than {levels} levels"), at, place)
    }

    /// A read that failed: the input may just have ended.
    pub(crate) fn reading(error: io::Error, at: At, place: &Place<'_>) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Stop::refused("premature end", at, place),
            _ => Stop::Io(error),
        }
    }
}
