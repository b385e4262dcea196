//! From bytes to headers: forms, numbers, names, with every rule of the wire checked here.

use alloc::{borrow::Cow, format};

use super::{
    names::{Names, Pending},
    strict::Strict,
};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::{Budget, Limits},
    read::{Name as _, Source},
    shared::Shared,
    wire::{
        self, Counted, Lead,
        count::{self, First},
        int,
        packed::Number,
    },
};

/// What a value begins with, up to its contents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Header {
    Nil,
    Bool(bool),
    Unsigned(u64),
    /// Below 0.
    Negative(i64),
    /// An int of so many bytes.
    BigInt(u64),
    F32(f32),
    F64(f64),
    /// Some; what it holds has been seen to be nil or some.
    Some,
    /// A kind with its length, or the number of a shape or a variant name that is known.
    Counted(Counted, u64),
    /// A record of so many fields, with their names.
    NewRecord(u64),
    /// A list or tuple of so many numbers.
    Packed(Counted, Number, u64),
    /// A record of this shape whose values are numbers.
    PackedRecord(Number, u64),
    Tagged(u64),
}

impl Header {
    /// Whether it counts as a level of nesting, as [`Lead::nests`] has it.
    #[inline(always)]
    pub(crate) fn nests(self) -> bool {
        match self {
            Header::Nil
            | Header::Bool(_)
            | Header::Unsigned(_)
            | Header::Negative(_)
            | Header::BigInt(_)
            | Header::F32(_)
            | Header::F64(_)
            | Header::Counted(Counted::Str | Counted::Bytes | Counted::UnitVariant, _) => false,
            Header::Some
            | Header::Counted(..)
            | Header::NewRecord(_)
            | Header::Packed(..)
            | Header::PackedRecord(..)
            | Header::Tagged(_) => true,
        }
    }

    /// What this is, in the words of SPEC.md; a scalar with its value.
    pub(crate) fn found(self) -> Cow<'static, str> {
        match self {
            Header::Nil => "nil".into(),
            Header::Bool(value) => format!("boolean {value}").into(),
            Header::Unsigned(value) => format!("integer {value}").into(),
            Header::Negative(value) => format!("integer {value}").into(),
            Header::BigInt(len) => format!("integer of {len} bytes").into(),
            Header::F32(value) => format!("float {value:?}").into(),
            Header::F64(value) => format!("float {value:?}").into(),
            Header::Some => "some".into(),
            Header::Counted(Counted::Str, _) => "string".into(),
            Header::Counted(kind, _) | Header::Packed(kind, ..) => kind.name().into(),
            Header::NewRecord(_) | Header::PackedRecord(..) => Counted::Record.name().into(),
            Header::Tagged(number) => format!("tag {number}").into(),
        }
    }
}

/// Reads headers and payloads, keeps the tables of names and what is left of the limits.
#[derive(Debug)]
pub(crate) struct Decoder<R: Source> {
    pub(crate) read: R,
    pub(crate) names: Names<R::Name>,
    pub(crate) budget: Budget,
    pub(crate) human_readable: bool,
    pub(crate) shared: Shared,
    pub(crate) strict: Strict,
    /// Whether the next message knows the names of this one.
    pub(crate) keeps_names: bool,
    /// Whether a message or an item of one is being read: if that is so when the next one begins,
    /// a panic was caught inside it.
    is_inside: bool,
    /// How many options and newtypes are around the value at this offset that took nothing of the
    /// input.
    wrappers: (u64, usize),
}

impl<R: Source> Decoder<R> {
    pub(crate) fn new(read: R, limits: Limits) -> Self {
        Decoder {
            read,
            names: Names::new(),
            budget: Budget::new(limits),
            human_readable: false,
            shared: Shared::default(),
            strict: Strict::new(limits.is_strict()),
            keeps_names: false,
            is_inside: false,
            wrappers: (0, 0),
        }
    }

