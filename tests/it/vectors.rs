//! The rows of tests/vectors through the crate, and that SPEC.md's rows are among them.

use std::collections::HashSet;

use serde::de::{DeserializeOwned, IgnoredAny};

use mrna::{Deserializer, Scan, Scanner, Value, scan};

use crate::rows::{bytes, spec_rows};
use crate::util::{check_reading, check_value, refusal, to_hex, trickle};

const VALID: &str = include_str!("../vectors/valid.txt");
const ALSO: &str = include_str!("../vectors/also.txt");
const INVALID: &str = include_str!("../vectors/invalid.txt");

/// The rows of a file with so many columns, as tests/vectors/README.md says.
fn rows<const N: usize>(text: &str) -> Vec<[&str; N]> {
    let lines = text.split('\n').filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.strip_suffix(" |").map_or_else(
                || line.split(" | ").collect(),
                |line| line.split(" | ").chain([""]).collect(),
            );
            cells.try_into().unwrap_or_else(|cells| panic!("{cells:?}"))
        })
        .collect()
}

/// The bytes of every row, valid or not.
pub fn all_vectors() -> impl Iterator<Item = Vec<u8>> {
    let valid = rows(VALID).into_iter().chain(rows(ALSO)).map(|[hex, _, _]| hex);
    let invalid = rows(INVALID).into_iter().map(|[hex, _, _, _]| hex);
    valid.chain(invalid).map(bytes)
}

/// All of them for a short row; for a longer one both ends and some between, the fewer the
/// longer it is.
pub fn prefixes(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let len = bytes.len();
    let (end, step) = if len < 2_000 { (16, len / 16 + 1) } else { (3, len / 2) };
    let lens = (0..len).filter(move |n| *n < 40 || n + end > len || n % step == 0);
    lens.map(|n| &bytes[..n])
}

/// The whole is complete, what is less isn't; the same if it comes in pieces.
fn check_scan(bytes: &[u8]) {
    assert_eq!(scan(bytes).unwrap(), Scan::Complete(bytes.len()));
    let mut scanner = Scanner::new();
    for part in prefixes(bytes) {
        for scanned in [scan(part), scanner.scan(part)] {
            let Ok(Scan::Incomplete(least)) = scanned else { panic!("{scanned:?}") };
            assert!(least > 0 && part.len() + least <= bytes.len(), "{least}");
        }
    }
    assert_eq!(scanner.scan(bytes).unwrap(), Scan::Complete(bytes.len()));
}

#[test]
fn valid() {
    for [hex, notation, _] in rows(VALID) {
        let bytes = bytes(hex);
        // Reads, prints, is written again, from every source, and no part of it reads.
        check_value(notation, &to_hex(&bytes));
        check_scan(&bytes);
    }
}

#[test]
fn also() {
    for [hex, notation, _] in rows(ALSO) {
        let bytes = bytes(hex);
        let value: Value = mrna::from_slice(&bytes).unwrap_or_else(|e| panic!("{hex}: {e}"));
        assert_eq!(value.to_string(), notation, "{hex}");
        check_reading(&bytes, &|got: &Value, way: &str| assert_eq!(*got, value, "{way}: {hex}"));
        check_scan(&bytes);
        let written = mrna::to_vec(&value).unwrap();
        assert_ne!(written, bytes, "{hex}");
        assert_eq!(mrna::from_slice::<Value>(&written).unwrap(), value, "{hex}");
    }
}

