//! Values of any kind, for data whose type isn't known.

mod access;
mod canonical;
mod convert;
mod de;
mod fmt;
mod from;
mod index;
mod int;
mod order;
mod record;
mod ser;
mod variant;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

pub use self::canonical::{is_canonical, to_vec_canonical};
pub use self::convert::{from_value, to_value};
pub use self::index::Index;
pub use self::int::Int;
pub use self::record::{IntoIter, Iter, Record};
pub use self::variant::Variant;
use crate::Error;

/// Any value that the format has, with nothing lost.
///
/// Use it for data whose type isn't known, or to keep kinds apart that a Rust type
/// doesn't: a list is not a tuple, and neither is a set. [`value!`](crate::value!)
/// makes one, `Display` and `Debug` print it in the same notation, over several
/// lines with `{:#}`.
///
/// Two values are equal exactly when they are written as the same bytes: sets and
/// maps compare in the order of their entries, floats by their bits. So comparison
/// takes linear time, whatever a peer has sent. Order is total: by kind, as listed
/// here, then by contents.
///
/// # Examples
///
/// ```
/// use mrna::{Value, value};
///
/// let value = value!(record{name: "Ada", born: 1815});
/// assert_eq!(value["born"], 1815);
/// assert_eq!(value.to_string(), r#"record{name: "Ada", born: 1815}"#);
/// assert_ne!(value!([1, 2]), value!((1, 2)));
/// ```
#[derive(Clone, Default)]
pub enum Value {
    /// Nothing: `None`, `()`, a unit struct.
    ///
    /// One byte, E0.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Nil.to_string(), "nil");
    /// ```
    #[default]
    Nil,

    /// True or false.
    ///
    /// One byte, E1 or E2.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Bool(true).to_string(), "true");
    /// ```
    Bool(bool),

    /// An integer of any size.
    ///
    /// Written as the shortest form that holds it, whichever type it came from.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Int(12.into()).to_string(), "12");
    /// ```
    Int(Int),

    /// A 32-bit float.
    ///
    /// ED and four bytes, the bits as they are, also those of a NaN.
    ///
    /// ```
    /// assert_eq!(mrna::Value::F32(1.5).to_string(), "1.5f32");
    /// ```
    F32(f32),

    /// A 64-bit float.
    ///
    /// EE and eight bytes, the bits as they are, also those of a NaN.
    ///
    /// ```
    /// assert_eq!(mrna::Value::F64(1.5).to_string(), "1.5");
    /// ```
    F64(f64),

    /// Text; a `char` too.
    ///
    /// Length and UTF-8.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Str("text".into()).to_string(), r#""text""#);
    /// ```
    Str(String),

    /// Bytes.
    ///
    /// Length and the bytes, raw. A `Vec<u8>` without further ado is a list.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Bytes(vec![0, 65]).to_string(), r#"b"\x00A""#);
    /// ```
    Bytes(Vec<u8>),

    /// Items of which there can be any number: a `Vec`.
    ///
    /// Count and values; numbers of one kind are packed where that is shorter.
    ///
    /// ```
    /// assert_eq!(mrna::Value::List(vec![1.into(), 2.into()]).to_string(), "[1, 2]");
    /// ```
    List(Vec<Value>),

    /// Items of which a type says how many: a tuple, tuple struct or array.
    ///
    /// Count and values; floats of one kind are packed where that is shorter.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Tuple(vec![1.into(), 2.into()]).to_string(), "(1, 2)");
    /// ```
    Tuple(Vec<Value>),

    /// Items that stand for a set, in the order they are written in.
    ///
    /// F4, count and values. serde's sets come as lists; this is a set only when it
    /// was sent as one.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Set(vec![1.into(), 2.into()]).to_string(), "set{1, 2}");
    /// ```
    Set(Vec<Value>),

    /// A set that can't be changed, such as Python's `frozenset`.
    ///
    /// F5, count and values.
    ///
    /// ```
    /// assert_eq!(mrna::Value::FrozenSet(vec![]).to_string(), "frozenset{}");
    /// ```
    FrozenSet(Vec<Value>),

    /// Keys and values, both of any kind, in the order they are written in.
    ///
    /// Count, then key, value, key, value.
    ///
    /// ```
    /// assert_eq!(mrna::Value::Map(vec![("k".into(), 1.into())]).to_string(), r#"{"k": 1}"#);
    /// ```
    Map(Vec<(Value, Value)>),

    /// A struct.
    ///
    /// Its names and values; only the values when the message has had these names.
    ///
    /// ```
    /// let point = mrna::Record::new([("x", 1), ("y", 2)])?;
    /// assert_eq!(mrna::Value::Record(point).to_string(), "record{x: 1, y: 2}");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    Record(Record),

