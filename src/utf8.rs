//! Text is checked wherever it is read or passed over.

use alloc::{string::String, vec::Vec};

use crate::error::{ErrorKind, Result};

/// The text in `bytes`.
#[inline]
pub(crate) fn check(bytes: &[u8]) -> Result<&str> {
    core::str::from_utf8(bytes).map_err(|_| ErrorKind::InvalidUtf8.into())
}

/// The same for bytes that are owned.
pub(crate) fn check_owned(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| ErrorKind::InvalidUtf8.into())
}

/// Checks text that comes in pieces, which may end inside a character.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// The bytes of a character that isn't whole yet; more than four are none.
    open: Vec<u8>,
}

#[cfg(feature = "std")]
impl Pieces {
    /// The longest character.
    const LONGEST: usize = 4;

    pub(crate) fn push(&mut self, piece: &[u8]) {
        let mut rest = piece;
        // A character that began in the piece before ends within three bytes of this one.
        while let (1..=Self::LONGEST, Some((byte, behind))) = (self.open.len(), rest.split_first())
        {
            rest = behind;
            self.open.push(*byte);
            if core::str::from_utf8(&self.open).is_ok() {
                self.open.clear();
            }
        }
        if self.open.is_empty() {
            if let Err(error) = core::str::from_utf8(rest) {
                let invalid = rest.get(error.valid_up_to()..).unwrap_or_default();
                self.open.extend(invalid.iter().take(Self::LONGEST + 1));
                if error.error_len().is_some() {
                    self.open.resize(Self::LONGEST + 1, 0);
                }
            }
        }
    }

    /// The text is over: no character may be open.
    pub(crate) fn finish(self) -> Result<()> {
        if self.open.is_empty() { Ok(()) } else { Err(ErrorKind::InvalidUtf8.into()) }
    }
}
