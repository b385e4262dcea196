//! The messages that tempt a reader to do more than their size.

use crate::model::len;

/// The bytes of a header with a count, and what it counts.
pub fn counted(lead: &[u8], n: usize, items: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut bytes = [lead, &len(n)].concat();
    items.into_iter().for_each(|item| bytes.extend(item));
    bytes
}

pub fn name(i: usize) -> Vec<u8> {
    text(&format!("name-{i}"))
}

/// A length and a text.
pub fn text(text: &str) -> Vec<u8> {
    [len(text.len()), text.into()].concat()
}

pub fn prefixed(i: usize) -> String {
    format!("{}{i:08}", "p".repeat(100))
}

pub fn lists(n: usize) -> Vec<u8> {
    counted(&[0xF2], n, (0..n).map(|_| vec![0xB0]))
}

/// As many levels as are read, over and over.
pub fn deep_lists(n: usize) -> Vec<u8> {
    counted(&[0xF2], n, (0..n).map(|_| [vec![0xB1; 126], vec![0xB0]].concat()))
}

pub fn small_shapes(n: usize) -> Vec<u8> {
    counted(&[0xF2], n, (0..n).map(|i| [vec![0xF7, 1], name(i), vec![0xE0]].concat()))
}

pub fn shapes_again(n: usize) -> Vec<u8> {
    counted(&[0xF2], n, (0..n).map(|_| vec![0xF7, 2, 1, b'a', 0, 1, b'b', 1]))
}

pub fn variants(n: usize, lead: u8, room: usize, payload: &[u8]) -> Vec<u8> {
    let header =
        |i: usize| if i < room { vec![lead | i as u8] } else { [&[0xFA][..], &len(i)].concat() };
    let long = |i: usize, mut head: Vec<u8>| {
        if i >= room && !payload.is_empty() {
            head[0] = 0xFB;
        }
        head
    };
    let item = |i: usize| [long(i, header(i)), name(i), payload.to_vec()].concat();
    counted(&[0xF2], n, (0..n).map(item))
}

pub fn wide_shape(n: usize, name: fn(usize) -> Vec<u8>) -> Vec<u8> {
    counted(&[0xF7], n, (0..n).map(|i| [name(i), vec![0]].concat()))
}

/// The last name is the first again.
pub fn wide_duplicate(n: usize) -> Vec<u8> {
    let fields = (0..n).map(|i| [name(i % (n - 1)), vec![0]].concat());
    counted(&[0xF7], n, fields)
}

pub fn wide_packed(n: usize) -> Vec<u8> {
    let raw = vec![0; 3 * n];
    [vec![0xB4], wide_shape(n, name), [vec![0xFE, 0, 0], raw[..n].to_vec()].concat().repeat(3)]
        .concat()
}

pub fn ints(lead: u8, n: usize) -> Vec<u8> {
    let int = |i: usize| [vec![0xE6], (65_536 + i as u32).to_le_bytes().to_vec()].concat();
    counted(&[lead], n, (0..n).map(int))
}

pub fn prefixed_map(n: usize) -> Vec<u8> {
    let entry = |i: usize| [vec![0xF0], text(&prefixed(i)), vec![0]].concat();
    counted(&[0xF6], n, (0..n).map(entry))
}

pub fn big_int(n: usize) -> Vec<u8> {
    counted(&[0xEC], n, [vec![0x5A; n]])
}

pub fn long_text(n: usize) -> Vec<u8> {
    counted(&[0xF0], 4 * n, ["🧬".repeat(n).into_bytes()])
}

pub fn long_name(n: usize) -> Vec<u8> {
    [counted(&[0xF7, 1], 4 * n, ["🧬".repeat(n).into_bytes()]), vec![0]].concat()
}

/// By turns something packed and something that isn't.
pub fn by_turns(n: usize) -> Vec<u8> {
    let packed = [0xFC, 2, 4, 0, 1, 0, 2, 0, 3, 0, 4];
    let plain = [0xB2, 0x81, b'a', 0xFD, 0x08, 1, 0, 0, 0x80, 0x3F];
    counted(&[0xF2], 2 * n, (0..n).map(|_| [&packed[..], &plain].concat()))
}

pub fn skipped_fields(n: usize) -> Vec<u8> {
    let record = wide_shape(n, |i| if i == 0 { vec![1, b'a'] } else { name(i) });
    [vec![0xB2], record, vec![0xA0, 5], [0xFC, 0, 1, 7].repeat(n - 1)].concat()
}

pub fn skipped_deep(n: usize) -> Vec<u8> {
    let skipped = [vec![0xB1; 120], vec![0xB0]].concat();
    counted(
        &[0xF7],
        n + 1,
        [vec![1, b'a', 5]].into_iter().chain((0..n).map(|i| [name(i), skipped.clone()].concat())),
    )
}
