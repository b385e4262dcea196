//! The integration tests, one binary. `util` has the runner of table rows,
//! `model` an encoder of its own; the other modules are named after what
//! they test. Notation and hex of a row come from the wire format alone.

#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    unreachable_pub,
    reason = "a test may panic, and says what it is about without more ado"
)]

mod model;
mod oracle;
#[path = "../rows/mod.rs"]
mod rows;
mod util;

mod batches;
mod canonical;
mod docs_types;
mod dump;
mod enums;
mod enums_tagging;
mod errors;
mod floats;
mod hints;
mod hostile;
mod int_type;
mod ints;
mod is_human_readable;
mod items;
mod limits;
mod lying;
mod lying_structs;
mod malformed;
mod maps;
mod options;
mod other_formats;
mod packed;
mod path;
mod prop;
mod reading_enums;
mod reading_rules;
mod records;
mod records_serde;
mod scalars;
mod scan;
mod sequences;
mod session;
mod stream;
mod strict;
mod text_and_bytes;
mod value_fidelity;
mod value_kinds;
mod value_macro;
mod vectors;
mod with_embedded;
mod with_kinds;
mod with_tags;

mod regression {
    //! One file a fault, named by number and words: `r0001_what_went_wrong.rs`.
    //! A new file here needs no line elsewhere.
    automod::dir!("tests/it/regression");
}
