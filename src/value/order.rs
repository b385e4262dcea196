//! Equality, order and hash of values.
//!
//! Two values are equal exactly when they are written as the same bytes. So sets
//! and maps compare in the order of their entries: that takes the time of looking
//! at each entry once (a name of each record and variant included, unless both share it),
//! where comparing them without regard to order would need a sort or
//! a hash, or be quadratic, and a peer chooses the entries. It also keeps the one
//! promise that a caller can check: equal values, equal messages. (A `Value::Some` made by
//! hand around neither nil nor some is written as what is in it, but not equal to that.)
//!
//! For the same reason floats compare by their bits, in the order that
//! [`f64::total_cmp`] gives: −0.0 is not 0.0, and a NaN equals the same NaN.

use alloc::sync::Arc;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::{Record, Value, Variant};

impl Ord for Value {
    /// Compares kinds in the order that the enum lists them, then contents.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::F32(a), Self::F32(b)) => a.total_cmp(b),
            (Self::F64(a), Self::F64(b)) => a.total_cmp(b),
            (Self::Str(a), Self::Str(b)) => a.cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => a.cmp(b),
            (Self::List(a), Self::List(b))
            | (Self::Tuple(a), Self::Tuple(b))
            | (Self::Set(a), Self::Set(b))
            | (Self::FrozenSet(a), Self::FrozenSet(b)) => a.cmp(b),
            (Self::Map(a), Self::Map(b)) => a.cmp(b),
            (Self::Record(a), Self::Record(b)) => a.cmp(b),
            (Self::Variant(a), Self::Variant(b)) => a.cmp(b),
            (Self::Some(a), Self::Some(b)) => a.cmp(b),
            (Self::Tagged(a, x), Self::Tagged(b, y)) => a.cmp(b).then_with(|| x.cmp(y)),
            _ => self.number_and_kind().0.cmp(&other.number_and_kind().0),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number_and_kind().0.hash(state);
        match self {
            Self::Nil => {}
            Self::Bool(value) => value.hash(state),
            Self::Int(int) => int.hash(state),
            Self::F32(float) => float.to_bits().hash(state),
            Self::F64(float) => float.to_bits().hash(state),
            Self::Str(text) => text.hash(state),
            Self::Bytes(bytes) => bytes.hash(state),
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::FrozenSet(items) => {
                items.hash(state);
            }
            Self::Map(entries) => entries.hash(state),
            Self::Record(record) => record.hash(state),
            Self::Variant(variant) => variant.hash(state),
            Self::Some(inner) => inner.hash(state),
            Self::Tagged(tag, inner) => (tag, inner).hash(state),
        }
    }
}

impl Ord for Record {
    /// Compares the names first, then the values.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_names = if Arc::ptr_eq(self.shape(), other.shape()) {
            Ordering::Equal
        } else {
            self.shape().cmp(other.shape())
        };
        by_names.then_with(|| self.values().cmp(other.values()))
    }
}

impl PartialOrd for Record {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Record {}

/// The start of a name, which is what is hashed of it: names are shared, and a long one that a
/// thousand records have would be hashed a thousand times.
fn start(name: &str) -> &[u8] {
    name.as_bytes().get(..16).unwrap_or(name.as_bytes())
}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for (name, value) in self {
            start(name).hash(state);
            value.hash(state);
        }
    }
}

impl Ord for Variant {
    fn cmp(&self, other: &Self) -> Ordering {
        let same_name = core::ptr::eq(self.name(), other.name());
        let by_names = if same_name { Ordering::Equal } else { self.name().cmp(other.name()) };
        by_names.then_with(|| self.payload().cmp(&other.payload()))
    }
}

impl PartialOrd for Variant {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        start(self.name()).hash(state);
        self.payload().hash(state);
    }
}
