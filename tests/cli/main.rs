//! The command `mrna`, run as a user runs it: `cargo test --features cli --test cli`.

#![allow(missing_docs, reason = "tests")]
#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    unreachable_pub,
    reason = "a test fails by a panic, and runs with std"
)]

mod broken_pipe;
mod check;
mod convert;
mod diff;
mod dump;
mod magic;
mod readme;
#[path = "../rows/mod.rs"]
#[allow(dead_code, reason = "each test binary takes what it needs")]
mod rows;
mod shell;
mod stat;
mod terminal;
mod util;
mod vectors;
