//! The contents of a value on their way to a visitor, as what they are.

use alloc::vec::Vec;

use serde::{Deserializer as _, de, de::Visitor};

use super::{
    access::{Entries, Items},
    decoder::{Decoder, Header},
    headed::Headed,
    item::Item,
    packed::PackedAccess,
    strict::Strict,
};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::Budget,
    path::Segment,
    read::{Name as _, Payload, Read, Source},
    utf8,
    wire::{Counted, packed::Number},
};

/// How an allocation that a visitor makes is known to us.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Copies {
    /// It keeps what it is given.
    Charged,
    /// It may borrow.
    Lent,
}

impl<R: Source> Decoder<R> {
    /// Gives the value to the visitor as what it is.
    #[inline(always)]
    pub(crate) fn visit<'de, V: Visitor<'de>>(
        &mut self,
        header: Header,
        at: u64,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match header {
            Header::Nil => visitor.visit_unit(),
            Header::Bool(value) => visitor.visit_bool(value),
            Header::Unsigned(value) => visitor.visit_u64(value),
            Header::Negative(value) => visitor.visit_i64(value),
            Header::F32(value) => visitor.visit_f32(value),
            Header::F64(value) => visitor.visit_f64(value),
            _ => self.visit_aside(header, at, visitor),
        }
    }

    #[inline(never)]
    fn visit_aside<'de, V: Visitor<'de>>(
        &mut self,
        header: Header,
        at: u64,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match header {
            Header::Nil
            | Header::Bool(_)
            | Header::Unsigned(_)
            | Header::Negative(_)
            | Header::F32(_)
            | Header::F64(_) => self.visit(header, at, visitor),
            Header::BigInt(len) => self.visit_big_int(len, at, visitor),
            Header::Some => self.item(|item| visitor.visit_some(item)),
            Header::Counted(Counted::Str, len) => self.visit_text(len, Copies::Charged, visitor),
            Header::Counted(Counted::Bytes, len) => self.visit_bytes(len, Copies::Charged, visitor),
            Header::Counted(
                kind @ (Counted::List | Counted::Tuple | Counted::Set | Counted::FrozenSet),
                len,
            ) => self.visit_seq(Items::of(kind, len), visitor),
            Header::Packed(kind, number, len) => {
                self.visit_seq(Items::of(kind, len).packed(number), visitor)
            }
            Header::Counted(Counted::Map | Counted::Record, _)
            | Header::NewRecord(_)
            | Header::PackedRecord(..) => self.visit_entries(header, visitor),
            Header::Counted(Counted::UnitVariant, number) => {
                let name = self.variant_name(number)?;
                self.budget.copy_name(name.text().len(), self.read.offset())?;
                name.visit(visitor)
            }
            Header::Counted(Counted::Variant, number) => {
                let name = self.variant_name(number)?;
                self.visit_map(Entries::single(name), visitor)
            }
            Header::Tagged(_) => Item::new(self).deserialize_any(visitor),
        }
    }

    pub(super) fn visit_text<'de, V: Visitor<'de>>(
        &mut self,
        len: u64,
        copies: Copies,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let at = self.read.offset();
        let invalid = |error: Error| error.at(at);
        match payload(&mut self.read, &mut self.strict, &mut self.budget, len)? {
            Payload::Borrowed(bytes) => {
                let text = utf8::check(bytes).map_err(invalid)?;
                if copies == Copies::Charged {
                    self.budget.charge(len)?;
                }
                visitor.visit_borrowed_str(text)
            }
            Payload::Copied(bytes) => visitor.visit_str(utf8::check(bytes).map_err(invalid)?),
            Payload::Owned(bytes) => {
                visitor.visit_string(utf8::check_owned(bytes).map_err(invalid)?)
            }
        }
    }

