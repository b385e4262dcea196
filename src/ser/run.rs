//! The values of the innermost list, tuple or record on their way to its packed form, or to the
//! plain one if that is shorter or something else comes.

use alloc::vec::Vec;

use super::{encoder::Encoder, number::Native, output::Sink};
use crate::{
    error::Result,
    wire::{
        self, Counted, Head, Opening, int,
        packed::{Number, Range},
    },
};

/// How the values of the innermost open compound are written.
///
/// The encoder needs only one: what a compound holds is not packed unless it is numbers, and then
/// nothing is open inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Whether the header and the values are there, for good.
    is_plain: bool,
    /// What they are if there are numbers without their leading bytes, behind the opening of the
    /// packed form.
    packed: Option<Number>,
    kind: Counted,
    /// Where the header goes.
    start: usize,
    /// The number in the header, as far as it is known: a length that was announced, or a shape.
    number: usize,
}

impl Run {
    /// Nothing that could be packed.
    pub(crate) const PLAIN: Run =
        Run { is_plain: true, packed: None, kind: Counted::Record, start: 0, number: 0 };

    /// Whether the values are plain, behind their header.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// What comes next is plain.
    #[inline(always)]
    fn close(&mut self) {
        (self.is_plain, self.packed) = (true, None);
    }

    /// How long the header of the plain form is.
    #[inline(always)]
    fn header_len(&self) -> usize {
        self.kind.header(self.number as u64).len()
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

    /// Whether such a number could be packed: ints only in a list.
    #[inline(always)]
    fn takes<N: Native>(&self) -> bool {
        N::FLOAT.is_some() || self.kind == Counted::List
    }
}

impl<S: Sink> Encoder<S> {
    /// Begins `len` values of a kind, and gives the place of their header; what has no packed
    /// form, or one that can't be shorter, is plain from the start. Without a length the header
    /// waits for it.
    #[inline(always)]
    pub(crate) fn begin_values(&mut self, kind: Counted, len: Option<usize>) -> usize {
        if len.is_none() {
            self.out.wait();
        }
        let (start, number) = (self.out.position(), len.unwrap_or(0));
        let run = Run { is_plain: false, packed: None, kind, start, number };
        let may_pack = match (run.opening(Number::F32), len) {
            (None, _) => false,
            // Floats only, each of which saves a byte.
            (Some(packed), Some(len)) if kind != Counted::List => {
                len > packed.len() - run.header_len()
            }
            _ => true,
        };
        if may_pack {
            self.run = run;
        } else {
            self.header(kind, number);
        }
        start
    }

    /// Begins a record of this shape, packed or plain as its header says, and gives the place of
    /// that.
    #[inline(always)]
    pub(crate) fn begin_fields(
        &mut self,
        shape: usize,
        packed: Option<Number>,
        header: Head,
    ) -> usize {
        let start = self.out.position();
        if packed.is_some() {
            self.run = Run { is_plain: false, packed, kind: Counted::Record, start, number: shape };
        }
        self.out.put(header);
        start
    }

    /// The next value is a number.
    #[inline(always)]
    pub(crate) fn number<N: Native>(&mut self, n: N) -> Result<()> {
        if self.run.is_plain {
            self.out.put(n.head());
            return Ok(());
        }
        match N::FLOAT {
            Some(float) if self.run.packed == Some(float) => {
                self.out.number(float.width(), n.bits());
                Ok(())
            }
            _ => self.number_aside(n),
        }
    }

    /// A number that may not be plain. Ints come this way in lists only, so that where an int is
    /// written there is little to inline.
    #[inline(never)]
    fn number_aside<N: Native>(&mut self, n: N) -> Result<()> {
        match self.run.packed {
            Some(kind) if N::fit(&[n], kind) => {
                self.out.number(kind.width(), n.bits());
                Ok(())
            }
            None if !self.run.takes::<N>() => {
                self.header(self.run.kind, self.run.number);
                self.run.close();
                self.out.put(n.head());
                Ok(())
            }
            _ => self.numbers_aside(&[n]),
        }
    }

    /// The next values are numbers.
    #[inline(always)]
    pub(crate) fn numbers<N: Native>(&mut self, numbers: &[N]) -> Result<()> {
        match self.run.packed {
            Some(kind) if N::fit(numbers, kind) => {
                self.out.numbers(kind.width(), numbers.iter().map(|n| n.bits()));
                Ok(())
            }
            _ => self.numbers_aside(numbers),
        }
    }

