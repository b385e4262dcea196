//! Python's literals to values. Nothing is evaluated.

use std::io::{self, BufRead};

use mrna::Value;

use super::{
    super::{
        LEVELS, Reader,
        loss::Losses,
        place::Place,
        stop::{At, Stop},
    },
    number::{Magnitude, Number},
    source::Source,
    text::{self, Prefix},
};

/// The literals of a file, one a line, but that brackets go over as many as they like.
///
/// Takes what `repr` prints, and what else `ast.literal_eval` takes but for `\N{…}`: blanks,
/// comments, parentheses, adjacent strings, all ways to write numbers.
pub(crate) struct Literals {
    source: Source,
    /// How many brackets are open.
    open: usize,
}

impl Literals {
    pub(crate) fn new(input: Box<dyn BufRead>) -> io::Result<Self> {
        Ok(Literals { source: Source::new(input)?, open: 0 })
    }
}

impl Reader for Literals {
    fn read(&mut self, _: &mut Losses) -> Result<Option<Value>, Stop> {
        self.source.skip_blanks(true)?;
        if self.source.peek()?.is_none() {
            return Ok(None);
        }
        let value = self.value(&Place::Root)?;
        self.skip_blanks()?;
        match self.source.peek()? {
            None | Some(b'\n') => Ok(Some(value)),
            Some(_) => Err(self.source.expected("the end of the line", &Place::Root)),
        }
    }
}

impl Literals {
    fn skip_blanks(&mut self) -> Result<(), Stop> {
        self.source.skip_blanks(self.open > 0)
    }

    fn value(&mut self, place: &Place<'_>) -> Result<Value, Stop> {
        match self.source.peek()? {
            Some(b'[') => self.bracket(b']', place, Self::items).map(Value::List),
            Some(b'(') => self.bracket(b')', place, Self::parenthesized),
            Some(b'{') => self.bracket(b'}', place, Self::braced),
            Some(b'0'..=b'9' | b'.' | b'-' | b'+') => {
                let at = self.source.at();
                let first = self.number(place)?;
                self.sum(&first, at, place)
            }
            Some(byte) if text::is_quote(byte) || byte == b'_' || byte.is_ascii_alphabetic() => {
                self.word(place)
            }
            _ => Err(self.source.expected("a value", place)),
        }
    }

