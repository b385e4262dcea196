//! One value on its way to the encoder.

use serde::{Serialize, Serializer};

use super::{
    compound::{Map, Seq, exact_len},
    encoder::Encoder,
    marked::{Marked, Role},
    names::NameRef,
    output::Sink,
    record::Record,
};
use crate::{
    error::{Error, Result},
    token::Token,
    wire::{self, Counted, int},
};

/// Writes one value: no more than a reference, so that it stays in a register where a type's
/// `serialize` is called and not inlined.
pub(crate) struct Item<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
}

impl<'a, S: Sink> Item<'a, S> {
    #[inline(always)]
    pub(crate) fn new(enc: &'a mut Encoder<S>) -> Self {
        enc.somes = 0;
        Item { enc }
    }

    /// The encoder, for a value that can't be packed.
    #[inline(always)]
    pub(crate) fn plain(self) -> Result<&'a mut Encoder<S>> {
        self.enc.plain()?;
        Ok(self.enc)
    }

    /// The encoder, for what is no value but stands between those of a record.
    #[inline(always)]
    pub(crate) fn between(self) -> &'a mut Encoder<S> {
        self.enc
    }

    /// One more `Some` around it.
    #[inline(always)]
    pub(crate) fn some(&mut self) {
        self.enc.somes += 1;
    }

    #[inline(always)]
    fn nil(self) -> Result<()> {
        let enc = self.plain()?;
        for _ in 0..enc.somes {
            enc.out.push(wire::SOME);
        }
        enc.out.push(wire::NIL);
        Ok(())
    }

    /// A sequence of this kind.
    #[inline(always)]
    pub(crate) fn seq(self, kind: Counted, len: Option<usize>) -> Result<Seq<'a, S>> {
        Ok(Seq::begin(self.plain()?, kind, len))
    }

    /// The payload of a variant of this name.
    #[inline(always)]
    fn payload(self, variant: &'static str) -> Result<Self> {
        let enc = self.plain()?;
        enc.variant(Counted::Variant, NameRef::Static(variant))?;
        Ok(Item::new(enc))
    }
}

impl<'a, S: Sink> Serializer for Item<'a, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Seq<'a, S>;
    type SerializeTuple = Seq<'a, S>;
    type SerializeTupleStruct = Seq<'a, S>;
    type SerializeTupleVariant = Seq<'a, S>;
    type SerializeMap = Map<'a, S>;
    type SerializeStruct = Record<'a, S>;
    type SerializeStructVariant = Record<'a, S>;

    #[inline]
    fn serialize_bool(self, v: bool) -> Result<()> {
        self.plain()?.out.push(if v { wire::TRUE } else { wire::FALSE });
        Ok(())
    }

    #[inline]
    fn serialize_i8(self, v: i8) -> Result<()> {
        self.enc.number(i64::from(v))
    }

    #[inline]
    fn serialize_i16(self, v: i16) -> Result<()> {
        self.enc.number(i64::from(v))
    }

    #[inline]
    fn serialize_i32(self, v: i32) -> Result<()> {
        self.enc.number(i64::from(v))
    }

    #[inline]
    fn serialize_i64(self, v: i64) -> Result<()> {
        self.enc.number(v)
    }

    fn serialize_i128(self, v: i128) -> Result<()> {
        match (i64::try_from(v), u64::try_from(v)) {
            (Ok(v), _) => self.enc.number(v),
            (_, Ok(v)) => self.enc.number(v),
            _ => {
                let bytes = v.to_le_bytes();
                self.plain()?.big_int(int::shortest(&bytes))
            }
        }
    }

    #[inline]
    fn serialize_u8(self, v: u8) -> Result<()> {
        self.enc.number(u64::from(v))
    }

    #[inline]
    fn serialize_u16(self, v: u16) -> Result<()> {
        self.enc.number(u64::from(v))
    }

    #[inline]
    fn serialize_u32(self, v: u32) -> Result<()> {
        self.enc.number(u64::from(v))
    }

    #[inline]
    fn serialize_u64(self, v: u64) -> Result<()> {
        self.enc.number(v)
    }

    fn serialize_u128(self, v: u128) -> Result<()> {
        if let Ok(v) = u64::try_from(v) {
            return self.enc.number(v);
        }
        // A zero byte for the sign goes on top.
        let mut bytes = [0; 17];
        bytes.iter_mut().zip(v.to_le_bytes()).for_each(|(to, from)| *to = from);
        self.plain()?.big_int(int::shortest(&bytes))
    }

    #[inline]
    fn serialize_f32(self, v: f32) -> Result<()> {
        self.enc.number(v)
    }

    #[inline]
    fn serialize_f64(self, v: f64) -> Result<()> {
        self.enc.number(v)
    }

    #[inline]
    fn serialize_char(self, v: char) -> Result<()> {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, v: &str) -> Result<()> {
        self.plain()?.payload(Counted::Str, v.as_bytes())
    }

    #[inline]
    fn serialize_bytes(self, v: &[u8]) -> Result<()> {
        self.plain()?.payload(Counted::Bytes, v)
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.nil()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<()> {
        self.some();
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        self.nil()
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.nil()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.plain()?.variant(Counted::UnitVariant, NameRef::Static(variant))
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match Token::of(name).and_then(Role::of) {
            None => value.serialize(self),
            Some(role) => value.serialize(Marked::new(self, role)),
        }
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self.payload(variant)?)
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Seq<'a, S>> {
        self.seq(Counted::List, len)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Seq<'a, S>> {
        self.seq(Counted::Tuple, Some(len))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Seq<'a, S>> {
        self.serialize_tuple(len)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Seq<'a, S>> {
        self.payload(variant)?.serialize_tuple(len)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Map<'a, S>> {
        Ok(Map::begin(self.plain()?, len))
    }

    #[inline(always)]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Record<'a, S>> {
        Ok(Record::begin(self.plain()?, name, len))
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Record<'a, S>> {
        self.payload(variant)?.serialize_struct(variant, len)
    }

    /// As it is by default, but numbers many at a time.
    #[inline]
    fn collect_seq<I>(self, items: I) -> Result<()>
    where
        I: IntoIterator<Item: Serialize>,
    {
        let items = items.into_iter();
        let mut seq = self.seq(Counted::List, exact_len(&items))?;
        seq.extend(items)?;
        seq.close()
    }

    fn is_human_readable(&self) -> bool {
        self.enc.human_readable
    }
}
