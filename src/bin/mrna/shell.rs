//! What a shell wants to know of the command: completions and the man page.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::CommandFactory;

use crate::{
    args::Args,
    failure::{Failure, Result},
};

/// Prints completions.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<ExitCode> {
    // Into memory first: the generator panics if nobody reads what it writes.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "mrna", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the man page of all of it, or that of a command.
pub(crate) fn man(name: Option<&str>) -> Result<ExitCode> {
    let mut command = Args::command();
    if let Some(name) = name {
        command.build();
        let Some(found) = command.find_subcommand(name) else {
            return Err(Failure::new("man", format_args!("there is no command {name}"))
                .hint("`mrna help` lists the commands"));
        };
        command = found.clone();
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