    /// What a bracket opens, up to the one that closes it.
    fn bracket<T>(
        &mut self,
        end: u8,
        place: &Place<'_>,
        contents: fn(&mut Self, u8, &Place<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.open == LEVELS {
            return Err(Stop::too_deep(LEVELS, self.source.at(), place));
        }
        self.source.skip();
        self.open += 1;
        self.skip_blanks()?;
        let contents = contents(self, end, place)?;
        // A call's contents are another bracket's, too.
        self.skip_blanks()?;
        if !self.source.takes(end)? {
            let end = format!("a comma or {}", char::from(end));
            return Err(self.source.expected(&end, place));
        }
        self.open -= 1;
        Ok(contents)
    }

    /// Values with commas between them and maybe behind the last.
    fn items(&mut self, end: u8, place: &Place<'_>) -> Result<Vec<Value>, Stop> {
        self.items_behind(Vec::new(), end, place)
    }

    fn items_behind(
        &mut self,
        mut items: Vec<Value>,
        end: u8,
        place: &Place<'_>,
    ) -> Result<Vec<Value>, Stop> {
        while self.source.peek()? != Some(end) {
            items.push(self.value(&Place::Index(place, items.len()))?);
            self.skip_blanks()?;
            if !self.source.takes(b',')? {
                break;
            }
            self.skip_blanks()?;
        }
        Ok(items)
    }

    /// A tuple, or the one value without a comma that is in the parentheses.
    fn parenthesized(&mut self, end: u8, place: &Place<'_>) -> Result<Value, Stop> {
        if self.source.peek()? == Some(end) {
            return Ok(Value::Tuple(Vec::new()));
        }
        let first = self.value(&Place::Index(place, 0))?;
        self.skip_blanks()?;
        if !self.source.takes(b',')? {
            return Ok(first);
        }
        self.skip_blanks()?;
        self.items_behind(vec![first], end, place).map(Value::Tuple)
    }

    /// A dict or a set.
    fn braced(&mut self, end: u8, place: &Place<'_>) -> Result<Value, Stop> {
        let mut entries = Vec::new();
        while self.source.peek()? != Some(end) {
            let index = entries.len();
            let key = self.value(&Place::Key(place, index))?;
            self.skip_blanks()?;
            if !self.source.takes(b':')? {
                if entries.is_empty() && self.source.peek()? != Some(b':') {
                    return self.set_behind(key, end, place);
                }
                return Err(self.source.expected("a colon", place));
            }
            self.skip_blanks()?;
            let value = self.value(&Place::value_of(place, index, &key))?;
            entries.push((key, value));
            self.skip_blanks()?;
            if !self.source.takes(b',')? {
                break;
            }
            self.skip_blanks()?;
        }
        Ok(Value::Map(entries))
    }

    fn set_behind(&mut self, first: Value, end: u8, place: &Place<'_>) -> Result<Value, Stop> {
        if !self.source.takes(b',')? {
            return Ok(Value::Set(vec![first]));
        }
        self.skip_blanks()?;
        self.items_behind(vec![first], end, place).map(Value::Set)
    }

    /// A name that `repr` prints, or a string with its prefix.
    fn word(&mut self, place: &Place<'_>) -> Result<Value, Stop> {
        let at = self.source.at();
        let word = self.source.take_while(is_word)?;
        if self.source.peek()?.is_some_and(text::is_quote)
            && let Some(prefix) = Prefix::of(&word)
        {
            return self.strings(prefix, place);
        }
        match &*word {
            "None" => Ok(Value::Nil),
            "True" => Ok(true.into()),
            "False" => Ok(false.into()),
            "inf" | "nan" | "infj" | "nanj" => {
                let magnitude = Magnitude::read(&word);
                let magnitude = magnitude.map_err(|what| Stop::refused(what, at, place))?;
                self.sum(&Number { is_negative: false, magnitude }, at, place)
            }
            "set" => self.call(place).map(Value::Set),
            "frozenset" => self.call(place).map(Value::FrozenSet),
            _ => Err(Stop::refused(
                format_args!("name {word:?}, which is no literal; names aren't looked up"),
                at,
                place,
            )),
        }
    }

    /// Strings one after another, which are one.
    fn strings(&mut self, prefix: Prefix, place: &Place<'_>) -> Result<Value, Stop> {
        let at = self.source.at();
        let mut bytes = text::read(&mut self.source, prefix, place)?;
        loop {
            self.skip_blanks()?;
            let next = self.source.peek()?;
            if !next.is_some_and(|byte| text::is_quote(byte) || byte.is_ascii_alphabetic()) {
                break;
            }
            let at = self.source.at();
            let word = self.source.take_while(is_word)?;
            match Prefix::of(&word) {
                Some(next) if next.is_bytes == prefix.is_bytes => {
                    bytes.append(&mut text::read(&mut self.source, next, place)?);
                }
                Some(_) => {
                    return Err(Stop::refused("bytes and text next to each other", at, place));
                }
                None => return Err(Stop::refused("a word behind a string", at, place)),
            }
        }
        if prefix.is_bytes {
            return Ok(Value::Bytes(bytes));
        }
        let text = String::from_utf8(bytes);
        text.map(Value::Str).map_err(|_| Stop::refused("invalid UTF-8 in a string", at, place))
    }

    /// The items of `set(…)` or `frozenset(…)`, behind the name: none, or those of what is in
    /// further brackets, all of which are one level.
    fn call(&mut self, place: &Place<'_>) -> Result<Vec<Value>, Stop> {
        self.skip_blanks()?;
        if !self.source.takes(b'(')? {
            return Err(self.source.expected("(", place));
        }
        self.source.skip_blanks(true)?;
        let items = match self.source.peek()? {
            Some(b'{') => self.bracket(b'}', place, Self::items)?,
            Some(b'[') => self.bracket(b']', place, Self::items)?,
            Some(b'(') => self.bracket(b')', place, Self::items)?,
            _ => Vec::new(),
        };
        self.source.skip_blanks(true)?;
        if self.source.takes(b')')? { Ok(items) } else { Err(self.source.expected(")", place)) }
    }

    /// The number that begins here, and the imaginary one that is added to it if there is one.
    fn sum(&mut self, first: &Number, at: At, place: &Place<'_>) -> Result<Value, Stop> {
        let mut value = first.value();
        if !first.is_imaginary() {
            self.skip_blanks()?;
            if let Some(b'+' | b'-') = self.source.peek()? {
                value = first.plus(&self.number(place)?);
            }
        }
        value.map_err(|what| Stop::refused(what, at, place))
    }

    /// A number with its sign.
    fn number(&mut self, place: &Place<'_>) -> Result<Number, Stop> {
        let is_negative = self.source.takes(b'-')?;
        if is_negative || self.source.takes(b'+')? {
            self.skip_blanks()?;
        }
        let at = self.source.at();
        let mut word = self.source.take_while(|byte| is_word(byte) || byte == b'.')?;
        let is_decimal = !word.starts_with("0x") && !word.starts_with("0X");
        if is_decimal
            && word.ends_with(['e', 'E'])
            && let Some(sign @ (b'+' | b'-')) = self.source.peek()?
        {
            self.source.skip();
            word.push(sign.into());
            word += &self.source.take_while(is_word)?;
        }
        let magnitude = Magnitude::read(&word).map_err(|what| Stop::refused(what, at, place))?;
        Ok(Number { is_negative, magnitude })
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
