//! The values of a list, tuple or record on their way to its packed form, or to the plain one if
//! that is shorter or something else comes.

use alloc::vec::Vec;

use super::{encoder::Encoder, number::Native, output::Sink};
use crate::{
    error::Result,
    wire::{
        self, Counted, Head, Opening, int,
        packed::{Number, Range},
    },
};

/// The values so far.
///
/// What is not on the usual way is called with a copy and gives it back: that keeps this and
/// what it is a part of in registers. While their addresses were taken they were moved about in
/// memory, which took from a fifth (log) to two fifths (mesh) of the time of writing records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    state: State,
    /// Where the header goes.
    start: usize,
    kind: Counted,
    /// The number in the header, as far as it is known: a length that was announced, or a shape.
    number: usize,
    /// How many values there are to be, if that is known.
    len: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Empty,
    /// Numbers without their leading bytes, behind the opening of the packed form.
    Packed(Number),
    /// The header and values, for good.
    Plain,
}

impl Run {
    /// Begins `len` values of a kind; what has no packed form, or one that can't be shorter, is
    /// plain from the start. Without a length the header waits for it.
    #[inline(always)]
    pub(crate) fn begin<S: Sink>(enc: &mut Encoder<S>, kind: Counted, len: Option<usize>) -> Self {
        if len.is_none() {
            enc.out.wait();
        }
        let start = enc.out.position();
        let mut run = Run { state: State::Empty, start, kind, number: len.unwrap_or(0), len };
        if !run.may_pack() {
            run.open_plain(enc);
        }
        run
    }

    /// Begins values that are not packed and have their header.
    #[inline(always)]
    pub(crate) fn plain(start: usize) -> Self {
        Run { state: State::Plain, start, kind: Counted::Record, number: 0, len: None }
    }

    /// Begins the values of a record of this shape, which are likely to be packed or plain.
    #[inline(always)]
    pub(crate) fn record<S: Sink>(
        enc: &mut Encoder<S>,
        shape: usize,
        len: usize,
        packed: Option<Number>,
    ) -> Self {
        let (kind, start) = (Counted::Record, enc.out.position());
        let mut run = Run { state: State::Empty, start, kind, number: shape, len: Some(len) };
        match packed {
            Some(number) => run.open_packed(enc, number),
            None => run.open_plain(enc),
        }
        run
    }

    /// Whether the packed form could be shorter.
    #[inline(always)]
    fn may_pack(&self) -> bool {
        match (self.opening(Number::F32), self.len) {
            (None, _) => false,
            // Floats only, each of which saves a byte.
            (Some(packed), Some(len)) if self.kind != Counted::List => {
                len > packed.len() - self.header_len()
            }
            _ => true,
        }
    }

    /// How long the header of the plain form is.
    #[inline(always)]
    pub(crate) fn header_len(&self) -> usize {
        self.kind.header(self.number as u64).len()
    }

    /// The kind of the values, if they are packed.
    #[inline(always)]
    pub(crate) fn packed(&self) -> Option<Number> {
        match self.state {
            State::Packed(number) => Some(number),
            State::Empty | State::Plain => None,
        }
    }

    /// How many values there are to be, if that is known.
    #[inline(always)]
    pub(crate) fn len(&self) -> Option<usize> {
        self.len
    }

