//! Access to what is inside of a value.

use alloc::string::String;
use core::ops;

use super::Value;

/// What a value can be indexed by: `&str`, [`String`] or `usize`.
///
/// A string finds a field of a record by name, or an entry of a map whose key is
/// that string; if several keys are, the last of them, as in a `HashMap` that the
/// map was read into. It looks at one after the other. A number finds an item of a
/// list, tuple, set or frozenset by position.
///
/// The trait is sealed: no other types implement it.
///
/// # Examples
///
/// ```
/// let value = mrna::value!({"a": 1, 0: 2, "a": 3});
/// assert_eq!(value["a"], 3); // the last
/// assert_eq!(value.get(0), None); // a position, and a map has none
/// ```
pub trait Index: private::Sealed {}

impl<I: private::Sealed + ?Sized> Index for I {}

mod private {
    pub trait Sealed {
        /// Where the value is among the values of this one.
        fn locate(&self, value: &super::Value) -> Option<usize>;
    }
}

impl private::Sealed for str {
    fn locate(&self, value: &Value) -> Option<usize> {
        match value {
            Value::Record(record) => record.shape().position(self),
            Value::Map(entries) => entries.iter().rposition(|(key, _)| key == self),
            _ => None,
        }
    }
}

impl private::Sealed for String {
    fn locate(&self, value: &Value) -> Option<usize> {
        self.as_str().locate(value)
    }
}

impl private::Sealed for usize {
    fn locate(&self, value: &Value) -> Option<usize> {
        match value {
            Value::Record(_) | Value::Map(_) => None,
            _ => Some(*self),
        }
    }
}

impl<I: private::Sealed + ?Sized> private::Sealed for &I {
    fn locate(&self, value: &Value) -> Option<usize> {
        (**self).locate(value)
    }
}

impl Value {
    /// The value under a name or at a position, if there is one.
    ///
    /// [`Index`] tells what a name and a position find. Payloads of variants, `some`
    /// and tags are not looked through.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, value};
    ///
    /// let value = value!(record{sizes: [1, 2]});
    /// assert_eq!(value.get("sizes"), Some(&value!([1, 2])));
    /// assert_eq!(value.get("sizes").and_then(|sizes| sizes.get(2)), None);
    /// ```
    #[must_use]
    pub fn get(&self, index: impl Index) -> Option<&Self> {
        let position = index.locate(self)?;
        match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::FrozenSet(items) => {
                items.get(position)
            }
            Self::Map(entries) => entries.get(position).map(|(_, value)| value),
            Self::Record(record) => record.values().get(position),
            _ => None,
        }
    }

    /// The value under a name or at a position, to change it.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// let mut value = value!({"size": 1});
    /// if let Some(size) = value.get_mut("size") {
    ///     *size = 2.into();
    /// }
    /// assert_eq!(value, value!({"size": 2}));
    /// ```
    #[must_use]
    pub fn get_mut(&mut self, index: impl Index) -> Option<&mut Self> {
        let position = index.locate(self)?;
        match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::FrozenSet(items) => {
                items.get_mut(position)
            }
            Self::Map(entries) => entries.get_mut(position).map(|(_, value)| value),
            Self::Record(record) => record.values_mut().get_mut(position),
            _ => None,
        }
    }
}

impl<I: Index> ops::Index<I> for Value {
    type Output = Self;

    /// The value under a name or at a position, or nil when there is none.
    ///
    /// [`get`](Value::get) tells a nil from nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::value;
    ///
    /// let value = value!(record{sizes: [1, 2]});
    /// assert_eq!(value["sizes"][1], 2);
    /// assert!(value["colors"]["red"].is_nil());
    /// ```
    fn index(&self, index: I) -> &Self {
        self.get(index).unwrap_or(&Self::Nil)
    }
}
