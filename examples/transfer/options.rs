//! The command line.

use core::{fmt::Display, ops::RangeInclusive, str::FromStr};
use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use crate::protocol::MAX_FRAME;

pub(crate) const USAGE: &str = "\
Sends a file to a second process as mrna messages over a pipe, checks that it arrived, and
compares the speed with a plain copy of the same bytes through the same pipe.

    transfer [OPTIONS] [FILE]

Without FILE, random data is sent.

    --to PATH         keep what arrives in PATH, which is replaced (else it is thrown away)
    --size MIB        random data to make, in MiB (512)
    --frame KIB       length of a message with a chunk, in KiB (1024)
    --rounds N        rounds of the comparison, 0 for none (5)
    --abort-at BYTES  give up after so many bytes
    --help            this text
";

/// The best there is: the pipe alone has 0.41 of the plain speed at 64 KiB, 0.66 at 512 KiB, 0.68
/// at 1 MiB, 0.67 at 2 MiB, 0.57 at 4 MiB.
const FRAME: usize = 1 << 20;

/// What the user asked for.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) file: Option<PathBuf>,
    pub(crate) to: Option<PathBuf>,
    /// In bytes, as all here.
    pub(crate) size: u64,
    pub(crate) frame: usize,
    pub(crate) rounds: usize,
    pub(crate) abort_at: Option<u64>,
}

impl Options {
    /// `None` if help was asked for.
    pub(crate) fn parse(mut args: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut options = Options {
            file: None,
            to: None,
            size: 512 << 20,
            frame: FRAME,
            rounds: 5,
            abort_at: None,
        };
        while let Some(arg) = args.next() {
            let mut value =
                || args.next().ok_or_else(|| format!("{} needs a value", arg.to_string_lossy()));
            match arg.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--to") => options.to = Some(value()?.into()),
                Some("--size") => options.size = number(&value()?, 0..=1 << 30)? << 20,
                Some("--frame") => options.frame = number(&value()?, 1..=MAX_FRAME >> 10)? << 10,
                Some("--rounds") => options.rounds = number(&value()?, 0..=1_000)?,
                Some("--abort-at") => options.abort_at = Some(number(&value()?, 0..=u64::MAX)?),
                Some(flag) if flag.starts_with('-') => return Err(format!("no option {flag}")),
                _ if options.file.is_some() => return Err("more than one FILE".into()),
                _ => options.file = Some(arg.into()),
            }
        }
        Ok(Some(options))
    }
}

fn number<N: FromStr + PartialOrd + Display>(
    text: &OsStr,
    range: RangeInclusive<N>,
) -> Result<N, String> {
    match text.to_str().and_then(|text| text.parse().ok()) {
        Some(n) if range.contains(&n) => Ok(n),
        _ => Err(format!(
            "{} is not a number from {} to {}",
            text.to_string_lossy(),
            range.start(),
            range.end()
        )),
    }
}
