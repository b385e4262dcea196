//! `mrna dump`.

use std::process::ExitCode;

use crate::{
    args,
    failure::{Failure, Result},
};

/// Runs the command.
pub(crate) fn run(args: &args::Dump) -> Result<ExitCode> {
    Err(Failure::new("dump", format!("not there yet: {args:?}")))
}
