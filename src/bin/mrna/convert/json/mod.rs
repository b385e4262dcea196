//! JSON: documents one after another, or one a line.

mod error;
mod read;
mod write;

pub(crate) use self::{
    read::{Documents, Lines},
    write::{write_indented, write_line},
};
