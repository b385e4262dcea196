//! mrna itself: messages one after another, or a session.

use std::io::BufRead;

use mrna::Value;

use super::{Reader, loss::Losses, output::Output, stop::Stop};
use crate::messages::Messages;

impl Reader for Messages<Box<dyn BufRead>> {
    fn read(&mut self, _: &mut Losses) -> Result<Option<Value>, Stop> {
        self.next().map_err(|error| {
            if error.is_io() { Stop::Io(error.into()) } else { Stop::Refused(error.to_string()) }
        })
    }
}

/// Writes a message.
pub(crate) fn write(value: &Value, _: &mut Losses, out: &mut Output) -> Result<(), Stop> {
    mrna::to_writer(out, value).map_err(|error| Stop::Io(error.into()))
}
