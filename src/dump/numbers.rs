use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use std::io::BufRead;

use crate::{
    Value,
    de::decoder::{Decoder, Header},
    error::Result,
    read::{IoRead, Source as _},
    wire::{Head, int, packed::Number},
};

/// How many numbers are kept of the first, and of the last.
const KEPT: u64 = 3;

/// What packed numbers are, how many, and a few of them.
///
/// ```
/// use mrna::{Value, dump::{Items, What}};
///
/// let bytes = mrna::to_vec(&(200..300).collect::<Vec<u16>>())?;
/// let item = Items::new(&bytes[..]).next().unwrap();
/// let What::PackedList(numbers) = item.what() else { panic!() };
/// assert_eq!((numbers.kind(), numbers.count()), ("u16", 100));
/// assert_eq!(numbers.first(), [200, 201, 202].map(Value::from));
/// assert_eq!(numbers.to_string(), "200, 201, 202, …, 297, 298, 299");
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    kind: Number,
    count: u64,
    first: Vec<Value>,
    last: Vec<Value>,
}

impl Numbers {
    /// What each number is: `u8`, `i8` and so on to `f64`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind.name()
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first three, or all if there are no more.
    #[must_use]
    pub fn first(&self) -> &[Value] {
        &self.first
    }

    /// The last three of those that are not in [`first`](Self::first).
    #[must_use]
    pub fn last(&self) -> &[Value] {
        &self.last
    }

    /// Reads so many packed numbers; also how many bytes they would take each by itself.
    pub(super) fn read<B: BufRead>(
        decoder: &mut Decoder<IoRead<B>>,
        kind: Number,
        count: u64,
    ) -> Result<(Self, u64)> {
        let mut numbers = Numbers { kind, count, first: Vec::new(), last: Vec::new() };
        let mut plain = 0;
        let mut left = count;
        while left > 0 {
            let is_first = count - left < KEPT;
            let passed = if is_first { 0 } else { left.saturating_sub(KEPT) };
            let passed = if decoder.strict.is_recording() { 0 } else { passed };
            left -= if passed >= kind.in_word() {
                let (passed, bytes) = pass(decoder, kind, passed)?;
                plain += bytes;
                passed
            } else {
                let number = decoder.packed(kind)?;
                plain += plain_len(number);
                if is_first {
                    numbers.first.push(value(number));
                } else if left <= KEPT {
                    numbers.last.push(value(number));
                }
                1
            };
        }
        Ok((numbers, plain))
    }
}

/// The numbers kept: `1, 2, 3, …, 8, 9, 10`.
impl Display for Numbers {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, number) in self.first.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            number.fmt(f)?;
        }
        if self.count > 2 * KEPT {
            f.write_str(", …")?;
        }
        self.last.iter().try_for_each(|number| write!(f, ", {number}"))
    }
}

/// Passes over some of so many numbers, at least as many as eight bytes hold: how many, and what
/// they would take each by itself.
fn pass<B: BufRead>(
    decoder: &mut Decoder<IoRead<B>>,
    kind: Number,
    numbers: u64,
) -> Result<(u64, u64)> {
    if kind.is_float() {
        let width = u64::from(kind.width());
        decoder.read.skip(numbers.saturating_mul(width))?;
        return Ok((numbers, numbers.saturating_mul(1 + width)));
    }
    // One after the other takes five times as long.
    let word = decoder.read.bits::<8>()?;
    let bits = 8 * u32::from(kind.width());
    let above = u64::BITS - bits;
    let lens = (0..u64::BITS).step_by(bits as usize).map(|shift| {
        let number = word >> shift << above;
        let head = if kind.is_signed() {
            int::encode(number.cast_signed() >> above)
        } else {
            int::encode_unsigned(number >> above)
        };
        head.len() as u64
    });
    Ok((kind.in_word(), lens.sum()))
}

/// How many bytes the number takes by itself.
fn plain_len(number: Header) -> u64 {
    let head = match number {
        Header::Unsigned(n) => int::encode_unsigned(n),
        Header::Negative(n) => int::encode(n),
        Header::F32(n) => Head::f32(n),
        Header::F64(n) => Head::f64(n),
        // Nothing else is packed.
        _ => return 0,
    };
    head.len() as u64
}

fn value(number: Header) -> Value {
    match number {
        Header::Unsigned(n) => n.into(),
        Header::Negative(n) => n.into(),
        Header::F32(n) => Value::F32(n),
        Header::F64(n) => Value::F64(n),
        // Nothing else is packed.
        _ => Value::Nil,
    }
}
