//! Values of kinds that serde's data model doesn't have, behind the names in [`token`](crate::token).

use serde::{
    Serialize, Serializer,
    ser::{self, Impossible, SerializeSeq},
};

use super::{
    compound::{Seq, exact_len},
    encoder::{Encoder, Level},
    item::Item,
    names::{NameRef, Owner},
    output::Sink,
    record::RecordState,
};
use crate::{
    error::{Error, ErrorKind, Result},
    path::Segment,
    token::Token,
    wire::{self, Counted, int},
};

/// What a marked value is.
#[derive(Debug)]
pub(crate) enum Role<'r> {
    /// A list, tuple, set or frozenset, given as any kind of sequence, or none of it.
    Seq(Counted),
    /// A big int, given as bytes.
    BigInt,
    /// A record, given as a map.
    Record,
    /// A variant, given as a str or as a map of one entry.
    Variant,
    /// A tagged value: the tag's number so far, more digits or the value come next.
    Tag(u64),
    /// The name of a record's next field, given as a str.
    Field(&'r mut RecordState),
    /// The name of a variant whose payload comes next, given as a str.
    VariantName,
}

impl Role<'_> {
    pub(crate) fn of(token: Token) -> Option<Self> {
        match token {
            Token::List => Some(Role::Seq(Counted::List)),
            Token::Tuple => Some(Role::Seq(Counted::Tuple)),
            Token::Set => Some(Role::Seq(Counted::Set)),
            Token::FrozenSet => Some(Role::Seq(Counted::FrozenSet)),
            Token::Int => Some(Role::BigInt),
            Token::Record => Some(Role::Record),
            Token::Variant => Some(Role::Variant),
            Token::TagDigit(digit) => Some(Role::Tag(digit.into())),
            Token::Exact | Token::Tagged | Token::Embedded => None,
        }
    }
}

/// Writes one value as what its mark says.
pub(crate) struct Marked<'a, 'r, S: Sink> {
    item: Item<'a, S>,
    role: Role<'r>,
}

impl<'a, 'r, S: Sink> Marked<'a, 'r, S> {
    pub(crate) fn new(item: Item<'a, S>, role: Role<'r>) -> Self {
        Marked { item, role }
    }

    /// mrna's own types keep to the roles, but for what a helper is put on; others have no
    /// business with the names.
    #[cold]
    fn refuse<T>(self) -> Result<T> {
        Err(match self.role {
            Role::Seq(kind) => {
                ser::Error::custom(format_args!("only a sequence is written as a {}", kind.name()))
            }
            _ => ErrorKind::Custom("a name of mrna's own around something else".into()).into(),
        })
    }

    /// The members of a sequence.
    fn seq(self, len: Option<usize>) -> Result<Seq<'a, S>> {
        match self.role {
            Role::Seq(kind) => self.item.seq(kind, len),
            _ => self.refuse(),
        }
    }
}

macro_rules! refuse {
    ($($method:ident($($arg:ty),*) -> $ok:ty;)*) => {
        $(
            fn $method(self, $(_: $arg),*) -> Result<$ok> {
                self.refuse()
            }
        )*
    };
}

impl<'a, S: Sink> Serializer for Marked<'a, '_, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Seq<'a, S>;
    type SerializeTuple = Seq<'a, S>;
    type SerializeTupleStruct = Seq<'a, S>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Named<'a, S>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_str(self, name: &str) -> Result<()> {
        match self.role {
            Role::Variant => {
                self.item.plain()?.variant(Counted::UnitVariant, NameRef::Dynamic(name))
            }
            Role::VariantName => {
                self.item.plain()?.variant(Counted::Variant, NameRef::Dynamic(name))
            }
            Role::Field(record) => record.dynamic_name(self.item.between(), name),
            _ => self.refuse(),
        }
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        match (&self.role, bytes.last_chunk()) {
            (Role::BigInt, Some(last)) if int::is_big(bytes.len() as u64, *last) => {
                self.item.plain()?.big_int(bytes)
            }
            _ => self.refuse(),
        }
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Seq<'a, S>> {
        self.seq(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Seq<'a, S>> {
        self.seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Seq<'a, S>> {
        self.seq(Some(len))
    }

    /// As it is by default, but the numbers of a list many at a time.
    fn collect_seq<I>(self, items: I) -> Result<()>
    where
        I: IntoIterator<Item: Serialize>,
    {
        if let Role::Seq(Counted::List) = self.role {
            return self.item.collect_seq(items);
        }
        let items = items.into_iter();
        let mut seq = self.seq(exact_len(&items))?;
        for item in items {
            seq.serialize_element(&item)?;
        }
        SerializeSeq::end(seq)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Named<'a, S>> {
        match self.role {
            Role::Record => {
                let enc = self.item.plain()?;
                let level = enc.enter();
                let len = len.unwrap_or(0);
                let record = RecordState::begin(enc, Owner::of_values(len), len);
                Ok(Named { enc, record: Some((record, level)) })
            }
            Role::Variant => Ok(Named { enc: self.item.plain()?, record: None }),
            _ => self.refuse(),
        }
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        let token = Token::of(name);
        let number = match (&self.role, token) {
            (Role::Tag(number), _) => *number,
            // A newtype around the sequence, or one that says another kind: the outermost holds.
            (Role::Seq(_), None) => return value.serialize(self),
            (Role::Seq(_), Some(token)) if matches!(Role::of(token), Some(Role::Seq(_))) => {
                return value.serialize(self);
            }
            _ => return self.refuse(),
        };
        match token {
            Some(Token::TagDigit(digit)) => {
                let role = Role::Tag(number << 4 | u64::from(digit));
                value.serialize(Marked { item: self.item, role })
            }
            Some(Token::Tagged) => {
                let enc = self.item.plain()?;
                enc.out.push(wire::TAGGED);
                enc.out.put(wire::count::encode(number));
                value.serialize(Item::new(enc))
            }
            _ => self.refuse(),
        }
    }

    /// Big ints come as bytes, not as text.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_none(self) -> Result<()> {
        match self.role {
            Role::Seq(_) => self.item.serialize_none(),
            _ => self.refuse(),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<()> {
        match self.role {
            Role::Seq(_) => {
                self.item.some();
                value.serialize(self)
            }
            _ => self.refuse(),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        self.refuse()
    }

    refuse! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeTupleVariant;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStruct;
    }
}

/// The fields of a record, or the one entry of a variant.
pub(crate) struct Named<'a, S: Sink> {
    enc: &'a mut Encoder<S>,
    record: Option<(RecordState, Level)>,
}

impl<S: Sink> ser::SerializeMap for Named<'_, S> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let role =
            self.record.as_mut().map_or(Role::VariantName, |(record, _)| Role::Field(record));
        key.serialize(Marked::new(Item::new(self.enc), role))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let Some((record, _)) = &mut self.record else {
            return value
                .serialize(Item::new(self.enc))
                .map_err(|error| self.enc.fail(error, Segment::Index(0)));
        };
        record.value(self.enc, value).map_err(|error| {
            let index = record.written();
            self.enc.fail(error, Segment::Index(index))
        })
    }

    fn end(self) -> Result<()> {
        match self.record {
            Some((record, level)) => record.end(self.enc, level),
            None => Ok(()),
        }
    }
}
