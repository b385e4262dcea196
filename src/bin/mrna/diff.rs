//! `mrna diff`.

use std::process::ExitCode;

use crate::{
    args,
    failure::{Failure, Result},
};

/// Runs the command.
pub(crate) fn run(args: &args::Diff) -> Result<ExitCode> {
    Err(Failure::new("diff", format!("not there yet: {args:?}")))
}
