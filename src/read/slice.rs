use serde::de::Visitor;

use super::{Name, Payload, Read, Source, low_bytes};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::Budget,
    utf8,
};

/// Reads a slice, as [`Deserializer::from_slice`](crate::Deserializer::from_slice) takes it; texts
/// and byte strings are borrowed from it.
#[derive(Debug)]
pub struct SliceRead<'a> {
    /// What is not read yet; empty once the reader has failed, which saves a check per read.
    rest: &'a [u8],
    /// The offset behind `rest`.
    end: u64,
    failed: bool,
    /// How many bytes more the last read wanted than there were.
    missing: u64,
}

impl<'a> SliceRead<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        SliceRead::behind(0, bytes)
    }

    /// Reads what comes behind so many bytes.
    pub(crate) fn behind(offset: u64, bytes: &'a [u8]) -> Self {
        SliceRead { rest: bytes, end: offset + bytes.len() as u64, failed: false, missing: 0 }
    }

    /// How many bytes more the read that met the end wanted.
    pub(crate) fn missing(&self) -> u64 {
        self.missing
    }

    /// What has not been read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    #[inline]
    fn take(&mut self, len: u64) -> Result<&'a [u8]> {
        let index = usize::try_from(len).unwrap_or(usize::MAX);
        match self.rest.split_at_checked(index) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.eof(len)),
        }
    }

    #[cold]
    fn eof(&mut self, wanted: u64) -> Error {
        self.missing = wanted - self.rest.len() as u64;
        let kind = if self.failed { ErrorKind::Failed } else { ErrorKind::Eof };
        Error::new(kind).at(self.end)
    }
}

#[allow(private_interfaces, reason = "sealed by taking a private type")]
impl<'a> Source for SliceRead<'a> {
    type Name = &'a str;

    #[inline]
    fn offset(&self) -> u64 {
        self.end - self.rest.len() as u64
    }

    #[inline]
    fn known(&self) -> u64 {
        self.rest.len() as u64
    }

    #[inline(always)]
    fn byte(&mut self) -> Result<u8> {
        match self.rest.split_first() {
            Some((byte, rest)) => {
                self.rest = rest;
                Ok(*byte)
            }
            None => Err(self.eof(1)),
        }
    }

    #[inline(always)]
    fn peek(&mut self) -> Result<u8> {
        self.rest.first().copied().ok_or_else(|| self.eof(1))
    }

    #[inline(always)]
    fn bits<const WIDTH: usize>(&mut self) -> Result<u64> {
        match self.rest.split_first_chunk::<WIDTH>() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(low_bytes(bytes))
            }
            None => Err(self.eof(WIDTH as u64)),
        }
    }

    #[inline]
    fn name(&mut self, len: u64, _: &mut Budget) -> Result<&'a str> {
        let at = self.offset();
        utf8::check(self.take(len)?).map_err(|error| error.at(at))
    }

    #[inline]
    fn skip(&mut self, len: u64) -> Result<()> {
        self.take(len).map(drop)
    }

    #[inline]
    fn skip_text(&mut self, len: u64) -> Result<()> {
        let at = self.offset();
        utf8::check(self.take(len)?).map_err(|error| error.at(at)).map(drop)
    }

    fn at_end(&mut self) -> Result<bool> {
        if self.failed { Err(self.eof(0)) } else { Ok(self.rest.is_empty()) }
    }

    fn fail(&mut self) {
        self.end = self.offset();
        self.rest = &[];
        self.failed = true;
    }

    fn has_failed(&self) -> bool {
        self.failed
    }
}

#[allow(private_interfaces, reason = "sealed by taking a private type")]
impl<'a> Read<'a> for SliceRead<'a> {
    #[inline]
    fn payload(&mut self, len: u64, _: &mut Budget) -> Result<Payload<'a, '_>> {
        self.take(len).map(Payload::Borrowed)
    }
}

impl Name for &str {
    #[inline]
    fn memory(_: u64) -> u64 {
        0
    }

    #[inline(always)]
    fn text(&self) -> &str {
        self
    }

    #[inline(always)]
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value>
    where
        Self: 'de,
    {
        visitor.visit_borrowed_str(self)
    }
}
