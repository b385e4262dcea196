//! Records: structs as values.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::{self, Vec};
use core::iter::{Enumerate, Zip};
use core::{ops, slice};

use serde::de::Error as _;

use super::Value;
use crate::{Error, Shape};

/// A struct as a value: named fields in a fixed order.
///
/// The names are a [`Shape`] that any number of records can share, so a list of
/// records costs no more memory for names than one record.
///
/// # Examples
///
/// ```
/// use mrna::Record;
///
/// let point = Record::new([("x", 1), ("y", 2)])?;
/// assert_eq!(point["y"], 2);
/// assert_eq!(point.to_string(), "record{x: 1, y: 2}");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone)]
pub struct Record {
    shape: Arc<Shape>,
    values: Box<[Value]>,
}

impl Record {
    /// Makes a record of names and values, with a shape of its own.
    ///
    /// For many records of one shape, [`with_shape`](Self::with_shape) shares it.
    ///
    /// # Errors
    ///
    /// When a name occurs twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::Record;
    ///
    /// assert_eq!(Record::new([("x", 1), ("y", 2)])?.len(), 2);
    /// assert!(Record::new([("x", 1), ("x", 2)]).is_err());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn new<N, V>(fields: impl IntoIterator<Item = (N, V)>) -> Result<Self, Error>
    where
        N: Into<Box<str>>,
        V: Into<Value>,
    {
        let fields = fields.into_iter().map(|(name, value)| (name.into(), value.into()));
        let (names, values): (Vec<Box<str>>, Vec<Value>) = fields.unzip();
        Self::with_shape(Arc::new(Shape::new(names)?), values)
    }

    /// Makes a record of a shape that others may have too.
    ///
    /// # Errors
    ///
    /// When there are not as many values as names.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use mrna::{Record, Shape};
    ///
    /// let shape = Arc::new(Shape::new(["x", "y"])?);
    /// let point = Record::with_shape(shape.clone(), [1.into(), 2.into()])?;
    /// assert_eq!(point, Record::new([("x", 1), ("y", 2)])?);
    /// assert!(Record::with_shape(shape, []).is_err());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    pub fn with_shape(shape: Arc<Shape>, values: impl Into<Box<[Value]>>) -> Result<Self, Error> {
        let values = values.into();
        if values.len() != shape.len() {
            return Err(Error::custom(format_args!(
                "record of {} names but {} values",
                shape.len(),
                values.len(),
            )));
        }
        Ok(Self { shape, values })
    }

    /// Makes a record of as many values as the shape has names.
    pub(crate) fn from_parts(shape: Arc<Shape>, values: Box<[Value]>) -> Self {
        Self { shape, values }
    }

    /// The names of the fields.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Record, Shape};
    ///
    /// let point = Record::new([("x", 1), ("y", 2)])?;
    /// assert_eq!(**point.shape(), Shape::new(["x", "y"])?);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The value of a field.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Record, Value};
    ///
    /// let point = Record::new([("x", 1), ("y", 2)])?;
    /// assert_eq!(point.get("y"), Some(&Value::from(2)));
    /// assert_eq!(point.get("z"), None);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(self.shape.position(name)?)
    }

    /// The value of a field, to change it.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut point = mrna::Record::new([("x", 1), ("y", 2)])?;
    /// if let Some(y) = point.get_mut("y") {
    ///     *y = 3.into();
    /// }
    /// assert_eq!(point["y"], 3);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.values.get_mut(self.shape.position(name)?)
    }

    /// The values, in the order of the shape's names.
    ///
    /// # Examples
    ///
    /// ```
    /// let point = mrna::Record::new([("x", 1), ("y", 2)])?;
    /// assert_eq!(point.values(), [1, 2]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The values, to change them.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut point = mrna::Record::new([("x", 1), ("y", 2)])?;
    /// point.values_mut().reverse();
    /// assert_eq!(point.to_string(), "record{x: 2, y: 1}");
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [Value] {
        &mut self.values
    }

    /// The fields, each a name and a value.
    ///
    /// # Examples
    ///
    /// ```
    /// let point = mrna::Record::new([("x", 1), ("y", 2)])?;
    /// for (name, value) in point.iter() {
    ///     assert!(*value == if name == "x" { 1 } else { 2 });
    /// }
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.shape.as_slice().iter().zip(&*self.values))
    }

    /// The number of fields.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(mrna::Record::new([("x", 1), ("y", 2)])?.len(), 2);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no fields, as in `record{}`.
    ///
    /// # Examples
    ///
    /// ```
    /// assert!(!mrna::Record::new([("x", 1), ("y", 2)])?.is_empty());
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Takes the record apart, without copying a name.
    ///
    /// # Examples
    ///
    /// ```
    /// let point = mrna::Record::new([("x", 1), ("y", 2)])?;
    /// let (shape, values) = point.into_parts();
    /// assert!(shape.names().eq(["x", "y"]));
    /// assert_eq!(*values, [1, 2]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (Arc<Shape>, Box<[Value]>) {
        (self.shape, self.values)
    }
}

impl ops::Index<&str> for Record {
    type Output = Value;

    /// The value of a field, or nil when there is no such field.
    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Nil)
    }
}

impl<'a> IntoIterator for &'a Record {
    type Item = (&'a str, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl IntoIterator for Record {
    type Item = (String, Value);
    type IntoIter = IntoIter;

    /// Copies each name, since other records may share it;
    /// [`into_parts`](Record::into_parts) copies none.
    fn into_iter(self) -> IntoIter {
        IntoIter { shape: self.shape, values: self.values.into_vec().into_iter().enumerate() }
    }
}

/// The fields of a borrowed [`Record`].
///
/// [`Record::iter`] makes it.
///
/// # Examples
///
/// ```
/// let point = mrna::Record::new([("x", 1), ("y", 2)])?;
/// let fields: Vec<_> = point.iter().map(|(name, value)| format!("{name}={value}")).collect();
/// assert_eq!(fields, ["x=1", "y=2"]);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Iter<'a>(Zip<slice::Iter<'a, Box<str>>, slice::Iter<'a, Value>>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (&**name, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// The fields of a [`Record`] that is used up.
///
/// [`Record::into_iter`] makes it.
///
/// # Examples
///
/// ```
/// let point = mrna::Record::new([("x", 1), ("y", 2)])?;
/// assert_eq!(point.into_iter().last(), Some(("y".to_owned(), 2.into())));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct IntoIter {
    shape: Arc<Shape>,
    values: Enumerate<vec::IntoIter<Value>>,
}

impl Iterator for IntoIter {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let (position, value) = self.values.next()?;
        let name = self.shape.as_slice().get(position)?;
        Some((String::from(&**name), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl ExactSizeIterator for IntoIter {}
