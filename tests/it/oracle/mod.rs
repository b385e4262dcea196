//! What must hold of any bytes and of any value: the bodies of the targets in `fuzz/`, which
//! panic when something disagrees. `runs` gives them SPEC.md's rows and mutations of these.

mod decode;
mod fixpoint;
mod generate;
mod parity;
mod pieces;
#[cfg(test)]
mod runs;
mod stream;
mod zoo;

pub use decode::{decode, decode_part};
pub use fixpoint::{fixpoint, fixpoint_of};
pub use parity::parity;
pub use stream::stream;

/// What is wrong and at which byte; what skips doesn't know the path.
fn fault(error: &mrna::Error) -> String {
    format!("{} at {:?}", error.kind(), error.offset())
}

/// The bytes in hex, as a test may have them.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
