//! What `value!` expands to. Not public API: no promise is made for it.

pub use alloc::vec;

use alloc::sync::Arc;

use crate::notation::{is_plain_name, same};
use crate::{Record, Shape, Value};

/// Whether `value!` takes a bare word for a name.
///
/// Not the words of the notation, and not those by which Rust and JSON would mean nil or an
/// option: a variant of such a name is hardly ever meant.
#[must_use]
pub const fn is_name(word: &str) -> bool {
    is_plain_name(word) && !same(word, "null") && !same(word, "None") && !same(word, "Some")
}

/// Whether no name occurs twice.
#[must_use]
pub const fn are_distinct(mut names: &[&str]) -> bool {
    while let [first, rest @ ..] = names {
        let mut others = rest;
        while let [other, rest @ ..] = others {
            if same(first, other) {
                return false;
            }
            others = rest;
        }
        names = rest;
    }
    true
}

/// A record whose names `value!` has found to be distinct while compiling.
#[must_use]
pub fn record<const N: usize>(names: [&str; N], values: [Value; N]) -> Value {
    let shape = Arc::new(Shape::from_distinct(names));
    Value::Record(Record::from_parts(shape, values.into()))
}

/// A literal that the notation has.
///
/// `i128` is the only integer type here, so that every literal without a
/// suffix is one, and needs no suffix to be larger than `i32`.
#[diagnostic::on_unimplemented(
    message = "the notation of `value!` has no such literal",
    note = "put it into parentheses to use it as a Rust expression: `(1u8)`"
)]
pub trait Literal {
    fn into_value(self) -> Value;
}

macro_rules! literals {
    ($($literal:ty)*) => {$(
        impl Literal for $literal {
            fn into_value(self) -> Value {
                Value::from(self)
            }
        }
    )*};
}

literals!(bool i128 f32 f64 char &str);

impl<const N: usize> Literal for &[u8; N] {
    fn into_value(self) -> Value {
        Value::bytes(*self)
    }
}
