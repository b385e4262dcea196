//! The facts of the wire, each stated once: leading bytes, forms, numbers.
//!
//! Everything that reads or writes bytes goes by these tables; SPEC.md states the same in words
//! and its rows are run against the crate in `tests/it/spec.rs`.

pub(crate) mod count;
pub(crate) mod int;
pub(crate) mod packed;

pub(crate) const NIL: u8 = 0xE0;
pub(crate) const FALSE: u8 = 0xE1;
pub(crate) const TRUE: u8 = 0xE2;
pub(crate) const SOME: u8 = 0xE3;
pub(crate) const BIG_INT: u8 = 0xEC;
pub(crate) const F32: u8 = 0xED;
pub(crate) const F64: u8 = 0xEE;
pub(crate) const NEW_RECORD: u8 = 0xF7;
/// Begins a session; between its messages it empties the tables of names.
pub(crate) const RESET: u8 = 0xF9;
/// The version of the wire format, which sessions say.
pub(crate) const VERSION: u8 = 1;
/// How a session begins, before its version.
#[cfg(feature = "std")]
pub(crate) const SESSION: [u8; 5] = [RESET, b'm', b'r', b'n', b'a'];
pub(crate) const PACKED_LIST: u8 = 0xFC;
pub(crate) const PACKED_TUPLE: u8 = 0xFD;
pub(crate) const PACKED_RECORD: u8 = 0xFE;
pub(crate) const TAGGED: u8 = 0xFF;

/// A leading byte and the low bytes of a number behind it: a scalar, a count, or the beginning of
/// a header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) lead: u8,
    pub(crate) number: u64,
    /// How many bytes of the number.
    pub(crate) width: u8,
}

impl Head {
    /// The most bytes that a head takes.
    pub(crate) const MAX: usize = 9;

    #[inline(always)]
    pub(crate) const fn new(lead: u8, number: u64, width: u8) -> Self {
        Head { lead, number, width }
    }

    #[inline(always)]
    pub(crate) const fn byte(lead: u8) -> Self {
        Head::new(lead, 0, 0)
    }

    #[inline(always)]
    pub(crate) const fn f32(value: f32) -> Self {
        Head::new(F32, value.to_bits() as u64, 4)
    }

    #[inline(always)]
    pub(crate) const fn f64(value: f64) -> Self {
        Head::new(F64, value.to_bits(), 8)
    }

    /// How many bytes it takes.
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        1 + self.width as usize
    }

    /// The bytes, at the beginning of the array.
    pub(crate) const fn bytes(self) -> [u8; Head::MAX] {
        let [a, b, c, d, e, f, g, h] = self.number.to_le_bytes();
        [self.lead, a, b, c, d, e, f, g, h]
    }
}

/// What comes before the contents of a value: a head, and behind it a count that it doesn't hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) first: Head,
    pub(crate) count: Option<Head>,
}

impl Opening {
    /// A head of `width` bytes of `number`, and a count.
    #[inline(always)]
    const fn with_count(lead: u8, number: u64, width: u8, n: u64) -> Self {
        let count = count::encode(n);
        if count.width == 0 {
            let first = Head::new(lead, number | n << (8 * width), width + 1);
            return Opening { first, count: None };
        }
        Opening { first: Head::new(lead, number, width), count: Some(count) }
    }

    /// The packed form that begins with `lead`, of so many numbers or of this shape.
    #[inline(always)]
    pub(crate) const fn packed(lead: u8, kind: packed::Number, n: u64) -> Self {
        Opening::with_count(lead, kind.byte() as u64, 1, n)
    }

    /// All of it as one head, unless it is longer than any.
    pub(crate) fn head(self) -> Option<Head> {
        let Head { lead, number, width } = self.first;
        let Some(count) = self.count else { return Some(self.first) };
        let behind = u64::from(count.lead) | count.number << 8;
        (self.len() <= Head::MAX)
            .then(|| Head::new(lead, number | behind << (8 * width), width + 1 + count.width))
    }

    /// How many bytes it takes.
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        self.first.len() + if let Some(count) = self.count { count.len() } else { 0 }
    }
}

/// Kinds whose header is one number: a length in bytes or items, or the number of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    Str,
    Bytes,
    List,
    Tuple,
    Set,
    FrozenSet,
    Map,
    Record,
    UnitVariant,
    Variant,
}

/// How a counted kind begins: numbers below `room` in the leading byte, others behind `long`.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) short: u8,
    pub(crate) room: u8,
    pub(crate) long: u8,
}

impl Counted {
    const ALL: [Counted; 10] = [
        Counted::Str,
        Counted::Bytes,
        Counted::List,
        Counted::Tuple,
        Counted::Set,
        Counted::FrozenSet,
        Counted::Map,
        Counted::Record,
        Counted::UnitVariant,
        Counted::Variant,
    ];

    #[inline(always)]
    pub(crate) const fn form(self) -> Form {
        let (short, room, long) = match self {
            Counted::Str => (0x80, 32, 0xF0),
            Counted::Bytes => (0, 0, 0xF1),
            Counted::List => (0xB0, 8, 0xF2),
            Counted::Tuple => (0xB8, 8, 0xF3),
            Counted::Set => (0, 0, 0xF4),
            Counted::FrozenSet => (0, 0, 0xF5),
            Counted::Map => (0xC0, 8, 0xF6),
            Counted::Record => (0xA0, 16, 0xF8),
            Counted::UnitVariant => (0xD0, 8, 0xFA),
            Counted::Variant => (0xD8, 4, 0xFB),
        };
        Form { short, room, long }
    }

