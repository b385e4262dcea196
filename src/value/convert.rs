//! Between values and other types, by way of bytes: so it agrees with them in everything.

use core::borrow::Borrow;

use serde::{Serialize, de::DeserializeOwned};

use super::Value;
use crate::{Error, Result, from_slice, to_vec};

/// Makes a value of anything that can be written: the one that its message reads as.
///
/// # Errors
///
/// Those of [`to_vec`], and if it is nested deeper than [`Limits::DEFAULT_DEPTH`].
///
/// [`Limits::DEFAULT_DEPTH`]: crate::Limits::DEFAULT_DEPTH
///
/// ```
/// let value = mrna::to_value(&(1, "a"))?;
/// assert_eq!(value, mrna::value!((1, "a")));
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    let bytes = to_vec(value)?;
    from_slice(&bytes).map_err(Error::without_offset)
}

/// Makes anything that can be read of a value, or of a reference to one: what the value's
/// message reads as.
///
/// # Errors
///
/// If the value is not what `T` takes, or is nested deeper than
/// [`Limits::DEFAULT_DEPTH`](crate::Limits::DEFAULT_DEPTH). The error has a path, but no offset.
///
/// ```
/// let value = mrna::value!([1, 2, 300]);
/// assert_eq!(mrna::from_value::<Vec<u16>>(&value)?, [1, 2, 300]);
/// let error = mrna::from_value::<Vec<u8>>(value).unwrap_err();
/// assert_eq!(error.to_string(), "invalid value: integer 300, expected u8 in $[2]");
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: impl Borrow<Value>) -> Result<T> {
    let bytes = to_vec(value.borrow())?;
    from_slice(&bytes).map_err(Error::without_offset)
}