/// The bytes are refused with this word at this offset, and before the last byte that the
/// error needs they are only too short.
fn check_refused<T: DeserializeOwned>(bytes: &[u8], word: &str, offset: usize) {
    let error = match word {
        // A reader takes one value and looks no further; the end is asked for.
        "trailing bytes" => {
            let mut de = Deserializer::from_reader(bytes);
            T::deserialize(&mut de).map(drop).unwrap();
            let error = de.end().unwrap_err();
            assert_eq!(error.to_string(), mrna::from_slice::<T>(bytes).err().unwrap().to_string());
            error
        }
        _ => refusal::<T>(bytes),
    };
    assert!(error.kind().to_string().starts_with(word), "{error}");
    assert_eq!(error.offset(), Some(offset as u64), "{error}");
    assert_eq!(error.is_eof(), word == "premature end", "{error}");
    assert_eq!(error.is_limit(), word.ends_with("limit"), "{error}");
    for part in prefixes(bytes) {
        let of_part = [mrna::from_slice::<T>(part).err(), trickle::<T>(part).err()];
        for found in of_part {
            // Complete before the trailing bytes, or refused for the same or not yet.
            match found {
                None => assert!(word == "trailing bytes" && part.len() >= offset),
                Some(found) if found.is_eof() => {
                    assert_eq!(found.offset(), Some(part.len() as u64))
                }
                Some(found) => assert_eq!(found.to_string(), error.to_string(), "{}", part.len()),
            }
        }
    }
}

#[test]
fn invalid() {
    for [hex, word, offset, _] in rows(INVALID) {
        let bytes = bytes(hex);
        let offset: usize = offset.parse().unwrap();
        let result = std::panic::catch_unwind(|| {
            check_refused::<Value>(&bytes, word, offset);
            check_refused::<IgnoredAny>(&bytes, word, offset);
            match (scan(&bytes), word) {
                (Ok(Scan::Incomplete(least)), "premature end") => assert!(least > 0),
                (Ok(Scan::Complete(len)), "trailing bytes") => assert_eq!(len, offset),
                (Err(error), _) => {
                    assert!(error.kind().to_string().starts_with(word), "{error}");
                    assert_eq!(error.offset(), Some(offset as u64), "{error}");
                }
                (scanned, _) => panic!("{scanned:?}"),
            }
        });
        assert!(result.is_ok(), "{hex} | {word} | {offset}");
    }
}

/// Every row of SPEC.md's tables, and enough others.
#[test]
fn none_is_missing() {
    let valid: HashSet<[&str; 2]> = rows(VALID).iter().map(|[a, b, _]| [*a, *b]).collect();
    let also: HashSet<[&str; 2]> = rows(ALSO).iter().map(|[a, b, _]| [*a, *b]).collect();
    let invalid: HashSet<[&str; 3]> =
        rows(INVALID).iter().map(|[a, b, c, _]| [*a, *b, *c]).collect();
    let mut of_spec = 0;
    for (heading, file) in [("value", &valid), ("also reads as", &also)] {
        for [hex, notation, _] in &spec_rows(heading) {
            assert!(file.contains(&[&**hex, &**notation]), "{heading}: {hex} | {notation}");
            of_spec += 1;
        }
    }
    for [hex, word, note] in &spec_rows("error") {
        let at = note.strip_prefix("at ").unwrap().split(',').next().unwrap();
        assert!(invalid.contains(&[&**hex, &**word, at]), "{hex} | {word} | {at}");
        of_spec += 1;
    }
    assert!(of_spec > 250, "{of_spec}");
    assert!(valid.len() + also.len() + invalid.len() >= of_spec + 300);
    // Each with a fault or cut off; no others begin an invalid message by themselves.
    let words: HashSet<&str> = invalid.iter().map(|[_, word, _]| *word).collect();
    assert_eq!(words.len(), 11, "{words:?}");
    // Every byte leads a message, valid or not.
    let hexes = valid.iter().map(|row| row[0]).chain(invalid.iter().map(|row| row[0]));
    let leads: HashSet<String> = hexes.map(|hex| hex[..2].to_owned()).collect();
    let within: HashSet<String> = rows::<3>(VALID)
        .iter()
        .flat_map(|[hex, ..]| bytes(hex))
        .map(|byte| format!("{byte:02x}"))
        .collect();
    for byte in 0..=255_u8 {
        let byte = format!("{byte:02x}");
        assert!(leads.contains(&byte) || (*byte < *"80" && within.contains(&byte)), "{byte}");
    }
}
