//! MessagePack: items one after another.

mod read;
mod write;

pub(crate) use self::{read::Items, write::write};
use super::tags;
use mrna::Value;

/// The extension type of points in time.
const TIMESTAMP: i8 = -1;

/// The value that an extension is.
fn of_extension(kind: i8, bytes: &[u8]) -> Value {
    let time = match kind {
        TIMESTAMP => time(bytes),
        _ => None,
    };
    time.unwrap_or_else(|| tags::of_extension(kind, bytes))
}

/// A point in time in one of the three forms that there are.
fn time(bytes: &[u8]) -> Option<Value> {
    const SECONDS: u64 = (1 << 34) - 1;
    match bytes.len() {
        4 => tags::of_time(u32::from_be_bytes(bytes.try_into().ok()?).into(), 0),
        8 => {
            let both = u64::from_be_bytes(bytes.try_into().ok()?);
            tags::of_time((both & SECONDS).cast_signed(), both >> 34)
        }
        12 => {
            let (nanoseconds, seconds) = bytes.split_first_chunk()?;
            let seconds = i64::from_be_bytes(seconds.try_into().ok()?);
            tags::of_time(seconds, u32::from_be_bytes(*nanoseconds).into())
        }
        _ => None,
    }
}

/// The shortest form of a point in time.
fn time_bytes(seconds: i64, nanoseconds: u32) -> Vec<u8> {
    match (u64::try_from(seconds), u32::try_from(seconds)) {
        (_, Ok(seconds)) if nanoseconds == 0 => seconds.to_be_bytes().into(),
        (Ok(seconds), _) if seconds < 1 << 34 => {
            (u64::from(nanoseconds) << 34 | seconds).to_be_bytes().into()
        }
        _ => [&nanoseconds.to_be_bytes()[..], &seconds.to_be_bytes()].concat(),
    }
}
