//! A breaker: a struct that passes over the error of a field and then writes another name than
//! before subtracted more values than it had.

use serde::ser::{Error as _, SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

struct Bad;

impl Serialize for Bad {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("no"))
    }
}

#[derive(Serialize)]
struct Inner {
    x: u8,
    y: u8,
    z: Option<Bad>,
}

/// Whether it fails in between.
struct Outer(bool);

impl Serialize for Outer {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let inner = Inner { x: 1, y: 2, z: self.0.then_some(Bad) };
        let mut record = ser.serialize_struct("Outer", 2)?;
        let _ = record.serialize_field("a", &inner);
        record.serialize_field(if self.0 { "new" } else { "b" }, &1)?;
        record.end()
    }
}

/// The same in a map, of which nobody knows the length.
struct Map;

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut map = ser.serialize_map(None)?;
        let _ = map.serialize_entry(&1, &(1.5, vec![1.5, 2.5], Bad));
        let _ = map.serialize_entry(&2, &vec![Bad]);
        map.end()
    }
}

#[test]
fn they_are_refused() {
    assert!(mrna::to_vec(&(Outer(false), Outer(false))).is_ok());
    assert!(mrna::to_vec(&(Outer(false), Outer(false), Outer(true))).is_err());
    assert!(mrna::to_vec(&(Outer(false), Outer(true))).is_err());
    assert!(mrna::to_vec(&Map).is_err());
    assert!(mrna::encoded_len(&Map).is_err());
    assert!(mrna::encoded_len(&(Outer(false), Outer(false), Outer(true))).is_err());
}
