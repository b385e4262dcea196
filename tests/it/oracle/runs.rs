//! The oracles over all rows of SPEC.md and over mutations of them, by a fixed seed: each test
//! is one oracle and takes its share of 200,000.

use std::thread::panicking;

use fastrand::Rng;

use super::{decode, decode_part, fixpoint, fixpoint_of, hex, parity, stream};
use crate::rows::{bytes, spec_rows};

#[test]
fn decoding() {
    let mut first = 0;
    run(30_000, 1, |bytes| {
        decode_part(bytes, first, 16);
        first += 1;
    });
}

#[test]
fn decoding_rows_into_all() {
    run(0, 1, decode);
}

#[test]
fn fixpoints() {
    run(8_000, 2, |bytes| {
        if let Ok((value, _)) = mrna::take_from_slice(bytes) {
            fixpoint_of(&value);
        }
        fixpoint(bytes);
    });
}

#[test]
fn parities() {
    run(36_000, 3, parity);
}

#[test]
fn streams() {
    run(127_000, 4, stream);
}

/// Says which bytes they were when the oracle panics, or the crate.
struct Says<'a>(&'a [u8]);

impl Drop for Says<'_> {
    fn drop(&mut self) {
        if panicking() {
            eprintln!("of these bytes: {}", hex(self.0));
        }
    }
}

fn run(mutations: usize, seed: u64, mut oracle: impl FnMut(&[u8])) {
    let headings = ["value", "also reads as", "error"].into_iter();
    let rows: Vec<Vec<u8>> = headings.flat_map(spec_rows).map(|[hex, ..]| bytes(&hex)).collect();
    assert!(rows.len() > 250);
    let mut check = |bytes: &[u8]| {
        let says = Says(bytes);
        oracle(bytes);
        drop(says);
    };
    rows.iter().for_each(|row| check(row));
    let mut random = Rng::with_seed(seed);
    for _ in 0..mutations {
        check(&mutated(&mut random, &rows));
    }
}

/// Bytes that begin, end or are something.
const INTERESTING: &[u8] = b"\x00\x01\x02\x03\x7f\x80\x81\xa0\xa1\xb0\xb1\xb2\xb8\xb9\xc0\xc1\
    \xcf\xd0\xd1\xd8\xd9\xdc\xe0\xe3\xe4\xe7\xe8\xeb\xec\xed\xee\xf0\xf1\xf2\xf3\xf4\xf5\xf6\
    \xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xffa";

/// A row that one to four things have happened to.
fn mutated(random: &mut Rng, rows: &[Vec<u8>]) -> Vec<u8> {
    let row = |random: &mut Rng| -> &[u8] { &rows[random.usize(..rows.len())] };
    let mut bytes = row(random).to_vec();
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(..=bytes.len());
        let interesting = INTERESTING[random.usize(..INTERESTING.len())];
        match (random.u8(..9), bytes.get_mut(at)) {
            (0, Some(byte)) => *byte ^= 1 << random.u8(..8),
            (1, Some(byte)) => *byte = interesting,
            (2, Some(byte)) => *byte = random.u8(..),
            (3, Some(_)) => drop(bytes.remove(at)),
            (4, _) => bytes.truncate(at),
            (5, _) => bytes.insert(at, random.u8(..)),
            // Part of another row, in place of as much or of nothing.
            (6, _) => {
                let part = row(random);
                let start = random.usize(..=part.len());
                let part = &part[start..random.usize(start..=part.len())];
                let end = bytes.len().min(at + random.usize(..=part.len()));
                drop(bytes.splice(at..end, part.iter().copied()));
            }
            // Another row as a value of its own.
            (7, _) => drop(bytes.splice(at..at, row(random).iter().copied())),
            _ => bytes.insert(at, interesting),
        }
    }
    bytes
}
