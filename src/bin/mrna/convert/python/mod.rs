//! Python's literals, one a line, as `repr` prints them.

mod equal;
mod number;
mod printable;
mod read;
mod source;
mod text;
mod write;

pub(crate) use self::{read::Literals, write::write};
