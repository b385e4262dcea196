//! `mrna stat`: where the bytes of a file go.

// `usage` counts each byte, `paths` by where it is; `formats` is what the same values take
// elsewhere. `section` makes rows of all that, `table` and `svg` show them.
mod formats;
mod paths;
mod section;
mod svg;
mod table;
mod usage;

use std::{
    fs,
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use anstream::AutoStream;
use mrna::{Limits, Value, dump::Items};

use self::{formats::Size, usage::Usage};
use crate::{
    args,
    failure::{Failure, Result},
    input::{Input, Kept},
    messages::Messages,
};

/// Runs the command.
pub(crate) fn run(args: &args::Stat) -> Result<ExitCode> {
    let input = Input::from(args.file.clone());
    let mut kept = input.keep()?;
    let usage = usage(&input, &mut kept)?;
    let sizes = sizes(&input, &mut kept)?;
    let heading = section::heading(&usage);
    let sections = section::all(&usage, &sizes, args.top);
    if let Some(path) = &args.svg {
        if input.is_at(path) {
            return Err(Failure::new(
                path.display(),
                "is the input, which the chart would replace",
            ));
        }
        let chart = svg::chart(&input.to_string(), &heading, &sections);
        let chart = chart.map_err(|error| Failure::new(path.display(), error))?;
        fs::write(path, chart).map_err(|error| Failure::io(path.display(), error))?;
    }
    let mut out = BufWriter::new(AutoStream::auto(io::stdout().lock()));
    table::write(&mut out, &heading, &sections)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn usage(input: &Input, kept: &mut Kept) -> Result<Usage> {
    let mut usage = Usage::new();
    for item in Items::new(kept.rewind()?) {
        if let Some(error) = item.error() {
            return Err(input.refused(error).hint("`mrna dump` shows how far it is whole"));
        }
        usage.add(&item);
    }
    Ok(usage)
}

fn sizes(input: &Input, kept: &mut Kept) -> Result<[Size; 4]> {
    let mut sizes = Size::none();
    let messages = Messages::new(kept.rewind()?, Limits::new());
    let mut messages = messages.map_err(|error| input.failed(error))?;
    for number in 1.. {
        let value = messages.next::<Value>().map_err(|error| input.refused(&error))?;
        let Some(value) = value else { break };
        for size in &mut sizes {
            size.add(number, &value);
        }
    }
    Ok(sizes)
}
