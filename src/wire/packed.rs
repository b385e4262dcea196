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

    /// Whether these are ints that may be negative.
    #[inline(always)]
    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Number::I8 | Number::I16 | Number::I32 | Number::I64)
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

    /// The least int of the kind, 0 if it has none below.
    #[inline(always)]
    pub(crate) const fn least(self) -> i64 {
        match self {
            Number::I8 => i8::MIN as i64,
            Number::I16 => i16::MIN as i64,
            Number::I32 => i32::MIN as i64,
            Number::I64 => i64::MIN,
            _ => 0,
        }
    }

    /// Whether the kind has this int, 0 or above.
    #[inline(always)]
    pub(crate) const fn holds(self, n: u64) -> bool {
        !matches!(self, Number::F32 | Number::F64) && n <= self.greatest()
    }

    /// The narrowest kind for ints from `least`, which is not above 0, to `greatest`: an
    /// unsigned one if none is negative.
    pub(crate) fn narrowest(least: i64, greatest: u64) -> Option<Number> {
        let kinds = if least < 0 {
            [Number::I8, Number::I16, Number::I32, Number::I64]
        } else {
            [Number::U8, Number::U16, Number::U32, Number::U64]
        };
        kinds.into_iter().find(|kind| kind.least() <= least && kind.holds(greatest))
    }
}
