//! A key without its value made a map that nobody could read.

use serde::{Serialize, Serializer, ser::SerializeMap};

struct Keys(&'static [bool]);

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut map = ser.serialize_map(Some(1))?;
        for is_key in self.0 {
            if *is_key { map.serialize_key(&1) } else { map.serialize_value(&2) }?;
        }
        map.end()
    }
}

#[test]
fn it_is_refused() {
    assert!(mrna::to_vec(&Keys(&[true, false])).is_ok());
    for half in [&[true][..], &[false], &[true, true, false], &[true, false, false]] {
        assert!(mrna::to_vec(&Keys(half)).is_err(), "{half:?}");
    }
}
