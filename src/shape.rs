//! The field names of records.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;

use serde::de::Error as _;

use crate::Error;

/// Names of a record's fields, shared by every record that has them.
///
/// No name occurs twice. Two shapes are equal when they have the same names in
/// the same order. A [`Record`](crate::Record) keeps its shape in an
/// [`Arc`](alloc::sync::Arc), so a list of a million records holds its names
/// once.
///
/// # Examples
///
/// ```
/// use mrna::Shape;
///
/// let shape = Shape::new(["x", "y"])?;
/// assert_eq!(shape.position("y"), Some(1));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    names: Box<[Box<str>]>,
}

impl Shape {
    /// Makes a shape of the given names.
    ///
    /// # Errors
    ///
    /// When a name occurs twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Shape;
    ///
    /// assert_eq!(Shape::new(["x", "y"])?.len(), 2);
    /// assert!(Shape::new(["x", "x"]).is_err());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn new(names: impl IntoIterator<Item: Into<Box<str>>>) -> Result<Self, Error> {
        let shape = Self::from_distinct(names);
        // A set, because comparing each with each would be quadratic.
        let mut seen = BTreeSet::new();
        if let Some(twice) = shape.names().find(|name| !seen.insert(*name)) {
            return Err(Error::custom(format_args!("duplicate field `{twice}`")));
        }
        Ok(shape)
    }

    /// Makes a shape of names that the caller knows to be distinct.
    pub(crate) fn from_distinct(names: impl IntoIterator<Item: Into<Box<str>>>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self { names }
    }

    /// The number of names.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(mrna::Shape::new(["x", "y"])?.len(), 2);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no names, as in `record{}`.
    ///
    /// # Examples
    ///
    /// ```
    /// assert!(!mrna::Shape::new(["x", "y"])?.is_empty());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names in their order.
    ///
    /// # Examples
    ///
    /// ```
    /// let shape = mrna::Shape::new(["x", "y"])?;
    /// assert!(shape.names().eq(["x", "y"]));
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator + Clone {
        self.names.iter().map(AsRef::as_ref)
    }

    pub(crate) fn as_slice(&self) -> &[Box<str>] {
        &self.names
    }

    /// Where a name stands, counted from 0.
    ///
    /// It looks at one name after the other: to read every field of many
    /// records, look the places up once.
    ///
    /// # Examples
    ///
    /// ```
    /// let shape = mrna::Shape::new(["x", "y"])?;
    /// assert_eq!(shape.position("y"), Some(1));
    /// assert_eq!(shape.position("z"), None);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known == name)
    }
}
