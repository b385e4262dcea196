//! Whether a whole message is there.

use alloc::sync::Arc;

use super::{decoder::Decoder, names::Names, skip::Passing, strict::Strict};
use crate::{
    error::{ErrorKind, Result},
    limits::{Budget, Limits},
    read::{Kept, SliceRead},
};

/// What [`scan`] has found out.
///
/// ```
/// use mrna::Scan;
///
/// assert_eq!(mrna::scan(b"\x84text, and more")?, Scan::Complete(5));
/// assert_eq!(mrna::scan(b"\x84te")?, Scan::Incomplete(2));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The message is whole, and so many bytes long.
    Complete(usize),
    /// At least so many bytes are missing, as far as is known: more may turn out to be.
    Incomplete(usize),
}

/// Says whether `bytes` begin with a whole message.
///
/// It makes every check that decoding makes, in one pass without recursion, and allocates
/// nothing but tables of names. To ask again when more bytes have come, use a [`Scanner`].
///
/// # Errors
///
/// If the bytes are malformed or exceed a limit: no further bytes will mend that.
///
/// ```
/// use mrna::Scan;
///
/// let bytes = mrna::to_vec(&("text", 1.5))?;
/// assert_eq!(mrna::scan(&bytes)?, Scan::Complete(bytes.len()));
/// // The text is cut off; behind it at least one more byte belongs to the tuple.
/// assert_eq!(mrna::scan(&bytes[..3])?, Scan::Incomplete(3 + 1));
/// assert!(mrna::scan(&[0xDC]).is_err());
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn scan(bytes: &[u8]) -> Result<Scan> {
    Scanner::new().scan(bytes)
}

/// A [`scan`] that goes on where it was when more bytes have come, so that the bytes of a
/// message are looked at once, however small the pieces that they come in.
///
/// ```
/// use mrna::{Scan, Scanner};
///
/// let bytes = mrna::to_vec(&vec!["one", "two"])?;
/// let mut scanner = Scanner::new();
/// for end in 0..bytes.len() {
///     assert!(matches!(scanner.scan(&bytes[..end])?, Scan::Incomplete(_)));
/// }
/// assert_eq!(scanner.scan(&bytes)?, Scan::Complete(bytes.len()));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct Scanner {
    names: Names<Arc<str>>,
    budget: Budget,
    strict: Strict,
    passing: Passing<Arc<str>>,
    /// What has been passed of the message.
    passed: usize,
    failed: bool,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner::new()
    }
}

impl Scanner {
    /// For messages within the default [`Limits`].
    ///
    /// ```
    /// use mrna::{Scan, Scanner};
    ///
    /// assert_eq!(Scanner::new().scan(&[0x07])?, Scan::Complete(1));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Scanner::with_limits(Limits::new())
    }

    /// With these limits for each message; the tables of names count for the memory.
    ///
    /// ```
    /// use mrna::{Limits, Scanner};
    ///
    /// let mut scanner = Scanner::new().limits(Limits::new().depth(1));
    /// assert!(scanner.scan(&[0xB1, 0xB0]).unwrap_err().is_limit());
    /// ```
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Scanner::with_limits(limits)
    }

    fn with_limits(limits: Limits) -> Self {
        Scanner {
            names: Names::new(),
            budget: Budget::new(limits),
            strict: Strict::new(limits.is_strict()),
            passing: Passing::new(),
            passed: 0,
            failed: false,
        }
    }

    /// Goes on with the message whose bytes, from its first, are `bytes` by now.
    ///
    /// When it was complete, the next call is for the next message.
    ///
    /// # Errors
    ///
    /// Those of [`scan`]; [`ErrorKind::Failed`] for good after one.
    ///
    /// ```
    /// use mrna::{Scan, Scanner};
    ///
    /// let mut scanner = Scanner::new();
    /// assert_eq!(scanner.scan(b"\x84te")?, Scan::Incomplete(2));
    /// assert_eq!(scanner.scan(b"\x84text")?, Scan::Complete(5));
    /// assert_eq!(scanner.scan(b"\x07")?, Scan::Complete(1)); // the next message
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn scan(&mut self, bytes: &[u8]) -> Result<Scan> {
        if self.failed {
            return Err(ErrorKind::Failed.into());
        }
        let Some(rest) = bytes.get(self.passed..) else {
            let missing = self.passed - bytes.len() + 1;
            return Ok(Scan::Incomplete(missing.saturating_add(self.least_behind())));
        };
        let names = core::mem::replace(&mut self.names, Names::new());
        let strict = core::mem::take(&mut self.strict);
        let mut recorded = strict.len();
        let read = Kept(SliceRead::behind(self.passed as u64, rest));
        let mut de = Decoder::resume(read, names, self.budget.clone(), strict);
        let result = loop {
            let step = de.skip_step(&mut self.passing);
            match step {
                Ok(is_whole) => {
                    self.passed = bytes.len() - de.read.0.rest().len();
                    self.budget = de.budget.clone();
                    recorded = de.strict.len();
                    if is_whole {
                        break Ok(Scan::Complete(self.passed));
                    }
                }
                Err(error) if error.is_eof() => {
                    let missing = usize::try_from(de.read.0.missing()).unwrap_or(usize::MAX);
                    break Ok(Scan::Incomplete(missing.saturating_add(self.least_behind())));
                }
                Err(error) => break Err(error),
            }
        };
        self.names = de.names;
        self.strict = de.strict;
        self.strict.rewind(recorded);
        match result {
            Ok(Scan::Complete(_)) => {
                self.names.clear();
                self.budget.reset();
                self.strict.clear();
                self.passing = Passing::new();
                self.passed = 0;
            }
            Ok(Scan::Incomplete(_)) => {}
            Err(_) => self.failed = true,
        }
        result
    }

    fn least_behind(&self) -> usize {
        usize::try_from(self.passing.least_behind()).unwrap_or(usize::MAX)
    }
}
