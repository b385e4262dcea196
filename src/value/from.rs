//! Values of what Rust has.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::{Int, Record, Value, Variant};

/// `From` by an expression, for types of no more than a name.
macro_rules! from {
    ($($from:ty)*, $value:pat => $made:expr) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $made
            }
        }
    )*};
}

from!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize, value => Self::Int(value.into()));
from!((), () => Self::Nil);
from!(bool, value => Self::Bool(value));
from!(f32, float => Self::F32(float));
from!(f64, float => Self::F64(float));
from!(Int, int => Self::Int(int));
from!(String, text => Self::Str(text));
from!(char &str Box<str> Cow<'_, str>, text => Self::Str(text.into()));
from!(Record, record => Self::Record(record));
from!(Variant, variant => Self::Variant(variant));

/// The values of all items.
fn values<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Vec<Value> {
    items.into_iter().map(Into::into).collect()
}

/// The values of all keys and values.
fn entries<K, V>(map: impl IntoIterator<Item = (K, V)>) -> Value
where
    K: Into<Value>,
    V: Into<Value>,
{
    Value::Map(map.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    /// A list, also of a `Vec<u8>`: for bytes there is [`Value::bytes`].
    fn from(items: Vec<T>) -> Self {
        Self::List(values(items))
    }
}

impl<T: Into<Value>> From<VecDeque<T>> for Value {
    fn from(items: VecDeque<T>) -> Self {
        Self::List(values(items))
    }
}

impl<T: Into<Value> + Clone> From<&[T]> for Value {
    /// A list, also of a `&[u8]`: for bytes there is [`Value::bytes`].
    fn from(items: &[T]) -> Self {
        Self::List(values(items.iter().cloned()))
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    /// A list.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(values(items))
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    /// A tuple, as `to_value` has it too: the type says how many there are.
    fn from(items: [T; N]) -> Self {
        Self::Tuple(values(items))
    }
}

impl<T: Into<Value>> From<BTreeSet<T>> for Value {
    fn from(items: BTreeSet<T>) -> Self {
        Self::Set(values(items))
    }
}

#[cfg(feature = "std")]
impl<T: Into<Value>, S> From<HashSet<T, S>> for Value {
    /// A set, in the order that the `HashSet` happens to have.
    fn from(items: HashSet<T, S>) -> Self {
        Self::Set(values(items))
    }
}

impl<K: Into<Value>, V: Into<Value>> From<BTreeMap<K, V>> for Value {
    fn from(map: BTreeMap<K, V>) -> Self {
        entries(map)
    }
}

#[cfg(feature = "std")]
impl<K: Into<Value>, V: Into<Value>, S> From<HashMap<K, V, S>> for Value {
    /// A map, in the order that the `HashMap` happens to have.
    fn from(map: HashMap<K, V, S>) -> Self {
        entries(map)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    /// Nil, or what [`Value::some`] makes.
    fn from(option: Option<T>) -> Self {
        option.map_or(Self::Nil, Self::some)
    }
}

impl<T: Into<Value>> From<Box<T>> for Value {
    fn from(inner: Box<T>) -> Self {
        (*inner).into()
    }
}

/// `From` for a tuple of these, and for each that lacks more of the first.
macro_rules! from_tuple {
    () => {};
    ($first:ident $($rest:ident)*) => {
        impl<$first: Into<Value>, $($rest: Into<Value>),*> From<($first, $($rest,)*)> for Value {
            #[allow(non_snake_case)] // The variables are named as their types.
            fn from(($first, $($rest,)*): ($first, $($rest,)*)) -> Self {
                Self::Tuple([$first.into(), $($rest.into()),*].into())
            }
        }
        from_tuple!($($rest)*);
    };
}

from_tuple!(A B C D E F G H I J K L);

/// Equality with other types both ways, by a test of a value with one of them.
macro_rules! equality {
    ($($other_type:ty)*, |$value:ident, $other:ident| $test:expr) => {$(
        impl PartialEq<$other_type> for Value {
            fn eq(&self, $other: &$other_type) -> bool {
                let $value = self;
                $test
            }
        }

        impl PartialEq<Value> for $other_type {
            fn eq(&self, $value: &Value) -> bool {
                $value == self
            }
        }
    )*};
}

equality!(bool, |value, other| value.as_bool() == Some(*other));
equality!(
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize,
    |value, other| value.as_int().is_some_and(|int| int == other)
);
equality!(f32, |value, other| matches!(value, Value::F32(float) if float.total_cmp(other).is_eq()));
equality!(f64, |value, other| matches!(value, Value::F64(float) if float.total_cmp(other).is_eq()));
equality!(str &str String, |value, other| is_str(value, other));

fn is_str(value: &Value, text: &str) -> bool {
    value.as_str() == Some(text)
}
