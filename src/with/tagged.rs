//! Values with a tag.

use alloc::format;
use core::{
    fmt,
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{EnumAccess, Error, Unexpected, VariantAccess, Visitor},
};

use crate::{tag, token};

/// A value with tag number `N`, which says what it is meant as.
///
/// In mrna it is written as the tag and the value, in other formats as the value. Numbers below
/// 64 belong to the format ([`tag`](crate::tag)), all others to applications.
///
/// To read it asks for the tag: a value with another one is refused, and with several the
/// outermost counts. A value without a tag is taken, as it comes from other formats, from a
/// [`Value`](crate::Value) that was read from them, and from serde's own buffer (untagged,
/// internally tagged and flattened types), which drops tags.
///
/// A field is given its tag by `#[serde(with = "…")]` of a module that calls this type's
/// `serialize` and `deserialize`.
///
/// ```
/// use mrna::{Tagged, value};
///
/// type Celsius = Tagged<1000, f64>;
///
/// let readings = vec![Some(Tagged::<1000, _>(20.5)), None];
/// let value = mrna::to_value(&readings)?;
/// assert_eq!(value, value!([tag(1000, 20.5), nil]));
/// assert_eq!(mrna::from_value::<Vec<Option<Celsius>>>(value)?, readings);
///
/// let error = mrna::from_value::<Celsius>(value!(tag(1001, 20.5))).unwrap_err();
/// assert_eq!(error.to_string(), "invalid value: tag 1001, expected tag 1000");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tagged<const N: u64, T>(
    /// The value.
    pub T,
);

impl<const N: u64, T> Tagged<N, T> {
    /// The tag's number.
    pub const TAG: u64 = N;
}

impl<const N: u64, T> From<T> for Tagged<N, T> {
    fn from(value: T) -> Self {
        Tagged(value)
    }
}

impl<const N: u64, T> Deref for Tagged<N, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<const N: u64, T> DerefMut for Tagged<N, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<const N: u64, T: Serialize> Serialize for Tagged<N, T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        tag::serialize(N, &self.0, ser)
    }
}

impl<'de, const N: u64, T: Deserialize<'de>> Deserialize<'de> for Tagged<N, T> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        deserialize::<N, T, D>(de).map(Tagged)
    }
}

/// Reads a value with tag `N`, or without a tag.
pub(super) fn deserialize<'de, const N: u64, T, D>(de: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    de.deserialize_newtype_struct(token::TAGGED, TaggedVisitor::<N, T>(PhantomData))
}

struct TaggedVisitor<const N: u64, T>(PhantomData<T>);

impl<'de, const N: u64, T: Deserialize<'de>> Visitor<'de> for TaggedVisitor<N, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tag {N}")
    }

    /// The tag's number, and the value.
    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (number, value) = data.variant()?;
        check::<A::Error>(number, N)?;
        value.newtype_variant()
    }

    /// A value without a tag, or of a format that has none.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, de: D) -> Result<T, D::Error> {
        T::deserialize(de)
    }
}

/// Checks that it is the tag that was asked for.
pub(super) fn check<E: Error>(number: u64, wanted: u64) -> Result<(), E> {
    if number == wanted {
        return Ok(());
    }
    let found = format!("tag {number}");
    Err(E::invalid_value(Unexpected::Other(&found), &format!("tag {wanted}").as_str()))
}
