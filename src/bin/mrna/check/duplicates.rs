//! What strict reading finds: a key twice in a map, a member twice in a set.

use std::io::BufRead;

use mrna::{ErrorKind, Limits, dump::Items};

use super::Place;
use crate::{failure::Result, input::Input};

/// Where the first one is, before the file is damaged.
pub(crate) fn first(input: &Input, reader: impl BufRead) -> Result<Option<Place>> {
    let mut message = 0;
    for item in Items::new(reader).limits(Limits::new().strict(true)) {
        match item.error() {
            None => message += u64::from(item.depth() == 0 && item.what().is_value()),
            Some(error) if error.is_io() => return Err(input.refused(error)),
            Some(error) if matches!(error.kind(), ErrorKind::DuplicateKey) => {
                let (offset, path) =
                    (error.offset().unwrap_or(item.offset()), error.path().clone());
                return Ok(Some(Place { offset, message, path }));
            }
            Some(_) => break,
        }
    }
    Ok(None)
}
