//! What `value!` expands to. Not public API: no promise is made for it.

pub use alloc::vec;

use alloc::sync::Arc;

pub use crate::notation::is_plain_name;
use crate::notation::same;
use crate::{Record, Shape, Value};

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