    /// The leading byte of the packed form, if the kind has one.
    #[inline(always)]
    pub(crate) const fn packed(self) -> Option<u8> {
        match self {
            Counted::List => Some(PACKED_LIST),
            Counted::Tuple => Some(PACKED_TUPLE),
            Counted::Record => Some(PACKED_RECORD),
            _ => None,
        }
    }

    /// The kind's name, as SPEC.md, errors and dumps call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Counted::Str => "str",
            Counted::Bytes => "bytes",
            Counted::List => "list",
            Counted::Tuple => "tuple",
            Counted::Set => "set",
            Counted::FrozenSet => "frozenset",
            Counted::Map => "map",
            Counted::Record => "record",
            Counted::UnitVariant => "unit variant",
            Counted::Variant => "variant",
        }
    }

    /// The header for this length or number.
    #[inline(always)]
    pub(crate) const fn header(self, number: u64) -> Opening {
        let form = self.form();
        if number < form.room as u64 {
            let first = Head::byte(form.short + number.to_le_bytes()[0]);
            return Opening { first, count: None };
        }
        Opening::with_count(form.long, 0, 0, number)
    }
}

/// What a leading byte says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// An int from −8 to 127, by itself.
    Int(i8),
    /// The number of a counted kind is in the byte …
    Short(Counted, u8),
    /// … or follows.
    Long(Counted),
    Nil,
    Bool(bool),
    Some,
    /// An int of this many bytes follows, 0 or above.
    Unsigned(u8),
    /// An int of this many bytes follows, below 0.
    Negative(u8),
    BigInt,
    F32,
    F64,
    NewRecord,
    Packed(Counted),
    PackedRecord,
    Tagged,
    Reserved,
}

impl Lead {
    /// Whether what begins so counts as a level of nesting.
    pub(crate) const fn nests(self) -> bool {
        match self {
            Lead::Short(kind, _) | Lead::Long(kind) => {
                !matches!(kind, Counted::Str | Counted::Bytes | Counted::UnitVariant)
            }
            Lead::NewRecord | Lead::Packed(_) | Lead::PackedRecord | Lead::Some | Lead::Tagged => {
                true
            }
            _ => false,
        }
    }

    /// Reads a leading byte: one load from a table made at compile time.
    #[inline(always)]
    pub(crate) fn of(byte: u8) -> Lead {
        #[expect(clippy::indexing_slicing, reason = "a u8 is always below 256")]
        LEADS[byte as usize]
    }
}

static LEADS: [Lead; 256] = leads();

#[expect(clippy::indexing_slicing, reason = "the compiler runs it, and would say so")]
const fn leads() -> [Lead; 256] {
    let mut table = [Lead::Reserved; 256];
    let mut int = int::MIN_SHORT;
    loop {
        table[int::short(int) as usize] = Lead::Int(int);
        if int == int::MAX_SHORT {
            break;
        }
        int += 1;
    }
    let mut kind = 0;
    while kind < Counted::ALL.len() {
        let counted = Counted::ALL[kind];
        let form = counted.form();
        let mut n = 0;
        while n < form.room {
            table[(form.short + n) as usize] = Lead::Short(counted, n);
            n += 1;
        }
        table[form.long as usize] = Lead::Long(counted);
        kind += 1;
    }
    let mut width = 0;
    while width < 4 {
        table[int::UNSIGNED as usize + width] = Lead::Unsigned(1 << width);
        table[int::NEGATIVE as usize + width] = Lead::Negative(1 << width);
        width += 1;
    }
    table[NIL as usize] = Lead::Nil;
    table[FALSE as usize] = Lead::Bool(false);
    table[TRUE as usize] = Lead::Bool(true);
    table[SOME as usize] = Lead::Some;
    table[BIG_INT as usize] = Lead::BigInt;
    table[F32 as usize] = Lead::F32;
    table[F64 as usize] = Lead::F64;
    table[NEW_RECORD as usize] = Lead::NewRecord;
    table[PACKED_LIST as usize] = Lead::Packed(Counted::List);
    table[PACKED_TUPLE as usize] = Lead::Packed(Counted::Tuple);
    table[PACKED_RECORD as usize] = Lead::PackedRecord;
    table[TAGGED as usize] = Lead::Tagged;
    table
}

/// The number of bytes that a byte string of `len` bytes takes on top of those: 2, 4, 6 or 10.
///
/// Exact, so that a sender can choose chunks that fill a frame to the last byte: a message that
/// is a byte string and nothing else takes `len + bytes_overhead(len)` bytes. (Where the
/// overhead grows, at 252, 65,536 and 2^32 bytes, it leaves out a few totals: 254 and 255, for
/// instance, are no message's length.)
///
/// ```
/// let frame = 65_536;
/// let chunk = frame - 4;
/// assert_eq!(chunk + mrna::bytes_overhead(chunk), frame);
/// let message = mrna::to_vec(serde_bytes::Bytes::new(&vec![7; chunk]))?;
/// assert_eq!(message.len(), frame);
/// # Ok::<(), mrna::Error>(())
/// ```
#[must_use]
pub const fn bytes_overhead(len: usize) -> usize {
    1 + count::len(len as u64)
}
