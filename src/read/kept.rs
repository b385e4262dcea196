use alloc::sync::Arc;

use serde::de::Visitor;

use super::{Name, Payload, Read, SliceRead, Source};
use crate::{error::Result, limits::Budget};

/// Reads a slice that goes away before the message ends, so that names are copied.
#[derive(Debug)]
pub(crate) struct Kept<'a>(pub(crate) SliceRead<'a>);

impl Source for Kept<'_> {
    type Name = Arc<str>;

    fn offset(&self) -> u64 {
        self.0.offset()
    }

    fn known(&self) -> u64 {
        self.0.known()
    }

    fn byte(&mut self) -> Result<u8> {
        self.0.byte()
    }

    fn peek(&mut self) -> Result<u8> {
        self.0.peek()
    }

    fn bits<const WIDTH: usize>(&mut self) -> Result<u64> {
        self.0.bits::<WIDTH>()
    }

    fn name(&mut self, len: u64, budget: &mut Budget) -> Result<Arc<str>> {
        let name = self.0.name(len, budget)?;
        budget.charge(Arc::<str>::memory(len))?;
        Ok(name.into())
    }

    fn skip(&mut self, len: u64) -> Result<()> {
        self.0.skip(len)
    }

    fn all_there(&mut self, len: u64) -> Result<()> {
        if self.known() < len { self.skip(len) } else { Ok(()) }
    }

    fn skip_text(&mut self, len: u64) -> Result<()> {
        self.0.skip_text(len)
    }

    fn at_end(&mut self) -> Result<bool> {
        self.0.at_end()
    }

    fn fail(&mut self) {
        self.0.fail();
    }

    fn has_failed(&self) -> bool {
        self.0.has_failed()
    }
}

/// What a visitor keeps it has to copy, which is charged as if the reader did.
#[allow(private_interfaces, reason = "sealed by taking a private type")]
impl<'de> Read<'de> for Kept<'_> {
    fn payload(&mut self, len: u64, budget: &mut Budget) -> Result<Payload<'de, '_>> {
        budget.charge(len)?;
        match self.0.payload(len, budget)? {
            Payload::Borrowed(bytes) | Payload::Copied(bytes) => Ok(Payload::Copied(bytes)),
            Payload::Owned(bytes) => Ok(Payload::Owned(bytes)),
        }
    }
}

impl Name for Arc<str> {
    #[inline]
    fn memory(len: u64) -> u64 {
        // Two counters stand before the text.
        len.saturating_add(2 * size_of::<usize>() as u64)
    }

    #[inline]
    fn text(&self) -> &str {
        self
    }

    #[inline]
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value>
    where
        Self: 'de,
    {
        visitor.visit_str(self)
    }
}
