//! What is written.

use std::hint::black_box;
use std::io;
use std::sync::Arc;

use mrna::{Record, Shape, Value};
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::Case;
use crate::jobs::*;
use crate::messages::*;

/// A sequence that doesn't say how long it is, in others of its kind.
struct Unknown {
    levels: usize,
    width: usize,
}

impl Serialize for Unknown {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut seq = ser.serialize_seq(None)?;
        for _ in 0..self.width {
            seq.serialize_element("")?;
        }
        if let Some(levels) = self.levels.checked_sub(1) {
            seq.serialize_element(&Unknown { levels, ..*self })?;
        }
        seq.end()
    }
}

/// As well a map.
struct UnknownMap {
    levels: usize,
    width: usize,
}

impl Serialize for UnknownMap {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut map = ser.serialize_map(None)?;
        for i in 0..self.width {
            map.serialize_entry(&i, "")?;
        }
        if let Some(levels) = self.levels.checked_sub(1) {
            map.serialize_entry("", &UnknownMap { levels, ..*self })?;
        }
        map.end()
    }
}

/// A struct with these fields.
struct Fields(Vec<&'static str>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut record = ser.serialize_struct("Fields", self.0.len())?;
        for name in &self.0 {
            record.serialize_field(name, &0)?;
        }
        record.end()
    }
}

/// Records that are alike up to their last field of a thousand.
fn new_at_the_last(n: usize, number: &Value) -> Value {
    let mut start = names(999);
    let record = |i: usize| {
        start.push(names(1001 + i)[1000 + i]);
        let shape = Arc::new(Shape::new(start.iter().copied()).unwrap());
        start.pop();
        Value::Record(Record::with_shape(shape, vec![number.clone(); 1000]).unwrap())
    };
    Value::List((0..n).map(record).collect())
}

/// The same, with the next record in the last field of each.
fn new_at_the_last_nested(levels: usize, width: usize) -> Value {
    let mut start = names(width);
    // The names are known by a record that has no more of them.
    let known = Record::new(start.iter().map(|name| (*name, 0))).unwrap();
    let nested = (0..levels).fold(Value::Nil, |inner, i| {
        start.push(names(1001 + i)[1000 + i]);
        let shape = Arc::new(Shape::new(start.iter().copied()).unwrap());
        start.pop();
        let mut values = vec![Value::from(0); width];
        values.push(inner);
        Value::Record(Record::with_shape(shape, values).unwrap())
    });
    Value::List(vec![known.into(), nested])
}

fn floats(n: usize) -> Vec<Value> {
    (0..n).map(|i| Value::F64(i as f64)).collect()
}

/// A list of one value that does not say so.
struct InUnknown(Value);

impl Serialize for InUnknown {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut seq = ser.serialize_seq(None)?;
        seq.serialize_element(&self.0)?;
        seq.end()
    }
}

/// Numbers and then something else.
fn broken(number: impl Into<Value>, n: usize, last: impl Into<Value>) -> Value {
    let mut items = vec![number.into(); n];
    items.push(last.into());
    Value::List(items)
}

