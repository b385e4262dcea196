//! The command `mrna`, run as a user runs it: `cargo test --features cli --test cli`.

#![allow(missing_docs, reason = "tests")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a test fails by a panic, and runs with std"
)]

mod convert;
mod util;
