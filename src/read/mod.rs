//! Where bytes come from: a slice, or an `io::BufRead`.

#[cfg(feature = "std")]
mod io;
mod kept;
mod slice;

use alloc::vec::Vec;
use core::fmt::Debug;

use serde::de::Visitor;

#[cfg(feature = "std")]
pub use self::io::IoRead;
pub(crate) use self::kept::Kept;
pub use self::slice::SliceRead;
use crate::{error::Result, limits::Budget};

/// A place that bytes come from, as a bound for `Deserializer<R>`. Sealed: [`SliceRead`] and
/// [`IoRead`] are what there is.
///
/// A failed reader gives `ErrorKind::Failed` for good, because it stands inside a value.
#[allow(private_interfaces, reason = "sealed by taking a private type")]
#[allow(clippy::missing_errors_doc, reason = "only the decoder calls the methods")]
pub trait Source {
    /// How a name is kept.
    type Name: Name;

    /// How many bytes have been read.
    fn offset(&self) -> u64;
    /// How many more bytes are certainly there.
    fn known(&self) -> u64;
    /// The next byte.
    fn byte(&mut self) -> Result<u8>;
    /// The next byte, which stays.
    fn peek(&mut self) -> Result<u8>;
    /// The next `WIDTH` bytes, at most eight, as the low ones of a number. (An array of eight in a
    /// `Result` was taken apart and put together again, byte by byte, for each f64.)
    fn bits<const WIDTH: usize>(&mut self) -> Result<u64>;
    /// The next `len` bytes as a name; what it takes is charged.
    fn name(&mut self, len: u64, budget: &mut Budget) -> Result<Self::Name>;
    /// Passes over `len` bytes.
    fn skip(&mut self, len: u64) -> Result<()>;
    /// Fails if `len` bytes have not come yet, where reading begins again when more have.
    fn all_there(&mut self, len: u64) -> Result<()> {
        let _ = len;
        Ok(())
    }
    /// Passes over `len` bytes that must be UTF-8.
    fn skip_text(&mut self, len: u64) -> Result<()>;
    /// Whether there is no further byte.
    fn at_end(&mut self) -> Result<bool>;
    /// Between values: whoever looks at the input finds it behind what was read.
    fn settle(&mut self) {}
    /// Gives nothing from now on.
    fn fail(&mut self);
    /// Whether [`Self::fail`] was called.
    fn has_failed(&self) -> bool;
}

/// A [`Source`] that lends what it can for `'de`.
#[allow(private_interfaces, reason = "sealed by taking a private type")]
#[allow(clippy::missing_errors_doc, reason = "only the decoder calls the methods")]
pub trait Read<'de>: Source<Name: 'de> {
    /// The next `len` bytes; what the reader allocates for them is charged.
    fn payload(&mut self, len: u64, budget: &mut Budget) -> Result<Payload<'de, '_>>;
}

/// The bytes of a text or a byte string, as the reader could get hold of them.
#[doc(hidden)]
#[derive(Debug)]
pub enum Payload<'de, 's> {
    /// They lie in the input for good.
    Borrowed(&'de [u8]),
    /// They lie in the reader until it reads on.
    Copied(&'s [u8]),
    /// They were too many for the reader's own buffer.
    Owned(Vec<u8>),
}

impl Payload<'_, '_> {
    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Payload::Borrowed(bytes) | Payload::Copied(bytes) => bytes,
            Payload::Owned(bytes) => bytes,
        }
    }
}

/// A name as it is kept in the tables: lent by the input, or counted.
#[doc(hidden)]
pub trait Name: Clone + Debug + Ord {
    /// The memory that a name of this length takes beside its entry in a table.
    fn memory(len: u64) -> u64;
    /// The name itself.
    fn text(&self) -> &str;
    /// Gives the name to a visitor.
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value>
    where
        Self: 'de;
}

/// At most eight bytes as the low ones of a number.
#[inline(always)]
fn low_bytes<const WIDTH: usize>(bytes: &[u8; WIDTH]) -> u64 {
    let mut all = [0; 8];
    all.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(all)
}
