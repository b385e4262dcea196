//! CBOR: items one after another.

mod meaning;
mod nan;
mod read;
mod write;

pub(crate) use self::{read::Items, write::write};
