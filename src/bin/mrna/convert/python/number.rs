//! Numbers, as Python writes them.

use mrna::{Int, Value, tag};

/// A number without its sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Magnitude {
    /// As [`Int`] reads it.
    Int(String),
    Float(f64),
    Imaginary(f64),
}

/// A number with its sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) is_negative: bool,
    pub(super) magnitude: Magnitude,
}

impl Magnitude {
    /// Reads a word that begins with a digit or a point, or a name that `repr` has for a float.
    pub(super) fn read(word: &str) -> Result<Self, String> {
        let invalid = || format!("invalid number {word}");
        match word {
            "inf" => return Ok(Magnitude::Float(f64::INFINITY)),
            "nan" => return Ok(Magnitude::Float(f64::NAN)),
            "infj" => return Ok(Magnitude::Imaginary(f64::INFINITY)),
            "nanj" => return Ok(Magnitude::Imaginary(f64::NAN)),
            _ => {}
        }
        for (prefixes, bits) in [(["0x", "0X"], 4), (["0o", "0O"], 3), (["0b", "0B"], 1)] {
            if let Some(digits) = prefixes.iter().find_map(|prefix| word.strip_prefix(prefix)) {
                let digits = digits.strip_prefix('_').unwrap_or(digits);
                let is_digit = |digit: char| digit.is_digit(1 << bits);
                let digits = joined(digits, is_digit).ok_or_else(invalid)?;
                if !digits.chars().all(is_digit) {
                    return Err(invalid());
                }
                return Ok(Magnitude::Int(format!("0x{}", hex(&digits, bits))));
            }
        }
        let is_digit = |c: char| c.is_ascii_digit();
        // Rust's floats have names of their own.
        if !word.starts_with(|c| is_digit(c) || c == '.') {
            return Err(invalid());
        }
        if let Some(word) = word.strip_suffix(['j', 'J']) {
            let float = joined(word, is_digit).and_then(|word| word.parse().ok());
            return float.map(Magnitude::Imaginary).ok_or_else(invalid);
        }
        let word = joined(word, is_digit).ok_or_else(invalid)?;
        if word.contains(['.', 'e', 'E']) {
            return word.parse().map(Magnitude::Float).map_err(|_| invalid());
        }
        // As 012 is an octal number to some, it is none to Python.
        let has_zeros = word.starts_with('0') && word.contains(|c| c != '0');
        if has_zeros { Err(invalid()) } else { Ok(Magnitude::Int(word)) }
    }
}

/// The word without its underscores, if each stands between two digits.
fn joined(word: &str, is_digit: impl Fn(char) -> bool) -> Option<String> {
    let mut pieces = word.split('_').peekable();
    let mut joined = String::with_capacity(word.len());
    while let Some(piece) = pieces.next() {
        let has_next = pieces.peek().is_some();
        let is_first = joined.is_empty();
        if (has_next && !piece.ends_with(&is_digit)) || (!is_first && !piece.starts_with(&is_digit))
        {
            return None;
        }
        joined.push_str(piece);
    }
    (!joined.is_empty()).then_some(joined)
}

/// The hex digits of digits of so many bits each.
fn hex(digits: &str, bits: u32) -> String {
    if bits == 4 {
        return digits.to_owned();
    }
    let all = digits.chars().flat_map(|digit| {
        let digit = digit.to_digit(1 << bits).unwrap_or_default();
        (0..bits).rev().map(move |bit| digit >> bit & 1)
    });
    let all: Vec<u32> = all.collect();
    let nibbles = all.rchunks(4).rev();
    nibbles
        .filter_map(|nibble| char::from_digit(nibble.iter().fold(0, |n, bit| n << 1 | bit), 16))
        .collect()
}

impl Number {
    /// The value of a number by itself.
    pub(super) fn value(&self) -> Result<Value, String> {
        match &self.magnitude {
            Magnitude::Int(_) => self.int().map(Value::Int),
            Magnitude::Float(float) => Ok(self.signed(*float).into()),
            Magnitude::Imaginary(float) => Ok(complex(0.0, self.signed(*float))),
        }
    }

