//! The numbers of a list on their way to its packed form, or to the plain one if that is shorter
//! or something else comes.

use alloc::vec::Vec;

use super::{
    encoder::{Encoder, packed_header},
    output::Sink,
};
use crate::{
    error::Result,
    wire::{self, Counted, count, int, packed::Number},
};

/// The elements of a list so far.
#[derive(Debug)]
pub(crate) struct Run {
    state: State,
    /// Where the list's header goes.
    start: usize,
    /// How many elements were announced, if that was said.
    announced: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Empty,
    /// Raw numbers, behind room for the header.
    Packed(Number),
    /// The header and values, for good.
    Plain,
}

/// A number's bits, to 64 of them with its sign.
fn bits(raw: &[u8], number: Number) -> u64 {
    let is_negative = number.is_signed() && raw.last().is_some_and(|top| *top >= 0x80);
    let mut wide = [if is_negative { u8::MAX } else { 0 }; 8];
    wide.iter_mut().zip(raw).for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(wide)
}

impl Run {
    pub(crate) fn new(start: usize, announced: Option<usize>) -> Self {
        Run { state: State::Empty, start, announced }
    }

    /// Whether the elements are plain values behind their header.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.state == State::Plain
    }

    /// The bytes that are left free for the header until it is known.
    fn room(&self) -> usize {
        2 + count::len(self.announced.unwrap_or(0) as u64)
    }

    /// An unsigned element.
    #[inline(always)]
    pub(crate) fn unsigned<S: Sink>(&mut self, enc: &mut Encoder<S>, n: u64) -> Result<()> {
        let fits = match self.state {
            State::Packed(number) => number.holds(n),
            State::Plain => {
                enc.unsigned(n);
                return Ok(());
            }
            State::Empty => false,
        };
        if !fits && !self.make_fit(enc, 0, n)? {
            enc.unsigned(n);
            return Ok(());
        }
        self.push(enc, n);
        Ok(())
    }

    /// A negative element.
    pub(crate) fn negative<S: Sink>(&mut self, enc: &mut Encoder<S>, n: i64) -> Result<()> {
        let fits = match self.state {
            State::Packed(number) => n >= number.least(),
            State::Empty => false,
            State::Plain => {
                enc.signed(n);
                return Ok(());
            }
        };
        if !fits && !self.make_fit(enc, n, 0)? {
            enc.signed(n);
            return Ok(());
        }
        self.push(enc, n.cast_unsigned());
        Ok(())
    }

    /// A float of one of the two kinds, by its bits.
    #[inline(always)]
    pub(crate) fn float<S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        number: Number,
        bits: u64,
    ) -> Result<bool> {
        if self.state == State::Empty {
            self.open(enc, number);
        } else if self.state != State::Packed(number) {
            self.make_plain(enc)?;
            return Ok(false);
        }
        self.push(enc, bits);
        Ok(true)
    }

    /// An element that is no number comes next.
    #[inline(always)]
    pub(crate) fn make_plain<S: Sink>(&mut self, enc: &mut Encoder<S>) -> Result<()> {
        match self.state {
            State::Plain => Ok(()),
            State::Empty => {
                enc.header(Counted::List, self.announced.unwrap_or(0));
                self.state = State::Plain;
                Ok(())
            }
            State::Packed(number) => {
                self.state = State::Plain;
                let raw = self.cut(enc)?;
                enc.header(Counted::List, self.announced.unwrap_or(0));
                put_plain(enc, &raw, number);
                Ok(())
            }
        }
    }

    /// The list is over, with so many elements.
    pub(crate) fn end<S: Sink>(&mut self, enc: &mut Encoder<S>, len: usize) -> Result<()> {
        let State::Packed(number) = self.state else {
            self.make_plain(enc)?;
            return enc.mend(self.start, Counted::List, self.announced.unwrap_or(0), len);
        };
        let raw = enc.out.since(self.start + self.room()).unwrap_or_default();
        let packed = packed_header(wire::PACKED_LIST, number, len);
        let plain = Counted::List.header(len as u64);
        if packed.1 + raw.len() < plain.1 + plain_len(raw, number) {
            return enc.out.replace(self.start, self.room(), packed);
        }
        if number == Number::U8 && raw.is_ascii() {
            // Ints below 128 are the same bytes in both forms.
            return enc.out.replace(self.start, self.room(), plain);
        }
        let raw = self.cut(enc)?;
        enc.out.put(plain);
        put_plain(enc, &raw, number);
        Ok(())
    }

    #[inline(always)]
    fn push<S: Sink>(&self, enc: &mut Encoder<S>, bits: u64) {
        let [a, b, c, d, ..] = bits.to_le_bytes();
        match self.state {
            State::Packed(number) => match number.width() {
                1 => enc.out.push(a),
                2 => enc.out.extend(&[a, b]),
                4 => enc.out.extend(&[a, b, c, d]),
                _ => enc.out.extend(&bits.to_le_bytes()),
            },
            State::Empty | State::Plain => {}
        }
    }

    /// Starts packing, with room for the header.
    fn open<S: Sink>(&mut self, enc: &mut Encoder<S>, number: Number) {
        self.state = State::Packed(number);
        enc.out.put(packed_header(wire::PACKED_LIST, number, self.announced.unwrap_or(0)));
    }

    /// The raw numbers so far, taken out with the room for the header.
    fn cut<S: Sink>(&self, enc: &mut Encoder<S>) -> Result<Vec<u8>> {
        let mut raw = enc.out.cut(self.start)?;
        drop(raw.drain(..self.room().min(raw.len())));
        Ok(raw)
    }

    /// Finds a kind that holds `least`, `greatest` and all elements so far, and rewrites these;
    /// `false` if there is none and the list is plain now.
    #[cold]
    fn make_fit<S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        mut least: i64,
        mut greatest: u64,
    ) -> Result<bool> {
        let State::Packed(old) = self.state else {
            let Some(number) = Number::narrowest(least, greatest) else { return Ok(false) };
            self.open(enc, number);
            return Ok(true);
        };
        if matches!(old, Number::F32 | Number::F64) {
            self.make_plain(enc)?;
            return Ok(false);
        }
        let raw = enc.out.since(self.start + self.room()).unwrap_or_default();
        for element in raw.chunks_exact(old.width().into()) {
            let bits = bits(element, old);
            if old.is_signed() && bits.cast_signed() < 0 {
                least = least.min(bits.cast_signed());
            } else {
                greatest = greatest.max(bits);
            }
        }
        let Some(new) = Number::narrowest(least, greatest) else {
            self.make_plain(enc)?;
            return Ok(false);
        };
        let raw = self.cut(enc)?;
        self.open(enc, new);
        for element in raw.chunks_exact(old.width().into()) {
            self.push(enc, bits(element, old));
        }
        Ok(true)
    }
}

/// How many bytes raw numbers take as plain values.
fn plain_len(raw: &[u8], number: Number) -> usize {
    let width = usize::from(number.width());
    let elements = raw.chunks_exact(width);
    match number {
        Number::F32 | Number::F64 => raw.len() + raw.len() / width,
        Number::U8 => raw.len() + raw.iter().filter(|byte| !byte.is_ascii()).count(),
        _ if number.is_signed() => {
            elements.map(|element| int::len(bits(element, number).cast_signed())).sum()
        }
        _ => elements.map(|element| int::len_unsigned(bits(element, number))).sum(),
    }
}

/// Writes raw numbers as plain values.
fn put_plain<S: Sink>(enc: &mut Encoder<S>, raw: &[u8], number: Number) {
    for element in raw.chunks_exact(number.width().into()) {
        let bits = bits(element, number);
        match number {
            Number::F32 => {
                enc.out.push(wire::F32);
                enc.out.extend(element);
            }
            Number::F64 => {
                enc.out.push(wire::F64);
                enc.out.extend(element);
            }
            _ if number.is_signed() => enc.signed(bits.cast_signed()),
            _ => enc.unsigned(bits),
        }
    }
}
