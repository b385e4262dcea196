//! Dumps: lines to the letter, and of every row of tests/vectors that the items are all of its
//! bytes and that an error is the one that reading gives.

use std::io::BufRead;

use mrna::dump::{Item, Items, What};
use mrna::{Limits, Scan, SessionReader, SessionWriter, Value, dump, from_slice, scan, value};

use crate::rows::bytes;
use crate::util::{Trickle, hex};
use crate::vectors::{all_vectors, prefixes};

#[track_caller]
fn check(hex: &str, lines: &[&str]) {
    let shown = dump(&self::hex(hex)).to_string();
    assert_eq!(shown.lines().collect::<Vec<_>>(), lines, "{hex}:\n{shown}");
}

#[test]
fn scalars() {
    let rows = [
        ("e0", "e0                            nil"),
        ("e1", "e1                            false"),
        ("07", "07                            7"),
        ("cf", "cf                            -1"),
        ("e5 2c 01", "e5 2c 01                      300"),
        ("ec 09 00*8 01", "ec 09 00 00 00 00 00 00 00 …  18446744073709551616"),
        ("ec fb 00*250 01", "ec fb 00 00 00 00 00 00 00 …  int of 251 bytes"),
        ("ed 00 00 c0 3f", "ed 00 00 c0 3f                1.5f32"),
        ("ee 00*6 f8 7f", "ee 00 00 00 00 00 00 f8 7f    nan"),
        ("80", "80                            \"\""),
        ("84 f0 9f a7 ac", "84 f0 9f a7 ac                \"🧬\""),
        ("84 00 0a 22 5c", "84 00 0a 22 5c                \"\\u0000\\n\\\"\\\\\""),
        ("f1 03 00 61 ff", "f1 03 00 61 ff                b\"\\x00a\\xff\""),
        ("d0 01 41", "d0 01 41                      unit variant A, defined here"),
        ("b0", "b0                            list of 0"),
        ("fc 00 00", "fc 00 00                      list of 0 u8, packed"),
        ("fd 03 01 ff ff", "fd 03 01 ff ff                tuple of 1 i16, packed: -1"),
        ("f4 00", "f4 00                         set of 0"),
        ("f5 00", "f5 00                         frozenset of 0"),
        ("c0", "c0                            map of 0"),
        (
            "fc 00 07 01 02 03 04 05 06 07",
            "fc 00 07 01 02 03 04 05 06 …  list of 7 u8, packed: 1, 2, 3, …, 5, 6, 7",
        ),
        (
            "fc 01 06 01 02 03 04 05 ff",
            "fc 01 06 01 02 03 04 05 ff    list of 6 i8, packed: 1, 2, 3, 4, 5, -1",
        ),
    ];
    for (hex, line) in rows {
        assert_eq!(dump(&bytes(hex)).to_string(), format!("       0  {line}"), "{hex}");
    }
}

#[test]
fn long_texts_are_cut() {
    let text = "ä".repeat(100);
    let cut = "ä".repeat(60);
    let line = dump(&mrna::to_vec(&text).unwrap()).to_string();
    assert!(line.ends_with(&format!("c3 …  \"{cut}\"… (200 bytes)")), "{line}");
    let line = dump(&mrna::to_vec(serde_bytes::Bytes::new(&[b'x'; 1_000])).unwrap()).to_string();
    assert!(line.ends_with(&format!("  b\"{}\"… (1000 bytes)", "x".repeat(60))), "{line}");
    let variant = Value::variant(text.as_str(), Value::Nil);
    let lines = dump(&mrna::to_vec(&variant).unwrap()).to_string();
    let payload = format!("\"{cut}…\": nil");
    assert!(lines.contains(&format!("variant \"{cut}\"… (200 bytes), defined here")), "{lines}");
    assert!(lines.ends_with(&payload), "{lines}");
    let map = Value::Map(vec![(Value::from(text.as_str()), Value::Nil)]);
    let lines = dump(&mrna::to_vec(&map).unwrap()).to_string();
    assert!(lines.ends_with(&payload), "{lines}");
}

