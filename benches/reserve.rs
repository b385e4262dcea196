//! How much to reserve ahead for a length that may lie: all that it claims, up to a cap, nothing.
//!
//! This is a model: a reader of its own that only fills a `Vec`. The capacity that this starts
//! with is all that the three differ in. mrna's own choice is the cap.

mod reading;
mod timing;

use std::io::{BufReader, Read};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

use timing::Group;

const BYTES_CAP: usize = 64 << 10;
const ITEMS_CAP: usize = 4_096;

/// Each byte of a message: the length of a text, what a text holds, a part of a number.
const BYTE: u8 = 15;

fn reserve(criterion: &mut Criterion) {
    for (size, len) in [
        ("50 KiB", 50 << 10),
        ("100 KiB", 100 << 10),
        ("1 MiB", 1 << 20),
        ("20 MiB", 20 << 20),
        ("100 MiB", 100 << 20),
    ] {
        let message = &vec![BYTE; len];
        bytes(&mut timing::group(criterion, &format!("reserve bytes {size}")), message);
        list::<u64>(&mut timing::group(criterion, &format!("reserve Vec u64 {size}")), message);
        list::<String>(
            &mut timing::group(criterion, &format!("reserve Vec String {size}")),
            message,
        );
    }
}

/// Measures reading with each of the three choices, given as the most to reserve.
fn each<T>(
    group: &mut Group<'_>,
    source: &str,
    cap: usize,
    message: &[u8],
    read: impl Fn(&[u8], usize) -> T,
) {
    for (name, most) in [("all", usize::MAX), ("cap", cap), ("nothing", 0)] {
        let id = BenchmarkId::new(source, name);
        reading::read(group, id, true, message, |message| read(message, most));
    }
}

fn bytes(group: &mut Group<'_>, message: &[u8]) {
    each(group, "slice", BYTES_CAP, message, bytes_from_slice);
    each(group, "reader", BYTES_CAP, message, bytes_from_reader);
}

fn bytes_from_slice(message: &[u8], most: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(message.len().min(most));
    message.chunks(BYTES_CAP).for_each(|chunk| bytes.extend_from_slice(chunk));
    bytes
}

fn bytes_from_reader(message: &[u8], most: usize) -> Vec<u8> {
    let claim = message.len();
    let mut bytes = Vec::with_capacity(claim.min(most));
    done(BufReader::new(message).take(claim as u64).read_to_end(&mut bytes));
    bytes
}

fn list<T: Item>(group: &mut Group<'_>, message: &[u8]) {
    let claim = message.len() / T::LEN;
    each(group, "slice", ITEMS_CAP, message, |message, most| items::<T>(message, claim, most));
    each(group, "reader", ITEMS_CAP, message, |message, most| {
        items::<T>(BufReader::new(message), claim, most)
    });
}

fn items<T: Item>(mut input: impl Read, claim: usize, most: usize) -> Vec<T> {
    let mut items = Vec::with_capacity(claim.min(most));
    for _ in 0..claim {
        items.push(T::read(&mut input));
    }
    items
}

/// What a list is made of.
trait Item {
    /// Bytes that one takes in a message.
    const LEN: usize;

    fn read(input: &mut impl Read) -> Self;
}

impl Item for u64 {
    const LEN: usize = 8;

    fn read(input: &mut impl Read) -> Self {
        u64::from_le_bytes(array(input))
    }
}

impl Item for String {
    const LEN: usize = 1 + BYTE as usize;

    fn read(input: &mut impl Read) -> Self {
        let [len] = array(input);
        let mut text = vec![0; len.into()];
        done(input.read_exact(&mut text));
        done(String::from_utf8(text))
    }
}

fn array<const LEN: usize>(input: &mut impl Read) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    done(input.read_exact(&mut bytes));
    bytes
}

#[expect(clippy::expect_used, reason = "a message is as long as it says")]
fn done<T, E: core::fmt::Debug>(result: Result<T, E>) -> T {
    result.expect("a whole message")
}

criterion_group!(benches, reserve);
criterion_main!(benches);
