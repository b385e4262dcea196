//! Writes SPEC.md's rows to the corpora.

#[path = "../../tests/rows/mod.rs"]
mod rows;

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let headings = ["value", "also reads as", "error"];
    let rows: Vec<_> = headings.iter().flat_map(|heading| rows::spec_rows(heading)).collect();
    for target in ["decode", "fixpoint", "parity", "stream"] {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&corpus)?;
        for (number, [hex, ..]) in rows.iter().enumerate() {
            fs::write(corpus.join(format!("spec_{number:03}")), rows::bytes(hex))?;
        }
    }
    Ok(())
}
