//! Member after member of a sequence, entry after entry of a map or record.

use alloc::format;
use core::mem::size_of;

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess};

use super::{
    decoder::{Decoder, Header},
    name::NameDeserializer,
    names::{Names, Pending, ShapeNames},
    strict::Seen,
};
use crate::{
    error::{Error, Result},
    path::Segment,
    read::{Name, Read, Source},
    wire::{Counted, Lead, packed::Number},
};

/// What the length and the header of a sequence say.
#[derive(Clone, Copy)]
pub(crate) struct Items {
    kind: Counted,
    len: u64,
    packed: Option<Number>,
    allocates: bool,
}

impl Items {
    #[inline(always)]
    pub(crate) fn of(kind: Counted, len: u64) -> Self {
        Items { kind, len, packed: None, allocates: true }
    }

    /// They are numbers without leading bytes.
    #[inline(always)]
    pub(crate) fn packed(self, number: Number) -> Self {
        Items { packed: Some(number), ..self }
    }

    /// They become parts of a value of fixed size, which whoever holds that has allocated.
    #[inline(always)]
    pub(crate) fn in_place(self) -> Self {
        Items { allocates: false, ..self }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// What they are if they are packed.
    #[inline(always)]
    pub(crate) fn kind_packed(&self) -> Option<Number> {
        self.packed
    }

    /// How many may be announced to a visitor, which may reserve for them.
    #[inline(always)]
    pub(crate) fn hint<R: Source>(&self, de: &mut Decoder<R>) -> u64 {
        if self.allocates { de.hint(self.len) } else { 0 }
    }

    /// Called before the next one is allocated, with so many left.
    #[inline(always)]
    pub(crate) fn charge<T, R: Source>(&self, de: &mut Decoder<R>, left: u64) -> Result<()> {
        if !self.allocates {
            return Ok(());
        }
        let part = item_part::<T>();
        let bytes = if left == self.len { first(part) } else { part };
        let at = de.read.offset();
        de.budget.charge(bytes).map_err(|error| error.at(at))
    }

    /// The visitor has what it wanted, which must be all there is.
    #[inline(always)]
    pub(crate) fn close<R: Source>(self, de: &mut Decoder<R>, left: u64, hint: u64) -> Result<()> {
        de.budget.refund(hint);
        all_taken(self.len, left)
    }

    #[inline(always)]
    pub(crate) fn open<R: Source>(self, de: &mut Decoder<R>) -> ItemsAccess<'_, R> {
        let hint = self.hint(de);
        let seen = match self.kind {
            Counted::Set | Counted::FrozenSet => de.strict.seen(),
            _ => None,
        };
        ItemsAccess { de, items: self, left: self.len, hint, seen }
    }
}

impl<R: Source> Decoder<R> {
    /// How many of `claimed` items may be announced to a visitor, which may reserve for them.
    fn hint(&mut self, claimed: u64) -> u64 {
        self.budget.hint(claimed, self.read.known(), self.read.offset())
    }
}

/// Gives the members of a sequence.
pub(crate) struct ItemsAccess<'a, R: Source> {
    de: &'a mut Decoder<R>,
    items: Items,
    left: u64,
    hint: u64,
    /// The members of a set, if they must not be equal.
    seen: Option<Seen>,
}

impl<R: Source> ItemsAccess<'_, R> {
    /// The visitor has what it wanted, which must be all there is.
    #[inline(always)]
    pub(crate) fn close(self) -> Result<()> {
        self.items.close(self.de, self.left, self.hint)
    }

    /// The next member of a set, which must not be like one before.
    #[inline(never)]
    fn next_unique<'de, S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value>
    where
        R: Read<'de>,
    {
        let key = self.de.strict.begin(self.de.read.offset());
        let value = self.de.value(None, seed)?;
        self.de.end_key(Some(key), self.seen.as_mut())?;
        Ok(value)
    }

    #[cold]
    fn fail(&mut self, error: Error, at: u64) -> Error {
        let index = self.items.len - self.left;
        self.de.fail(error, at).within(Segment::Index(index))
    }
}

#[inline(always)]
pub(super) fn all_taken(len: u64, left: u64) -> Result<()> {
    if left == 0 { Ok(()) } else { Err(not_all_taken(len, left)) }
}

#[cold]
fn not_all_taken(len: u64, left: u64) -> Error {
    let found = usize::try_from(len).unwrap_or(usize::MAX);
    de::Error::invalid_length(found, &format!("{} items", len - left).as_str())
}

impl<'de, R: Read<'de>> SeqAccess<'de> for ItemsAccess<'_, R> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        let at = self.de.read.offset();
        let value = self.items.charge::<S::Value, R>(self.de, self.left).and_then(|()| {
            if self.seen.is_some() {
                return self.next_unique(seed);
            }
            self.de.value(None, seed)
        });
        match value {
            Ok(value) => {
                self.left = left;
                Ok(Some(value))
            }
            Err(error) => Err(self.fail(error, at)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        size_hint(self.items.len, self.hint, self.left)
    }
}

