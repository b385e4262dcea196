//! A value by every way into bytes and out of them.

use std::fmt::Debug;
use std::io::BufReader;

use mrna::{Deserializer, Serializer, Value};
use serde::{Serialize, de::DeserializeOwned};

/// Checks that a value comes back equal by each way, and gives it as a [`Value`].
#[track_caller]
pub fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Value {
    let bytes = mrna::to_vec(value).unwrap();
    assert_eq!(mrna::encoded_len(value).unwrap(), bytes.len());
    let mut written = Vec::new();
    mrna::to_writer(&mut written, value).unwrap();
    assert_eq!(written, bytes, "to_writer");
    read_back(&bytes, value)
}

/// The reading half, which is also for bytes that another type has written.
#[track_caller]
pub fn read_back<T: DeserializeOwned + PartialEq + Debug>(bytes: &[u8], value: &T) -> Value {
    assert_eq!(mrna::from_slice::<T>(bytes).unwrap(), *value, "from_slice");
    assert_eq!(mrna::from_reader::<_, T>(bytes).unwrap(), *value, "from_reader");
    // Nothing can be lent from a buffer of one byte.
    let trickle = BufReader::with_capacity(1, bytes);
    assert_eq!(mrna::from_reader::<_, T>(trickle).unwrap(), *value, "from_reader, byte by byte");

    let dynamic: Value = mrna::from_slice(bytes).unwrap();
    assert_eq!(mrna::from_reader::<_, Value>(bytes).unwrap(), dynamic, "a Value from_reader");
    assert_eq!(mrna::to_vec(&dynamic).unwrap(), bytes, "a Value's bytes");
    assert_eq!(mrna::from_value::<T>(&dynamic).unwrap(), *value, "from_value");
    dynamic
}

/// Checks the same where both sides say that the format is human-readable.
#[track_caller]
pub fn round_trip_readable<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
) -> Value {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::new(&mut bytes).human_readable(true)).unwrap();
    let mut de = Deserializer::from_slice(&bytes).human_readable(true);
    assert_eq!(T::deserialize(&mut de).unwrap(), *value, "from a slice");
    de.end().unwrap();
    let mut de = Deserializer::from_reader(&bytes[..]).human_readable(true);
    assert_eq!(T::deserialize(&mut de).unwrap(), *value, "from a reader");
    de.end().unwrap();

    let dynamic: Value = mrna::from_slice(&bytes).unwrap();
    assert_eq!(mrna::to_vec(&dynamic).unwrap(), bytes, "a Value's bytes");
    dynamic
}

/// The error of reading a value back, the same by each way but for its offset.
#[track_caller]
pub fn refusal<T: Serialize + DeserializeOwned + Debug>(value: &T) -> String {
    let bytes = mrna::to_vec(value).unwrap();
    refusal_of::<T>(&bytes)
}

/// The error of reading these bytes as a `T`.
#[track_caller]
pub fn refusal_of<T: DeserializeOwned + Debug>(bytes: &[u8]) -> String {
    let error = mrna::from_slice::<T>(bytes).unwrap_err();
    let from_reader = mrna::from_reader::<_, T>(bytes).unwrap_err();
    assert_eq!(from_reader.to_string(), error.to_string(), "from_reader");
    let dynamic: Value = mrna::from_slice(bytes).unwrap();
    let from_value = mrna::from_value::<T>(dynamic).unwrap_err();
    assert_eq!(from_value.kind().to_string(), error.kind().to_string(), "from_value");
    assert_eq!(from_value.path(), error.path(), "from_value");
    error.to_string()
}
