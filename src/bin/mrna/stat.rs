//! `mrna stat`.

use std::process::ExitCode;

use crate::{
    args,
    failure::{Failure, Result},
};

/// Runs the command.
pub(crate) fn run(args: &args::Stat) -> Result<ExitCode> {
    Err(Failure::new("stat", format!("not there yet: {args:?}")))
}
