//! The data sets: generated from a seed, the same in each run and on each machine.

pub(crate) mod log;
pub(crate) mod mesh;
pub(crate) mod savegame;
pub(crate) mod updates;