    /// The value of the sum of this and an imaginary number.
    pub(super) fn plus(&self, imaginary: &Number) -> Result<Value, String> {
        let Magnitude::Imaginary(float) = imaginary.magnitude else {
            return Err("expected an imaginary number such as 2j".into());
        };
        let real = match &self.magnitude {
            Magnitude::Float(real) => self.signed(*real),
            // Of -0 the sign counts: so a complex number prints its -0.0.
            Magnitude::Int(text) => match text.parse() {
                Ok(real) => self.signed(real),
                Err(_) => self.int()?.as_f64().ok_or("a real part that no float is")?,
            },
            Magnitude::Imaginary(_) => return Err("two imaginary numbers".into()),
        };
        Ok(complex(real, imaginary.signed(float)))
    }

    pub(super) fn is_imaginary(&self) -> bool {
        matches!(self.magnitude, Magnitude::Imaginary(_))
    }

    fn int(&self) -> Result<Int, String> {
        let Magnitude::Int(text) = &self.magnitude else { return Err("no integer".into()) };
        let sign = if self.is_negative { "-" } else { "" };
        format!("{sign}{text}").parse::<Int>().map_err(|error| error.to_string())
    }

    fn signed(&self, float: f64) -> f64 {
        if self.is_negative { -float } else { float }
    }
}

fn complex(real: f64, imaginary: f64) -> Value {
    Value::tagged(tag::COMPLEX, (real, imaginary))
}

/// The parts of a complex number, if a tag and a value are one as the standard has it.
pub(super) fn to_complex(number: u64, value: &Value) -> Option<(f64, f64)> {
    match (number, value) {
        (tag::COMPLEX, Value::Tuple(parts)) => match &**parts {
            [Value::F64(real), Value::F64(imaginary)] => Some((*real, *imaginary)),
            _ => None,
        },
        _ => None,
    }
}

/// A float as `repr` prints it.
pub(super) fn repr_float(float: f64) -> String {
    let text = repr_part(float);
    // Whatever could be taken for an int.
    let is_int = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_int { text + ".0" } else { text }
}

/// A complex number as `repr` prints it.
pub(super) fn repr_complex(real: f64, imaginary: f64) -> String {
    let text = repr_part(imaginary);
    if real.to_bits() == 0 {
        return format!("{text}j");
    }
    let sign = if text.starts_with('-') { "" } else { "+" };
    format!("({}{sign}{text}j)", repr_part(real))
}

/// A float as `repr` prints it within a complex number: without a point if it has no fraction.
fn repr_part(float: f64) -> String {
    if float.is_nan() {
        return "nan".into();
    }
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let magnitude = float.abs();
    if magnitude.is_infinite() {
        return format!("{sign}inf");
    }
    if magnitude.to_bits() == 0 {
        return format!("{sign}0");
    }
    let (digits, point) = shortest(magnitude);
    let (first, rest) = digits.split_at_checked(1).unwrap_or((&*digits, ""));
    let whole = usize::try_from(point).unwrap_or_default();
    match point {
        ..=-4 | 17.. => {
            let dot = if rest.is_empty() { "" } else { "." };
            let (minus, exponent) = if point < 1 { ("-", 1 - point) } else { ("+", point - 1) };
            format!("{sign}{first}{dot}{rest}e{minus}{exponent:02}")
        }
        ..=0 => format!("{sign}0.{:0>width$}{digits}", "", width = point.unsigned_abs() as usize),
        _ => match digits.split_at_checked(whole) {
            Some((whole, fraction)) if !fraction.is_empty() => format!("{sign}{whole}.{fraction}"),
            _ => format!("{sign}{digits:0<whole$}"),
        },
    }
}

/// The fewest digits that read back as this float, and how many of them stand before the point;
/// of two as near, as Python, the even ones.
fn shortest(magnitude: f64) -> (String, i32) {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(magnitude);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_start_matches('0');
    let zeros = digits.len() - significant.len();
    // No float has more than a few hundred digits.
    let point = i32::try_from(whole.len()).unwrap_or_default()
        - i32::try_from(zeros).unwrap_or_default()
        + exponent;
    (significant.trim_end_matches('0').to_owned(), point)
}