    /// A variant of an enum.
    ///
    /// Its name, or the number of a name that the message has had, and its payload.
    ///
    /// ```
    /// let wait = mrna::Variant::new("Wait", 1);
    /// assert_eq!(mrna::Value::Variant(wait).to_string(), "Wait(1)");
    /// ```
    Variant(Variant),

    /// A `Some` around nil or around another `Some`, which keeps it from `None`.
    ///
    /// E3 and the value. Around anything else there is none in the format, as `Some`
    /// of such a value is that value: [`Value::some`] makes the right one of both.
    ///
    /// ```
    /// assert_eq!(mrna::Value::some(mrna::Value::Nil).to_string(), "some(nil)");
    /// ```
    Some(Box<Value>),

    /// A value with a number that says what it means, such as 2 for a timestamp.
    ///
    /// FF, the number and the value.
    ///
    /// ```
    /// assert_eq!(mrna::Value::tagged(300, 1).to_string(), "tag(300, 1)");
    /// ```
    Tagged(u64, Box<Value>),
}

/// A speed bump: whoever makes every value larger should mean to.
const _: () = assert!(size_of::<Value>() <= 32);

impl Value {
    /// Makes bytes.
    ///
    /// `Value::from` of a `Vec<u8>` gives a list of numbers, as serde does.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// assert_eq!(Value::bytes([1, 2]), value!(b"\x01\x02"));
    /// assert_eq!(Value::from(vec![1_u8, 2]), value!([1, 2]));
    /// ```
    #[must_use]
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Self::Bytes(bytes.into())
    }

    /// Makes a record of names and values.
    ///
    /// # Errors
    ///
    /// When a name occurs twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// assert_eq!(Value::record([("x", 1), ("y", 2)])?, value!(record{x: 1, y: 2}));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn record<N, V>(fields: impl IntoIterator<Item = (N, V)>) -> Result<Self, Error>
    where
        N: Into<Box<str>>,
        V: Into<Self>,
    {
        Record::new(fields).map(Self::Record)
    }

    /// Makes a variant that holds nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// assert_eq!(Value::unit_variant("Stop"), value!(Stop));
    /// ```
    #[must_use]
    pub fn unit_variant(name: impl Into<Arc<str>>) -> Self {
        Self::Variant(Variant::unit(name))
    }

    /// Makes a variant that holds a value.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// assert_eq!(Value::variant("Wait", 1), value!(Wait(1)));
    /// ```
    #[must_use]
    pub fn variant(name: impl Into<Arc<str>>, payload: impl Into<Self>) -> Self {
        Self::Variant(Variant::new(name, payload))
    }

    /// Makes what `Some` of a value is.
    ///
    /// That is the value itself unless it is nil or such a `Some`: only there would
    /// it be taken for a `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// assert_eq!(Value::some(1), value!(1));
    /// assert_eq!(Value::some(Value::Nil), value!(some(nil)));
    /// assert_eq!(Value::some(Some(())), value!(some(some(nil))));
    /// ```
    #[must_use]
    pub fn some(value: impl Into<Self>) -> Self {
        match value.into() {
            bare @ (Self::Nil | Self::Some(_)) => Self::Some(Box::new(bare)),
            other => other,
        }
    }

    /// Makes a value with a tag.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// assert_eq!(Value::tagged(300, 1), value!(tag(300, 1)));
    /// ```
    #[must_use]
    pub fn tagged(tag: u64, value: impl Into<Self>) -> Self {
        Self::Tagged(tag, Box::new(value.into()))
    }

    /// The name of the value's kind, as the format's specification has it.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// assert_eq!(value!([1, 2]).kind(), "list");
    /// assert_eq!(value!(1.5f32).kind(), "f32");
    /// assert_eq!(value!(Stop).kind(), "variant");
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.number_and_kind().1
    }

    /// Leaves nil in its place.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// let mut value = value!([1, 2]);
    /// assert_eq!(value.take(), value!([1, 2]));
    /// assert_eq!(value, value!(nil));
    /// ```
    #[must_use]
    pub fn take(&mut self) -> Self {
        core::mem::take(self)
    }

    /// The kind's place in the order of values, and its name.
    fn number_and_kind(&self) -> (u8, &'static str) {
        match self {
            Self::Nil => (0, "nil"),
            Self::Bool(_) => (1, "bool"),
            Self::Int(_) => (2, "int"),
            Self::F32(_) => (3, "f32"),
            Self::F64(_) => (4, "f64"),
            Self::Str(_) => (5, "str"),
            Self::Bytes(_) => (6, "bytes"),
            Self::List(_) => (7, "list"),
            Self::Tuple(_) => (8, "tuple"),
            Self::Set(_) => (9, "set"),
            Self::FrozenSet(_) => (10, "frozenset"),
            Self::Map(_) => (11, "map"),
            Self::Record(_) => (12, "record"),
            Self::Variant(_) => (13, "variant"),
            Self::Some(_) => (14, "some"),
            Self::Tagged(..) => (15, "tagged"),
        }
    }
}