/// Nothing that a message holds moves the cursor of a terminal or turns its text around.
#[test]
fn texts_are_no_commands() {
    let text = "a\u{1b}[2J\u{9b}1m\u{7f}\u{202e}b";
    let line = dump(&mrna::to_vec(text).unwrap()).to_string();
    assert!(line.ends_with(r#""a\u001b[2J\u009b1m\u007f\u202eb""#), "{line}");
    let record = Value::Map(vec![(Value::from(text), Value::Nil)]);
    let lines = dump(&mrna::to_vec(&record).unwrap()).to_string();
    assert!(lines.ends_with(r#""a\u001b[2J\u009b1m\u007f\u202eb": nil"#), "{lines}");
}

#[test]
fn compounds() {
    check(
        "b3 f7 02 01 78 01 01 79 02 a0 85 68656c6c6f c0 fe 00 00 07 08",
        &[
            "       0  b3                            list of 3",
            "       1  f7 02                           [0]: record of 2 fields, defines a shape",
            "       3  01 78                             name x",
            "       5  01                                x: 1",
            "       6  01 79                             name y",
            "       8  02                                y: 2",
            "       9                                    shape 0: {x, y}",
            "       9  a0                              [1]: record of shape 0 {x, y}",
            "      10  85 68 65 6c 6c 6f                 x: \"hello\"",
            "      16  c0                                y: map of 0",
            "      17  fe 00 00 07 08                  [2]: record of shape 0 {x, y}, packed u8: 7, 8",
        ],
    );
    // A shape takes its number when its record is over: the inner one first.
    check(
        "f7 01 01 61 f7 00",
        &[
            "       0  f7 01                         record of 1 field, defines a shape",
            "       2  01 61                           name a",
            "       4  f7 00                           a: record of 0 fields, defines a shape",
            "       6                                    shape 0: {}",
            "       6                                  shape 1: {a}",
        ],
    );
    check(
        "c3 81 61 01 02 b1 03 b1 00 04",
        &[
            "       0  c3                            map of 3",
            "       1  81 61                           {0}.key: \"a\"",
            "       3  01                              a: 1",
            "       4  02                              {1}.key: 2",
            "       5  b1                              {1}: list of 1",
            "       6  03                                [0]: 3",
            "       7  b1                              {2}.key: list of 1",
            "       8  00                                [0]: 0",
            "       9  04                              {2}: 4",
        ],
    );
    check(
        "b3 d8 01 41 ff 02 ba 01 02 d0 e3 e3 e0",
        &[
            "       0  b3                            list of 3",
            "       1  d8 01 41                        [0]: variant A, defined here",
            "       4  ff 02                             A: tag 2, point in time",
            "       6  ba                                  tuple of 2",
            "       7  01                                    [0]: 1",
            "       8  02                                    [1]: 2",
            "       9  d0                              [1]: unit variant A",
            "      10  e3                              [2]: some",
            "      11  e3                                some",
            "      12  e0                                  nil",
        ],
    );
    // Each message has tables of its own.
    check(
        "f7 00 07 f7 00",
        &[
            "       0  f7 00                         record of 0 fields, defines a shape",
            "       2                                  shape 0: {}",
            "       2  07                            7",
            "       3  f7 00                         record of 0 fields, defines a shape",
            "       5                                  shape 0: {}",
        ],
    );
    check("", &[]);
}

#[test]
fn names_of_a_wide_shape_are_cut() {
    let fields = (0..1_000).map(|n| (format!("field{n}"), Value::Nil));
    let record = mrna::Record::new(fields).unwrap();
    let shown = dump(&mrna::to_vec(&record).unwrap()).to_string();
    let last = shown.lines().last().unwrap();
    assert!(last.ends_with(", field12, … 987 more}"), "{last}");
}

#[test]
fn errors() {
    check(
        "b2 07 dc",
        &[
            "       0  b2                            list of 2",
            "       1  07                              [0]: 7",
            "       2  dc                              ^ error: reserved byte 0xdc at byte 2 in $[1]",
        ],
    );
    check(
        "c1 81 78 85 68 69",
        &[
            "       0  c1                            map of 1",
            "       1  81 78                           {0}.key: \"x\"",
            "       3  85 68 69                        x: unfinished",
            "       6                                  ^ error: premature end of the message at byte 6 in $.x",
        ],
    );
    check(
        "b1 82 61 80 00",
        &[
            "       0  b1                            list of 1",
            "       1  82                              [0]: unfinished",
            "       2  61 80                           ^ error: invalid UTF-8 at byte 2 in $[0]",
        ],
    );
    check(
        "f7 01 03 61",
        &[
            "       0  f7 01                         record of 1 field, defines a shape",
            "       2  03 61                           unfinished",
            "       4                                  ^ error: premature end of the message at byte 4 in ${0}.key",
        ],
    );
    check(
        "fc 02 03 01 00 02",
        &[
            "       0  fc 02 03 01 00 02             unfinished",
            "       6                                ^ error: premature end of the message at byte 6 in $[1]",
        ],
    );
    check(
        "07 a0",
        &[
            "       0  07                            7",
            "       1  a0                            ^ error: unknown shape 0, 0 are defined before it (a session's message can't be read alone) at byte 1",
        ],
    );
}

#[test]
fn sessions() {
    check(
        "f96d726e6101 f702017801017902 a00304 f9 d003526564 d0",
        &[
            "       0  f9 6d 72 6e 61 01             session, wire version 1",
            "       6  f7 02                         record of 2 fields, defines a shape",
            "       8  01 78                           name x",
            "      10  01                              x: 1",
            "      11  01 79                           name y",
            "      13  02                              y: 2",
            "      14                                  shape 0: {x, y}",
            "      14  a0                            record of shape 0 {x, y}",
            "      15  03                              x: 3",
            "      16  04                              y: 4",
            "      17  f9                            reset of the session's names",
            "      18  d0 03 52 65 64                unit variant Red, defined here",
            "      23  d0                            unit variant Red",
        ],
    );
    check("f96d726e6101", &["       0  f9 6d 72 6e 61 01             session, wire version 1"]);
}

/// As the reader of sessions says it.
#[test]
fn errors_of_sessions() {
    let rows = [
        "f96d726e6101 f701017801 f9 a001",
        "f96d726e6101 07 f9 f9",
        "f96d726e6101 f9 07",
        "f96d726e6101 07 f9",
        "f96d726e",
        "f96d726e6102",
        "f96d727861",
        "f9",
    ];
    for row in rows {
        let bytes = hex(row);
        let mut session = SessionReader::new(&bytes[..]);
        let refused = loop {
            match session.recv::<Value>() {
                Ok(message) => assert!(message.is_some(), "{row}"),
                Err(error) => break error,
            }
        };
        let error = last_error(&bytes).unwrap();
        assert_eq!(error, refused.to_string(), "{row}");
    }
    // The tables are bounded.
    let mut session = SessionWriter::new(Vec::new());
    session.send(&value!(record { x: 1 })).unwrap();
    session.send(&2).unwrap();
    let bytes = session.into_inner();
    let refused = Items::new(&bytes[..]).tables(64).last().unwrap();
    assert!(refused.error().unwrap().is_limit());
    assert_eq!(refused.offset(), bytes.len() as u64 - 1);
    assert!(Items::new(&bytes[..]).tables(65).last().unwrap().error().is_none());
}

fn items(bytes: &[u8]) -> Vec<Item> {
    Items::new(bytes).collect()
}

fn last_error(bytes: &[u8]) -> Option<String> {
    items(bytes).last()?.error().map(ToString::to_string)
}

/// The items are these bytes, one behind the other; they end at an error or with the bytes.
fn check_items(bytes: &[u8]) -> Vec<Item> {
    let all = items(bytes);
    let mut at = 0;
    for item in &all {
        assert_eq!(item.offset(), at, "{item:?}");
        let start = at as usize;
        at += item.len();
        assert!(bytes[start..at as usize].starts_with(item.bytes()), "{item:?}");
        assert_eq!(item.bytes().len() as u64, item.len().min(32), "{item:?}");
    }
    match all.iter().position(|item| item.error().is_some()) {
        None => assert_eq!(at, bytes.len() as u64),
        Some(index) => assert_eq!(index + 1, all.len()),
    }
    all
}

/// They are the same if the reader has one byte at a time.
fn check_in_pieces(bytes: &[u8], all: &[Item]) {
    let in_pieces = collect(Items::new(Trickle(bytes)));
    assert_eq!(in_pieces.len(), all.len());
    for (one, other) in in_pieces.iter().zip(all) {
        let parts = |item: &Item| {
            let lens = (item.len(), item.plain_len());
            (item.to_string(), item.bytes().to_vec(), lens, item.segment().cloned())
        };
        assert_eq!(parts(one), parts(other));
    }
}

/// All of them, and nothing behind the last.
fn collect<B: BufRead>(mut items: Items<B>) -> Vec<Item> {
    let all = items.by_ref().collect();
    assert!(items.next().is_none() && items.next().is_none());
    all
}

/// What takes long and is not other than a shorter one.
const LONG: usize = 20_000;

#[test]
fn vectors_are_all_items() {
    for bytes in all_vectors() {
        let items = check_items(&bytes);
        if bytes.len() < LONG {
            check_in_pieces(&bytes, &items);
        }
        // No messages, or what begins a session.
        if let None | Some(0xF9) = bytes.first() {
            continue;
        }
        let found = items.last().and_then(Item::error);
        match from_slice::<Value>(&bytes) {
            Ok(_) => assert!(found.is_none(), "{found:?} in {bytes:x?}"),
            Err(error) if matches!(error.kind(), mrna::ErrorKind::TrailingBytes) => {
                // They are read on.
                let Ok(Scan::Complete(len)) = scan(&bytes) else { panic!("{bytes:x?}") };
                assert!(items.iter().any(|item| item.depth() == 0 && item.offset() == len as u64));
            }
            Err(error) => {
                let found = found.unwrap_or_else(|| panic!("{error} not found in {bytes:x?}"));
                assert_eq!(found.to_string(), error.to_string(), "{bytes:x?}");
                assert_eq!(found.offset(), Some(items.last().unwrap().offset()));
            }
        }
    }
}

/// What is cut off is found to be so, where it is.
#[test]
fn truncated_vectors() {
    for bytes in all_vectors().filter(|bytes| bytes.len() < LONG) {
        for bytes in prefixes(&bytes) {
            let items = check_items(bytes);
            if let None | Some(0xF9) = bytes.first() {
                continue;
            }
            let Err(error) = mrna::take_from_slice::<Value>(bytes) else { continue };
            let found = items.last().unwrap().error().unwrap();
            assert_eq!(found.to_string(), error.to_string(), "{bytes:x?}");
        }
    }
}

/// Everything that a message names is written again, and nothing is packed: then the lengths are
/// those of the same values each by itself.
#[test]
fn plain_lengths() {
    let rows = [
        (value!([record { x: 1, y: 2 }, record { x: 3, y: 4 }]), 1 + 2 * (2 + 2 + 1 + 2 + 1)),
        (value!([Red, Red, Blue(1)]), 1 + 2 * (1 + 4) + (1 + 5 + 1)),
        (value!([1.5, 2.5, 3.5, 4.5]), 1 + 4 * 9),
        (value!([1.5f32, 2.5f32, 3.5f32, 4.5f32]), 1 + 4 * 5),
        (
            value!([record { x: 1.5, y: 2.5, z: 3.5 }, record { x: 1.5, y: 2.5, z: 3.5 }]),
            1 + 2 * (2 + 3 * (2 + 9)),
        ),
        (value!({"a": [nil, true, "text"]}), 1 + 2 + 1 + 1 + 1 + 5),
    ];
    for (value, plain) in rows {
        let bytes = mrna::to_vec(&value).unwrap();
        assert_eq!(items(&bytes).iter().map(Item::plain_len).sum::<u64>(), plain, "{value}");
    }
    // Ints of every width, as many as are passed over in each way.
    let ints = [-70_000, -300, -10, -1, 0, 100, 200, 300, 70_000, 1 << 40, -1 << 40_i64];
    for range in [6..7, 0..9, 2..6, 2..7, 1..8, 4..10, 0..11] {
        for times in [1, 2, 7, 30] {
            let ints: Vec<i64> = ints[range.clone()].repeat(times);
            let bytes = mrna::to_vec(&ints).unwrap();
            let alone: usize = ints.iter().map(|int| mrna::to_vec(int).unwrap().len()).sum();
            let header = match ints.len() {
                0..=7 => 1,
                8..=251 => 2,
                _ => 4,
            };
            let plain = items(&bytes).iter().map(Item::plain_len).sum::<u64>();
            assert_eq!(plain, (header + alone) as u64, "{ints:?}");
        }
    }
}

#[test]
fn limits() {
    let nested = hex("b1b1b0");
    let last = |limits| Items::new(&nested[..]).limits(limits).last().unwrap();
    assert!(last(Limits::new().depth(3)).error().is_none());
    let refused = last(Limits::new().depth(2));
    assert_eq!((refused.offset(), refused.bytes()), (2, &[0xB0][..]));
    assert!(refused.error().unwrap().is_limit());
    // Strict reading finds what is twice, also deep in it.
    for row in
        ["c2 01 00 01 00", "f4 02 07 07", "b1 c2 b1 01 00 fc 00 01 01 00", "c1 f4 02 0101 00"]
    {
        let bytes = hex(row);
        let strict = Limits::new().strict(true);
        let error = mrna::from_slice_with::<Value>(&bytes, strict).unwrap_err();
        let found = Items::new(&bytes[..]).limits(strict).last().unwrap();
        let found = found.error().unwrap();
        assert_eq!(found.offset(), error.offset(), "{row}");
        assert_eq!(found.kind().to_string(), error.kind().to_string(), "{row}");
        assert!(last_error(&bytes).is_none(), "{row}");
    }
}

/// A level that is none takes no stack.
#[test]
fn deep_nesting() {
    let bytes = [0xB1].repeat(1_000_000);
    let items = Items::new(&bytes[..]).limits(Limits::new().depth(usize::MAX));
    assert_eq!(items.count(), 1_000_001);
}

/// A reader's own error is the last item.
#[test]
fn a_reader_that_fails() {
    struct Fails;
    impl std::io::Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }
    let reader = std::io::BufReader::new(std::io::Read::chain(&[0xB2, 0x07][..], Fails));
    let items = collect(Items::new(reader));
    assert_eq!(items.len(), 3);
    let error = items[2].error().unwrap();
    assert!(error.is_io());
    assert_eq!(error.to_string(), "I/O error: unplugged at byte 2 in $[1]");
}

#[test]
fn what_names_are_and_where() {
    let bytes = mrna::to_vec(&value!([record { x: A(1) }, record { x: A(2) }])).unwrap();
    let mut items = Items::new(&bytes[..]);
    let mut found = Vec::new();
    while let Some(item) = items.next() {
        let name = match item.what() {
            What::Name(name) => format!("name {name}"),
            What::Shape { number, shape } => format!("shape {number} {}", shape.len()),
            What::Record { number, shape } => format!("record {number} {}", shape.len()),
            What::Variant { name, is_new } => format!("variant {name} {is_new}"),
            _ => continue,
        };
        found.push(format!("{} {name}", items.path()));
    }
    let expected = [
        "$[0] name x",
        "$[0].x variant A true",
        "$[0] shape 0 1",
        "$[1] record 0 1",
        "$[1].x variant A false",
    ];
    assert_eq!(found, expected);
}
