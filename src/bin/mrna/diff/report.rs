//! The lines that say what differs: `-` what only the first file has, `+` what only the second
//! has, `~` what changed.

use std::{
    fmt::{self, Display, Write as _},
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use mrna::{Value, dump::Safe};

/// Beyond so many characters the value of a line is cut.
const MAX_VALUE: usize = 100;

/// The same for each of two values in a line.
const MAX_EACH: usize = 50;

/// So much is shown before the first difference of two values that begin alike.
const BEFORE: usize = 10;

/// So many characters or bytes around it are looked at, more than are shown.
const NEAR: usize = 3 * MAX_EACH;

/// So much of the notation of two values of other kinds is compared, to see where they differ.
const MAX_COMPARED: usize = 64 << 10;

const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
const CHANGED: Style = AnsiColor::Yellow.on_default();

/// Writes the lines.
#[derive(Debug)]
pub(crate) struct Report<W> {
    out: W,
    numbers_messages: bool,
    message: u64,
    has_lines: bool,
}

impl<W: Write> Report<W> {
    pub(crate) fn new(out: W) -> Self {
        Report { out, numbers_messages: false, message: 1, has_lines: false }
    }

    /// Whether a line says which message it is about: not if there is one in each file.
    pub(crate) fn number_messages(&mut self, numbers_messages: bool) {
        self.numbers_messages = numbers_messages;
    }

    /// What follows is about this message, counted from 1.
    pub(crate) fn message(&mut self, number: u64) {
        self.message = number;
    }

    pub(crate) fn removed(&mut self, place: impl Display, value: &Value) -> io::Result<()> {
        self.line('-', REMOVED, place, beginning(value, MAX_VALUE))
    }

    pub(crate) fn added(&mut self, place: impl Display, value: &Value) -> io::Result<()> {
        self.line('+', ADDED, place, beginning(value, MAX_VALUE))
    }

    pub(crate) fn changed(&mut self, place: impl Display, a: &Value, b: &Value) -> io::Result<()> {
        let (a, b) = apart(a, b);
        self.line('~', CHANGED, place, format_args!("{a} → {b}"))
    }

    /// The same keys in another order, from the first that differs on.
    pub(crate) fn reordered(
        &mut self,
        place: impl Display,
        parts: &str,
        before: impl Iterator<Item: Display>,
        after: impl Iterator<Item: Display>,
    ) -> io::Result<()> {
        let (before, after) = (listed(before, MAX_EACH), listed(after, MAX_EACH));
        self.line('~', CHANGED, place, format_args!("order of {parts} {before} → {after}"))
    }

    /// Whether any line was written.
    pub(crate) fn has_lines(&self) -> bool {
        self.has_lines
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn line(
        &mut self,
        sign: char,
        style: Style,
        place: impl Display,
        what: impl Display,
    ) -> io::Result<()> {
        self.has_lines = true;
        write!(self.out, "{style}{sign} ")?;
        if self.numbers_messages {
            write!(self.out, "message {}, ", self.message)?;
        }
        writeln!(self.out, "{}: {}{style:#}", Safe(place), Safe(what))
    }
}

/// The beginning of a value; nothing behind it is even made.
fn beginning(value: &Value, most: usize) -> String {
    listed([value].into_iter(), most)
}

/// The first items, with commas.
fn listed(mut items: impl Iterator<Item: Display>, most: usize) -> String {
    let mut list = Short { text: String::new(), left: most };
    let is_cut = items.next().is_some_and(|first| write!(list, "{first}").is_err())
        || items.any(|item| write!(list, ", {item}").is_err());
    if is_cut {
        list.text.push('…');
    }
    list.text
}

/// Takes so many characters and then wants no more, which is its only error.
struct Short {
    text: String,
    left: usize,
}

impl fmt::Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match text.char_indices().nth(self.left) {
            None => {
                self.left -= text.chars().count();
                self.text.push_str(text);
                Ok(())
            }
            Some((end, _)) => {
                self.text.push_str(text.get(..end).unwrap_or_default());
                Err(fmt::Error)
            }
        }
    }
}

/// Two values that differ, each cut so that the difference is still to be seen.
fn apart(a: &Value, b: &Value) -> (String, String) {
    let (a, b) = match (a, b) {
        // Only what is near the difference becomes notation: this may be a whole file.
        (Value::Str(x), Value::Str(y)) => {
            let first = same(x.chars(), y.chars()).saturating_sub(MAX_EACH);
            let near = |text: &str| text.chars().skip(first).take(NEAR).collect::<String>();
            (Value::Str(near(x)).to_string(), Value::Str(near(y)).to_string())
        }
        (Value::Bytes(x), Value::Bytes(y)) => {
            let first = same(x.iter(), y.iter()).saturating_sub(MAX_EACH);
            let near = |bytes: &[u8]| bytes.iter().skip(first).take(NEAR).copied().collect();
            (Value::Bytes(near(x)).to_string(), Value::Bytes(near(y)).to_string())
        }
        _ => (beginning(a, MAX_COMPARED), beginning(b, MAX_COMPARED)),
    };
    let same = same(a.chars(), b.chars());
    let first = if same + BEFORE > MAX_EACH { same - BEFORE } else { 0 };
    (window(&a, first), window(&b, first))
}

/// How many items are the same before one differs.
fn same<T: PartialEq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> usize {
    a.zip(b).take_while(|(x, y)| x == y).count()
}

fn window(text: &str, first: usize) -> String {
    let before = if first > 0 { "…" } else { "" };
    let mut rest = text.chars().skip(first);
    let shown: String = rest.by_ref().take(MAX_EACH).collect();
    let behind = if rest.next().is_some() { "…" } else { "" };
    format!("{before}{shown}{behind}")
}
