//! Kinds of packed numbers.

/// What the numbers of a packed list, tuple or record are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
}

impl Number {
    const ALL: [Number; 10] = [
        Number::U8,
        Number::I8,
        Number::U16,
        Number::I16,
        Number::U32,
        Number::I32,
        Number::U64,
        Number::I64,
        Number::F32,
        Number::F64,
    ];

    #[inline(always)]
    pub(crate) fn from_byte(byte: u8) -> Option<Number> {
        Number::ALL.get(usize::from(byte)).copied()
    }

    pub(crate) const fn byte(self) -> u8 {
        self as u8
    }

    /// How many bytes each number takes.
    #[inline(always)]
    pub(crate) const fn width(self) -> u8 {
        match self {
            Number::U8 | Number::I8 => 1,
            Number::U16 | Number::I16 => 2,
            Number::U32 | Number::I32 | Number::F32 => 4,
            Number::U64 | Number::I64 | Number::F64 => 8,
        }
    }

    /// The kind's name, as SPEC.md and dumps call it.
    #[cfg(feature = "std")]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Number::U8 => "u8",
            Number::I8 => "i8",
            Number::U16 => "u16",
            Number::I16 => "i16",
            Number::U32 => "u32",
            Number::I32 => "i32",
            Number::U64 => "u64",
            Number::I64 => "i64",
            Number::F32 => "f32",
            Number::F64 => "f64",
        }
    }

    /// How many of them eight bytes hold.
    #[cfg(feature = "std")]
    pub(crate) const fn in_word(self) -> u64 {
        8 / self.width() as u64
    }

    #[cfg(feature = "std")]
    pub(crate) const fn is_float(self) -> bool {
        matches!(self, Number::F32 | Number::F64)
    }

    /// Whether these are ints that may be negative.
    #[inline(always)]
    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Number::I8 | Number::I16 | Number::I32 | Number::I64)
    }

    /// Whether these are ints that are never negative.
    #[inline(always)]
    pub(crate) const fn is_unsigned(self) -> bool {
        matches!(self, Number::U8 | Number::U16 | Number::U32 | Number::U64)
    }

    /// The greatest int of the kind, 0 if it has none.
    #[inline(always)]
    const fn greatest(self) -> u64 {
        match self {
            Number::U8 => u8::MAX as u64,
            Number::I8 => i8::MAX as u64,
            Number::U16 => u16::MAX as u64,
            Number::I16 => i16::MAX as u64,
            Number::U32 => u32::MAX as u64,
            Number::I32 => i32::MAX as u64,
            Number::U64 => u64::MAX,
            Number::I64 => i64::MAX as u64,
            Number::F32 | Number::F64 => 0,
        }
    }

    /// Whether the kind has all ints of this range.
    #[inline(always)]
    pub(crate) const fn holds(self, range: Range) -> bool {
        let is_right = match self {
            Number::F32 | Number::F64 => false,
            _ => self.is_signed() || !range.is_negative,
        };
        is_right && range.magnitude <= self.greatest()
    }

    /// The narrowest kind for the ints of this range: an unsigned one if none is negative.
    pub(crate) fn narrowest(range: Range) -> Option<Number> {
        let kinds = if range.is_negative {
            [Number::I8, Number::I16, Number::I32, Number::I64]
        } else {
            [Number::U8, Number::U16, Number::U32, Number::U64]
        };
        kinds.into_iter().find(|kind| kind.holds(range))
    }
}

/// How far some ints go, as far as that decides over their kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Range {
    /// The bits of all magnitudes together; that of a negative int is one less, as the least int
    /// of so many bits is one further from 0 than the greatest.
    magnitude: u64,
    is_negative: bool,
}

impl Range {
    #[inline(always)]
    pub(crate) const fn unsigned(n: u64) -> Self {
        Range { magnitude: n, is_negative: false }
    }

    #[inline(always)]
    pub(crate) const fn signed(n: i64) -> Self {
        Range { magnitude: (n ^ (n >> 63)).cast_unsigned(), is_negative: n < 0 }
    }

    /// Both ranges.
    #[inline(always)]
    pub(crate) const fn and(self, other: Range) -> Self {
        Range {
            magnitude: self.magnitude | other.magnitude,
            is_negative: self.is_negative | other.is_negative,
        }
    }
}