    /// Goes on inside a message that defined these names, or begins one, with what is left of the
    /// limits.
    pub(crate) fn resume(read: R, names: Names<R::Name>, budget: Budget, strict: Strict) -> Self {
        Decoder { names, budget, strict, ..Decoder::new(read, Limits::new()) }
    }

    pub(crate) fn limit(&mut self, limits: Limits) {
        self.budget = Budget::new(limits);
        self.strict.is_wanted = limits.is_strict();
    }

    /// For the next message.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.budget.reset();
        self.strict.clear();
        if !self.keeps_names {
            self.forget_names();
        }
    }

    /// Empties the tables of names.
    #[inline]
    pub(crate) fn forget_names(&mut self) {
        self.names.clear();
        self.shared.clear();
    }

    /// An error met in the value that begins at `at`. What follows is in the middle of a value,
    /// so nothing more is read, even where the error is swallowed by the type.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error, at: u64) -> Error {
        self.read.fail();
        error.at(at)
    }

    /// Runs `f`, which reads a message or an item of one, and refuses to run another one if it
    /// panics: what follows is in the middle of a value.
    #[inline]
    pub(crate) fn part<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.check_between()?;
        self.is_inside = true;
        let value = f(self);
        self.is_inside = false;
        self.read.settle();
        value
    }

    /// Checks that reading stands between two messages.
    #[inline]
    pub(crate) fn check_between(&mut self) -> Result<()> {
        if self.is_inside {
            self.read.fail();
        }
        self.check()
    }

    /// Checks that no type has swallowed an error, which leaves the reader inside a value. It
    /// could go on so for as many items as the input claims.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<()> {
        if self.read.has_failed() {
            return Err(Error::new(ErrorKind::Failed).at(self.read.offset()));
        }
        Ok(())
    }

    /// One more option or newtype around the next value.
    #[inline(always)]
    pub(crate) fn wrap(&mut self) -> Result<()> {
        let at = self.read.offset();
        self.wrappers = match self.wrappers {
            (around, wrappers) if around == at => (at, wrappers + 1),
            _ => (at, 1),
        };
        self.budget.check_wrappers(self.wrappers.1)
    }

    /// A length, a count or a number of a table.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> Result<u64> {
        match count::first(self.read.byte()?) {
            First::Whole(n) => Ok(n.into()),
            First::Follow(width) => self.long_count(width),
            First::Reserved => {
                Err(Error::new(ErrorKind::ReservedByte(u8::MAX)).at(self.read.offset() - 1))
            }
        }
    }

    #[inline(never)]
    fn long_count(&mut self, width: u8) -> Result<u64> {
        let at = self.read.offset() - 1;
        let n = self.unsigned(width)?;
        if n < count::least(width) {
            return Err(Error::new(ErrorKind::NotShortest("a number")).at(at));
        }
        Ok(n)
    }

    /// An unsigned number of `width` bytes, of any value.
    #[inline(always)]
    pub(super) fn unsigned(&mut self, width: u8) -> Result<u64> {
        Ok(match width {
            1 => self.read.byte()?.into(),
            2 => self.read.bits::<2>()?,
            4 => self.read.bits::<4>()?,
            _ => self.read.bits::<8>()?,
        })
    }

    /// The bits of a 32-bit float.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "four bytes were read")]
    pub(crate) fn f32(&mut self) -> Result<f32> {
        Ok(f32::from_bits(self.read.bits::<4>()? as u32))
    }

    /// The bits of a 64-bit float.
    #[inline(always)]
    pub(crate) fn f64(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.read.bits::<8>()?))
    }

    /// A signed number of `width` bytes, of any value.
    #[inline(always)]
    pub(super) fn signed(&mut self, width: u8) -> Result<i64> {
        let above = u64::BITS - 8 * u32::from(width);
        Ok((self.unsigned(width)? << above).cast_signed() >> above)
    }

    /// Reads what the next value begins with.
    ///
    /// A kind that nests counts its level here, once for every way of reading: whoever called
    /// takes the level back when the value is over.
    #[inline(always)]
    pub(crate) fn header(&mut self) -> Result<Header> {
        let header = self.read_header()?;
        if self.strict.is_recording() {
            self.record_header(header)?;
        }
        Ok(header)
    }

    /// The commonest are read right here, so that the compiler sees what comes of them; the others
    /// by a call.
    #[inline(always)]
    fn read_header(&mut self) -> Result<Header> {
        let lead = self.read.byte()?;
        match Lead::of(lead) {
            Lead::Int(n) => Ok(match u64::try_from(n) {
                Ok(n) => Header::Unsigned(n),
                Err(_) => Header::Negative(n.into()),
            }),
            Lead::Short(Counted::Str, n) => Ok(Header::Counted(Counted::Str, n.into())),
            Lead::F32 => Ok(Header::F32(self.f32()?)),
            Lead::F64 => Ok(Header::F64(self.f64()?)),
            Lead::Unsigned(width) => Ok(Header::Unsigned(self.long_unsigned(width)?)),
            Lead::Bool(value) => Ok(Header::Bool(value)),
            Lead::Short(Counted::Record, n) => self.shape_header(n.into()),
            other => self.long_header(lead, other),
        }
    }

    /// The header of a record of a known shape, whose leading byte was just read.
    #[inline(always)]
    pub(crate) fn shape_header(&mut self, number: u64) -> Result<Header> {
        let at = self.read.offset() - 1;
        self.budget.descend().map_err(|error| error.at(at))?;
        self.names.check_shape(number).map_err(|error| error.at(at))?;
        Ok(Header::Counted(Counted::Record, number))
    }

    /// The header of a packed record, whose leading byte was just read.
    #[inline(always)]
    pub(crate) fn packed_shape_header(&mut self) -> Result<(Number, u64)> {
        let at = self.read.offset() - 1;
        self.budget.descend().map_err(|error| error.at(at))?;
        self.packed_shape(at)
    }

    #[inline(always)]
    fn packed_shape(&mut self, at: u64) -> Result<(Number, u64)> {
        let kind = self.number_kind()?;
        let shape = self.count()?;
        self.names.check_shape(shape).map_err(|error| error.at(at))?;
        Ok((kind, shape))
    }

    /// The length or number in the header of a kind, whose leading byte, just read, has no room
    /// for it.
    #[inline(always)]
    pub(crate) fn long_number(&mut self, kind: Counted) -> Result<u64> {
        let at = self.read.offset() - 1;
        let n = self.count()?;
        if n < kind.form().room.into() {
            return Err(Error::new(ErrorKind::NotShortest("a header")).at(at));
        }
        Ok(n)
    }

    /// An unsigned int whose leading byte, just read, says that so many bytes follow.
    #[inline(always)]
    pub(crate) fn long_unsigned(&mut self, width: u8) -> Result<u64> {
        let n = self.unsigned(width)?;
        if n < int::least_unsigned(width) {
            return Err(self.not_shortest("an integer", usize::from(width) + 1));
        }
        Ok(n)
    }

    /// An int below 0 whose leading byte, just read, says that so many bytes follow.
    #[inline(never)]
    pub(crate) fn long_negative(&mut self, width: u8) -> Result<i64> {
        let n = self.signed(width)?;
        if n > int::greatest_negative(width) {
            return Err(self.not_shortest("an integer", usize::from(width) + 1));
        }
        Ok(n)
    }

    /// What was read last, so many bytes, could have been shorter.
    #[cold]
    fn not_shortest(&self, what: &'static str, len: usize) -> Error {
        Error::new(ErrorKind::NotShortest(what)).at(self.read.offset() - len as u64)
    }

    #[inline(never)]
    fn long_header(&mut self, byte: u8, lead: Lead) -> Result<Header> {
        let at = self.read.offset() - 1;
        let not_shortest = |what| Err(Error::new(ErrorKind::NotShortest(what)).at(at));
        if lead.nests() {
            self.budget.descend().map_err(|error| error.at(at))?;
        }
        if lead == Lead::Some {
            let held = self.read.peek()?;
            if !matches!(held, wire::NIL | wire::SOME) {
                return Err(Error::new(ErrorKind::InvalidSome(held)).at(at + 1));
            }
        }
        Ok(match lead {
            Lead::Nil => Header::Nil,
            Lead::Negative(width) => Header::Negative(self.long_negative(width)?),
            Lead::BigInt => {
                let len = self.count()?;
                if len <= 8 {
                    return not_shortest("an integer");
                }
                Header::BigInt(len)
            }
            Lead::Some => Header::Some,
            Lead::Short(kind, n) => self.known(kind, n.into(), at)?,
            Lead::Long(kind) => {
                let n = self.long_number(kind)?;
                self.known(kind, n, at)?
            }
            Lead::NewRecord => Header::NewRecord(self.count()?),
            Lead::Packed(kind) => {
                let number = self.number_kind()?;
                Header::Packed(kind, number, self.count()?)
            }
            Lead::PackedRecord => {
                let (kind, shape) = self.packed_shape(at)?;
                Header::PackedRecord(kind, shape)
            }
            Lead::Tagged => Header::Tagged(self.count()?),
            // What `read_header` reads itself doesn't come here.
            Lead::Reserved
            | Lead::Bool(_)
            | Lead::Int(_)
            | Lead::Unsigned(_)
            | Lead::F32
            | Lead::F64 => {
                return Err(Error::new(ErrorKind::ReservedByte(byte)).at(at));
            }
        })
    }

    /// The header of a counted kind; a name or a shape that it refers to is known, or defined
    /// right here.
    fn known(&mut self, kind: Counted, n: u64, at: u64) -> Result<Header> {
        match kind {
            Counted::Record => self.names.check_shape(n).map_err(|error| error.at(at))?,
            Counted::UnitVariant | Counted::Variant
                if self.names.variant(n).map_err(|error| error.at(at))?.is_none() =>
            {
                let name = self.name()?;
                self.names.define_variant(name, &mut self.budget)?;
            }
            _ => {}
        }
        Ok(Header::Counted(kind, n))
    }

    #[inline(always)]
    fn number_kind(&mut self) -> Result<Number> {
        let byte = self.read.byte()?;
        Number::from_byte(byte).ok_or_else(|| {
            Error::new(ErrorKind::UnknownPackedKind(byte)).at(self.read.offset() - 1)
        })
    }

    /// A packed number, as the header that the same number has by itself.
    #[inline(always)]
    pub(crate) fn packed(&mut self, kind: Number) -> Result<Header> {
        let header = self.read_packed(kind)?;
        if self.strict.is_recording() {
            self.record_header(header)?;
        }
        Ok(header)
    }

    #[inline(always)]
    fn read_packed(&mut self, kind: Number) -> Result<Header> {
        Ok(match kind {
            Number::F32 => Header::F32(self.f32()?),
            Number::F64 => Header::F64(self.f64()?),
            Number::U8 | Number::U16 | Number::U32 | Number::U64 => {
                Header::Unsigned(self.unsigned(kind.width())?)
            }
            Number::I8 | Number::I16 | Number::I32 | Number::I64 => {
                let n = self.signed(kind.width())?;
                u64::try_from(n).map_or(Header::Negative(n), Header::Unsigned)
            }
        })
    }

    /// A name: a length and UTF-8.
    pub(crate) fn name(&mut self) -> Result<R::Name> {
        let len = self.count()?;
        self.read.name(len, &mut self.budget)
    }

    /// A str of `len` bytes that is wanted as a name.
    pub(crate) fn text_as_name(&mut self, len: u64) -> Result<R::Name> {
        let name = self.read.name(len, &mut self.budget)?;
        if self.strict.is_recording() {
            self.record(name.text().as_bytes())?;
        }
        Ok(name)
    }

    /// The next field's name of a record that defines its shape.
    pub(crate) fn new_name(&mut self, record: &mut Pending<R::Name>) -> Result<R::Name> {
        let at = self.read.offset();
        let name = self.name()?;
        self.names.push(record, name.clone(), &mut self.budget).map_err(|error| error.at(at))?;
        Ok(name)
    }
}
