//! Numbers as Rust has them, one by one or many at a time.

use core::{fmt, marker::PhantomData};

use serde::{
    Serialize, Serializer,
    ser::{self, Impossible},
};

use crate::wire::{
    Head, int,
    packed::{Number, Range},
};

/// A number on its way to a list.
pub(crate) trait Native: Copy + Default {
    /// The packed kind, for a float.
    const FLOAT: Option<Number> = None;

    /// The low bytes of the packed number.
    fn bits(self) -> u64;
    /// The number as a value of its own.
    fn head(self) -> Head;
    /// How far ints go.
    fn range(numbers: &[Self]) -> Range;

    /// Whether all are of this packed kind.
    #[inline(always)]
    fn fit(numbers: &[Self], kind: Number) -> bool {
        match Self::FLOAT {
            Some(float) => float == kind,
            None => kind.holds(Self::range(numbers)),
        }
    }

    /// The number that a type of this name writes itself as.
    fn of(number: Primitive) -> Option<Self>;
}

/// What a primitive type writes itself as.
pub(crate) enum Primitive {
    Unsigned(u64),
    Signed(i64),
    F32(f32),
    F64(f64),
}

impl Native for u8 {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.into()
    }

    #[inline(always)]
    fn head(self) -> Head {
        int::encode_unsigned(self.into())
    }

    #[inline(always)]
    fn range(numbers: &[Self]) -> Range {
        Range::unsigned(numbers.iter().fold(0, |all, n| all | n).into())
    }

    #[inline(always)]
    fn of(number: Primitive) -> Option<Self> {
        match number {
            Primitive::Unsigned(n) => n.try_into().ok(),
            _ => None,
        }
    }
}

impl Native for u64 {
    #[inline(always)]
    fn bits(self) -> u64 {
        self
    }

    #[inline(always)]
    fn head(self) -> Head {
        int::encode_unsigned(self)
    }

    #[inline(always)]
    fn range(numbers: &[Self]) -> Range {
        Range::unsigned(numbers.iter().fold(0, |all, n| all | n))
    }

    #[inline(always)]
    fn of(number: Primitive) -> Option<Self> {
        match number {
            Primitive::Unsigned(n) => Some(n),
            _ => None,
        }
    }
}

impl Native for i64 {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.cast_unsigned()
    }

    #[inline(always)]
    fn head(self) -> Head {
        int::encode(self)
    }

    #[inline(always)]
    fn range(numbers: &[Self]) -> Range {
        numbers.iter().fold(Range::default(), |all, n| all.and(Range::signed(*n)))
    }

    #[inline(always)]
    fn of(number: Primitive) -> Option<Self> {
        match number {
            Primitive::Signed(n) => Some(n),
            _ => None,
        }
    }
}

impl Native for f32 {
    const FLOAT: Option<Number> = Some(Number::F32);

    #[inline(always)]
    fn bits(self) -> u64 {
        self.to_bits().into()
    }

    #[inline(always)]
    fn head(self) -> Head {
        Head::f32(self)
    }

    fn range(_: &[Self]) -> Range {
        Range::default()
    }

    #[inline(always)]
    fn of(number: Primitive) -> Option<Self> {
        match number {
            Primitive::F32(n) => Some(n),
            _ => None,
        }
    }
}

impl Native for f64 {
    const FLOAT: Option<Number> = Some(Number::F64);

    #[inline(always)]
    fn bits(self) -> u64 {
        self.to_bits()
    }

    #[inline(always)]
    fn head(self) -> Head {
        Head::f64(self)
    }

    fn range(_: &[Self]) -> Range {
        Range::default()
    }

    #[inline(always)]
    fn of(number: Primitive) -> Option<Self> {
        match number {
            Primitive::F64(n) => Some(n),
            _ => None,
        }
    }
}

/// What elements are that are numbers by their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    U8,
    Unsigned,
    Signed,
    F32,
    F64,
}

impl Class {
    /// For a primitive type or a reference to one.
    ///
    /// serde doesn't say what the elements of a list are before they are written, and they can't
    /// be asked, since a type's `serialize` may be good for one call only. A primitive type has a
    /// name that no other type has, and the compiler does all of this. It writes lists of a million
    /// numbers in a quarter of the time.
    #[inline(always)]
    pub(crate) fn of<T>() -> Option<Class> {
        let name = core::any::type_name::<T>();
        Some(match name.strip_prefix('&').unwrap_or(name) {
            "u8" => Class::U8,
            "u16" | "u32" | "u64" => Class::Unsigned,
            "i8" | "i16" | "i32" | "i64" => Class::Signed,
            "f32" => Class::F32,
            "f64" => Class::F64,
            _ => return None,
        })
    }
}

/// The number that a value of a primitive type is.
#[inline(always)]
pub(crate) fn number<N: Native>(value: &impl Serialize) -> Option<N> {
    value.serialize(ToNumber(PhantomData)).ok()
}

struct ToNumber<N>(PhantomData<N>);

/// The value is no such number.
#[derive(Debug)]
struct NoNumber;

impl fmt::Display for NoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such number")
    }
}

impl core::error::Error for NoNumber {}

impl ser::Error for NoNumber {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NoNumber
    }
}

macro_rules! numbers {
    ($($method:ident($type:ty) $primitive:ident,)*) => {
        $(
            #[inline(always)]
            fn $method(self, n: $type) -> Result<N, NoNumber> {
                N::of(Primitive::$primitive(n.into())).ok_or(NoNumber)
            }
        )*
    };
}

macro_rules! others {
    ($($method:ident($($arg:ty),*) -> $ok:ty,)*) => {
        $(
            fn $method(self, $(_: $arg),*) -> Result<$ok, NoNumber> {
                Err(NoNumber)
            }
        )*
    };
}

impl<N: Native> Serializer for ToNumber<N> {
    type Ok = N;
    type Error = NoNumber;
    type SerializeSeq = Impossible<N, NoNumber>;
    type SerializeTuple = Impossible<N, NoNumber>;
    type SerializeTupleStruct = Impossible<N, NoNumber>;
    type SerializeTupleVariant = Impossible<N, NoNumber>;
    type SerializeMap = Impossible<N, NoNumber>;
    type SerializeStruct = Impossible<N, NoNumber>;
    type SerializeStructVariant = Impossible<N, NoNumber>;

    numbers! {
        serialize_u8(u8) Unsigned,
        serialize_u16(u16) Unsigned,
        serialize_u32(u32) Unsigned,
        serialize_u64(u64) Unsigned,
        serialize_i8(i8) Signed,
        serialize_i16(i16) Signed,
        serialize_i32(i32) Signed,
        serialize_i64(i64) Signed,
        serialize_f32(f32) F32,
        serialize_f64(f64) F64,
    }

    others! {
        serialize_bool(bool) -> N,
        serialize_char(char) -> N,
        serialize_str(&str) -> N,
        serialize_bytes(&[u8]) -> N,
        serialize_none() -> N,
        serialize_unit() -> N,
        serialize_unit_struct(&'static str) -> N,
        serialize_unit_variant(&'static str, u32, &'static str) -> N,
        serialize_seq(Option<usize>) -> Self::SerializeSeq,
        serialize_tuple(usize) -> Self::SerializeTuple,
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeTupleVariant,
        serialize_map(Option<usize>) -> Self::SerializeMap,
        serialize_struct(&'static str, usize) -> Self::SerializeStruct,
        serialize_struct_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeStructVariant,
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<N, NoNumber> {
        Err(NoNumber)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<N, NoNumber> {
        Err(NoNumber)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<N, NoNumber> {
        Err(NoNumber)
    }
}
