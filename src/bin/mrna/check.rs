//! `mrna check`.

use std::process::ExitCode;

use crate::{
    args,
    failure::{Failure, Result},
};

/// Runs the command.
pub(crate) fn run(args: &args::Check) -> Result<ExitCode> {
    Err(Failure::new("check", format!("not there yet: {args:?}")))
}
