//! `mrna diff`: how the values of two files differ, message by message, by path.

// `compare` goes through two values and says what differs to `report`, which writes the lines;
// `align` finds which elements of two lists belong together, `likeness` which of them are most
// alike; `names` makes the names of two
// messages one, `place` is where a difference is.
mod align;
mod compare;
mod likeness;
mod names;
mod place;
mod report;

use std::{
    io::{self, BufRead, BufWriter, Write},
    process::ExitCode,
};

use anstream::AutoStream;
use mrna::{Limits, Value};

use self::{compare::Comparison, names::Names, report::Report};
use crate::{
    args,
    failure::{Failure, NO, Result},
    input::Input,
    messages::Messages,
};

/// Runs the command.
pub(crate) fn run(args: &args::Diff) -> Result<ExitCode> {
    let (a, b) = (Input::from(args.a.clone()), Input::from(args.b.clone()));
    if a == Input::Stdin && b == Input::Stdin {
        return Err(Failure::new(a, "both files can't be the standard input"));
    }
    let (mut kept_a, mut kept_b) = (a.keep()?, b.keep()?);
    if same_bytes((&a, kept_a.rewind()?), (&b, kept_b.rewind()?))? {
        return Ok(ExitCode::SUCCESS);
    }
    let out = BufWriter::new(AutoStream::auto(io::stdout().lock()));
    let mut report = Report::new(out);
    let differ = messages((&a, kept_a.rewind()?), (&b, kept_b.rewind()?), &mut report);
    // Also what was found before a damaged place.
    report.flush()?;
    Ok(if differ? { ExitCode::from(NO) } else { ExitCode::SUCCESS })
}

/// Files with the same bytes hold the same values, whatever these are.
fn same_bytes<A: BufRead, B: BufRead>(
    (a, mut read_a): (&Input, A),
    (b, mut read_b): (&Input, B),
) -> Result<bool> {
    loop {
        let x = read_a.fill_buf().map_err(|error| a.failed(error))?;
        let y = read_b.fill_buf().map_err(|error| b.failed(error))?;
        let len = x.len().min(y.len());
        if len == 0 {
            return Ok(x.len() == y.len());
        }
        if x.get(..len) != y.get(..len) {
            return Ok(false);
        }
        read_a.consume(len);
        read_b.consume(len);
    }
}

/// Compares the first message with the first, the second with the second, and so on; gives
/// whether any differ.
fn messages<W: Write>(
    (a, read_a): (&Input, impl BufRead),
    (b, read_b): (&Input, impl BufRead),
    report: &mut Report<W>,
) -> Result<bool> {
    let mut messages_a = Messages::new(read_a, Limits::new()).map_err(|error| a.failed(error))?;
    let mut messages_b = Messages::new(read_b, Limits::new()).map_err(|error| b.failed(error))?;
    for number in 1.. {
        let in_a = messages_a.next::<Value>().map_err(|error| Failure::new(a, error))?;
        let in_b = messages_b.next::<Value>().map_err(|error| Failure::new(b, error))?;
        if number == 1 {
            let is_last = messages_a.at_end().map_err(|error| a.failed(error))?
                && messages_b.at_end().map_err(|error| b.failed(error))?;
            report.number_messages(!is_last);
        }
        report.message(number);
        match (in_a, in_b) {
            (None, None) => break,
            (Some(value), None) => report.removed("$", &value)?,
            (None, Some(value)) => report.added("$", &value)?,
            (Some(mut in_a), Some(mut in_b)) => {
                let mut names = Names::default();
                names.share(&mut in_a).map_err(|error| Failure::new(a, error))?;
                names.share(&mut in_b).map_err(|error| Failure::new(b, error))?;
                Comparison::new(report).values(&in_a, &in_b)?;
            }
        }
    }
    Ok(report.has_lines())
}
