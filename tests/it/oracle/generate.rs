//! Values from bytes, each byte a choice.

use std::sync::Arc;

use mrna::{Int, Record, Shape, Value};

/// How many values come of some choices at most, so that copies of copies end.
const MOST: usize = 3_000;

/// What choices are made by: zeros behind the end.
pub struct Choices<'a> {
    rest: &'a [u8],
    values_left: usize,
}

/// Few, so that shapes and variants meet again.
const NAMES: [&str; 8] = ["a", "b", "x", "y", "", "nil", "odd name", "naïve"];

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { rest: bytes, values_left: MOST }
    }

    fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *byte
    }

    fn count(&mut self, values: u8) {
        self.values_left = self.values_left.saturating_sub(values.into());
    }

    fn below(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    fn many<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let len = match self.byte() {
            n @ ..200 => n % 9,
            n => n - 190,
        };
        self.count(len);
        (0..len).map(|_| one(self)).collect()
    }

    fn raw(&mut self) -> Vec<u8> {
        let len = match self.byte() {
            n @ ..250 => usize::from(n % 40),
            n => usize::from(n - 240) * 150,
        };
        (0..len).map(|_| self.byte()).collect()
    }

    fn name(&mut self) -> String {
        match self.byte() {
            n @ ..240 => NAMES[usize::from(n) % NAMES.len()].to_owned(),
            _ => String::from_utf8_lossy(&self.raw()).into_owned(),
        }
    }

    fn int(&mut self) -> Int {
        let bits = self.byte();
        match bits % 6 {
            0 => i64::from(self.array::<1>()[0].cast_signed()).into(),
            1 => i64::from(i16::from_le_bytes(self.array())).into(),
            2 => i64::from(i32::from_le_bytes(self.array())).into(),
            3 => u64::from_le_bytes(self.array()).into(),
            // On both sides of each power of two.
            4 => {
                let power = 1_i128 << (bits / 2);
                let near = power.wrapping_add(i128::from(self.below(4)) - 2);
                if self.below(2) == 0 { near } else { near.wrapping_neg() }.into()
            }
            _ => Int::from_le_bytes(&self.raw()),
        }
    }

    /// One of a sort that may be packed.
    fn number(&mut self, sort: u8) -> Value {
        match sort {
            0 => Value::from(self.byte()),
            1 => Value::from(self.byte().cast_signed()),
            2 => Value::from(u16::from_le_bytes(self.array())),
            3 => Value::from(i16::from_le_bytes(self.array())),
            4 => Value::from(i32::from_le_bytes(self.array())),
            5 => Value::from(u64::from_le_bytes(self.array())),
            6 => Value::from(i64::from_le_bytes(self.array())),
            7 => Value::F32(f32::from_le_bytes(self.array())),
            8 => Value::F64(f64::from_le_bytes(self.array())),
            _ => Value::Int(self.int()),
        }
    }

    fn numbers(&mut self) -> Vec<Value> {
        let sort = self.below(10);
        let mut numbers = self.many(|c| c.number(sort));
        // Sometimes one that doesn't fit.
        if self.below(4) == 3 && !numbers.is_empty() {
            let at = usize::from(self.byte()) % numbers.len();
            numbers[at] = self.leaf();
        }
        numbers
    }

    fn leaf(&mut self) -> Value {
        match self.below(9) {
            0 => Value::Nil,
            1 => Value::Bool(self.below(2) == 1),
            2 => Value::F32(f32::from_le_bytes(self.array())),
            3 => Value::F64(f64::from_le_bytes(self.array())),
            4 => Value::Str(String::from_utf8_lossy(&self.raw()).into_owned()),
            5 => Value::Bytes(self.raw()),
            6 => Value::unit_variant(self.name()),
            7 => Value::Str(self.name()),
            _ => Value::Int(self.int()),
        }
    }

    fn shape(&mut self) -> Arc<Shape> {
        let mut names: Vec<String> = Vec::new();
        for name in self.many(Self::name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Arc::new(Shape::new(names).unwrap())
    }

    /// A value of at most so many levels.
    pub fn value(&mut self, levels: u8) -> Value {
        if self.values_left == 0 {
            return Value::Nil;
        }
        self.count(1);
        let Some(levels) = levels.checked_sub(1) else { return self.leaf() };
        let values = |c: &mut Self| c.many(|c| c.value(levels));
        match self.below(18) {
            0..4 => self.leaf(),
            4 => Value::List(self.numbers()),
            5 => Value::Tuple(self.numbers()),
            6 => Value::List(values(self)),
            7 => Value::Tuple(values(self)),
            8 => Value::Set(values(self)),
            9 => Value::FrozenSet(values(self)),
            10 => Value::Map(self.many(|c| (c.value(levels), c.value(levels)))),
            11 => {
                let shape = self.shape();
                let values: Vec<Value> = shape.names().map(|_| self.value(levels)).collect();
                Value::Record(Record::with_shape(shape, values).unwrap())
            }
            // Records of one shape, of numbers more often than not.
            12 => {
                let (shape, sort) = (self.shape(), self.below(12));
                Value::List(self.many(|c| {
                    let value = |c: &mut Self| match sort {
                        0..10 => c.number(sort),
                        _ => c.value(levels),
                    };
                    let values: Vec<Value> = shape.names().map(|_| value(c)).collect();
                    Value::Record(Record::with_shape(shape.clone(), values).unwrap())
                }))
            }
            13 => Value::variant(self.name(), self.value(levels)),
            14 => (0..self.below(4)).fold(Value::Nil, |value, _| Value::some(value)),
            15 => Value::tagged(
                u64::from_le_bytes(self.array()) >> self.below(64),
                self.value(levels),
            ),
            // The same again and again.
            16 => {
                let before = self.values_left;
                let value = self.value(levels);
                let size = before - self.values_left;
                Value::List(self.many(|c| match c.values_left.checked_sub(size) {
                    Some(left) => {
                        c.values_left = left;
                        value.clone()
                    }
                    None => Value::Nil,
                }))
            }
            // A nest.
            _ => {
                let (levels, sort) = (self.below(levels + 1), self.below(5));
                self.count(levels);
                (0..levels).fold(self.leaf(), |value, _| match sort {
                    0 => Value::List(vec![value]),
                    1 => Value::record([("v", 1.into()), ("n", value)]).unwrap(),
                    2 => Value::variant("a", value),
                    3 => Value::tagged(300, value),
                    _ => Value::Map(vec![(value, Value::Nil)]),
                })
            }
        }
    }
}
