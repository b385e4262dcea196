//! A second encoder of the wire format, apart from the crate's: what the
//! reference writer must write for a value, and the value's notation.

/// A value of any kind. Integers beyond i128 are left to tables.
#[derive(Clone, Debug)]
pub enum Model {
    Nil,
    Bool(bool),
    Int(i128),
    F32(u32),
    F64(u64),
    Str(String),
    Bytes(Vec<u8>),
    List(Vec<Model>),
    Tuple(Vec<Model>),
    Set(Vec<Model>),
    FrozenSet(Vec<Model>),
    Map(Vec<(Model, Model)>),
    Record(Vec<(String, Model)>),
    Variant(String, Option<Box<Model>>),
    Some(Box<Model>),
    Tagged(u64, Box<Model>),
}

use Model::*;

/// How to write where the format leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As the reference writer must.
    Reference,
    /// Never packed, every shape and name defined again: readable, not written.
    Verbose,
}

/// The length encoding.
pub fn len(n: usize) -> Vec<u8> {
    let n = n as u64;
    match n {
        0..=251 => vec![n as u8],
        252..=0xFFFF => [&[252][..], &(n as u16).to_le_bytes()].concat(),
        0x1_0000..=0xFFFF_FFFF => [&[253][..], &(n as u32).to_le_bytes()].concat(),
        _ => [&[254][..], &n.to_le_bytes()].concat(),
    }
}

fn int(n: i128) -> Vec<u8> {
    let raw = n.to_le_bytes();
    let take = |tag: u8, k: usize| [&[tag], &raw[..k]].concat();
    match n {
        0..=127 => vec![n as u8],
        -8..=-1 => vec![(0xD0 + n) as u8],
        128..=0xFF => take(0xE4, 1),
        0x100..=0xFFFF => take(0xE5, 2),
        0x1_0000..=0xFFFF_FFFF => take(0xE6, 4),
        0x1_0000_0000..=0xFFFF_FFFF_FFFF_FFFF => take(0xE7, 8),
        -0x80..=-9 => take(0xE8, 1),
        -0x8000..=-0x81 => take(0xE9, 2),
        -0x8000_0000..=-0x8001 => take(0xEA, 4),
        -0x8000_0000_0000_0000..=-0x8000_0001 => take(0xEB, 8),
        _ => {
            let fits = |k: usize| {
                let sign = if n < 0 { 0xFF } else { 0 };
                raw[k..].iter().all(|b| *b == sign) && (raw[k - 1] ^ sign) < 0x80
            };
            let k = (9..=16).find(|k| fits(*k)).expect("an i128 has 16 bytes");
            [&[0xEC, k as u8], &raw[..k]].concat()
        }
    }
}

/// The packed kind and raw bytes that hold all of `items`, if one does.
fn pack(items: &[&Model], ints: bool) -> Option<(u8, Vec<u8>)> {
    let mut range: Option<(i128, i128)> = None;
    let (mut f32s, mut f64s) = (0, 0);
    for item in items {
        match item {
            Int(n) => {
                let (lo, hi) = range.unwrap_or((*n, *n));
                range = Option::Some((lo.min(*n), hi.max(*n)));
            }
            F32(_) => f32s += 1,
            F64(_) => f64s += 1,
            _ => return None,
        }
    }
    let (kind, width) = match range {
        None if f32s == items.len() && f32s > 0 => (8, 4),
        None if f64s == items.len() && f64s > 0 => (9, 8),
        Option::Some((lo, hi)) if ints && f32s + f64s == 0 => {
            let (shift, unsigned) = if lo < 0 { (1, 1) } else { (0, 0) };
            let fits = |bits: u32| lo >= -(1 << (bits - 1)) && hi < 1 << (bits - unsigned);
            let i = (0..4).find(|i| fits(8 << i))?;
            (2 * i + shift, 1 << i)
        }
        _ => return None,
    };
    let raw = items.iter().flat_map(|item| match item {
        Int(n) => n.to_le_bytes()[..width].to_vec(),
        F32(b) => b.to_le_bytes().to_vec(),
        F64(b) => b.to_le_bytes().to_vec(),
        _ => unreachable!(),
    });
    Option::Some((kind as u8, raw.collect()))
}