    /// Whether the values are plain, behind their header.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.state == State::Plain
    }

    /// Whether such a number can be packed: ints only in a list.
    #[inline(always)]
    pub(crate) fn takes<N: Native>(&self) -> bool {
        N::FLOAT.is_some() || self.kind == Counted::List
    }

    /// The opening of the packed form, as far as it is known.
    #[inline(always)]
    fn opening(&self, kind: Number) -> Option<Opening> {
        let lead = self.kind.packed()?;
        Some(Opening::packed(lead, kind, self.number as u64))
    }

    /// Where the values of the packed form begin.
    #[inline(always)]
    fn values(&self) -> usize {
        self.start + self.opening(Number::U8).map_or(0, Opening::len)
    }

    /// The next values.
    #[inline(always)]
    pub(crate) fn extend<N: Native, S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        numbers: &[N],
    ) -> Result<()> {
        match self.state {
            State::Packed(kind) if N::fit(numbers, kind) => {
                enc.out.numbers(kind.width(), numbers.iter().map(|n| n.bits()));
                Ok(())
            }
            _ => {
                *self = self.extend_aside(enc, numbers)?;
                Ok(())
            }
        }
    }

    /// The next value.
    #[inline(always)]
    pub(crate) fn push<N: Native, S: Sink>(&mut self, enc: &mut Encoder<S>, n: N) -> Result<()> {
        match self.state {
            State::Packed(kind) if N::fit(&[n], kind) => {
                enc.out.number(N::FLOAT.unwrap_or(kind).width(), n.bits());
                Ok(())
            }
            _ => {
                *self = self.extend_aside(enc, &[n])?;
                Ok(())
            }
        }
    }

    #[inline(never)]
    fn extend_aside<N: Native, S: Sink>(
        mut self,
        enc: &mut Encoder<S>,
        numbers: &[N],
    ) -> Result<Self> {
        let kind = match N::FLOAT {
            _ if self.is_plain() => None,
            Some(float) => self.fit_float(enc, float)?,
            None => self.fit_range(enc, N::range(numbers))?,
        };
        match kind {
            Some(kind) => enc.out.numbers(kind.width(), numbers.iter().map(|n| n.bits())),
            None => numbers.iter().for_each(|n| enc.out.put(n.head())),
        }
        Ok(self)
    }

    fn fit_float<S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        float: Number,
    ) -> Result<Option<Number>> {
        match self.state {
            State::Empty => self.open_packed(enc, float),
            State::Packed(kind) if kind == float => {}
            _ => {
                self.make_plain(enc)?;
                return Ok(None);
            }
        }
        Ok(Some(float))
    }

    /// Finds a kind that holds this range and all values so far, and rewrites these; without one
    /// the list is plain.
    fn fit_range<S: Sink>(&mut self, enc: &mut Encoder<S>, range: Range) -> Result<Option<Number>> {
        let (range, old) = match self.state {
            State::Packed(Number::F32 | Number::F64) | State::Plain => {
                self.make_plain(enc)?;
                return Ok(None);
            }
            State::Packed(old) => (range.and(self.range(enc, old)), Some(old)),
            State::Empty => (range, None),
        };
        let Some(new) = Number::narrowest(range) else {
            self.make_plain(enc)?;
            return Ok(None);
        };
        let raw = match old {
            Some(_) => self.cut(enc)?,
            None => Vec::new(),
        };
        self.open_packed(enc, new);
        if let Some(old) = old {
            each(&raw, old, |bits| enc.out.number(new.width(), bits));
        }
        Ok(Some(new))
    }

    /// How far the ints so far go.
    fn range<S: Sink>(&self, enc: &Encoder<S>, kind: Number) -> Range {
        let raw = enc.out.since(self.values()).unwrap_or_default();
        let mut range = Range::default();
        each(raw, kind, |bits| {
            range = range.and(if kind.is_signed() {
                Range::signed(bits.cast_signed())
            } else {
                Range::unsigned(bits)
            });
        });
        range
    }

    #[inline(always)]
    fn open_packed<S: Sink>(&mut self, enc: &mut Encoder<S>, kind: Number) {
        self.state = State::Packed(kind);
        if let Some(opening) = self.opening(kind) {
            enc.out.open(opening);
        }
    }

    #[inline(always)]
    fn open_plain<S: Sink>(&mut self, enc: &mut Encoder<S>) {
        self.state = State::Plain;
        enc.header(self.kind, self.number);
    }

    /// What comes next, or the end, is not for the packed form.
    #[inline(always)]
    pub(crate) fn make_plain<S: Sink>(&mut self, enc: &mut Encoder<S>) -> Result<()> {
        if !self.is_plain() {
            *self = self.make_plain_aside(enc)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn make_plain_aside<S: Sink>(mut self, enc: &mut Encoder<S>) -> Result<Self> {
        match self.state {
            State::Plain => {}
            State::Empty => self.open_plain(enc),
            State::Packed(kind) => self.unpack(enc, kind)?,
        }
        Ok(self)
    }

    #[cold]
    fn unpack<S: Sink>(&mut self, enc: &mut Encoder<S>, kind: Number) -> Result<()> {
        let raw = self.cut(enc)?;
        self.open_plain(enc);
        each(&raw, kind, |bits| enc.out.put(plain(kind, bits)));
        Ok(())
    }

    /// The raw numbers so far, taken out with the opening before them.
    fn cut<S: Sink>(&self, enc: &mut Encoder<S>) -> Result<Vec<u8>> {
        let raw = enc.out.cut(self.values())?;
        enc.out.cut(self.start)?;
        Ok(raw)
    }

    /// All `len` values are written; `number` is what the header must have.
    #[inline(always)]
    pub(crate) fn end<S: Sink>(
        &mut self,
        enc: &mut Encoder<S>,
        number: usize,
        len: usize,
    ) -> Result<()> {
        // A list of ints may be longer than its plain form.
        let is_right = match self.state {
            // A record of floats may have been begun as something else.
            State::Plain => self.kind != Counted::Record || !self.may_be_floats(enc, len),
            State::Packed(_) => self.kind != Counted::List,
            State::Empty => false,
        };
        if is_right && number == self.number && Some(len) == self.len {
            return Ok(());
        }
        *self = self.end_aside(enc, number)?;
        if self.len.is_none() {
            enc.out.known();
        }
        Ok(())
    }

    #[inline(never)]
    fn end_aside<S: Sink>(mut self, enc: &mut Encoder<S>, number: usize) -> Result<Self> {
        if let State::Packed(kind) = self.state {
            let raw = enc.out.since(self.values()).unwrap_or_default();
            let lead = self.kind.packed().unwrap_or_default();
            let packed = Opening::packed(lead, kind, number as u64);
            let plain = self.kind.header(number as u64);
            if packed.len() + raw.len() < plain.len() + plain_len(raw, kind) {
                if number != self.number {
                    enc.out.replace(self.start, self.values() - self.start, packed)?;
                }
                return Ok(self);
            }
            if kind == Number::U8 && raw.is_ascii() {
                // Ints below 128 are the same bytes in both forms.
                enc.out.replace(self.start, self.values() - self.start, plain)?;
                return Ok(self);
            }
            self.unpack(enc, kind)?;
        }
        self.make_plain(enc)?;
        enc.mend(self.start, self.kind, self.number, number)?;
        self.pack_floats(enc, number)?;
        Ok(self)
    }

    /// Whether the values are as long as so many floats of a kind.
    #[inline(always)]
    fn may_be_floats<S: Sink>(&self, enc: &Encoder<S>, len: usize) -> bool {
        let begin = self.start + self.header_len();
        let each = match enc.out.since(begin).and_then(<[u8]>::first) {
            Some(&wire::F32) => Head::f32(0.0).len(),
            Some(&wire::F64) => Head::f64(0.0).len(),
            _ => return false,
        };
        enc.out.position() - begin == len * each
    }

    /// Packs floats that were not packed as it was not to be expected, or not worth it.
    #[cold]
    fn pack_floats<S: Sink>(&mut self, enc: &mut Encoder<S>, number: usize) -> Result<()> {
        let plain = self.kind.header(number as u64);
        let values = enc.out.since(self.start + plain.len()).unwrap_or_default();
        let kind = match values.first() {
            Some(&wire::F32) => Number::F32,
            Some(&wire::F64) => Number::F64,
            _ => return Ok(()),
        };
        let Some(lead) = self.kind.packed().filter(|_| self.kind != Counted::List) else {
            return Ok(());
        };
        let packed = Opening::packed(lead, kind, number as u64);
        let each = usize::from(kind.width()) + 1;
        let is_shorter = packed.len() < plain.len() + values.len() / each;
        let mut each_value = values.chunks(each);
        if !is_shorter || each_value.any(|v| v.len() < each || v.first() != values.first()) {
            return Ok(());
        }
        let raw: Vec<u8> =
            values.chunks(each).flat_map(|value| value.iter().skip(1)).copied().collect();
        enc.out.cut(self.start)?;
        enc.out.open(packed);
        enc.out.extend(&raw);
        self.state = State::Packed(kind);
        Ok(())
    }
}

/// A packed number's bits, to 64 of them with its sign.
#[inline(always)]
fn bits<const WIDTH: usize>(raw: &[u8; WIDTH], is_signed: bool) -> u64 {
    let is_negative = is_signed && raw.last().is_some_and(|top| *top >= 0x80);
    let mut wide = [if is_negative { u8::MAX } else { 0 }; 8];
    wide.iter_mut().zip(raw).for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(wide)
}

/// A packed number as a value of its own.
#[inline(always)]
fn plain(kind: Number, bits: u64) -> Head {
    match kind {
        Number::F32 => Head::new(wire::F32, bits, 4),
        Number::F64 => Head::new(wire::F64, bits, 8),
        _ if kind.is_signed() => int::encode(bits.cast_signed()),
        _ => int::encode_unsigned(bits),
    }
}

/// Gives the bits of each packed number to `f`, in a loop for each width.
#[inline(always)]
fn each(raw: &[u8], kind: Number, f: impl FnMut(u64)) {
    #[inline(always)]
    fn of<const WIDTH: usize>(raw: &[u8], is_signed: bool, f: impl FnMut(u64)) {
        let values = raw.chunks_exact(WIDTH).filter_map(|raw| raw.first_chunk::<WIDTH>());
        values.map(|raw| bits(raw, is_signed)).for_each(f);
    }
    let is_signed = kind.is_signed();
    match kind.width() {
        1 => of::<1>(raw, is_signed, f),
        2 => of::<2>(raw, is_signed, f),
        4 => of::<4>(raw, is_signed, f),
        _ => of::<8>(raw, is_signed, f),
    }
}

/// How many bytes packed numbers take as values of their own.
fn plain_len(raw: &[u8], kind: Number) -> usize {
    let width = usize::from(kind.width());
    match kind {
        Number::F32 | Number::F64 => raw.len() + raw.len() / width,
        Number::U8 => raw.len() + raw.iter().filter(|byte| !byte.is_ascii()).count(),
        _ => {
            let mut len = 0;
            each(raw, kind, |bits| len += plain(kind, bits).len());
            len
        }
    }
}
