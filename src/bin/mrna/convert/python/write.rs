//! Values to Python's literals.

use std::io::{self, Write};

use mrna::{Value, Variant};

use super::{
    super::{
        loss::{Loss, Losses},
        output::Output,
        place::Place,
        stop::Stop,
    },
    equal::Equal,
    number::{repr_complex, repr_float, to_complex},
    printable::Printable,
};

/// Writes a literal and ends the line.
pub(crate) fn write(value: &Value, losses: &mut Losses, out: &mut Output) -> Result<(), Stop> {
    let mut literal = Literal { out, losses, printable: Printable::new(), is_hashable: false };
    literal.value(value, &Place::Root)?;
    Ok(literal.out.write_all(b"\n")?)
}

/// A literal while it is written.
struct Literal<'a> {
    out: &'a mut Output,
    losses: &'a mut Losses,
    printable: Printable,
    /// Whether this is in a key or in a set's member, where Python takes no list, set or dict.
    is_hashable: bool,
}

impl Literal<'_> {
    fn value(&mut self, value: &Value, place: &Place<'_>) -> io::Result<()> {
        match value {
            Value::Nil => self.text("None"),
            Value::Bool(true) => self.text("True"),
            Value::Bool(false) => self.text("False"),
            // One of over 1,024 bytes in hex, which Python reads at any size.
            Value::Int(int) => write!(self.out, "{int}"),
            Value::F32(float) => {
                self.losses.note(Loss::F32, place);
                self.text(&repr_float((*float).into()))
            }
            Value::F64(float) => {
                self.check_nan(*float, place);
                self.text(&repr_float(*float))
            }
            Value::Str(text) => self.str(text),
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::List(items) if self.is_hashable => {
                self.losses.note(Loss::Unhashable, place);
                self.tuple(items, place)
            }
            Value::List(items) => self.around("[", items, "]", place),
            Value::Tuple(items) => self.tuple(items, place),
            Value::Set(items) if self.is_hashable => {
                self.losses.note(Loss::Unhashable, place);
                self.frozenset(items, place)
            }
            Value::Set(items) if items.is_empty() => self.text("set()"),
            Value::Set(items) => {
                self.check_equal(|equal| drop(equal.members(items, place)));
                self.hashable(|it| it.around("{", items, "}", place))
            }
            Value::FrozenSet(items) => self.frozenset(items, place),
            Value::Map(entries) => {
                self.check_equal(|equal| equal.keys(entries, place));
                let entries = entries.iter().enumerate();
                self.dict(entries, place, |it, (index, (key, value)), colon| {
                    it.hashable(|it| it.value(key, &Place::Key(place, index)))?;
                    it.text(colon)?;
                    it.value(value, &Place::value_of(place, index, key))
                })
            }
            Value::Record(record) => {
                self.losses.note(Loss::Record, place);
                self.dict(record.iter(), place, |it, (name, value), colon| {
                    it.str(name)?;
                    it.text(colon)?;
                    it.value(value, &Place::Name(place, name))
                })
            }
            Value::Variant(variant) => self.variant(variant, place),
            Value::Some(inner) => {
                self.losses.note(Loss::Some, place);
                self.value(inner, place)
            }
            Value::Tagged(tag, inner) => {
                if let Some((real, imaginary)) = to_complex(*tag, inner) {
                    self.check_nan(real, place);
                    self.check_nan(imaginary, place);
                    return self.text(&repr_complex(real, imaginary));
                }
                self.losses.note(Loss::Tag, place);
                self.value(inner, place)
            }
        }
    }

    /// Notes which keys or members are equal; what is within a key or a member was looked at with it.
    fn check_equal(&mut self, check: impl FnOnce(&mut Equal<'_>)) {
        if !self.is_hashable {
            check(&mut Equal { losses: self.losses });
        }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Python's NaN has a name and no bits.
    fn check_nan(&mut self, float: f64, place: &Place<'_>) {
        if float.is_nan() && float.to_bits() != f64::NAN.to_bits() {
            self.losses.note(Loss::NanBits, place);
        }
    }

    /// What has to be hashable.
    fn hashable(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        let was_hashable = std::mem::replace(&mut self.is_hashable, true);
        let result = write(self);
        self.is_hashable = was_hashable;
        result
    }

    fn around(
        &mut self,
        open: &str,
        items: &[Value],
        close: &str,
        place: &Place<'_>,
    ) -> io::Result<()> {
        self.text(open)?;
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(", ")?;
            }
            self.value(item, &Place::Index(place, index))?;
        }
        self.text(close)
    }

    fn tuple(&mut self, items: &[Value], place: &Place<'_>) -> io::Result<()> {
        let close = if items.len() == 1 { ",)" } else { ")" };
        self.around("(", items, close, place)
    }

    fn frozenset(&mut self, items: &[Value], place: &Place<'_>) -> io::Result<()> {
        if items.is_empty() {
            return self.text("frozenset()");
        }
        self.check_equal(|equal| drop(equal.members(items, place)));
        self.hashable(|it| it.around("frozenset({", items, "})", place))
    }

    /// A dict; where it must be hashable, a tuple of pairs.
    fn dict<T>(
        &mut self,
        entries: impl ExactSizeIterator<Item = T>,
        place: &Place<'_>,
        entry: impl Fn(&mut Self, T, &str) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.is_hashable {
            self.losses.note(Loss::Unhashable, place);
        }
        let [open, before, colon, behind, close] = match (self.is_hashable, entries.len()) {
            (false, _) => ["{", "", ": ", "", "}"],
            (true, 1) => ["(", "(", ", ", ")", ",)"],
            (true, _) => ["(", "(", ", ", ")", ")"],
        };
        self.text(open)?;
        for (index, item) in entries.enumerate() {
            self.text(if index > 0 { ", " } else { "" })?;
            self.text(before)?;
            entry(self, item, colon)?;
            self.text(behind)?;
        }
        self.text(close)
    }

    fn variant(&mut self, variant: &Variant, place: &Place<'_>) -> io::Result<()> {
        let name = variant.name();
        let Some(payload) = variant.payload() else {
            self.losses.note(Loss::UnitVariant, place);
            return self.str(name);
        };
        self.losses.note(Loss::Variant, place);
        self.dict([payload].iter(), place, |it, payload, colon| {
            it.str(name)?;
            it.text(colon)?;
            it.value(payload, &Place::Name(place, name))
        })
    }

    fn str(&mut self, text: &str) -> io::Result<()> {
        let quote = quote(text.contains('\''), text.contains('"'));
        write!(self.out, "{quote}")?;
        let mut rest = text;
        while let Some((at, c)) =
            rest.char_indices().find(|(_, c)| *c == quote || *c == '\\' || !self.printable.has(*c))
        {
            let (plain, special) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.text(plain)?;
            self.escape(c)?;
            rest = special.get(c.len_utf8()..).unwrap_or_default();
        }
        self.text(rest)?;
        write!(self.out, "{quote}")
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let quote = quote(bytes.contains(&b'\''), bytes.contains(&b'"'));
        write!(self.out, "b{quote}")?;
        for &byte in bytes {
            match char::from(byte) {
                c if c != quote && c != '\\' && (' '..='~').contains(&c) => {
                    self.out.write_all(&[byte])?;
                }
                c => self.escape(c)?,
            }
        }
        write!(self.out, "{quote}")
    }

    fn escape(&mut self, c: char) -> io::Result<()> {
        match c {
            '\t' => self.text("\\t"),
            '\n' => self.text("\\n"),
            '\r' => self.text("\\r"),
            '\'' | '"' | '\\' => write!(self.out, "\\{c}"),
            _ => match u32::from(c) {
                code @ ..0x100 => write!(self.out, "\\x{code:02x}"),
                code @ ..0x1_0000 => write!(self.out, "\\u{code:04x}"),
                code => write!(self.out, "\\U{code:08x}"),
            },
        }
    }
}

/// The quotes that `repr` takes: double ones where they save an escape.
fn quote(has_single: bool, has_double: bool) -> char {
    if has_single && !has_double { '"' } else { '\'' }
}