struct Writer {
    style: Style,
    shapes: Vec<Vec<String>>,
    names: Vec<String>,
}

impl Writer {
    fn all<'m>(&mut self, items: impl IntoIterator<Item = &'m Model>) -> Vec<u8> {
        items.into_iter().flat_map(|m| self.value(m)).collect()
    }

    fn sequence(&mut self, items: &[Model], short: u8, long: u8, packed: u8) -> Vec<u8> {
        let head = match items.len() {
            n @ 0..=7 => vec![short + n as u8],
            n => [vec![long], len(n)].concat(),
        };
        let plain = [head, self.all(items)].concat();
        let items: Vec<&Model> = items.iter().collect();
        match pack(&items, packed == 0xFC) {
            Option::Some((kind, raw)) if self.style == Style::Reference => {
                let form = [vec![packed, kind], len(items.len()), raw].concat();
                if form.len() < plain.len() { form } else { plain }
            }
            _ => plain,
        }
    }

    fn record(&mut self, fields: &[(String, Model)]) -> Vec<u8> {
        let names: Vec<String> = fields.iter().map(|(n, _)| n.clone()).collect();
        let known = self.shapes.iter().position(|s| *s == names);
        if let (Option::Some(i), Style::Reference) = (known, self.style) {
            let head = match i {
                0..=15 => vec![0xA0 + i as u8],
                _ => [vec![0xF8], len(i)].concat(),
            };
            let values: Vec<&Model> = fields.iter().map(|(_, v)| v).collect();
            let plain = [head, self.all(values.iter().copied())].concat();
            if let Option::Some((kind, raw)) = pack(&values, false) {
                let form = [vec![0xFE, kind], len(i), raw].concat();
                if form.len() < plain.len() {
                    return form;
                }
            }
            return plain;
        }
        let mut out = [vec![0xF7], len(fields.len())].concat();
        for (name, v) in fields {
            out.extend(len(name.len()));
            out.extend(name.bytes());
            out.extend(self.value(v));
        }
        self.shapes.push(names);
        out
    }

    fn variant(&mut self, name: &str, payload: Option<&Model>) -> Vec<u8> {
        let known = self.names.iter().position(|n| n == name);
        let known = known.filter(|_| self.style == Style::Reference);
        let i = known.unwrap_or(self.names.len());
        let (short, room, long) = match payload {
            None => (0xD0, 8, 0xFA),
            _ => (0xD8, 4, 0xFB),
        };
        let mut out = match i {
            i if i < room => vec![short + i as u8],
            i => [vec![long], len(i)].concat(),
        };
        if known.is_none() {
            self.names.push(name.to_owned());
            out.extend(len(name.len()));
            out.extend(name.bytes());
        }
        out.extend(payload.map_or(vec![], |v| self.value(v)));
        out
    }

    fn value(&mut self, m: &Model) -> Vec<u8> {
        match m {
            Nil => vec![0xE0],
            Bool(b) => vec![0xE1 + u8::from(*b)],
            Int(n) => int(*n),
            F32(bits) => [&[0xED][..], &bits.to_le_bytes()].concat(),
            F64(bits) => [&[0xEE][..], &bits.to_le_bytes()].concat(),
            Str(s) => {
                let head = match s.len() {
                    n @ 0..=31 => vec![0x80 + n as u8],
                    n => [vec![0xF0], len(n)].concat(),
                };
                [head, s.clone().into_bytes()].concat()
            }
            Bytes(b) => [vec![0xF1], len(b.len()), b.clone()].concat(),
            List(items) => self.sequence(items, 0xB0, 0xF2, 0xFC),
            Tuple(items) => self.sequence(items, 0xB8, 0xF3, 0xFD),
            Set(items) => [vec![0xF4], len(items.len()), self.all(items)].concat(),
            FrozenSet(items) => [vec![0xF5], len(items.len()), self.all(items)].concat(),
            Map(entries) => {
                let head = match entries.len() {
                    n @ 0..=7 => vec![0xC0 + n as u8],
                    n => [vec![0xF6], len(n)].concat(),
                };
                let items = self.all(entries.iter().flat_map(|(k, v)| [k, v]));
                [head, items].concat()
            }
            Record(fields) => self.record(fields),
            Variant(name, payload) => self.variant(name, payload.as_deref()),
            Some(v) => [vec![0xE3], self.value(v)].concat(),
            Tagged(n, v) => [vec![0xFF], len(*n as usize), self.value(v)].concat(),
        }
    }
}

