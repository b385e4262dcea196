//! Access to a value as one of its kinds.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Int, Record, Value, Variant};

/// Methods that tell, take, borrow or change the contents of one kind.
///
/// A row has the kind's pattern, its name in the docs, and one to show. Each method
/// then has its type, and what it makes of the pattern's variables.
macro_rules! accessors {
    ($($pattern:pat => $kind:literal, $example:literal {
        is $is:ident;
        into $into:ident -> $owned:ty = $taken:expr;
        $(ref $as:ident -> $lent:ty = $shared:expr;)?
        $(mut $as_mut:ident -> $changed:ty = $unique:expr;)?
    })*) => {$(
        #[doc = concat!("Whether this is ", $kind, ".")]
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("assert!(mrna::value!(", $example, ").", stringify!($is), "());")]
        /// ```
        #[must_use]
        #[allow(unused_variables)]
        pub fn $is(&self) -> bool {
            matches!(self, $pattern)
        }

        #[doc = concat!("Takes this as ", $kind, ".")]
        ///
        /// # Errors
        ///
        /// When it is of another kind; the error is the value itself.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("assert!(mrna::value!(", $example, ").", stringify!($into), "().is_ok());")]
        /// ```
        pub fn $into(self) -> Result<$owned, Self> {
            match self {
                $pattern => Ok($taken),
                other => Err(other),
            }
        }

        $(
            #[doc = concat!("Borrows this as ", $kind, ", if it is one.")]
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("assert!(mrna::value!(", $example, ").", stringify!($as), "().is_some());")]
            /// ```
            #[must_use]
            pub fn $as(&self) -> Option<$lent> {
                match self {
                    $pattern => Some($shared),
                    _ => None,
                }
            }
        )?

        $(
            #[doc = concat!("Borrows this as ", $kind, " to change, if it is one.")]
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("assert!(mrna::value!(", $example, ").", stringify!($as_mut), "().is_some());")]
            /// ```
            #[must_use]
            pub fn $as_mut(&mut self) -> Option<$changed> {
                match self {
                    $pattern => Some($unique),
                    _ => None,
                }
            }
        )?
    )*};
}

/// Access by kind. No method looks through `some`, a tag or a variant.
impl Value {
    accessors! {
        Self::Nil => "nil", "nil" {
            is is_nil;
            into into_nil -> () = ();
            ref as_nil -> () = ();
        }
        Self::Bool(value) => "a bool", "true" {
            is is_bool;
            into into_bool -> bool = value;
            ref as_bool -> bool = *value;
        }
        Self::Int(int) => "an int", "12" {
            is is_int;
            into into_int -> Int = int;
            ref as_int -> &Int = int;
        }
        Self::F32(float) => "a 32-bit float", "1.5f32" {
            is is_f32;
            into into_f32 -> f32 = float;
            ref as_f32 -> f32 = *float;
        }
        Self::F64(float) => "a 64-bit float", "1.5" {
            is is_f64;
            into into_f64 -> f64 = float;
        }
        Self::Str(text) => "a str", "\"text\"" {
            is is_str;
            into into_str -> String = text;
            ref as_str -> &str = text;
            mut as_str_mut -> &mut String = text;
        }
        Self::Bytes(bytes) => "bytes", "b\"raw\"" {
            is is_bytes;
            into into_bytes -> Vec<u8> = bytes;
            ref as_bytes -> &[u8] = bytes;
            mut as_bytes_mut -> &mut Vec<u8> = bytes;
        }
        Self::List(items) => "a list", "[1, 2]" {
            is is_list;
            into into_list -> Vec<Self> = items;
            ref as_list -> &[Self] = items;
            mut as_list_mut -> &mut Vec<Self> = items;
        }
        Self::Tuple(items) => "a tuple", "(1, 2)" {
            is is_tuple;
            into into_tuple -> Vec<Self> = items;
            ref as_tuple -> &[Self] = items;
            mut as_tuple_mut -> &mut Vec<Self> = items;
        }
        Self::Set(items) => "a set", "set{1, 2}" {
            is is_set;
            into into_set -> Vec<Self> = items;
            ref as_set -> &[Self] = items;
            mut as_set_mut -> &mut Vec<Self> = items;
        }
        Self::FrozenSet(items) => "a frozenset", "frozenset{1, 2}" {
            is is_frozenset;
            into into_frozenset -> Vec<Self> = items;
            ref as_frozenset -> &[Self] = items;
            mut as_frozenset_mut -> &mut Vec<Self> = items;
        }
        Self::Map(entries) => "a map", "{\"k\": 1}" {
            is is_map;
            into into_map -> Vec<(Self, Self)> = entries;
            ref as_map -> &[(Self, Self)] = entries;
            mut as_map_mut -> &mut Vec<(Self, Self)> = entries;
        }
        Self::Record(record) => "a record", "record{x: 1}" {
            is is_record;
            into into_record -> Record = record;
            ref as_record -> &Record = record;
            mut as_record_mut -> &mut Record = record;
        }
        Self::Variant(variant) => "a variant", "Wait(1)" {
            is is_variant;
            into into_variant -> Variant = variant;
            ref as_variant -> &Variant = variant;
            mut as_variant_mut -> &mut Variant = variant;
        }
        Self::Some(inner) => "a `some`, by what is in it", "some(nil)" {
            is is_some;
            into into_some -> Self = *inner;
            ref as_some -> &Self = inner;
        }
        Self::Tagged(tag, inner) => "a tag and a value", "tag(300, 1)" {
            is is_tagged;
            into into_tagged -> (u64, Self) = (tag, *inner);
            ref as_tagged -> (u64, &Self) = (*tag, &**inner);
            mut as_tagged_mut -> (&mut u64, &mut Self) = (tag, &mut **inner);
        }
    }

    /// The members, if this is a list, a tuple, a set or a frozenset.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// assert_eq!(value!((1, 2)).as_seq().map(<[_]>::len), Some(2));
    /// assert_eq!(value!({"k": 1}).as_seq(), None);
    /// ```
    #[must_use]
    pub fn as_seq(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::FrozenSet(items) => {
                Some(items)
            }
            _ => None,
        }
    }

    /// The number, if this is an int that `i64` holds.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// assert_eq!(value!(-1).as_i64(), Some(-1));
    /// assert_eq!(value!(1.0).as_i64(), None);
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_int()?.as_i64()
    }

    /// The number, if this is an int that `u64` holds.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// assert_eq!(value!(18446744073709551615).as_u64(), Some(u64::MAX));
    /// assert_eq!(value!(-1).as_u64(), None);
    /// ```
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_int()?.as_u64()
    }

    /// The number, if this is a float, or an int that `f64` holds exactly.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// assert_eq!(value!(1.5f32).as_f64(), Some(1.5));
    /// assert_eq!(value!(3).as_f64(), Some(3.0));
    /// assert_eq!(value!(9007199254740993).as_f64(), None); // 2^53 + 1
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::F32(float) => Some((*float).into()),
            Self::F64(float) => Some(*float),
            Self::Int(int) => int.as_f64(),
            _ => None,
        }
    }
}
