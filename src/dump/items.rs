use alloc::sync::Arc;
use core::iter::FusedIterator;
use std::io::BufRead;

use super::{
    beginning::Beginning,
    item::{Item, MAX_BYTES},
    levels::Level,
    numbers::Numbers,
    what::{MAX_TEXT, What},
};
use crate::{
    Int,
    de::{
        decoder::{Decoder, Header},
        skip::{Open, Passing},
    },
    error::{Error, Result},
    limits::{Limits, READER_TABLES},
    path::{Path, Segment},
    read::{IoRead, Name, Source as _},
    shape::Shape,
    shared::Handed,
    wire::{self, Counted, count},
};

/// Gives each item of a file of messages, or of a session, in the order of their bytes.
///
/// What begins with the byte f9 is a session. Memory is taken for the values that an item is in,
/// for the beginning of a text, and for the names of one message, or the tables of a session:
/// the input may be of any size. Every check is made that reading a value makes; an error is the
/// last item.
///
/// ```
/// use mrna::dump::Items;
///
/// let mut bytes = mrna::to_vec(&("one", 2))?;
/// mrna::append(&mut bytes, &3)?;
/// let mut items = Items::new(&bytes[..]);
/// let mut lines = Vec::new();
/// while let Some(item) = items.next() {
///     lines.push(format!("{} {} {}", item.offset(), items.path(), item.what()));
/// }
/// assert_eq!(lines, ["0 $ tuple of 2", "1 $[0] \"one\"", "5 $[1] 2", "6 $ 3"]);
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Debug)]
pub struct Items<B: BufRead> {
    decoder: Decoder<IoRead<Beginning<B>>>,
    next: Next,
    /// How far the message has been passed over, which makes the checks …
    passing: Passing<Arc<str>>,
    /// … and the same for whoever wants to know what is passed.
    levels: Vec<Level>,
    /// The number that the next shape takes.
    shape: u64,
    is_session: bool,
    /// What a session's tables of names may hold.
    tables: usize,
}

/// What comes next.
#[derive(Debug)]
enum Next {
    /// The first byte.
    Input,
    /// The first message of a session, or its end.
    BehindHeader,
    /// A message, behind its reset.
    BehindReset,
    /// What is behind the value given last, or in it.
    Behind(Option<(Level, Open<Arc<str>>)>),
    /// A value or a name in a message, or the end of it.
    Inside,
    /// The error, which is behind an unfinished item.
    Error(Item),
    /// Nothing.
    Nothing,
}

impl<B: BufRead> Items<B> {
    /// The items of what is read from here.
    ///
    /// ```
    /// assert_eq!(mrna::dump::Items::new(&[0x01, 0x02][..]).count(), 2);
    /// ```
    pub fn new(reader: B) -> Self {
        Items {
            decoder: Decoder::new(IoRead::new(Beginning::new(reader)), Limits::new()),
            next: Next::Input,
            passing: Passing::new(),
            levels: Vec::new(),
            shape: 0,
            is_session: false,
            tables: READER_TABLES,
        }
    }

