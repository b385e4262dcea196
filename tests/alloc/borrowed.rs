//! What allocates nothing.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

use mrna::{Scan, Scanner};

use crate::build::{count, hex, list, map, text};
use crate::measured;

#[derive(Deserialize, Debug, PartialEq)]
struct Borrowed<'a> {
    id: u64,
    text: &'a str,
    #[serde(with = "serde_bytes")]
    raw: &'a [u8],
    pair: (i8, f64),
    kind: Kind<'a>,
    inner: Inner<'a>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Inner<'a> {
    x: [u8; 3],
    s: &'a str,
}

#[derive(Deserialize, Debug, PartialEq)]
enum Kind<'a> {
    #[serde(borrow)]
    New(&'a str),
}

#[test]
fn a_borrowed_message_allocates_nothing() {
    // record{id: 300, text: "t", raw: b"r", pair: (-1, 1.5), kind: New("k"),
    //        inner: record{x: (1, 2, 3), s: "s"}}
    let bytes = hex(
        "f706026964e52c010474657874817403726177f101720470616972bacfee000000000000f83f046b696e64d8034e6577816b05696e6e6572f7020178bb0102030173 8173",
    );
    let (got, made, _) = measured(|| mrna::from_slice::<Borrowed<'_>>(&bytes).unwrap());
    assert_eq!(got.text, "t");
    assert_eq!(got.kind, Kind::New("k"));
    assert_eq!(got.inner, Inner { x: [1, 2, 3], s: "s" });
    assert_eq!(made, 0, "allocations for a borrowed message");
    // nor do scalars, and what is skipped
    for text in ["05", "e2", "ee000000000000f83f", "8161", "b3010203", "c10102", "fc0003c8c9ca"] {
        let bytes = hex(text);
        let (_, made, _) = measured(|| mrna::from_slice::<IgnoredAny>(&bytes).unwrap());
        assert_eq!(made, 0, "skipping {text}");
    }
    let (n, made, _) = measured(|| mrna::from_slice::<u64>(&[5]).unwrap());
    assert_eq!((n, made), (5, 0));
}

macro_rules! of_fields {
    ($($field:ident)*) => {
        #[derive(Deserialize)]
        struct Sixteen<'a> {
            $(#[serde(borrow, default)] $field: Option<Part<'a>>,)*
        }
    };
}

of_fields!(a b c d e f g h i j k l m n o p);

#[derive(Deserialize)]
enum Part<'a> {
    #[serde(borrow)]
    Text(&'a str),
    Pair(u8, (i64, &'a str)),
    Record {
        x: &'a str,
        y: Option<u8>,
    },
    Unit,
}

/// A record of so many fields, each of which holds `part`.
fn fields(n: usize, part: &[u8]) -> Vec<u8> {
    let fields = (b'a'..=b'p').take(n).flat_map(|field| [&[1, field][..], part].concat());
    [vec![0xF7], count(n)].into_iter().flatten().chain(fields).collect()
}

#[test]
fn up_to_sixteen_fields_allocate_nothing() {
    for n in 0..=16 {
        for part in ["e0", "c184546578748178", "c18450616972ba01ba02817a"] {
            let bytes = fields(n, &hex(part));
            let (_, made, _) = measured(|| mrna::from_slice::<Sixteen<'_>>(&bytes).unwrap());
            assert_eq!(made, 0, "{n} fields of {part}");
        }
    }
    // Two shapes, fourteen names and two; the inner is read while the outer is not whole.
    let mut bytes = hex("f70e0161d8065265636f7264f702 0178 8178 0179 05");
    for field in b'b'..=b'n' {
        bytes.extend([1, field, 0xD8, 0xA0, 0x81, b'y', 0xE0]);
    }
    let (got, made, _) = measured(|| mrna::from_slice::<Sixteen<'_>>(&bytes).unwrap());
    assert!(matches!(got.n, Some(Part::Record { x: "y", y: None })));
    assert_eq!(made, 0, "a record in a record");
}

#[derive(Deserialize)]
struct Lent<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow, with = "serde_bytes")]
    bytes: Cow<'a, [u8]>,
}

#[test]
fn a_cow_is_borrowed() {
    let bytes = hex("f70204746578748161 056279746573f10162");
    let (got, made, _) = measured(|| mrna::from_slice::<Lent<'_>>(&bytes).unwrap());
    assert!(matches!(got, Lent { text: Cow::Borrowed("a"), bytes: Cow::Borrowed(b"b") }));
    assert_eq!(made, 0);
}

/// Names apart, which get into tables.
#[test]
fn passing_over_allocates_nothing() {
    let long = text(&[b'x'; 100_000]);
    let cases = [
        list(50_000, |_| vec![0xE0]),
        list(500, |i| list(i, |_| vec![0xC1, 0xB0, 0x81, b'x'])),
        map(1_000, |_| (long[..].to_vec(), vec![0xFF, 0, 0xE3, 0xE0])),
        [vec![0xFC, 9], count(10_000), vec![1; 80_000]].concat(),
        [vec![0xEC], count(10_000), vec![1; 10_000]].concat(),
        [vec![0xB1; 4], vec![0x05]].concat(),
        // names, few enough for tables on the stack
        list(1_000, |i| if i == 0 { hex("f7020161e00162e0") } else { hex("a0e0e0") }),
        list(1_000, |i| if i == 0 { hex("d8 01 41 e0") } else { hex("d8e0") }),
    ];
    for bytes in cases {
        let (_, made, _) = measured(|| mrna::from_slice::<IgnoredAny>(&bytes).unwrap());
        assert_eq!(made, 0, "skipping {:02x?}…", &bytes[..bytes.len().min(20)]);
        let has_names = matches!(bytes.get(..6), Some([_, _, _, _, 0xF7 | 0xD8, _]));
        let (scan, made, _) = measured(|| mrna::scan(&bytes).unwrap());
        assert_eq!(scan, Scan::Complete(bytes.len()));
        // Each name by itself, as the bytes may go away.
        assert!(made <= if has_names { 2 } else { 0 }, "scanning took {made}");
        let (_, made, _) = measured(|| {
            let mut scanner = Scanner::new();
            for end in [0, bytes.len() / 3, bytes.len() / 2, bytes.len()] {
                scanner.scan(&bytes[..end]).unwrap();
            }
        });
        // A premature end is an error inside, in a box.
        assert!(made <= 3 + if has_names { 2 } else { 0 }, "scanning pieces took {made}");
    }
    // Deep: the open values are on the heap, one for each level.
    let deep = [vec![0xB1; 127], vec![0xB0]].concat();
    let (_, _, peak) = measured(|| mrna::from_slice::<IgnoredAny>(&deep).unwrap());
    assert!(peak <= 24 * 1024, "{peak}");
}
