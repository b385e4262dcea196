//! Names of newtype structs by which mrna's own types ask for what serde has no call for.
//!
//! Another format sees a newtype struct and takes its content, so each of these degrades to the
//! plain shape there. The names never reach the wire.

/// What a type that asks for more than serde's data model wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// Reading: every kind told apart (see `de::exact`).
    Exact,
    /// Writing: bytes hold a big int. Reading: an int of any size.
    Int,
    /// Writing: the sequence is a list.
    List,
    /// Writing: the sequence is a tuple.
    Tuple,
    /// Writing: the sequence is a set.
    Set,
    /// Writing: the sequence is a frozenset.
    FrozenSet,
    /// Writing: the map is a record.
    Record,
    /// Writing: the str is a unit variant, the map of one entry a variant with its payload.
    Variant,
    /// Writing: one hexadecimal digit of a tag's number, which is how a number gets through an
    /// interface that takes names known at compile time only.
    TagDigit(u8),
    /// Writing: the value, its tag's digits having come. Reading: the tag's number, if there is
    /// one, and the value (see `de::tagged`).
    Tagged,
    /// Reading: what a message in bytes holds (see `de::tagged`).
    Embedded,
}

pub(crate) const EXACT: &str = "mrna::Exact";
pub(crate) const INT: &str = "mrna::Int";
pub(crate) const LIST: &str = "mrna::List";
pub(crate) const TUPLE: &str = "mrna::Tuple";
pub(crate) const SET: &str = "mrna::Set";
pub(crate) const FROZEN_SET: &str = "mrna::FrozenSet";
pub(crate) const RECORD: &str = "mrna::Record";
pub(crate) const VARIANT: &str = "mrna::Variant";
pub(crate) const TAGGED: &str = "mrna::Tagged";
pub(crate) const EMBEDDED: &str = "mrna::Embedded";
const TAG_DIGITS: [&str; 16] = [
    "mrna::Tag0",
    "mrna::Tag1",
    "mrna::Tag2",
    "mrna::Tag3",
    "mrna::Tag4",
    "mrna::Tag5",
    "mrna::Tag6",
    "mrna::Tag7",
    "mrna::Tag8",
    "mrna::Tag9",
    "mrna::Taga",
    "mrna::Tagb",
    "mrna::Tagc",
    "mrna::Tagd",
    "mrna::Tage",
    "mrna::Tagf",
];

/// The name for the lowest digit of a number.
pub(crate) fn tag_digit(number: u64) -> &'static str {
    let [low, ..] = number.to_le_bytes();
    TAG_DIGITS.get(usize::from(low & 0xF)).copied().unwrap_or(TAGGED)
}

impl Token {
    /// The token of this name, if it is one. No Rust type can have such a name.
    #[inline]
    pub(crate) fn of(name: &str) -> Option<Token> {
        if !name.starts_with("mrna::") {
            return None;
        }
        Some(match name {
            EXACT => Token::Exact,
            INT => Token::Int,
            LIST => Token::List,
            TUPLE => Token::Tuple,
            SET => Token::Set,
            FROZEN_SET => Token::FrozenSet,
            RECORD => Token::Record,
            VARIANT => Token::Variant,
            TAGGED => Token::Tagged,
            EMBEDDED => Token::Embedded,
            _ => {
                let digit = TAG_DIGITS.iter().zip(0..).find(|(digit, _)| **digit == name)?.1;
                Token::TagDigit(digit)
            }
        })
    }
}

/// The variants of the enum by which a visitor that asks for [`Token::Exact`] is given what
/// serde's data model can't tell apart. Each comes as its number, a u32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A sequence.
    Tuple,
    /// A sequence.
    Set,
    /// A sequence.
    FrozenSet,
    /// A sequence of the number of fields, their values, and the names (see `shared`).
    Record,
    /// A sequence of 0 or 1, the payload if it is 1, and the name (see `shared`).
    Variant,
    /// One value.
    Some,
    /// A sequence of tag number and value.
    Tagged,
    /// One int, which can be had by [`Token::Int`].
    BigInt,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Tuple,
        Kind::Set,
        Kind::FrozenSet,
        Kind::Record,
        Kind::Variant,
        Kind::Some,
        Kind::Tagged,
        Kind::BigInt,
    ];

    pub(crate) const fn number(self) -> u32 {
        self as u32
    }

    pub(crate) fn from_number(number: u32) -> Option<Kind> {
        usize::try_from(number).ok().and_then(|number| Kind::ALL.get(number)).copied()
    }
}
