//! Paths: read as they display, and what is no path.

use mrna::Path;
use mrna::path::Segment::{self, Entry, Index, Key, Name};
use proptest::prelude::*;

fn name(name: &str) -> Segment {
    Name(name.into())
}

#[test]
fn written_and_read() {
    let rows = [
        ("$", vec![]),
        ("$.rows[3].n", vec![name("rows"), Index(3), name("n")]),
        (r#"$."""#, vec![name("")]),
        (r#"$."odd name"[0]"#, vec![name("odd name"), Index(0)]),
        (r#"$."nil""#, vec![name("nil")]),
        (r#"$."a\"\\\n\u0000🧬""#, vec![name("a\"\\\n\0🧬")]),
        ("${3}", vec![Entry(3)]),
        ("${3}.key", vec![Key(3)]),
        (r#"${3}."key""#, vec![Entry(3), name("key")]),
        ("${3}.keys", vec![Entry(3), name("keys")]),
        ("${3}.key.key", vec![Key(3), name("key")]),
        ("$.key", vec![name("key")]),
        ("$[18446744073709551615]", vec![Index(u64::MAX)]),
    ];
    for (text, segments) in rows {
        let path: Path = segments.into_iter().collect();
        assert_eq!(path.to_string(), text);
        assert_eq!(text.parse::<Path>().unwrap(), path, "{text}");
    }
}

/// What is read and written otherwise.
#[test]
fn also_read() {
    let rows = [
        (r#"$."word""#, "$.word"),
        ("$.nil", r#"$."nil""#),
        ("$[007]", "$[7]"),
        (r#"$."\u0041\/\ud83e\uddec""#, r#"$."A/🧬""#),
    ];
    for (text, written) in rows {
        assert_eq!(text.parse::<Path>().unwrap().to_string(), written, "{text}");
    }
    // Long names are cut as an error cuts them.
    let cut = format!("$.\"{}…\"", "x".repeat(60));
    for text in [format!("$.{}", "x".repeat(61)), format!("$.{}", "x".repeat(99)), cut.clone()] {
        assert_eq!(text.parse::<Path>().unwrap().to_string(), cut);
    }
}

#[test]
fn refused() {
    let rows = [
        ("", "path: found the end, expected `$`, the outermost value at byte 0"),
        ("rows", "path: found `rows`, expected `$`, the outermost value at byte 0"),
        ("$rows", "path: found `rows`, expected `.`, `[`, `{` or the end at byte 1"),
        ("$.", "path: found the end, expected a name, in quotes if it is no word at byte 2"),
        ("$.a..b", "path: found `.b`, expected a name, in quotes if it is no word at byte 4"),
        ("$.1", "path: found `1`, expected a name, in quotes if it is no word at byte 2"),
        ("$.ä", "path: found `ä`, expected a name, in quotes if it is no word at byte 2"),
        ("$[", "path: found the end, expected a number at byte 2"),
        ("$[-1]", "path: found `-1]`, expected a number at byte 2"),
        ("$[1", "path: found the end, expected `]` at byte 3"),
        ("${1]", "path: found `]`, expected `}` at byte 3"),
        ("$[18446744073709551616]", "path: the number is above 2^64 − 1 at byte 2"),
        ("$.\"a", "path: a text without its closing quote at byte 4"),
        (r#"$."a\x""#, "path: no escape of a text at byte 4"),
        (r#"$."\ud83e""#, "path: no escape of a text at byte 3"),
        (r#"$."\ud83e\u0041""#, "path: no escape of a text at byte 3"),
        (r#"$."\udde8""#, "path: no escape of a text at byte 3"),
        (r#"$."\u00g0""#, "path: no escape of a text at byte 3"),
        ("$.\"a\nb\"", "path: a control character in a text at byte 4"),
        ("$[0] ", "path: found ` `, expected `.`, `[`, `{` or the end at byte 4"),
        (
            "$ a text of more than twenty bytes",
            "path: found ` a text of more than…`, expected `.`, `[`, `{` or the end at byte 1",
        ),
    ];
    for (text, error) in rows {
        assert_eq!(text.parse::<Path>().unwrap_err().to_string(), error, "{text}");
    }
}

fn segment() -> impl Strategy<Value = Segment> {
    prop_oneof![
        ".{0,60}".prop_map(|name| Name(name.into())),
        "[a-z]{1,3}".prop_map(|name| Name(name.into())),
        Just(name("key")),
        any::<u64>().prop_map(Index),
        any::<u64>().prop_map(Entry),
        any::<u64>().prop_map(Key),
    ]
}

proptest! {
    #[test]
    fn reads_back(segments in prop::collection::vec(segment(), 0..6)) {
        let path: Path = segments.iter().cloned().collect();
        let read: Path = path.to_string().parse().unwrap();
        prop_assert!(read.segments().eq(&segments), "{} {}", path, read);
        prop_assert_eq!(read, path);
    }

    #[test]
    fn never_panics(text in r#"\$?([.\[{\]}"\\0-9a-zäu]|\.key|\{3\}){0,20}"#) {
        if let Ok(path) = text.parse::<Path>() {
            prop_assert_eq!(path.to_string().parse::<Path>().unwrap(), path);
        }
    }
}
