//! The behaviour of the whole crate, seen from outside.
mod spec;
