//! The first process: starts the second one, sends it the file, hears what became of it.

use alloc::borrow::Cow;
use std::{
    env, fs,
    io::{self, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{self, Child, ChildStdin, Command, Stdio},
};

use mrna::Serializer;
use serde::Serialize as _;

use crate::{
    protocol::{Answer, Digest, Message, Start, chunk_len},
    work::{Input, Source},
};

/// What goes through the pipe.
#[derive(Clone, Copy)]
pub(crate) enum Wire {
    Mrna,
    Plain,
}

/// Why sending ended early.
enum Stop {
    /// The sender's own reason.
    Abort(String),
    /// The receiver takes no more; it may say why.
    Refused(String),
}

/// Sends all of `input` and checks what the receiver says; it keeps the file in `to`, or
/// nothing.
pub(crate) fn transfer(
    source: &Source,
    mut input: Input<'_>,
    wire: Wire,
    frame: usize,
    to: Option<&Path>,
    abort_at: Option<u64>,
) -> Result<(), String> {
    let mut receiver = Receiver::start(wire, frame, to)?;
    let pipe = receiver.child.stdin.take().ok_or("the receiver has no stdin")?;
    // The pipe is closed here: a receiver that still waits for something sees its end.
    let sent = match wire {
        Wire::Mrna => send(source, &mut input, pipe, frame, abort_at),
        Wire::Plain => copy(&mut input, pipe, frame),
    };
    match (sent, receiver.answer()?) {
        (Ok(sent), Answer::Received { bytes, digest }) if (bytes, digest) == (input.done, sent) => {
            Ok(())
        }
        (Err(Stop::Abort(reason)), Answer::Aborted { bytes, reason: heard })
            if (bytes, &heard) == (input.done, &reason) =>
        {
            Err(format!(
                "aborted after {bytes} bytes: {reason}; the receiver confirmed it, no file is left"
            ))
        }
        (_, Answer::Failed(reason)) => Err(format!("the receiver refused the file: {reason}")),
        (Err(Stop::Abort(reason) | Stop::Refused(reason)), _) => Err(reason),
        (Ok(_), answer) => Err(format!("the receiver has something else: {answer:?}")),
    }
}

/// Sends the file in messages.
fn send(
    source: &Source,
    input: &mut Input<'_>,
    pipe: ChildStdin,
    frame: usize,
    abort_at: Option<u64>,
) -> Result<Digest, Stop> {
    let refused = |error: mrna::Error| Stop::Refused(format!("the receiver hung up: {error}"));
    let chunk = chunk_len(frame).map_err(refused)?;
    let mut ser = Serializer::new(pipe);
    let start = Start { name: source.name.clone(), size: source.size, chunk };
    Message::Start(start).serialize(&mut ser).map_err(refused)?;
    let mut buffer = vec![0; chunk];
    loop {
        let room = abort_at.map_or(u64::MAX, |at| at - input.done);
        let room = usize::try_from(room).unwrap_or(usize::MAX).min(chunk);
        let bytes = match buffer.get_mut(..room) {
            None | Some([]) => Err("--abort-at".into()),
            Some(buffer) => input.next(buffer),
        };
        match bytes {
            Ok([]) => break,
            Ok(bytes) => {
                Message::Chunk(Cow::Borrowed(bytes)).serialize(&mut ser).map_err(refused)?;
            }
            Err(reason) => {
                Message::Abort(reason.clone()).serialize(&mut ser).map_err(refused)?;
                return Err(Stop::Abort(reason));
            }
        }
    }
    let digest = input.digest();
    Message::End(digest).serialize(&mut ser).map_err(refused)?;
    Ok(digest)
}

/// Sends the file as plain bytes.
fn copy(input: &mut Input<'_>, mut pipe: ChildStdin, frame: usize) -> Result<Digest, Stop> {
    let mut buffer = vec![0; frame];
    loop {
        match input.next(&mut buffer).map_err(Stop::Abort)? {
            [] => return Ok(input.digest()),
            bytes => pipe
                .write_all(bytes)
                .map_err(|error| Stop::Refused(format!("the receiver hung up: {error}")))?,
        }
    }
}

/// The second process.
struct Receiver {
    child: Child,
    partial: Option<PathBuf>,
}

impl Receiver {
    fn start(wire: Wire, frame: usize, to: Option<&Path>) -> Result<Self, String> {
        let program = env::current_exe().map_err(|e| format!("can't find this program: {e}"))?;
        let mut command = Command::new(program);
        command.args(["receive", if matches!(wire, Wire::Mrna) { "mrna" } else { "plain" }]);
        command.arg(frame.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let partial = to.map(partial);
        if let (Some(partial), Some(to)) = (&partial, to) {
            command.arg(partial).arg(to);
        }
        // Ctrl-C ends the sender only, and the receiver has time to remove its file.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|e| format!("can't start the receiver: {e}"))?;
        Ok(Receiver { child, partial })
    }

    /// Waits for the receiver's answer and its end.
    fn answer(mut self) -> Result<Answer, String> {
        let stdout = self.child.stdout.take().ok_or("the receiver has no stdout")?;
        let answer = mrna::from_reader(BufReader::new(stdout));
        let status = self.child.wait().map_err(|e: io::Error| e.to_string())?;
        answer.map_err(|error: mrna::Error| {
            // Killed, it had no chance to remove its file.
            let _ = self.partial.map(fs::remove_file);
            if error.is_eof() {
                format!("the receiver died without a word ({status}); no file is left")
            } else {
                format!("the receiver's answer makes no sense: {error}")
            }
        })
    }
}

/// Beside the destination, so that it can be renamed.
fn partial(to: &Path) -> PathBuf {
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    to.with_file_name(format!(".{name}.{}.part", process::id()))
}
