//! What a shell wants to know of the command: completions and the man page.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::CommandFactory;

use crate::{args::Args, failure::Result};

/// Prints completions.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode> {
    // Into memory first: the generator panics if nobody reads what it writes.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "mrna", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the man page, with a section for each command.
pub(crate) fn man() -> Result<ExitCode> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Args::command()).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
