//! The second process: takes a file from stdin, says on stdout what became of it.

use std::{
    ffi::OsString,
    io::{self, BufRead, Read, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use mrna::{Deserializer, Limits, de::IoRead};
use serde::Deserialize as _;

use crate::{
    protocol::{Answer, MAX_FRAME, Message},
    work::Output,
};

/// `receive mrna|plain FRAME [PARTIAL TO]`
pub(crate) fn main(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    let wire = args.next();
    let frame = args.next().and_then(|frame| frame.to_str()?.parse().ok());
    let (partial, to) = (args.next().map(PathBuf::from), args.next().map(PathBuf::from));
    let input = io::stdin().lock();
    let to = to.unwrap_or_default();
    let answer = match (wire.as_ref().and_then(|wire| wire.to_str()), frame) {
        (Some("mrna"), Some(_)) => mrna(input, partial, &to),
        (Some("plain"), Some(frame)) => plain(input, frame, partial, &to),
        _ => Err("receive is for the program's own use; see --help".into()),
    };
    let answer = answer.unwrap_or_else(Answer::Failed);
    let mut stdout = io::stdout().lock();
    let told = mrna::to_writer(&mut stdout, &answer).is_ok() && stdout.flush().is_ok();
    if told && matches!(answer, Answer::Received { .. }) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Takes a file in messages.
fn mrna(input: impl BufRead, partial: Option<PathBuf>, to: &Path) -> Result<Answer, String> {
    // The sender is not trusted with memory.
    let mut de =
        Deserializer::from_reader(input).limits(Limits::new().memory(MAX_FRAME + (64 << 10)));
    let Message::Start(start) = next(&mut de)? else {
        return Err("the first message is no Start".into());
    };
    let mut output = Output::new(partial)?;
    loop {
        match next(&mut de)? {
            Message::Chunk(bytes) => {
                let left = start.size - output.done;
                if bytes.is_empty() || bytes.len() > start.chunk || bytes.len() as u64 > left {
                    return Err(format!("a chunk of {} bytes, {left} are left", bytes.len()));
                }
                output.write(&bytes)?;
            }
            Message::Abort(reason) => {
                return Ok(Answer::Aborted { bytes: output.done, reason });
            }
            Message::End(digest) => {
                let bytes = output.done;
                if bytes != start.size {
                    return Err(format!("{bytes} bytes came instead of {}", start.size));
                }
                if digest != output.digest() {
                    return Err(format!("{} arrived damaged: the digest is wrong", start.name));
                }
                de.end().map_err(|error| error.to_string())?;
                output.keep(to)?;
                return Ok(Answer::Received { bytes, digest });
            }
            Message::Start(_) => return Err("a second Start".into()),
        }
    }
}

fn next<B: BufRead>(de: &mut Deserializer<IoRead<B>>) -> Result<Message<'static>, String> {
    Message::deserialize(de).map_err(|error| {
        if error.is_eof() { "the sender stopped in the middle".into() } else { error.to_string() }
    })
}

/// Takes a file as plain bytes, up to the end of the pipe.
fn plain(
    mut input: impl Read,
    frame: usize,
    partial: Option<PathBuf>,
    to: &Path,
) -> Result<Answer, String> {
    let mut output = Output::new(partial)?;
    let mut buffer = vec![0; frame];
    loop {
        let len = input.read(&mut buffer).map_err(|error| format!("can't read: {error}"))?;
        match buffer.get(..len) {
            Some(bytes @ [_, ..]) => output.write(bytes)?,
            _ => break,
        }
    }
    let (bytes, digest) = (output.done, output.digest());
    output.keep(to)?;
    Ok(Answer::Received { bytes, digest })
}
