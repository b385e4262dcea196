//! The command `mrna`: shows what is in files of messages, converts, checks and compares them.
//!
//! It stands on the library's public interface and on other crates for everything that is not the
//! format.

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a command runs with std"
)]

// Each command in a file of its name, with `run`, which gives the exit status; `args` says what
// they take, `input` where bytes come from, `failure` how a command fails.
mod args;
mod check;
mod convert;
mod diff;
mod dump;
mod failure;
mod input;
mod messages;
mod shell;
mod stat;

use std::process::ExitCode;

use clap::Parser;

use crate::{
    args::{Args, Command},
    failure::Result,
};

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(code) => code,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure::say(&failure);
            ExitCode::from(failure.status())
        }
    }
}

fn run(args: Args) -> Result<ExitCode> {
    match args.command {
        Command::Dump(args) => dump::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Stat(args) => stat::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { command } => shell::man(command.as_deref()),
    }
}