    /// All values of a list of numbers that was just begun.
    pub(crate) fn list<N: Native>(&mut self, numbers: &[N]) {
        let len = numbers.len();
        let plain = Counted::List.header(len as u64);
        let kind = N::FLOAT.or_else(|| Number::narrowest(N::range(numbers)));
        self.run.close();
        if let Some(kind) = kind {
            let packed = Opening::packed(wire::PACKED_LIST, kind, len as u64);
            let plain_len = plain.len() + numbers.iter().map(|n| n.head().len()).sum::<usize>();
            if packed.len() + len * usize::from(kind.width()) < plain_len {
                self.out.open(packed);
                self.out.numbers(kind.width(), numbers.iter().map(|n| n.bits()));
                return;
            }
        }
        self.out.open(plain);
        for n in numbers {
            self.out.put(n.head());
        }
    }

    #[inline(never)]
    fn numbers_aside<N: Native>(&mut self, numbers: &[N]) -> Result<()> {
        let kind = match N::FLOAT {
            _ if self.run.is_plain() || !self.run.takes::<N>() => None,
            Some(float) => self.fit_float(float),
            None => self.fit_range(N::range(numbers))?,
        };
        if let Some(kind) = kind {
            self.out.numbers(kind.width(), numbers.iter().map(|n| n.bits()));
        } else {
            self.plain()?;
            for n in numbers {
                self.out.put(n.head());
            }
        }
        Ok(())
    }

    fn fit_float(&mut self, float: Number) -> Option<Number> {
        match self.run.packed {
            None => self.open_packed(float),
            Some(kind) if kind == float => {}
            Some(_) => return None,
        }
        Some(float)
    }

    /// Finds a kind that holds this range and all values so far, and rewrites these.
    fn fit_range(&mut self, range: Range) -> Result<Option<Number>> {
        let old = self.run.packed;
        let range = match old {
            Some(Number::F32 | Number::F64) => return Ok(None),
            Some(old) => range.and(self.range(old)),
            None => range,
        };
        let Some(new) = Number::narrowest(range) else { return Ok(None) };
        let raw = self.cut_numbers()?;
        self.open_packed(new);
        if let Some(old) = old {
            each(&raw, old, |bits| self.out.number(new.width(), bits));
        }
        Ok(Some(new))
    }

