//! A writer guesses a record's shape by its struct's name: the bytes don't depend on it.

use mrna::{Value, from_slice, to_vec};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

const NAMES: [&str; 40] = [
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4", "b5",
    "b6", "b7", "b8", "b9", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "d0", "d1",
    "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9",
];

/// A struct of a name and with fields that are not always the same.
#[derive(Clone, Copy)]
struct Struct {
    name: usize,
    fields: usize,
    first: usize,
    floats: bool,
}

impl Serialize for Struct {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut record = ser.serialize_struct(NAMES[self.name], self.fields)?;
        for index in 0..self.fields {
            let name = NAMES[(self.first + index) % NAMES.len()];
            if self.floats {
                record.serialize_field(name, &0.5_f32)?;
            } else {
                record.serialize_field(name, &index)?;
            }
        }
        record.end()
    }
}

/// `Value`s have no struct names, so nothing is guessed when they are written.
#[track_caller]
fn check(structs: &[Struct]) {
    let bytes = to_vec(structs).unwrap();
    let value: Value = from_slice(&bytes).unwrap();
    assert_eq!(to_vec(&value).unwrap(), bytes);
    let nested = (structs, structs, [structs]);
    let bytes = to_vec(&nested).unwrap();
    assert_eq!(to_vec(&from_slice::<Value>(&bytes).unwrap()).unwrap(), bytes);
}

#[test]
fn more_names_than_are_kept() {
    let all = |fields| move |name| Struct { name, fields, first: name, floats: name % 3 == 0 };
    let structs: Vec<_> = (0..40).map(all(4)).chain((0..40).rev().map(all(4))).collect();
    check(&structs);
    check(&structs.repeat(3));
}

#[test]
fn one_name_with_many_shapes() {
    let mut structs = Vec::new();
    for fields in [0, 1, 2, 3, 4, 3, 2, 20, 3, 0] {
        for first in [0, 1, 0, 2] {
            for floats in [false, true, true, false] {
                structs.push(Struct { name: 0, fields, first, floats });
            }
        }
    }
    check(&structs);
    let mixed: Vec<_> =
        structs.iter().enumerate().map(|(index, it)| Struct { name: index % 5, ..*it }).collect();
    check(&mixed);
}
