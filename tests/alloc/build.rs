//! Messages by the byte.

pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|b| *b != b' ').collect();
    let digit = |b: u8| (b as char).to_digit(16).unwrap() as u8;
    digits.chunks(2).map(|d| digit(d[0]) << 4 | digit(d[1])).collect()
}

/// A length, a count or a number of a table.
pub fn count(n: usize) -> Vec<u8> {
    match n {
        0..=251 => vec![n as u8],
        252..=0xFFFF => [&[0xFC][..], &(n as u16).to_le_bytes()].concat(),
        0x1_0000..=0xFFFF_FFFF => [&[0xFD][..], &(n as u32).to_le_bytes()].concat(),
        _ => [&[0xFE][..], &(n as u64).to_le_bytes()].concat(),
    }
}

/// A header of a kind with a short form from `short` and a long one.
fn header(short: u8, room: usize, long: u8, n: usize) -> Vec<u8> {
    if n < room { vec![short + n as u8] } else { [vec![long], count(n)].concat() }
}

/// `n` members after the header.
fn members(mut head: Vec<u8>, n: usize, mut member: impl FnMut(usize) -> Vec<u8>) -> Vec<u8> {
    (0..n).for_each(|i| head.extend(member(i)));
    head
}

pub fn list(n: usize, member: impl FnMut(usize) -> Vec<u8>) -> Vec<u8> {
    members(header(0xB0, 8, 0xF2, n), n, member)
}

pub fn map(n: usize, mut entry: impl FnMut(usize) -> (Vec<u8>, Vec<u8>)) -> Vec<u8> {
    members(header(0xC0, 8, 0xF6, n), n, |i| {
        let (key, value) = entry(i);
        [key, value].concat()
    })
}

pub fn text(text: &[u8]) -> Vec<u8> {
    [header(0x80, 32, 0xF0, text.len()), text.to_vec()].concat()
}

pub fn bytes(bytes: &[u8]) -> Vec<u8> {
    [vec![0xF1], count(bytes.len()), bytes.to_vec()].concat()
}

pub fn name(name: &[u8]) -> Vec<u8> {
    [count(name.len()), name.to_vec()].concat()
}

pub fn int(n: usize) -> Vec<u8> {
    mrna::to_vec(&(n as u64)).unwrap()
}

/// A str of some length that no other number has.
pub fn text_of(n: usize, len: usize) -> Vec<u8> {
    text(format!("{n:0len$}").as_bytes())
}

/// A name, and the value in each record.
pub type Field<'a> = (&'a [u8], &'a dyn Fn(usize) -> Vec<u8>);

/// The first member defines a shape, the others refer to it; a member's fields are given.
pub fn records(n: usize, fields: &[Field<'_>]) -> Vec<u8> {
    list(n, |i| {
        let mut out = if i == 0 { [vec![0xF7], count(fields.len())].concat() } else { vec![0xA0] };
        for (field, value) in fields {
            if i == 0 {
                out.extend(name(field));
            }
            out.extend(value(i));
        }
        out
    })
}
