//! What stands in mrna for what it has no word for.
//!
//! Numbers below 64 are mrna's own, so what other formats have of that kind gets numbers of an
//! application, this one.

use mrna::{Value, tag};

/// MessagePack's extension type -1 is this and 255, its type 0 this and 0: tags around bytes.
const MSGPACK: u64 = 0x4D50_0000;

/// CBOR's tag 0 is this and 0, its tag 63 this and 63, where mrna has nothing for it. From 64 on
/// CBOR's tags are mrna's.
const CBOR: u64 = 0x4342_0000;

/// The first of the numbers that are an application's.
const FREE: u64 = 64;

const BILLION: u64 = 1_000_000_000;

/// An extension of MessagePack.
pub(crate) fn of_extension(kind: i8, bytes: &[u8]) -> Value {
    Value::tagged(MSGPACK + u64::from(kind.cast_unsigned()), Value::bytes(bytes))
}

/// The type of the extension that a tag stands for.
pub(crate) fn to_extension(tag: u64) -> Option<i8> {
    u8::try_from(tag.checked_sub(MSGPACK)?).ok().map(u8::cast_signed)
}

/// A tag of CBOR that has no other meaning here; none for those whose numbers stand for others.
pub(crate) fn of_cbor(number: u64) -> Option<u64> {
    match number.checked_sub(CBOR) {
        _ if number < FREE => Some(CBOR + number),
        Some(0..FREE) => None,
        _ => Some(number),
    }
}

/// The number in CBOR of a tag that has no other meaning here.
pub(crate) fn to_cbor(tag: u64) -> Option<u64> {
    match tag.checked_sub(CBOR) {
        Some(number) if number < FREE => Some(number),
        _ => (tag >= FREE).then_some(tag),
    }
}

/// A point in time: seconds since 1970, and nanoseconds, if there can be so many.
pub(crate) fn of_time(seconds: i64, nanoseconds: u64) -> Option<Value> {
    (nanoseconds < BILLION).then(|| Value::tagged(tag::TIMESTAMP, (seconds, nanoseconds)))
}

/// The seconds and nanoseconds of a point in time, if it is one as the standard has it.
pub(crate) fn to_time(number: u64, value: &Value) -> Option<(i64, u32)> {
    match (number, value.as_tuple()?) {
        (tag::TIMESTAMP, [seconds, nanoseconds]) => {
            let nanoseconds = nanoseconds.as_u64().filter(|nanoseconds| *nanoseconds < BILLION)?;
            Some((seconds.as_i64()?, u32::try_from(nanoseconds).ok()?))
        }
        _ => None,
    }
}