    /// How far the ints so far go.
    fn range(&self, kind: Number) -> Range {
        let raw = self.out.since(self.run.values()).unwrap_or_default();
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

    fn open_packed(&mut self, kind: Number) {
        self.run.packed = Some(kind);
        if let Some(opening) = self.run.opening(kind) {
            self.out.open(opening);
        }
    }

    /// What comes next, or the end, is not for the packed form.
    #[inline(always)]
    pub(crate) fn plain(&mut self) -> Result<()> {
        if self.run.is_plain() { Ok(()) } else { self.make_plain() }
    }

    #[inline(never)]
    fn make_plain(&mut self) -> Result<()> {
        let raw = self.cut_numbers()?;
        self.header(self.run.kind, self.run.number);
        if let Some(kind) = self.run.packed {
            each(&raw, kind, |bits| self.out.put(plain(kind, bits)));
        }
        self.run.close();
        Ok(())
    }

    /// The raw numbers so far, taken out with the opening before them.
    fn cut_numbers(&mut self) -> Result<Vec<u8>> {
        if self.run.packed.is_none() {
            return Ok(Vec::new());
        }
        let raw = self.out.cut(self.run.values())?;
        self.out.cut(self.run.start)?;
        Ok(raw)
    }

    /// All values are written.
    #[inline(always)]
    pub(crate) fn end_values(
        &mut self,
        kind: Counted,
        start: usize,
        announced: Option<usize>,
        written: usize,
    ) -> Result<()> {
        // A list of ints may be longer than its plain form.
        let is_right = self.run.is_plain || self.run.packed.is_some() && kind != Counted::List;
        if is_right && announced == Some(written) {
            self.run.close();
            return Ok(());
        }
        self.end_aside(kind, start, announced.unwrap_or(0), written)?;
        if announced.is_none() {
            self.out.known();
        }
        Ok(())
    }

    /// All fields of a record are written, behind a header with the number `guess`; gives how
    /// they are packed.
    #[inline(always)]
    pub(crate) fn end_fields(
        &mut self,
        start: usize,
        guess: usize,
        shape: usize,
        written: usize,
    ) -> Result<Option<Number>> {
        let packed = self.run.packed;
        // Floats may have been begun as something else.
        let is_right = packed.is_some() || !self.may_be_floats(start, guess, written);
        if is_right && guess == shape {
            self.run.close();
            return Ok(packed);
        }
        self.end_aside(Counted::Record, start, guess, shape)
    }

    #[inline(never)]
    fn end_aside(
        &mut self,
        kind: Counted,
        start: usize,
        guess: usize,
        number: usize,
    ) -> Result<Option<Number>> {
        if let Some(packed) = self.run.packed {
            let raw = self.out.since(self.run.values()).unwrap_or_default();
            let lead = kind.packed().unwrap_or_default();
            let opening = Opening::packed(lead, packed, number as u64);
            let plain = kind.header(number as u64);
            let old = self.run.values() - start;
            if opening.len() + raw.len() < plain.len() + plain_len(raw, packed) {
                if number != guess {
                    self.out.replace(start, old, opening)?;
                }
                self.run.close();
                return Ok(Some(packed));
            }
            if packed == Number::U8 && raw.is_ascii() {
                // Ints below 128 are the same bytes in both forms.
                self.out.replace(start, old, plain)?;
                self.run.close();
                return Ok(None);
            }
        }
        self.plain()?;
        self.mend(start, kind, guess, number)?;
        self.pack_floats(kind, start, number)
    }

    /// Whether the fields are as long as so many floats of a kind.
    #[inline(always)]
    fn may_be_floats(&self, start: usize, guess: usize, len: usize) -> bool {
        let begin = start + Counted::Record.header(guess as u64).len();
        let each = match self.out.since(begin).and_then(<[u8]>::first) {
            Some(&wire::F32) => Head::f32(0.0).len(),
            Some(&wire::F64) => Head::f64(0.0).len(),
            _ => return false,
        };
        self.out.position() - begin == len * each
    }

    /// Packs floats that were not packed as it was not to be expected, or not worth it.
    #[cold]
    fn pack_floats(
        &mut self,
        kind: Counted,
        start: usize,
        number: usize,
    ) -> Result<Option<Number>> {
        let plain = kind.header(number as u64);
        let values = self.out.since(start + plain.len()).unwrap_or_default();
        let float = match values.first() {
            Some(&wire::F32) => Number::F32,
            Some(&wire::F64) => Number::F64,
            _ => return Ok(None),
        };
        let Some(lead) = kind.packed().filter(|_| kind != Counted::List) else {
            return Ok(None);
        };
        let packed = Opening::packed(lead, float, number as u64);
        let each = usize::from(float.width()) + 1;
        let is_shorter = packed.len() < plain.len() + values.len() / each;
        let mut each_value = values.chunks(each);
        if !is_shorter || each_value.any(|v| v.len() < each || v.first() != values.first()) {
            return Ok(None);
        }
        let raw: Vec<u8> =
            values.chunks(each).flat_map(|value| value.iter().skip(1)).copied().collect();
        self.out.cut(start)?;
        self.out.open(packed);
        self.out.extend(&raw);
        Ok(Some(float))
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
        Number::I8 => sum(raw, |[n]| int::len_32(n.cast_signed().into())),
        Number::U16 => sum(raw, |n| int::len_unsigned_32(u16::from_le_bytes(n).into())),
        Number::I16 => sum(raw, |n| int::len_32(i16::from_le_bytes(n).into())),
        Number::U32 => sum(raw, |n| int::len_unsigned_32(u32::from_le_bytes(n))),
        Number::I32 => sum(raw, |n| int::len_32(i32::from_le_bytes(n))),
        Number::U64 | Number::I64 => {
            let mut len = 0;
            each(raw, kind, |bits| len += plain(kind, bits).len());
            len
        }
    }
}

/// The sum of what `len` gives for each number of so many bytes, many at a time.
#[inline(always)]
fn sum<const WIDTH: usize>(raw: &[u8], len: impl Fn([u8; WIDTH]) -> u32) -> usize {
    // A sum of so few doesn't overflow.
    raw.chunks(WIDTH << 16)
        .map(|part| {
            let numbers = part.chunks_exact(WIDTH).filter_map(|n| n.first_chunk());
            numbers.map(|n| len(*n)).sum::<u32>() as usize
        })
        .sum()
}
