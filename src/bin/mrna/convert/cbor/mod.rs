//! CBOR: items one after another.

mod meaning;
mod read;
mod write;

pub(crate) use self::{read::Items, write::write};
