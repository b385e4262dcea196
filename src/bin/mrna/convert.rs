//! `mrna convert`.

use std::process::ExitCode;

use crate::{
    args,
    failure::{Failure, Result},
};

/// Runs the command.
pub(crate) fn run(args: &args::Convert) -> Result<ExitCode> {
    Err(Failure::new("convert", format!("not there yet: {args:?}")))
}
