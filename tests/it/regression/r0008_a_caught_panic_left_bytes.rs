//! A type that panicked inside a newtype variant left the variant's header in the `Serializer`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Serialize, Serializer};

struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("on purpose")
    }
}

#[derive(Serialize)]
enum Holds {
    It(Panics),
}

#[test]
fn it_is_taken_back() {
    let mut ser = mrna::Serializer::from_vec(vec![7]);
    assert!(catch_unwind(AssertUnwindSafe(|| Holds::It(Panics).serialize(&mut ser))).is_err());
    5.serialize(&mut ser).unwrap();
    assert_eq!(ser.into_inner(), [7, 5]);
    let mut bytes = vec![7];
    let caught = catch_unwind(AssertUnwindSafe(|| mrna::append(&mut bytes, &Holds::It(Panics))));
    assert!(caught.is_err());
    assert_eq!(bytes, [7]);
}