pub fn cases() -> Vec<Case> {
    vec![
        ("lists in a list", 1000, |n| write(vec![Vec::<u8>::new(); n])),
        ("small shapes", 1000, |n| write(value(&small_shapes(n)))),
        ("small shapes, structs", 1000, |n| {
            write(names(n).into_iter().map(|name| Fields(vec![name])).collect::<Vec<_>>())
        }),
        ("variant names", 1000, |n| write(value(&variants(n, 0xD0, 8, &[])))),
        ("a shape of n fields", 1000, |n| write(value(&wide_shape(n, name)))),
        ("a shape of n fields, a struct", 1000, |n| write(Fields(names(n)))),
        ("a shape of n fields, equal prefixes", 1000, |n| {
            write(value(&wide_shape(n, |i| text(&prefixed(i)))))
        }),
        ("a shape of n fields, the last a duplicate", 1000, |n| {
            let mut names = names(n);
            names.push(names[0]);
            let fields = Fields(names);
            Box::new(move || drop(black_box(mrna::to_vec(&fields).unwrap_err())))
        }),
        ("a shape of n fields, thrice", 1000, |n| {
            write([Fields(names(n)), Fields(names(n)), Fields(names(n))])
        }),
        ("a shape of n floats, thrice", 1000, |n| {
            let shape = Arc::new(Shape::new(names(n)).unwrap());
            let record = Record::with_shape(shape, floats(n)).unwrap();
            write(Value::List(vec![record.into(); 3]))
        }),
        ("a set", 1000, |n| write(value(&ints(0xF4, n)))),
        ("a map with keys of equal prefixes", 1000, |n| write(value(&prefixed_map(n)))),
        ("an int of n bytes", 100_000, |n| write(value(&big_int(n)))),
        ("unknown lengths 100 deep, n wide", 20, |n| write(Unknown { levels: 100, width: n })),
        ("unknown lengths 100 deep, n wide, to a writer", 20, |n| {
            write_out(Unknown { levels: 100, width: n })
        }),
        ("unknown lengths 100 deep, n wide, encoded_len", 20, |n| {
            measure(Unknown { levels: 100, width: n })
        }),
        ("unknown lengths 100 deep, n of them", 20, |n| {
            write((0..n).map(|_| Unknown { levels: 100, width: 8 }).collect::<Vec<_>>())
        }),
        ("maps of unknown length 100 deep, n wide", 20, |n| {
            write(UnknownMap { levels: 100, width: n })
        }),
        ("records of 1,000 fields, new at the last", 4, |n| write(new_at_the_last(n, &0.into()))),
        ("records of 1,000 fields, new at the last, floats", 4, |n| {
            write(new_at_the_last(n, &0.5.into()))
        }),
        ("records of 1,000 fields, new at the last, to a writer", 4, |n| {
            write_out(new_at_the_last(n, &0.into()))
        }),
        ("records new at the last, 100 deep, n wide", 10, |n| {
            write(new_at_the_last_nested(100, n))
        }),
        ("packed and plain by turns", 1000, |n| write(value(&by_turns(n)))),
        ("a number and a text by turns", 1000, |n| {
            write(Value::List(
                (0..2 * n).map(|i| if i % 2 == 0 { 300.into() } else { "a".into() }).collect(),
            ))
        }),
        ("lists that widen step by step", 1000, |n| {
            let list = [0, 200, 300, 70_000, 1 << 40, -1_i64];
            write(vec![list.to_vec(); n])
        }),
        ("a list that widens step by step", 1000, |n| {
            let steps = [0, 200, 300, 70_000, 1 << 40, -1_i64];
            write(steps.iter().flat_map(|step| std::iter::repeat_n(*step, n)).collect::<Vec<i64>>())
        }),
        ("a list that no kind holds at its last element", 1000, |n| write(broken(u64::MAX, n, -1))),
        ("a list of ints with a text at its end", 1000, |n| write(broken(300, n, "a"))),
        ("a list of floats with an int at its end", 1000, |n| write(broken(0.5, n, 1))),
        ("lists of five with a text at their ends", 1000, |n| {
            write(Value::List(vec![broken(300, 4, "a"); n]))
        }),
        ("a list of floats", 1000, |n| write(Value::List(floats(n)))),
        ("a list of floats, to a writer", 1000, |n| write_out(Value::List(floats(n)))),
        ("a tuple of floats, to a writer", 7_500, |n| write_out(Value::Tuple(floats(n)))),
        ("a tuple of floats", 1000, |n| write(Value::Tuple(floats(n)))),
        ("a tuple of ints, to a writer", 1000, |n| write_out(Value::Tuple(vec![300.into(); n]))),
        ("a message after the other", 1000, |n| {
            Box::new(move || {
                let mut ser = mrna::Serializer::new(io::sink());
                (0..n).for_each(|i| (i, Fields(vec!["a", "b"])).serialize(&mut ser).unwrap());
            })
        }),
        ("a tuple of floats, encoded_len", 7_500, |n| measure(Value::Tuple(floats(n)))),
        ("a tuple of floats in a list of unknown length, to a writer", 7_500, |n| {
            write_out(InUnknown(Value::Tuple(floats(n))))
        }),
    ]
}