    /// With these limits for each message; names count for the memory.
    ///
    /// ```
    /// let items = mrna::dump::Items::new(&[0xB1, 0xB0][..]).limits(mrna::Limits::new().depth(1));
    /// assert!(items.last().unwrap().error().unwrap().is_limit());
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.decoder.limit(limits);
        self
    }

    /// Lets the tables of names of a session grow to so many bytes, as
    /// [`SessionReader::tables`](crate::SessionReader::tables) does.
    #[must_use]
    pub fn tables(mut self, bytes: usize) -> Self {
        self.tables = bytes;
        self
    }

    /// Where in its message the value is that was given last; for a name or a shape, that of the
    /// record.
    ///
    /// ```
    /// let bytes = mrna::to_vec(&mrna::value!([record{x: {1: 2}}]))?;
    /// let mut items = mrna::dump::Items::new(&bytes[..]);
    /// let mut paths = Vec::new();
    /// while let Some(_) = items.next() {
    ///     paths.push(items.path().to_string());
    /// }
    /// let record = "$[0]"; // it and its field's name
    /// assert_eq!(paths, ["$", record, record, "$[0].x", "$[0].x{0}.key", "$[0].x{0}", record]);
    /// # Ok::<(), mrna::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Path {
        self.levels.iter().filter_map(|level| level.segment(&self.decoder.names)).collect()
    }

    fn step(&mut self, next: Next) -> Result<Option<Item>> {
        match next {
            Next::Input => self.input(),
            Next::BehindHeader => self.message(false),
            Next::BehindReset => self.first_value().map(Some),
            Next::Behind(None) => {
                self.decoder.skip_on(&mut self.passing, None)?;
                self.inside()
            }
            Next::Behind(Some((level, contents))) => {
                self.levels.push(level);
                self.decoder.skip_on(&mut self.passing, Some(contents))?;
                self.inside()
            }
            Next::Inside => self.inside(),
            Next::Error(item) => Ok(Some(item)),
            Next::Nothing => Ok(None),
        }
    }

    fn input(&mut self) -> Result<Option<Item>> {
        if self.decoder.read.at_end()? || self.decoder.read.peek()? != wire::RESET {
            return self.message(false);
        }
        let start = self.decoder.read.offset();
        self.decoder.session_header()?;
        self.is_session = true;
        self.decoder.keeps_names = true;
        self.next = Next::BehindHeader;
        Ok(Some(self.item(start, What::Session { version: wire::VERSION })))
    }

    fn message(&mut self, may_be_reset: bool) -> Result<Option<Item>> {
        if self.decoder.read.at_end()? {
            return Ok(None);
        }
        let start = self.decoder.read.offset();
        if may_be_reset && self.decoder.session_reset()? {
            self.shape = 0;
            self.next = Next::BehindReset;
            return Ok(Some(self.item(start, What::Reset)));
        }
        self.first_value().map(Some)
    }

    fn first_value(&mut self) -> Result<Item> {
        if self.is_session {
            self.decoder.check_tables(self.tables)?;
        } else {
            self.shape = 0;
        }
        self.decoder.reset();
        self.value()
    }

    fn inside(&mut self) -> Result<Option<Item>> {
        while self.levels.len() > self.passing.depth() {
            // What it was in is over, too, and comes next.
            if self.levels.pop().is_some_and(|level| level.defines_shape()) {
                self.next = Next::Inside;
                return self.defined_shape().map(Some);
            }
        }
        if self.levels.is_empty() {
            return self.message(self.is_session);
        }
        if self.passing.is_before_name() { self.name() } else { self.value() }.map(Some)
    }

    fn defined_shape(&mut self) -> Result<Item> {
        let number = self.shape;
        self.shape += 1;
        let what = What::Shape { number, shape: self.shape(number)? };
        let item = self.item(self.decoder.read.offset(), what);
        Ok(Item { depth: self.levels.len() + 1, segment: None, ..item })
    }

    fn name(&mut self) -> Result<Item> {
        let start = self.decoder.read.offset();
        if let Some(level) = self.levels.last_mut() {
            level.begin_name();
        }
        let name = self.decoder.skip_name(&mut self.passing)?.unwrap_or_default();
        if let Some(level) = self.levels.last_mut() {
            level.name(name.clone());
        }
        self.next = Next::Inside;
        Ok(self.item(start, What::Name(name)))
    }

    fn value(&mut self) -> Result<Item> {
        let start = self.decoder.read.offset();
        if let Some(level) = self.levels.last_mut() {
            level.begin_value();
        }
        let variants = self.decoder.names.variants();
        let header = self.decoder.header()?;
        let behind = self.decoder.read.offset();
        let mut numbers = None;
        let contents = self.decoder.skip_scalar(header, start, |decoder, kind, count| {
            numbers = Some(Numbers::read(decoder, kind, count)?);
            Ok(())
        });
        let contents = contents.map_err(|error| self.in_numbers(error, header, behind))?;
        let (numbers, plain) = numbers.unzip();
        let is_new = self.decoder.names.variants() > variants;
        let what = self.what(header, behind - start, is_new, numbers)?;
        let level = match contents {
            Some(_) => Some(Level::of(header, &what, &self.decoder.names)?),
            None => None,
        };
        if let Some(level) = self.levels.last_mut() {
            level.value(&what);
        }
        self.next = Next::Behind(level.zip(contents));
        let item = self.item(start, what);
        let plain_len = plain_len(header, &item, plain.unwrap_or(0));
        Ok(Item { plain_len, ..item })
    }

    /// What begins with this header of so many bytes.
    fn what(
        &mut self,
        header: Header,
        len: u64,
        is_new: bool,
        numbers: Option<Numbers>,
    ) -> Result<What> {
        let contents = |items: &Self, most: u64| {
            let kept = items.decoder.read.get_ref().kept();
            let kept = kept.get(usize::try_from(len).unwrap_or(usize::MAX)..).unwrap_or_default();
            kept.get(..usize::try_from(most).unwrap_or(usize::MAX)).unwrap_or(kept).to_vec()
        };
        Ok(match (header, numbers) {
            (Header::Nil, _) => What::Nil,
            (Header::Bool(value), _) => What::Bool(value),
            (Header::Unsigned(n), _) => What::Int(n.into()),
            (Header::Negative(n), _) => What::Int(n.into()),
            (Header::BigInt(len @ ..=MAX_INT), _) => {
                What::Int(Int::from_le_bytes(&contents(self, len)))
            }
            (Header::BigInt(len), _) => What::LongInt { len },
            (Header::F32(n), _) => What::F32(n),
            (Header::F64(n), _) => What::F64(n),
            (Header::Some, _) => What::Some,
            (Header::Tagged(number), _) => What::Tag(number),
            (Header::NewRecord(len), _) => What::NewRecord(len),
            (Header::PackedRecord(_, number), Some(numbers)) => {
                What::PackedRecord { number, shape: self.shape(number)?, numbers }
            }
            (Header::Packed(Counted::Tuple, ..), Some(numbers)) => What::PackedTuple(numbers),
            (Header::Packed(..), Some(numbers)) => What::PackedList(numbers),
            (Header::Counted(kind, n), _) => match kind {
                Counted::Str => What::Str { len: n, start: text(&contents(self, n)).into() },
                Counted::Bytes => {
                    What::Bytes { len: n, start: contents(self, n.min(MAX_TEXT as u64)).into() }
                }
                Counted::List => What::List(n),
                Counted::Tuple => What::Tuple(n),
                Counted::Set => What::Set(n),
                Counted::FrozenSet => What::FrozenSet(n),
                Counted::Map => What::Map(n),
                Counted::Record => What::Record { number: n, shape: self.shape(n)? },
                Counted::UnitVariant => {
                    What::UnitVariant { name: self.decoder.variant_name(n)?, is_new }
                }
                Counted::Variant => What::Variant { name: self.decoder.variant_name(n)?, is_new },
            },
            // Packed without numbers: `skip_scalar` has read them.
            (Header::Packed(..) | Header::PackedRecord(..), None) => What::Unfinished,
        })
    }

    /// The shape of this number, shared by all items that have it.
    fn shape(&mut self, number: u64) -> Result<Arc<Shape>> {
        let Decoder { names, shared, budget, .. } = &mut self.decoder;
        let fields = names.fields(names.shape(number)?);
        match shared.shape(number, fields, budget)? {
            Handed::Shape(shape) => Ok(shape),
            // It hands over what was asked for.
            Handed::Variant(_) => Ok(Arc::new(Shape::from_distinct(fields.iter().map(Name::text)))),
        }
    }

    /// An item whose bytes have been read.
    fn item(&self, start: u64, what: What) -> Item {
        let len = self.decoder.read.offset() - start;
        let kept = self.decoder.read.get_ref().kept();
        Item {
            offset: start,
            len,
            plain_len: len,
            depth: self.levels.len(),
            segment: self.levels.last().and_then(|level| level.segment(&self.decoder.names)),
            bytes: kept.iter().take(MAX_BYTES).copied().collect(),
            what,
        }
    }

    /// An error met in the contents of a value, whose header ends here: if it has packed numbers,
    /// in that one of them.
    #[cold]
    fn in_numbers(&self, error: Error, header: Header, behind: u64) -> Error {
        let read = self.decoder.read.offset() - behind;
        match header {
            Header::Packed(_, kind, _) => {
                error.within(Segment::Index(read / u64::from(kind.width())))
            }
            Header::PackedRecord(kind, shape) => {
                let names = &self.decoder.names;
                let index = usize::try_from(read / u64::from(kind.width())).unwrap_or(usize::MAX);
                match names.shape(shape).ok().and_then(|shape| names.field(shape, index)) {
                    Some(name) => error.within(Segment::name(name.text())),
                    None => error,
                }
            }
            _ => error,
        }
    }

    /// The last items: the beginning of what is not whole, if there is one, and the error.
    #[cold]
    fn fail(&mut self, error: Error, start: u64) -> Item {
        let names = &self.decoder.names;
        let mut error = error.at(start);
        for segment in self.levels.iter().rev().filter_map(|level| level.place_of_error(names)) {
            error = error.within(segment);
        }
        let offset = error.offset().unwrap_or(start);
        let before = usize::try_from(offset.saturating_sub(start)).unwrap_or(usize::MAX);
        let unfinished = self.item(start, What::Unfinished);
        let kept = self.decoder.read.get_ref().kept();
        let bytes = if offset < start { &[] } else { kept.get(before..).unwrap_or_default() };
        let len = if offset < start { 0 } else { unfinished.len - before as u64 };
        let error = Item {
            offset,
            len,
            plain_len: len,
            depth: unfinished.depth,
            segment: None,
            bytes: bytes.iter().take(MAX_BYTES).copied().collect(),
            what: What::Error(error),
        };
        self.decoder.read.fail();
        if before == 0 {
            return error;
        }
        self.next = Next::Error(error);
        let mut bytes = unfinished.bytes;
        bytes.truncate(before);
        Item { len: before as u64, plain_len: before as u64, bytes, ..unfinished }
    }
}

