//! A breaker: a struct named "" that announces `usize::MAX` fields was taken for one seen before,
//! and all its names were gone back through.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

struct Nameless(usize);

impl Serialize for Nameless {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut record = ser.serialize_struct("", self.0)?;
        record.serialize_field("x", &1)?;
        record.end()
    }
}

#[derive(Serialize)]
struct Point {
    x: u8,
}

#[test]
fn it_ends() {
    let point = |x| Point { x };
    let bytes = mrna::to_vec(&(point(1), point(2), point(3), Nameless(usize::MAX))).unwrap();
    assert_eq!(bytes, mrna::to_vec(&(point(1), point(2), point(3), point(1))).unwrap());
    let bytes = mrna::to_vec(&(point(1), point(2), point(3), Nameless(1))).unwrap();
    assert_eq!(bytes, mrna::to_vec(&(point(1), point(2), point(3), point(1))).unwrap());
}