    pub(super) fn visit_bytes<'de, V: Visitor<'de>>(
        &mut self,
        len: u64,
        copies: Copies,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match payload(&mut self.read, &mut self.strict, &mut self.budget, len)? {
            Payload::Borrowed(bytes) => {
                if copies == Copies::Charged {
                    self.budget.charge(len)?;
                }
                visitor.visit_borrowed_bytes(bytes)
            }
            Payload::Copied(bytes) => visitor.visit_bytes(bytes),
            Payload::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    fn visit_big_int<'de, V: Visitor<'de>>(
        &mut self,
        len: u64,
        at: u64,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        match self.int_128(len, at)? {
            Some(Int128::Unsigned(value)) => visitor.visit_u128(value),
            Some(Int128::Signed(value)) => visitor.visit_i128(value),
            None => Err(invalid_value(Header::BigInt(len), &visitor)),
        }
    }

    /// The big int of `len` bytes, if 128 bits hold it.
    pub(super) fn int_128(&mut self, len: u64, at: u64) -> Result<Option<Int128>> {
        let mut bytes = [0; 17];
        let kept = usize::try_from(len).unwrap_or(usize::MAX);
        let Some((last_two, rest)) = bytes
            .get_mut(..kept)
            .and_then(<[u8]>::split_last_chunk_mut)
            .map(|(rest, last_two)| (last_two, rest))
        else {
            self.pass(len - 2)?;
            self.check_big_int(len, at)?;
            return Ok(None);
        };
        for byte in rest.iter_mut() {
            *byte = self.read.byte()?;
        }
        if self.strict.is_recording() {
            self.record(rest)?;
        }
        *last_two = self.check_big_int(len, at)?;
        let fill = if last_two[1] >= 0x80 { u8::MAX } else { 0 };
        if let Some(above) = bytes.get_mut(kept..) {
            above.fill(fill);
        }
        let [low @ .., top] = bytes;
        let value = u128::from_le_bytes(low);
        let signed = value.cast_signed();
        Ok(match (top, signed < 0) {
            (0, true) => Some(Int128::Unsigned(value)),
            (0, false) | (u8::MAX, true) => Some(Int128::Signed(signed)),
            _ => None,
        })
    }

    /// The members of a sequence.
    pub(crate) fn visit_seq<'de, V: Visitor<'de>>(
        &mut self,
        items: Items,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        if let Some(kind) = items.kind_packed() {
            let mut access = PackedAccess::open(self, items, kind);
            let value = visitor.visit_seq(&mut access)?;
            access.close()?;
            return Ok(value);
        }
        self.visit_items(items, visitor)
    }

    /// The members of a sequence that is not packed.
    #[inline(always)]
    pub(super) fn visit_items<'de, V: Visitor<'de>>(
        &mut self,
        items: Items,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let mut access = items.open(self);
        let value = visitor.visit_seq(&mut access)?;
        access.close()?;
        Ok(value)
    }

    /// The entries of a map or record with this header; out of line for its stack.
    #[inline(never)]
    pub(super) fn visit_entries<'de, V: Visitor<'de>>(
        &mut self,
        header: Header,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let entries = Entries::of(&self.names, header)?;
        self.visit_map(entries, visitor)
    }

    /// The entries of a map, the fields of a record.
    pub(super) fn visit_map<'de, V: Visitor<'de>>(
        &mut self,
        entries: Entries<R::Name>,
        visitor: V,
    ) -> Result<V::Value>
    where
        R: Read<'de>,
    {
        let mut access = entries.open(self);
        let value = visitor.visit_map(&mut access)?;
        access.close()?;
        Ok(value)
    }

    pub(crate) fn variant_name(&self, number: u64) -> Result<R::Name> {
        match self.names.variant(number)? {
            Some(name) => Ok(name.clone()),
            None => Err(ErrorKind::UnknownVariantName { number, known: number }.into()),
        }
    }
}

/// The next `len` bytes; what the reader allocates for them is charged.
#[inline]
pub(super) fn payload<'de, 's, R: Read<'de>>(
    read: &'s mut R,
    strict: &mut Strict,
    budget: &mut Budget,
    len: u64,
) -> Result<Payload<'de, 's>> {
    let payload = read.payload(len, budget)?;
    if strict.is_recording() {
        strict.push(payload.bytes(), budget)?;
    }
    Ok(payload)
}

/// An int of more than 64 bits.
pub(super) enum Int128 {
    Unsigned(u128),
    Signed(i128),
}

impl Int128 {
    pub(super) fn magnitude(&self) -> (u128, bool) {
        match self {
            Int128::Unsigned(value) => (*value, false),
            Int128::Signed(value) => (value.unsigned_abs(), *value < 0),
        }
    }
}

#[cold]
pub(super) fn invalid_value(header: Header, expected: &dyn de::Expected) -> Error {
    let found = header.found();
    de::Error::invalid_value(de::Unexpected::Other(&found), expected)
}

/// An int as a float of so many significant bits, if that is exact.
#[expect(clippy::cast_precision_loss, reason = "seen to be exact")]
pub(super) fn exact_float(magnitude: u128, is_negative: bool, digits: u32) -> Option<f64> {
    let bits = u128::BITS - magnitude.leading_zeros();
    if magnitude != 0 && bits - magnitude.trailing_zeros() > digits {
        return None;
    }
    let float = magnitude as f64;
    Some(if is_negative { -float } else { float })
}

impl<R: Source> Decoder<R> {
    /// The bytes of a list that is not a run of them.
    pub(super) fn gather(&mut self, number: Option<Number>, len: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for index in 0..len {
            self.budget.charge(1)?;
            let byte = |headed: Headed<'_, R>| match headed.header {
                Header::Unsigned(n) => {
                    u8::try_from(n).map_err(|_| invalid_value(headed.header, &"u8"))
                }
                Header::Negative(_) | Header::BigInt(_) => Err(invalid_value(headed.header, &"u8")),
                header => Err(Error::unexpected(header.found(), &"u8")),
            };
            let byte = match number {
                Some(kind) => self.packed_item(kind, |item| item.headed(byte)),
                None => Item::new(self).contents(byte),
            };
            bytes.push(byte.map_err(|error| error.within(Segment::Index(index)))?);
        }
        Ok(bytes)
    }
}
