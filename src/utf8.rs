//! Text is checked wherever it is read or passed over.

use alloc::{string::String, vec::Vec};

use crate::error::{ErrorKind, Result};

/// The text in `bytes`; `what` they are is for the error.
#[inline]
pub(crate) fn check<'a>(bytes: &'a [u8], what: &'static str) -> Result<&'a str> {
    core::str::from_utf8(bytes).map_err(|_| ErrorKind::InvalidUtf8(what).into())
}

/// The same for bytes that are owned.
pub(crate) fn check_owned(bytes: Vec<u8>, what: &'static str) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| ErrorKind::InvalidUtf8(what).into())
}

/// Checks text that comes in pieces, which may end inside a character.
#[cfg(feature = "std")]
#[derive(Default)]
pub(crate) struct Pieces {
    /// The bytes of a character that isn't whole yet.
    open: [u8; 4],
    len: usize,
}

#[cfg(feature = "std")]
impl Pieces {
    pub(crate) fn push(&mut self, mut piece: &[u8]) -> Result<()> {
        while self.len > 0 {
            let Some((&byte, rest)) = piece.split_first() else { return Ok(()) };
            piece = rest;
            if let Some(slot) = self.open.get_mut(self.len) {
                *slot = byte;
                self.len += 1;
            }
            let open = self.open;
            let Some(bytes) = open.get(..self.len) else { return self.finish() };
            match core::str::from_utf8(bytes) {
                Ok(_) => self.len = 0,
                Err(error) if error.error_len().is_none() => {}
                Err(_) => return self.finish(),
            }
        }
        let Err(error) = core::str::from_utf8(piece) else { return Ok(()) };
        let rest = piece.get(error.valid_up_to()..).unwrap_or_default();
        self.len = rest.len();
        match (error.error_len(), self.open.get_mut(..rest.len())) {
            (None, Some(open)) => {
                open.copy_from_slice(rest);
                Ok(())
            }
            _ => self.finish(),
        }
    }

    /// The text is over: no character may be open.
    pub(crate) fn finish(&self) -> Result<()> {
        if self.len == 0 { Ok(()) } else { Err(ErrorKind::InvalidUtf8("a str").into()) }
    }
}