impl<B: BufRead> Iterator for Items<B> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let next = core::mem::replace(&mut self.next, Next::Nothing);
        let start = self.decoder.read.offset();
        self.decoder.read.get_mut().forget();
        match self.step(next) {
            Ok(item) => item,
            Err(error) => {
                self.next = Next::Nothing;
                Some(self.fail(error, start))
            }
        }
    }
}

impl<B: BufRead> FusedIterator for Items<B> {}

/// A longer int shows its length only.
const MAX_INT: u64 = 128;

/// The first characters of a text of which these are the first bytes.
fn text(bytes: &[u8]) -> &str {
    let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => text.get(..end).unwrap_or_default(),
        None => text,
    }
}

/// As [`Item::plain_len`], for a value with this header, whose packed numbers take so many bytes
/// each by itself.
fn plain_len(header: Header, item: &Item, numbers: u64) -> u64 {
    let of_text = |text: &str| (count::len(text.len() as u64) + text.len()) as u64;
    match (header, &item.what) {
        (Header::Packed(kind, _, n), _) => kind.header(n).len() as u64 + numbers,
        (_, What::Record { shape, .. } | What::PackedRecord { shape, .. }) => {
            let names: u64 = shape.names().map(of_text).sum();
            1 + count::len(shape.len() as u64) as u64 + names + numbers
        }
        (_, What::UnitVariant { name, is_new: false } | What::Variant { name, is_new: false }) => {
            item.len + of_text(name)
        }
        _ => item.len,
    }
}
