//! Variants: enums as values.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::Value;

/// A variant of an enum as a value: its name, and what it holds.
///
/// # Examples
///
/// ```
/// use mrna::{Value, Variant};
///
/// let moved = Variant::new("Move", (1, 2));
/// assert_eq!(moved.name(), "Move");
/// assert_eq!(moved.payload(), Some(&Value::from((1, 2))));
/// assert_eq!(moved.to_string(), "Move((1, 2))");
/// ```
#[derive(Clone)]
pub struct Variant {
    name: Arc<str>,
    payload: Option<Box<Value>>,
}

impl Variant {
    /// Makes a variant that holds nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(mrna::Variant::unit("Stop").to_string(), "Stop");
    /// ```
    #[must_use]
    pub fn unit(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), payload: None }
    }

    /// Makes a variant that holds a value.
    ///
    /// A tuple variant holds a tuple, a struct variant a record.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(mrna::Variant::new("Wait", 1).to_string(), "Wait(1)");
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, payload: impl Into<Value>) -> Self {
        Self { name: name.into(), payload: Some(Box::new(payload.into())) }
    }

    /// The variant's name.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(mrna::Variant::new("Wait", 1).name(), "Wait");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the variant holds; a unit variant holds nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use mrna::{Value, Variant};
    ///
    /// assert_eq!(Variant::new("Wait", 1).payload(), Some(&Value::from(1)));
    /// assert_eq!(Variant::unit("Stop").payload(), None);
    /// ```
    #[must_use]
    pub fn payload(&self) -> Option<&Value> {
        self.payload.as_deref()
    }

    /// What the variant holds, to change it.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut wait = mrna::Variant::new("Wait", 1);
    /// if let Some(payload) = wait.payload_mut() {
    ///     *payload = 2.into();
    /// }
    /// assert_eq!(wait.to_string(), "Wait(2)");
    /// ```
    #[must_use]
    pub fn payload_mut(&mut self) -> Option<&mut Value> {
        self.payload.as_deref_mut()
    }

    /// Takes the variant apart.
    ///
    /// # Examples
    ///
    /// ```
    /// let (name, payload) = mrna::Variant::new("Wait", 1).into_parts();
    /// assert_eq!(&*name, "Wait");
    /// assert_eq!(payload, Some(1.into()));
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (Arc<str>, Option<Value>) {
        (self.name, self.payload.map(|payload| *payload))
    }
}