/// How many items are left, for a visitor that may reserve for them or announce them to another
/// format: right, or not said where not all could be reserved ahead.
#[inline(always)]
pub(super) fn size_hint(len: u64, hint: u64, left: u64) -> Option<usize> {
    // At most 4,096.
    if hint == len { usize::try_from(left).ok() } else { None }
}

/// What an element takes: a hash table is at most 7/8 full and has a byte more for each; and an
/// element may be a box around as much again, which nobody sees.
const fn item_part<T>() -> u64 {
    let size = size_of::<T>() as u64;
    if size == 0 { 0 } else { size + size / 3 + 1 }
}

/// What the first element or entry is charged: a table or a `Vec` begins with room for four, a
/// B-tree with eleven.
const fn first(part: u64) -> u64 {
    if part == 0 { 0 } else { 4 * part + 24 }
}

/// What a key or a value takes in a map: a hash table is at most 7/8 full, has some bytes more
/// for each entry, and is twice there while it grows; a B-tree's nodes may be half full.
const fn entry_part<T>() -> u64 {
    let size = size_of::<T>() as u64;
    size + size / 4 + 8
}

/// Where the keys of a map or record come from.
pub(crate) enum Keys<N> {
    /// Each before its value, of any kind.
    Map,
    /// Each before its value, a name.
    NewRecord(Pending<N>),
    /// A shape that is known; the values may be packed.
    Shape(ShapeNames, Option<Number>),
    /// One entry: a variant's name and its payload.
    Variant(N),
}

impl<N: Name> Keys<N> {
    /// For the header of a map or of a record.
    #[inline]
    pub(crate) fn new(names: &Names<N>, header: Header) -> Result<Self> {
        Ok(match header {
            Header::NewRecord(_) => Keys::NewRecord(names.begin()),
            Header::Counted(Counted::Record, shape) => Keys::Shape(names.shape(shape)?, None),
            Header::PackedRecord(number, shape) => Keys::Shape(names.shape(shape)?, Some(number)),
            _ => Keys::Map,
        })
    }

    /// The name of the entry at `position`, if it has one; `read` is the one read from a map or a
    /// new record.
    #[inline(always)]
    fn name<'n>(
        &'n self,
        read: Option<&'n N>,
        names: &'n Names<N>,
        position: usize,
    ) -> Option<&'n N> {
        match self {
            Keys::Map | Keys::NewRecord(_) => read,
            Keys::Shape(shape, _) => names.field(*shape, position),
            Keys::Variant(name) => Some(name),
        }
    }

    /// How many entries that header announces.
    #[inline]
    pub(crate) fn len(&self, header: Header) -> u64 {
        match (self, header) {
            (Keys::Shape(shape, _), _) => shape.len as u64,
            (_, Header::Counted(_, len) | Header::NewRecord(len)) => len,
            _ => 1,
        }
    }
}

/// What the header of a map or record says.
pub(crate) struct Entries<N> {
    len: u64,
    keys: Keys<N>,
    allocates: bool,
    of_struct: bool,
    in_box: bool,
}

impl<N: Name> Entries<N> {
    /// For the header of a map or of a record.
    #[inline]
    pub(crate) fn of(names: &Names<N>, header: Header) -> Result<Self> {
        let keys = Keys::new(names, header)?;
        let len = keys.len(header);
        Ok(Entries { len, keys, allocates: true, of_struct: false, in_box: false })
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn single(name: N) -> Self {
        Entries {
            len: 1,
            keys: Keys::Variant(name),
            allocates: true,
            of_struct: false,
            in_box: false,
        }
    }

    /// They become the fields of a struct: keys must be names, and whoever holds the struct has
    /// allocated it.
    pub(crate) fn of_struct(self) -> Self {
        Entries { allocates: false, of_struct: true, ..self }
    }

    /// Their values go into a box of just the right size.
    pub(crate) fn in_box(self) -> Self {
        Entries { in_box: true, ..self }
    }

    #[inline]
    pub(crate) fn open<R: Source<Name = N>>(self, de: &mut Decoder<R>) -> EntriesAccess<'_, R> {
        let hint = if self.allocates { de.hint(self.len) } else { 0 };
        let seen = if matches!(self.keys, Keys::Map) { de.strict.seen() } else { None };
        EntriesAccess { left: self.len, index: 0, key: None, hint, seen, entries: self, de }
    }
}

