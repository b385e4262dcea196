//! Reading paths as they display.

use alloc::{format, string::String};
use core::str::FromStr;

use super::{KEY, Path, Segment};
use crate::{
    error::{Error, ErrorKind, Result},
    notation,
};

/// The inverse of its `Display`; a bare name may also be a word of the notation.
///
/// ```
/// use mrna::Path;
///
/// let path: Path = r#"$.rows[3]."odd name""#.parse()?;
/// assert_eq!(path.to_string(), r#"$.rows[3]."odd name""#);
/// let error = "$.rows[x]".parse::<Path>().unwrap_err();
/// assert_eq!(error.to_string(), "path: found `x]`, expected a number at byte 7");
/// # Ok::<(), mrna::Error>(())
/// ```
impl FromStr for Path {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut parser = Parser { text, at: 0 };
        parser.expect("$", "`$`, the outermost value")?;
        let mut path = Path::default();
        while let Some(segment) = parser.segment()? {
            path.segments.push(segment);
        }
        path.segments.reverse();
        Ok(path)
    }
}

/// How far reading has come.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on behind `token` if it comes next.
    fn eat(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn expect(&mut self, token: &str, what: &str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn expected(&self, what: &str) -> Error {
        let found = match self.rest() {
            "" => "the end".into(),
            rest => format!("`{}`", notation::cut(rest, 20)),
        };
        self.refuse(&format!("found {found}, expected {what}"))
    }

    fn refuse(&self, why: &str) -> Error {
        Error::new(ErrorKind::Custom(format!("path: {why}").into())).at(self.at as u64)
    }

    /// The next step, or `None` at the end.
    fn segment(&mut self) -> Result<Option<Segment>> {
        if self.rest().is_empty() {
            return Ok(None);
        }
        let segment = if self.eat(".") {
            self.name()?
        } else if self.eat("[") {
            let index = self.number()?;
            self.expect("]", "`]`")?;
            Segment::Index(index)
        } else if self.eat("{") {
            let index = self.number()?;
            self.expect("}", "`}`")?;
            if self.is_key() { Segment::Key(index) } else { Segment::Entry(index) }
        } else {
            return Err(self.expected("`.`, `[`, `{` or the end"));
        };
        Ok(Some(segment))
    }

    /// Goes on behind `.key` if that and no longer name comes next.
    fn is_key(&mut self) -> bool {
        let behind = self.rest().strip_prefix('.').and_then(|rest| rest.strip_prefix(KEY));
        let is_key = behind.is_some_and(|behind| !behind.starts_with(is_of_word));
        if is_key {
            self.at += 1 + KEY.len();
        }
        is_key
    }

    fn name(&mut self) -> Result<Segment> {
        let rest = self.rest();
        if rest.starts_with('"') {
            return match notation::read_str_literal(rest) {
                Ok((name, len)) => {
                    self.at += len;
                    Ok(Segment::name(&name))
                }
                Err((why, at)) => {
                    self.at += at;
                    Err(self.refuse(why))
                }
            };
        }
        let len = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        let word = rest.get(..len).unwrap_or_default();
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.expected("a name, in quotes if it is no word"));
        }
        let name = Segment::name(word);
        self.at += len;
        Ok(name)
    }

    fn number(&mut self) -> Result<u64> {
        let rest = self.rest();
        let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits: String = rest.get(..len).unwrap_or_default().into();
        if digits.is_empty() {
            return Err(self.expected("a number"));
        }
        let number = digits.parse().map_err(|_| self.refuse("the number is above 2^64 − 1"))?;
        self.at += len;
        Ok(number)
    }
}

/// Whether it may stand in a bare name.
fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
