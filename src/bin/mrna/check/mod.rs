//! `mrna check`: whether a file is valid, and what it takes to read it.

// Three readings, each in a file: `items` looks at every byte, `values` decodes each message,
// `duplicates` reads strictly. `recorded` keeps the bytes of a message while it is decoded.
mod duplicates;
mod items;
mod recorded;
mod values;

use std::{
    fmt::{self, Display, Formatter},
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use mrna::dump::Safe;

use self::{
    items::Items,
    values::{Canonical, Values},
};
use crate::{
    args,
    failure::{NO, Result},
    input::Input,
};

/// Runs the command.
pub(crate) fn run(args: &args::Check) -> Result<ExitCode> {
    let input = Input::from(args.file.clone());
    let mut kept = input.keep()?;
    let bytes = kept.len()?;
    let items = Items::read(&input, kept.rewind()?)?;
    let values = Values::read(&input, kept.rewind()?)?;
    // A canonical message has nothing twice.
    let duplicate = match (&values.canonical, &values.error) {
        (Canonical::Yes, None) => None,
        _ => duplicates::first(&input, kept.rewind()?)?,
    };
    let is_well = values.error.is_none()
        && (!args.canonical || matches!(values.canonical, Canonical::Yes))
        && !(args.strict && duplicate.is_some());
    if !args.quiet {
        let valid = values.error.as_ref().map_or("yes".to_owned(), |error| format!("no: {error}"));
        let duplicates = duplicate.map_or("none".to_owned(), |place| place.to_string());
        let lines: [(&str, &dyn Display); 8] = [
            ("valid:", &valid),
            ("messages:", &values.messages),
            ("bytes:", &bytes),
            ("depth:", &items.depth),
            ("largest item:", &items.largest),
            ("duplicates:", &duplicates),
            ("canonical:", &values.canonical),
            ("memory:", &values.memory),
        ];
        let mut out = BufWriter::new(io::stdout().lock());
        for (name, fact) in lines {
            writeln!(out, "{name:14}{}", Safe(fact))?;
        }
        out.flush()?;
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

/// Where something is in a file.
#[derive(Debug)]
pub(crate) struct Place {
    offset: u64,
    /// From 1 on.
    message: u64,
    path: mrna::Path,
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}, message {}, {}", self.offset, self.message, self.path)
    }
}