impl Model {
    /// The bytes of one message.
    pub fn bytes(&self, style: Style) -> Vec<u8> {
        let (shapes, names) = (vec![], vec![]);
        Writer { style, shapes, names }.value(self)
    }

    /// The notation.
    pub fn notation(&self) -> String {
        let all = |items: &[Model]| {
            let items: Vec<String> = items.iter().map(Model::notation).collect();
            items.join(", ")
        };
        match self {
            Nil => "nil".into(),
            Bool(b) => b.to_string(),
            Int(n) => n.to_string(),
            F32(bits) if f32::from_bits(*bits).is_nan() => match bits {
                0x7FC0_0000 => "nanf32".into(),
                _ => format!("nanf32(0x{bits:08x})"),
            },
            F64(bits) if f64::from_bits(*bits).is_nan() => match bits {
                0x7FF8_0000_0000_0000 => "nan".into(),
                _ => format!("nan(0x{bits:016x})"),
            },
            F32(bits) => format!("{:?}f32", f32::from_bits(*bits)),
            F64(bits) => format!("{:?}", f64::from_bits(*bits)),
            Str(s) => text(s),
            Bytes(b) => raw(b),
            List(items) => format!("[{}]", all(items)),
            Tuple(items) if items.len() == 1 => format!("({},)", all(items)),
            Tuple(items) => format!("({})", all(items)),
            Set(items) => format!("set{{{}}}", all(items)),
            FrozenSet(items) => format!("frozenset{{{}}}", all(items)),
            Map(entries) => {
                let entry = |(k, v): &(Model, Model)| format!("{}: {}", k.notation(), v.notation());
                let entries: Vec<String> = entries.iter().map(entry).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Record(fields) => {
                let field = |(n, v): &(String, Model)| {
                    let n = if odd(n) { text(n) } else { n.clone() };
                    format!("{n}: {}", v.notation())
                };
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("record{{{}}}", fields.join(", "))
            }
            Variant(n, None) if odd(n) => format!("variant({})", text(n)),
            Variant(n, Option::Some(v)) if odd(n) => {
                format!("variant({}, {})", text(n), v.notation())
            }
            Variant(n, None) => n.clone(),
            Variant(n, Option::Some(v)) => format!("{n}({})", v.notation()),
            Some(v) => format!("some({})", v.notation()),
            Tagged(n, v) => format!("tag({n}, {})", v.notation()),
        }
    }
}

const WORDS: [&str; 12] = [
    "nil",
    "true",
    "false",
    "inf",
    "nan",
    "set",
    "frozenset",
    "record",
    "variant",
    "some",
    "inff32",
    "nanf32",
];

fn odd(name: &str) -> bool {
    let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let digit = name.starts_with(|c: char| c.is_ascii_digit());
    name.is_empty() || !word || digit || WORDS.contains(&name) || name == "tag"
}

fn text(s: &str) -> String {
    let mut out = String::from('"');
    for c in s.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            '\u{8}' => out += "\\b",
            '\u{c}' => out += "\\f",
            '\0'..'\u{20}' => out += &format!("\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

fn raw(bytes: &[u8]) -> String {
    let mut out = String::from("b\"");
    for b in bytes {
        match b {
            b'"' | b'\\' => out.extend(['\\', *b as char]),
            0x20..0x7F => out.push(*b as char),
            b => out += &format!("\\x{b:02x}"),
        }
    }
    out + "\""
}
