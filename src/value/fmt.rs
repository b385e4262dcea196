//! How values print: the notation.
//!
//! The builders of `core::fmt` do the brackets, commas and indentation. They print
//! items with `Debug`, so here that is the same as `Display`.

use core::fmt::{Arguments, Debug, Display, Formatter, Result};

use super::{Record, Value, Variant};
use crate::notation::{self, Name};

impl Display for Value {
    /// Prints the notation: on one line, or indented over several with `{:#}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Nil => f.write_str("nil"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(int) => write!(f, "{int}"),
            Self::F32(float) => notation::write_f32(f, *float),
            Self::F64(float) => notation::write_f64(f, *float),
            Self::Str(text) => notation::write_str_literal(f, text),
            Self::Bytes(bytes) => notation::write_bytes_literal(f, bytes),
            Self::List(items) => f.debug_list().entries(items).finish(),
            Self::Tuple(items) => write_tuple(f, items),
            Self::Set(items) => {
                f.write_str("set")?;
                f.debug_set().entries(items).finish()
            }
            Self::FrozenSet(items) => {
                f.write_str("frozenset")?;
                f.debug_set().entries(items).finish()
            }
            Self::Map(entries) => {
                f.debug_map().entries(entries.iter().map(|(key, value)| (key, value))).finish()
            }
            Self::Record(record) => Display::fmt(record, f),
            Self::Variant(variant) => Display::fmt(variant, f),
            Self::Some(inner) => write_around(f, format_args!("some("), inner),
            Self::Tagged(tag, inner) => write_around(f, format_args!("tag({tag}, "), inner),
        }
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("record")?;
        f.debug_map().entries(self.iter().map(|(name, value)| (Name(name), value))).finish()
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = Name(self.name());
        match self.payload() {
            None if name.is_plain() => write!(f, "{name}"),
            None => write!(f, "variant({name})"),
            Some(payload) if name.is_plain() => write_around(f, format_args!("{name}("), payload),
            Some(payload) => write_around(f, format_args!("variant({name}, "), payload),
        }
    }
}

impl Debug for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}

impl Debug for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}

impl Debug for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}

fn write_tuple(f: &mut Formatter<'_>, items: &[Value]) -> Result {
    if items.is_empty() {
        return f.write_str("()");
    }
    // Without a name, a tuple of one gets its comma.
    let mut tuple = f.debug_tuple("");
    for item in items {
        tuple.field(item);
    }
    tuple.finish()
}

fn write_around(f: &mut Formatter<'_>, opening: Arguments<'_>, inner: &Value) -> Result {
    f.write_fmt(opening)?;
    Display::fmt(inner, f)?;
    f.write_str(")")
}