/// Gives the entries of a map or the fields of a record.
pub(crate) struct EntriesAccess<'a, R: Source> {
    de: &'a mut Decoder<R>,
    entries: Entries<R::Name>,
    /// Entries whose key has not been read.
    left: u64,
    /// How many entries were read whole.
    index: u64,
    /// The last key of a map or of a new record, if it is a str.
    key: Option<R::Name>,
    hint: u64,
    /// The keys of a map, if they must not be equal.
    seen: Option<Seen>,
}

impl<'a, R: Source> EntriesAccess<'a, R> {
    /// The visitor has what it wanted, which must be all there is.
    #[inline]
    pub(crate) fn close(self) -> Result<&'a mut Decoder<R>> {
        self.de.budget.refund(self.hint);
        all_taken(self.entries.len, self.entries.len - self.index)?;
        if let Keys::NewRecord(record) = &self.entries.keys {
            self.de.names.finish(record, &mut self.de.budget)?;
        }
        if self.de.strict.is_recording() {
            self.de.record_keys(&self.entries.keys)?;
        }
        Ok(self.de)
    }

    /// Where an error in the current entry's value is.
    #[cold]
    fn segment(&self) -> Segment {
        let keys = &self.entries.keys;
        match keys.name(self.key.as_ref(), &self.de.names, self.position()) {
            Some(name) => Segment::name(name.text()),
            None => Segment::Entry(self.index),
        }
    }

    /// The position of the current field in its shape, whose names are in memory.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "below the length of a Vec")]
    fn position(&self) -> usize {
        self.index as usize
    }

    /// Reads the next key if it is a name; `None` for a key of another kind.
    #[inline]
    fn read_key(&mut self) -> Result<()> {
        self.key = match &mut self.entries.keys {
            Keys::Map => match Lead::of(self.de.read.peek()?) {
                Lead::Short(Counted::Str, _) | Lead::Long(Counted::Str) => {
                    match self.de.header()? {
                        Header::Counted(_, len) => Some(self.de.text_as_name(len)?),
                        _ => None,
                    }
                }
                _ if self.entries.of_struct => {
                    let found = self.de.header()?.found();
                    return Err(Error::unexpected(found, &"a string key, for a field's name"));
                }
                _ => None,
            },
            Keys::NewRecord(record) => Some(self.de.new_name(record)?),
            Keys::Shape(..) | Keys::Variant(_) => None,
        };
        Ok(())
    }

    /// Goes on to the next entry, whose key is read if it is a name; `false` at the end.
    #[inline]
    pub(crate) fn next_key(&mut self) -> Result<bool> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(false) };
        self.left = left;
        self.de.check()?;
        let at = self.de.read.offset();
        match self.read_key() {
            Ok(()) => Ok(true),
            Err(error) => Err(self.fail_key(error, at)),
        }
    }

    #[cold]
    fn fail_key(&mut self, error: Error, at: u64) -> Error {
        let error = self.de.fail(error, at);
        if self.entries.of_struct { error } else { error.within(Segment::Key(self.index)) }
    }
}

impl<'de, R: Read<'de>> MapAccess<'de> for EntriesAccess<'_, R> {
    type Error = Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let at = self.de.read.offset();
        let is_checked = self.left > 0 && self.seen.is_some();
        let checked = is_checked.then(|| self.de.strict.begin(at));
        if !self.next_key()? {
            return Ok(None);
        }
        let position = self.position();
        let name = self.entries.keys.name(self.key.as_ref(), &self.de.names, position);
        if self.entries.allocates {
            // A key that is a str may be copied by its type.
            let text = name.map_or(0, |name| name.text().len());
            let part = entry_part::<S::Value>();
            let part = if self.index == 0 { first(part) } else { part };
            let budget = &mut self.de.budget;
            budget
                .copy_name(text, self.de.read.offset())
                .and_then(|()| budget.charge(part))
                .map_err(|error| error.at(at))?;
        }
        let key = match name {
            Some(name) => seed.deserialize(NameDeserializer(name)),
            None => self.de.value(None, seed),
        };
        let ended = key.and_then(|key| {
            self.de.end_key(checked, self.seen.as_mut())?;
            Ok(key)
        });
        match ended {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.fail_key(error, at)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let at = self.de.read.offset();
        if self.entries.allocates {
            let part = entry_part::<S::Value>();
            // A `Value`'s record has as many values as fields, in a box.
            let bytes = if self.index == 0 && !self.entries.in_box { first(part) } else { part };
            self.de.budget.charge(bytes).map_err(|e| e.at(at))?;
        }
        let packed = match self.entries.keys {
            Keys::Shape(_, packed) => packed,
            _ => None,
        };
        match self.de.value(packed, seed) {
            Ok(value) => {
                self.index += 1;
                Ok(value)
            }
            Err(error) => Err(self.de.fail(error, at).within(self.segment())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        size_hint(self.entries.len, self.hint, self.left)
    }
}
