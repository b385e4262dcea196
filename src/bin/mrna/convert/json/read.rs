//! JSON to values.

use std::io::{self, BufRead, Read};

use mrna::{Int, Value};
use struson::reader::{
    JsonReader, JsonStreamReader, JsonSyntaxError, ReaderError, ReaderSettings, SyntaxErrorKind,
    ValueType,
};

use super::{
    super::{LEVELS, Reader, counted::skip_mark, loss::Losses, place::Place, stop::Stop},
    error,
};

/// Documents one after another, each over as many lines as it likes.
pub(crate) struct Documents {
    document: Document<Box<dyn BufRead>>,
    is_first: bool,
}

impl Documents {
    pub(crate) fn new(mut input: Box<dyn BufRead>) -> io::Result<Self> {
        skip_mark(&mut *input)?;
        Ok(Documents { document: Document::new(input, 0), is_first: true })
    }

    fn has_next(&mut self) -> Result<bool, ReaderError> {
        if !self.is_first {
            return self.document.json.has_next();
        }
        self.is_first = false;
        // struson wants at least one document; none at all are none to us.
        match self.document.json.peek() {
            Err(ReaderError::SyntaxError(JsonSyntaxError {
                kind: SyntaxErrorKind::IncompleteDocument,
                ..
            })) => Ok(false),
            peeked => peeked.map(|_| true),
        }
    }
}

impl Reader for Documents {
    fn read(&mut self, _: &mut Losses) -> Result<Option<Value>, Stop> {
        let has_next = self.has_next().map_err(|error| error::stop(error, 0, &Place::Root))?;
        has_next.then(|| self.document.value(&Place::Root)).transpose()
    }
}

/// A document on each line; lines of nothing but blanks are passed over.
pub(crate) struct Lines {
    input: Box<dyn BufRead>,
    line: Vec<u8>,
    /// How many were read.
    count: u64,
}

impl Lines {
    pub(crate) fn new(mut input: Box<dyn BufRead>) -> io::Result<Self> {
        skip_mark(&mut *input)?;
        Ok(Lines { input, line: Vec::new(), count: 0 })
    }
}

impl Reader for Lines {
    fn read(&mut self, _: &mut Losses) -> Result<Option<Value>, Stop> {
        loop {
            self.line.clear();
            if self.input.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.count += 1;
            let line = self.line.trim_ascii_end();
            if !line.is_empty() {
                let lines = self.count - 1;
                let mut document = Document::new(line, lines);
                let value = document.value(&Place::Root)?;
                let ended = document.json.consume_trailing_whitespace();
                ended.map_err(|error| error::stop(error, lines, &Place::Root))?;
                return Ok(Some(value));
            }
        }
    }
}

/// A document while it is read.
struct Document<R: Read> {
    json: JsonStreamReader<R>,
    /// How many lines were before those that `json` knows of.
    lines: u64,
}

impl<R: Read> Document<R> {
    fn new(input: R, lines: u64) -> Self {
        let settings = ReaderSettings {
            allow_multiple_top_level: true,
            track_path: false, // `Place` does, for nothing.
            max_nesting_depth: u32::try_from(LEVELS).ok(),
            restrict_number_values: false,
            ..ReaderSettings::default()
        };
        Document { json: JsonStreamReader::new_custom(input, settings), lines }
    }

    fn value(&mut self, place: &Place<'_>) -> Result<Value, Stop> {
        let stop = |error| error::stop(error, self.lines, place);
        Ok(match self.json.peek().map_err(stop)? {
            ValueType::Null => {
                self.json.next_null().map_err(stop)?;
                Value::Nil
            }
            ValueType::Boolean => Value::Bool(self.json.next_bool().map_err(stop)?),
            ValueType::String => Value::Str(self.json.next_string().map_err(stop)?),
            ValueType::Number => {
                let position = self.json.current_position(false);
                number(self.json.next_number_as_str().map_err(stop)?)
                    .map_err(|what| Stop::refused(what, error::at(&position, self.lines), place))?
            }
            ValueType::Array => Value::List(self.array(place)?),
            ValueType::Object => Value::Map(self.object(place)?),
        })
    }

    fn array(&mut self, place: &Place<'_>) -> Result<Vec<Value>, Stop> {
        let lines = self.lines;
        let stop = |error| error::stop(error, lines, place);
        let mut items = Vec::new();
        self.json.begin_array().map_err(stop)?;
        while self.json.has_next().map_err(stop)? {
            items.push(self.value(&Place::Index(place, items.len()))?);
        }
        self.json.end_array().map_err(stop)?;
        Ok(items)
    }

    /// The entries of an object, a name that is there twice among them.
    fn object(&mut self, place: &Place<'_>) -> Result<Vec<(Value, Value)>, Stop> {
        let lines = self.lines;
        let stop = |error| error::stop(error, lines, place);
        let mut entries = Vec::new();
        self.json.begin_object().map_err(stop)?;
        while self.json.has_next().map_err(stop)? {
            let name = self.json.next_name_owned().map_err(stop)?;
            let value = self.value(&Place::Name(place, &name))?;
            entries.push((Value::Str(name), value));
        }
        self.json.end_object().map_err(stop)?;
        Ok(entries)
    }
}

/// A number: an int of any size, or the nearest float if it has a point or an exponent. `-0` is a
/// float, as no int has a sign of zero.
fn number(text: &str) -> Result<Value, String> {
    if let Ok(int) = text.parse::<i64>()
        && text != "-0"
    {
        return Ok(int.into());
    }
    if text == "-0" || text.contains(['.', 'e', 'E']) {
        return match text.parse::<f64>() {
            Ok(float) if float.is_finite() => Ok(float.into()),
            _ => Err("number too large for an f64".into()),
        };
    }
    text.parse::<Int>().map(Value::Int).map_err(|_| {
        format!("integer of {} digits, more than are converted from decimal", text.len())
    })
}
