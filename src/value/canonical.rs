//! The canonical form: maps and sets in one order, so that the same contents are the same bytes.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Value, to_value};
use crate::{
    error::{Error, ErrorKind, Result},
    from_slice,
    path::Segment,
    to_vec,
};

/// Writes a message in canonical form: as [`to_vec`] does, with the entries of each map and the
/// members of each set in the order of their bytes.
///
/// For signatures, digests and caches: a `HashMap` gives its entries in another order each time,
/// but the same entries become the same bytes here. A set is one where it is a
/// [`Value::Set`] or marked as one; a `HashSet` by itself is a list, whose order is its own.
///
/// Holds the whole value in memory as a [`Value`], and sorts: it takes some times as long as
/// `to_vec`.
///
/// # Errors
///
/// Those of [`to_value`]; [`ErrorKind::DuplicateKey`] if a map has a key twice or a set a member.
///
/// ```
/// use std::collections::HashMap;
///
/// let map = HashMap::from([("b", 1), ("a", 2), ("aa", 3)]);
/// let bytes = mrna::to_vec_canonical(&map)?;
/// assert_eq!(bytes, mrna::to_vec(&mrna::value!({"a": 2, "b": 1, "aa": 3}))?);
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn to_vec_canonical<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut value = to_value(value)?;
    sort(&mut value)?;
    to_vec(&value)
}

/// Whether a message is in canonical form: what [`to_vec_canonical`] writes of its value.
///
/// That is the writer's choices, all in order, and nothing twice in a map or a set.
///
/// # Errors
///
/// If `bytes` are not one whole message that is well-formed, within the default limits.
///
/// ```
/// assert!(mrna::is_canonical(&mrna::to_vec(&mrna::value!({1: "a", 2: "b"}))?)?);
/// assert!(!mrna::is_canonical(&mrna::to_vec(&mrna::value!({2: "b", 1: "a"}))?)?);
/// # Ok::<(), mrna::Error>(())
/// ```
pub fn is_canonical(bytes: &[u8]) -> Result<bool> {
    let mut value: Value = from_slice(bytes)?;
    match sort(&mut value) {
        Ok(()) => Ok(to_vec(&value)? == bytes),
        Err(_) => Ok(false),
    }
}

/// Brings all maps and sets in a value into order.
fn sort(value: &mut Value) -> Result<()> {
    match value {
        Value::List(items) | Value::Tuple(items) => sort_all(items),
        Value::Set(items) | Value::FrozenSet(items) => {
            sort_all(items)?;
            sort_by_bytes(items, |item| item, Segment::Index)
        }
        Value::Map(entries) => {
            for (index, (key, value)) in (0..).zip(entries.iter_mut()) {
                sort(key).map_err(|error| error.within(Segment::Key(index)))?;
                sort(value).map_err(|error| error.within(Segment::Entry(index)))?;
            }
            sort_by_bytes(entries, |(key, _)| key, Segment::Key)
        }
        Value::Record(record) => {
            let shape = record.shape().clone();
            for (name, value) in shape.names().zip(record.values_mut()) {
                sort(value).map_err(|error| error.within(Segment::name(name)))?;
            }
            Ok(())
        }
        Value::Variant(variant) => {
            let Some(payload) = variant.payload_mut() else { return Ok(()) };
            let sorted = sort(payload);
            sorted.map_err(|error| error.within(Segment::name(variant.name())))
        }
        Value::Some(inner) | Value::Tagged(_, inner) => sort(inner),
        Value::Nil
        | Value::Bool(_)
        | Value::Int(_)
        | Value::F32(_)
        | Value::F64(_)
        | Value::Str(_)
        | Value::Bytes(_) => Ok(()),
    }
}

fn sort_all(items: &mut [Value]) -> Result<()> {
    for (index, item) in (0..).zip(items) {
        sort(item).map_err(|error| error.within(Segment::Index(index)))?;
    }
    Ok(())
}

/// Sorts by what `key` gives of each item, as the bytes of a message of its own.
fn sort_by_bytes<T>(
    items: &mut Vec<T>,
    key: impl Fn(&T) -> &Value,
    segment: impl FnOnce(u64) -> Segment,
) -> Result<()> {
    let keyed = items.drain(..).map(|item| Ok((to_vec(key(&item))?, item)));
    let mut keyed = keyed.collect::<Result<Vec<_>>>()?;
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    let twice = (1..).zip(keyed.windows(2)).find(|(_, pair)| match pair {
        [(a, _), (b, _)] => a == b,
        _ => false,
    });
    if let Some((index, _)) = twice {
        return Err(Error::from(ErrorKind::DuplicateKey).within(segment(index)));
    }
    items.extend(keyed.into_iter().map(|(_, item)| item));
    Ok(())
}
