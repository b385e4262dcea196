//! Pages to read; they hold no code and are there in the documentation only.
//!
//! - [`types`]: which Rust type becomes what, in mrna, Python and JSON.
//! - [`migration`]: from rmp-serde, ciborium, bincode, postcard or serde_json.

#[doc = include_str!("../docs/types.md")]
pub mod types {}

#[doc = include_str!("../docs/migration.md")]
pub mod migration {}
