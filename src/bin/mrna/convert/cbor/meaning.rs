//! What CBOR's tags mean in mrna, both ways: only what is exact.

use mrna::{Int, Value, tag};

use super::super::tags;

/// Seconds since 1970, an int; what has a fraction of a second is under [`TIME`].
const EPOCH: u64 = 1;
const BIG_POSITIVE: u64 = 2;
const BIG_NEGATIVE: u64 = 3;
/// An exponent of 10 and a mantissa.
const DECIMAL: u64 = 4;
const UUID: u64 = 37;
pub(super) const SET: u64 = 258;
/// Extended time, RFC 9581: here a map of seconds and nanoseconds.
const TIME: u64 = 1001;

/// RFC 9581's keys.
const SECONDS: i64 = 1;
const NANOSECONDS: i64 = -9;

/// The most zeros before the digits of a decimal number: an exponent is a claim, and six bytes
/// could be thousands of them. With more it stays what it is, an exponent and a mantissa.
const MAX_ZEROS: usize = 64;

/// What CBOR's tag with this number around a value is; the value alone if it can't be told.
pub(super) fn read(number: u64, value: Value) -> Result<Value, Value> {
    let value = match (number, value) {
        (SET, Value::List(items)) => return Ok(Value::Set(items)),
        (_, value) => value,
    };
    match (meaning(number, &value), tags::of_cbor(number)) {
        (Some(meant), _) => Ok(meant),
        (None, Some(tag)) => Ok(Value::tagged(tag, value)),
        (None, None) => Err(value),
    }
}

/// CBOR's tag number and value for mrna's; none if CBOR has none, or would take it for something
/// else.
pub(super) fn write(number: u64, value: &Value) -> Option<(u64, Value)> {
    match (number, value) {
        (tag::TIMESTAMP, value) => match tags::to_time(number, value)? {
            (seconds, 0) => Some((EPOCH, seconds.into())),
            (seconds, nanoseconds) => Some((
                TIME,
                Value::Map(vec![
                    (SECONDS.into(), seconds.into()),
                    (NANOSECONDS.into(), nanoseconds.into()),
                ]),
            )),
        },
        (tag::DECIMAL, Value::Str(text)) => {
            let (exponent, mantissa) = parts(text)?;
            Some((DECIMAL, Value::List(vec![exponent.into(), mantissa.into()])))
        }
        (tag::UUID, Value::Bytes(bytes)) if bytes.len() == 16 => Some((UUID, value.clone())),
        _ => None,
    }
}

/// The tag number in CBOR for a value that is written as it is, unless CBOR has a meaning for it.
pub(super) fn number(tag: u64, value: &Value) -> Option<u64> {
    let number = tags::to_cbor(tag)?;
    let is_taken = match value {
        Value::List(_) | Value::Tuple(_) if number == SET => true,
        // As it is read again.
        Value::Tuple(items) => meaning(number, &Value::List(items.clone())).is_some(),
        _ => meaning(number, value).is_some(),
    };
    (!is_taken).then_some(number)
}

/// An int too large for CBOR's own: tag number and bytes.
pub(super) fn big(int: &Int) -> (u64, Vec<u8>) {
    let mut bytes = int.to_le_bytes();
    bytes.reverse();
    if int.is_negative() {
        // -1 - n, which is not(n) in two's complement.
        for byte in &mut bytes {
            *byte = !*byte;
        }
    }
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let number = if int.is_negative() { BIG_NEGATIVE } else { BIG_POSITIVE };
    (number, bytes.split_off(zeros))
}

/// What the tag with this number means, if it means something that mrna has, but for a set.
fn meaning(number: u64, value: &Value) -> Option<Value> {
    match (number, value) {
        (EPOCH, Value::Int(seconds)) => tags::of_time(seconds.as_i64()?, 0),
        (TIME, Value::Map(entries)) => match &**entries {
            [(one, seconds), (minus_nine, nanoseconds)]
                if *one == SECONDS && *minus_nine == NANOSECONDS =>
            {
                tags::of_time(seconds.as_i64()?, nanoseconds.as_u64()?)
            }
            _ => None,
        },
        (BIG_POSITIVE, Value::Bytes(bytes)) => Some(Value::Int(magnitude(bytes, 0))),
        (BIG_NEGATIVE, Value::Bytes(bytes)) => Some(Value::Int(magnitude(bytes, 0xFF))),
        (DECIMAL, Value::List(items)) => match &**items {
            [exponent, Value::Int(mantissa)] => {
                let text = text(exponent.as_i64()?, mantissa)?;
                Some(Value::tagged(tag::DECIMAL, text))
            }
            _ => None,
        },
        (UUID, Value::Bytes(bytes)) if bytes.len() == 16 => {
            Some(Value::tagged(tag::UUID, value.clone()))
        }
        _ => None,
    }
}

/// The int of bytes with the highest first, each turned by `sign`, which is on top.
fn magnitude(bytes: &[u8], sign: u8) -> Int {
    let bytes: Vec<u8> = bytes.iter().rev().map(|byte| byte ^ sign).chain([sign]).collect();
    Int::from_le_bytes(&bytes)
}

/// The text of a decimal number that has no exponent when written out.
fn text(exponent: i64, mantissa: &Int) -> Option<String> {
    let places = usize::try_from(exponent.checked_neg()?).ok()?;
    let text = mantissa.to_string();
    // Very large ones print in hex.
    let digits = text.trim_start_matches('-');
    if places > digits.len() + MAX_ZEROS || text.contains('x') {
        return None;
    }
    let sign = if mantissa.is_negative() { "-" } else { "" };
    if places == 0 {
        return Some(text);
    }
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at_checked(digits.len() - places)?;
    Some(format!("{sign}{whole}.{fraction}"))
}

/// Exponent and mantissa of a decimal number, if they give back its text.
fn parts(decimal: &str) -> Option<(i64, Int)> {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let exponent = -i64::try_from(fraction.len()).ok()?;
    let mantissa: Int = [whole, fraction].concat().parse().ok()?;
    (text(exponent, &mantissa)? == decimal).then_some((exponent, mantissa))
}
