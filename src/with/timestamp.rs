//! A point in time: tag 2 around a tuple of seconds and nanoseconds.
//!
//! For `SystemTime`. The seconds count from 1970-01-01T00:00:00Z, downwards before it; the
//! nanoseconds, 0 to 999,999,999, are added, before 1970 too. A system whose clock is coarser
//! (Windows: 100 ns) drops what it can't hold.
//!
//! ```
//! use std::time::{Duration, SystemTime};
//!
//! #[derive(serde::Serialize)]
//! struct Event {
//!     #[serde(with = "mrna::with::timestamp")]
//!     at: SystemTime,
//! }
//!
//! let event = Event { at: SystemTime::UNIX_EPOCH + Duration::new(1_700_000_000, 500) };
//! assert_eq!(mrna::to_value(&event)?, mrna::value!(record{at: tag(2, (1700000000, 500))}));
//! # Ok::<(), mrna::Error>(())
//! ```

use core::{
    ops::{Deref, DerefMut},
    time::Duration,
};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, Unexpected},
    ser::Error as _,
};

use super::tagged;
use crate::tag;

/// A point in time, wherever it is.
///
/// For where [`with`](self) can't reach.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use mrna::{value, with::Timestamp};
///
/// let birth = SystemTime::UNIX_EPOCH - Duration::from_millis(500);
/// let times = vec![Some(Timestamp(birth)), None];
/// assert_eq!(mrna::to_value(&times)?, value!([tag(2, (-1, 500000000)), nil]));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(
    /// The time.
    pub SystemTime,
);

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        Timestamp(time)
    }
}

impl Deref for Timestamp {
    type Target = SystemTime;

    fn deref(&self) -> &SystemTime {
        &self.0
    }
}

impl DerefMut for Timestamp {
    fn deref_mut(&mut self) -> &mut SystemTime {
        &mut self.0
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, ser)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        deserialize(de).map(Timestamp)
    }
}

const NANOS_PER_SEC: u32 = 1_000_000_000;

/// Writes a time as seconds and nanoseconds since 1970.
///
/// # Errors
///
/// Those of the serializer, and if 64 bits don't hold the seconds.
pub fn serialize<S: Serializer>(time: &SystemTime, ser: S) -> Result<S::Ok, S::Error> {
    let parts = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_secs()).ok().map(|secs| (secs, after.subsec_nanos())),
        Err(error) => seconds_before(error.duration()),
    };
    let parts = parts.ok_or_else(|| S::Error::custom("a time beyond 64 bits of seconds"))?;
    tag::serialize(tag::TIMESTAMP, &parts, ser)
}

/// So long before 1970, as seconds and what is added to them.
fn seconds_before(before: Duration) -> Option<(i64, u32)> {
    let secs = 0_i64.checked_sub_unsigned(before.as_secs())?;
    match before.subsec_nanos() {
        0 => Some((secs, 0)),
        nanos => Some((secs.checked_sub(1)?, NANOS_PER_SEC - nanos)),
    }
}

/// Reads a time, or seconds and nanoseconds without the tag.
///
/// # Errors
///
/// If it has another tag, is not two ints, the nanoseconds are a second or more, or the system has
/// no such time.
pub fn deserialize<'de, D: Deserializer<'de>>(de: D) -> Result<SystemTime, D::Error> {
    let (secs, Nanoseconds(nanos)) =
        tagged::deserialize::<{ tag::TIMESTAMP }, (i64, Nanoseconds), D>(de)?;
    let whole = Duration::from_secs(secs.unsigned_abs());
    let time = if secs < 0 { UNIX_EPOCH.checked_sub(whole) } else { UNIX_EPOCH.checked_add(whole) };
    time.and_then(|time| time.checked_add(Duration::from_nanos(nanos.into())))
        .ok_or_else(|| D::Error::custom("a time that this system doesn't have"))
}

/// Less than a second.
struct Nanoseconds(u32);

impl<'de> Deserialize<'de> for Nanoseconds {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        let nanos = u32::deserialize(de)?;
        if nanos < NANOS_PER_SEC {
            return Ok(Nanoseconds(nanos));
        }
        let found = Unexpected::Unsigned(nanos.into());
        Err(D::Error::invalid_value(found, &"nanoseconds from 0 to 999,999,999"))
    }
}
