//! `mrna convert`: from one format to another, a message at a time.

// `messages` (mrna itself), `json`, `msgpack`, `cbor` and `python` each read values and write them;
// what lies between is a `Value`. `loss` is what a format has no word for, `place` where that was,
// `tags` what stands in mrna for what mrna has no word for, `depth` what is nested too deep,
// `output` where all of it goes.
mod cbor;
mod counted;
mod depth;
mod json;
mod loss;
mod messages;
mod msgpack;
mod output;
mod place;
mod python;
mod stop;
mod tags;

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
};

use mrna::{Limits, Value};

use self::{loss::Losses, output::Output, stop::Stop};
use crate::{
    args::{self, Format},
    failure::{Failure, Result},
    input::Input,
    messages::Messages,
};

/// The levels of nesting that are read from any format: as many as an mrna message may have.
const LEVELS: usize = Limits::DEFAULT_DEPTH;

/// Gives the values of a file, one after another.
trait Reader {
    /// The next one; none at the end.
    fn read(&mut self, losses: &mut Losses) -> core::result::Result<Option<Value>, Stop>;
}

/// Writes a value behind those before it.
type Writer = fn(&Value, &mut Losses, &mut Output) -> core::result::Result<(), Stop>;

/// Runs the command.
pub(crate) fn run(args: &args::Convert) -> Result<ExitCode> {
    let input = Input::from(args.file.clone());
    let from = args.from.or_else(|| by_extension(input.extension()?)).ok_or_else(|| {
        Failure::new(&input, "its name doesn't tell which format it is")
            .hint("say so with --from: mrna, json, jsonl, msgpack, cbor or python")
    })?;
    let output_name = args.output.clone().map(Input::from);
    let to =
        args.to.or_else(|| by_extension(output_name.as_ref()?.extension()?)).ok_or_else(|| {
            Failure::new("convert", "nothing tells what it becomes")
                .hint("say so with --to: mrna, json, jsonl, msgpack, cbor or python")
        })?;
    let mut reader = reader(from, input.open()?).map_err(|error| input.failed(error))?;
    let write = writer(to);
    let mut output = Output::create(args.output.as_deref())?;
    let mut losses = Losses::default();

    let stop = loop {
        match reader.read(&mut losses) {
            Ok(Some(value)) => {
                let checked = depth::check(&value, to);
                match checked.and_then(|()| write(&value, &mut losses, &mut output)) {
                    Ok(()) => losses.next_message(),
                    Err(Stop::Io(error)) => return Err(output.failed(error)),
                    Err(Stop::Refused(what)) => break Some(what),
                }
            }
            Ok(None) => break None,
            Err(Stop::Io(error)) => {
                output.finish_early()?;
                return Err(input.failed(error));
            }
            Err(Stop::Refused(what)) => break Some(what),
        }
    };
    let Some(what) = stop else {
        output.finish()?;
        say(losses.lines(&input))?;
        return Ok(ExitCode::SUCCESS);
    };
    // What came before the damage is whole, and goes where it may be of use.
    let hint = output.finish_early()?;
    // If that can't be said there is still the damage to tell of.
    say(losses.lines(&input)).ok();
    let failure = Failure::damaged(&input, what);
    Err(match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    })
}

/// Writes lines to the standard error. Where nobody reads it, that is a failure too: only what was
/// said to be lost may be.
fn say(lines: impl IntoIterator<Item = String>) -> Result<()> {
    let mut err = anstream::stderr().lock();
    for line in lines {
        writeln!(err, "{line}").map_err(|error| Failure::new("standard error", error))?;
    }
    Ok(())
}

/// What a file's extension says of it.
fn by_extension(extension: &str) -> Option<Format> {
    Some(match &*extension.to_ascii_lowercase() {
        "mrna" => Format::Mrna,
        "json" => Format::Json,
        "jsonl" | "ndjson" => Format::Jsonl,
        "msgpack" | "mpk" => Format::Msgpack,
        "cbor" => Format::Cbor,
        "py" => Format::Python,
        _ => return None,
    })
}

fn reader(from: Format, input: Box<dyn BufRead>) -> io::Result<Box<dyn Reader>> {
    Ok(match from {
        Format::Mrna => Box::new(Messages::new(input, Limits::new())?),
        Format::Json => Box::new(json::Documents::new(input)?),
        Format::Jsonl => Box::new(json::Lines::new(input)?),
        Format::Msgpack => Box::new(msgpack::Items::new(input)),
        Format::Cbor => Box::new(cbor::Items::new(input)),
        Format::Python => Box::new(python::Literals::new(input)?),
    })
}

fn writer(to: Format) -> Writer {
    match to {
        Format::Mrna => messages::write,
        Format::Json => json::write_indented,
        Format::Jsonl => json::write_line,
        Format::Msgpack => msgpack::write,
        Format::Cbor => cbor::write,
        Format::Python => python::write,
    }
}
