//! What strict reading finds: a key twice in a map, a member twice in a set.

use std::io::BufRead;

use mrna::{ErrorKind, Limits};
use serde::de::IgnoredAny;

use super::Place;
use crate::{failure::Result, input::Input, messages::Messages};

/// Where the first one is, before the file is damaged.
pub(crate) fn first(input: &Input, reader: impl BufRead) -> Result<Option<Place>> {
    let messages = Messages::new(reader, Limits::new().strict(true));
    let mut messages = messages.map_err(|error| input.failed(error))?;
    for message in 1.. {
        match messages.next::<IgnoredAny>() {
            Ok(Some(IgnoredAny)) => {}
            Err(error) if error.is_io() => return Err(input.refused(&error)),
            Err(error) if matches!(error.kind(), ErrorKind::DuplicateKey) => {
                let (offset, path) = (error.offset().unwrap_or(0), error.path().clone());
                return Ok(Some(Place { offset, message, path }));
            }
            Ok(None) | Err(_) => break,
        }
    }
    Ok(None)
}
