//! What is read, skipped and scanned.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use mrna::Value;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::Case;
use crate::jobs::*;
use crate::messages::*;

#[derive(Deserialize)]
struct OnlyA {
    #[expect(dead_code, reason = "only read")]
    a: u8,
}

pub fn cases() -> Vec<Case> {
    type Names = HashMap<String, IgnoredAny>;
    vec![
        ("lists in a list, Value", 1000, |n| read::<Value>(lists(n))),
        ("lists in a list, typed", 1000, |n| read::<Vec<Vec<u8>>>(lists(n))),
        ("lists in a list, skipped", 1000, |n| read::<IgnoredAny>(lists(n))),
        ("lists in a list, scan", 1000, |n| scanned(lists(n))),
        ("lists 128 deep, Value", 10, |n| read::<Value>(deep_lists(n))),
        ("lists 128 deep, skipped", 10, |n| read::<IgnoredAny>(deep_lists(n))),
        ("small shapes, Value", 1000, |n| read::<Value>(small_shapes(n))),
        ("small shapes, typed", 1000, |n| read::<Vec<Names>>(small_shapes(n))),
        ("small shapes, skipped", 1000, |n| read::<IgnoredAny>(small_shapes(n))),
        ("small shapes, reader", 1000, |n| read_reader::<Value>(small_shapes(n))),
        ("one shape defined again, Value", 1000, |n| read::<Value>(shapes_again(n))),
        ("variant names, Value", 1000, |n| read::<Value>(variants(n, 0xD0, 8, &[]))),
        ("variant names, skipped", 1000, |n| read::<IgnoredAny>(variants(n, 0xD0, 8, &[]))),
        ("variant names with payloads, Value", 1000, |n| read::<Value>(variants(n, 0xD8, 4, &[0]))),
        ("a shape of n fields, Value", 1000, |n| read::<Value>(wide_shape(n, name))),
        ("a shape of n fields, typed", 1000, |n| read::<Names>(wide_shape(n, name))),
        ("a shape of n fields, skipped", 1000, |n| read::<IgnoredAny>(wide_shape(n, name))),
        ("a shape of n fields, scan", 1000, |n| scanned(wide_shape(n, name))),
        ("a shape of n fields, reader", 1000, |n| read_reader::<Value>(wide_shape(n, name))),
        ("a shape of n fields, equal prefixes", 1000, |n| {
            read::<Value>(wide_shape(n, |i| text(&prefixed(i))))
        }),
        ("a shape of n fields, the last a duplicate", 1000, |n| {
            refuse::<Value>(wide_duplicate(n), "duplicate")
        }),
        ("a shape of n fields, the last a duplicate, skipped", 1000, |n| {
            refuse::<IgnoredAny>(wide_duplicate(n), "duplicate")
        }),
        ("a shape of n fields, packed thrice", 1000, |n| read::<Value>(wide_packed(n))),
        ("a set, Value", 1000, |n| read::<Value>(ints(0xF4, n))),
        ("a set, HashSet", 1000, |n| read::<HashSet<u32>>(ints(0xF4, n))),
        ("a set, BTreeSet", 1000, |n| read::<BTreeSet<u32>>(ints(0xF4, n))),
        ("a map with keys of equal prefixes, Value", 1000, |n| read::<Value>(prefixed_map(n))),
        ("a map with keys of equal prefixes, BTreeMap", 1000, |n| {
            read::<BTreeMap<String, u8>>(prefixed_map(n))
        }),
        ("a map with keys of equal prefixes, a struct refuses", 1000, |n| {
            refuse::<OnlyA>(prefixed_map(n), "missing")
        }),
        ("an int of n bytes", 100_000, |n| read::<Value>(big_int(n))),
        ("packed and plain by turns, Value", 1000, |n| read::<Value>(by_turns(n))),
        ("packed and plain by turns, skipped", 1000, |n| read::<IgnoredAny>(by_turns(n))),
        ("fields that are skipped", 1000, |n| read::<Vec<OnlyA>>(skipped_fields(n))),
        ("fields that are skipped, 121 deep", 10, |n| read::<OnlyA>(skipped_deep(n))),
        ("a long text, byte by byte", 1000, |n| read_slowly::<String>(long_text(n))),
        ("a long text, byte by byte, skipped", 1000, |n| read_slowly::<IgnoredAny>(long_text(n))),
        ("a long name, byte by byte", 1000, |n| read_slowly::<Value>(long_name(n))),
        ("a long text, scanned for each byte", 1000, |n| scanned_slowly(long_text(n))),
        ("lists in a list, scanned for each byte", 1000, |n| scanned_slowly(lists(n))),
        ("a shape of n fields, scanned for each byte", 1000, |n| {
            scanned_slowly(wide_shape(n, name))
        }),
        ("a message after the other", 1000, |n| {
            let bytes = shapes_again(8).repeat(n);
            Box::new(move || {
                let stream = mrna::Deserializer::from_slice(&bytes).into_iter::<Value>();
                assert_eq!(stream.map(Result::unwrap).count(), n);
            })
        }),
    ]
}

/// Hands out pieces of one size, and counts how often it is asked.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
    asked: Rc<Cell<usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Pieces<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.asked.set(self.asked.get() + 1);
        Ok(&self.rest[..self.size.min(self.rest.len())])
    }

    fn consume(&mut self, n: usize) {
        self.rest = &self.rest[n..];
    }
}

/// A reader is asked a few times for each piece that it has and each value that is in it.
pub fn few_reads() {
    fn asked<T: DeserializeOwned>(bytes: &[u8], size: usize) -> usize {
        let asked = Rc::new(Cell::new(0));
        let reader = Pieces { rest: bytes, size, asked: Rc::clone(&asked) };
        drop(mrna::from_reader::<_, T>(reader).unwrap());
        asked.get()
    }
    for size in [1, 2, 7, 4096] {
        for bytes in [
            lists(3000),
            long_text(1000),
            by_turns(300),
            wide_shape(300, name),
            ints(0xF4, 500),
            big_int(3000),
        ] {
            let most = 3 * bytes.len() + 16;
            assert!(asked::<Value>(&bytes, size) <= most, "{size}: {:02x?}", &bytes[..8]);
            assert!(asked::<IgnoredAny>(&bytes, size) <= most, "{size}: {:02x?}", &bytes[..8]);
        }
        let pieces = 4 * 10_000 / size;
        assert!(asked::<String>(&long_text(10_000), size) <= 3 * pieces + 16);
        assert!(asked::<IgnoredAny>(&long_text(10_000), size) <= 3 * pieces + 16);
    }
}
