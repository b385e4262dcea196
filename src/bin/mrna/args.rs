//! What the commands take.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Look into files of mrna messages, convert, check and compare them.
///
/// A FILE is `-` for the standard input. The exit status is 0 when all is well, 1 when the input
/// is damaged or differs, and 2 when there was no answer.
#[derive(Debug, Parser)]
#[command(name = "mrna", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Dump(Dump),
    Convert(Convert),
    Check(Check),
    Stat(Stat),
    Diff(Diff),
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, or that of a command
    Man {
        /// Which command
        command: Option<String>,
    },
}

/// Show every byte of a file and what it means
///
/// One line an item: its offset, its bytes, what it is. Goes as far as it can in a damaged file
/// and marks the byte that is wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct Dump {
    /// The file, or - for the standard input
    pub(crate) file: PathBuf,
    /// Show no more than so many levels
    #[arg(long, value_name = "LEVELS")]
    pub(crate) depth: Option<usize>,
    /// Show what the byte at this offset belongs to, and what is in it
    #[arg(long, value_name = "OFFSET", conflicts_with = "path")]
    pub(crate) at: Option<u64>,
    /// Show what is there in each message, as in errors: $.rows[3]
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<String>,
}

/// Convert between mrna and other formats
///
/// A message at a time, so a file may be of any size. What the other format has no word for is said
/// on the standard error, one line for each kind of loss, with the path of the first; if nothing is
/// said, converting back gives the same values.
///
/// JSON, MessagePack and CBOR have one sort of sequence, and maps for records and variants. Bytes
/// are base64 in JSON. CBOR's tags for large ints, sets, times, decimals and UUIDs are those values
/// in mrna; its other tags below 64 are mrna's from 0x43420000 on, and MessagePack's extensions those
/// from 0x4D500000 on.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    /// The file, or - for the standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
    /// What it is; unless given, by its extension: mrna, json, jsonl, ndjson, msgpack, mpk, cbor, py
    #[arg(long)]
    pub(crate) from: Option<Format>,
    /// What it becomes; unless given, by the output's extension
    #[arg(long)]
    pub(crate) to: Option<Format>,
    /// Where to; the standard output unless given. The file is there when it is whole, not before
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A format that values are read from and written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Messages one after another, or a session
    Mrna,
    /// JSON documents, indented
    Json,
    /// JSON, one document a line
    Jsonl,
    /// MessagePack
    Msgpack,
    /// CBOR
    Cbor,
    /// Python's literals, as repr prints them, one a line
    Python,
}

/// Say whether a file is valid, and what it takes to read it
///
/// One line a fact. The exit status is 1 if the file is damaged, or not as an option wants it.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The file, or - for the standard input
    pub(crate) file: PathBuf,
    /// Want each message in canonical form, which a session's can't be
    #[arg(long)]
    pub(crate) canonical: bool,
    /// Want no key twice in a map, and no member twice in a set
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print nothing: the exit status says it
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Show where the bytes go: by path, by kind, and what other formats would take
#[derive(Debug, clap::Args)]
pub(crate) struct Stat {
    /// The file, or - for the standard input
    pub(crate) file: PathBuf,
    /// Show so many paths, those with the most bytes
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    /// Draw the chart into this file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// Show how the values of two files differ, by path
///
/// One line a difference: - what only A has, + what only B has, ~ what changed. A path is that of
/// A, behind a + that of B. The exit status is 0 if there is none, 1 if there are, 2 if a file
/// can't be read or is damaged.
#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// The one file, or - for the standard input
    pub(crate) a: PathBuf,
    /// The other
    pub(crate) b: PathBuf,
}
