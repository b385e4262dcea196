//! `mrna stat`.

use std::fs;

use mrna::{SessionWriter, to_vec, value};

use crate::{
    util::{Ran, mrna},
    vectors,
};

fn stat(bytes: &[u8]) -> Ran {
    mrna(&["stat", "-"], bytes)
}

/// The rows of a section: name, bytes and figure, without the bars.
#[track_caller]
fn section(ran: &Ran, title: &str) -> Vec<[String; 3]> {
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.text());
    let mut lines = ran.text().lines();
    assert!(lines.any(|line| line.starts_with(&format!("{title}  "))), "{title} in {}", ran.text());
    lines
        .take_while(|line| !line.is_empty())
        .map(|line| {
            let is_bar = |c| ('█'..='▏').contains(&c);
            let mut cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
            let row = [(); 3].map(|()| cells.next().unwrap().to_owned());
            assert!(
                cells.all(|rest| rest.chars().all(is_bar) || rest.starts_with("can't")),
                "{line}"
            );
            row
        })
        .collect()
}

/// Name and bytes of each row.
fn rows(ran: &Ran, title: &str) -> Vec<String> {
    section(ran, title).iter().map(|[name, bytes, _]| format!("{name} {bytes}")).collect()
}

fn sum(ran: &Ran, title: &str) -> u64 {
    let bytes = |[_, bytes, _]: &[String; 3]| bytes.replace(',', "").parse::<u64>().unwrap();
    section(ran, title).iter().map(bytes).sum()
}

fn example() -> Vec<u8> {
    let mut session = SessionWriter::new(Vec::new());
    for n in [1.5, 2.5] {
        let rows = value!([record { n: (n), ok: true, text: "four" }, A([300, 301, 302]), b"raw"]);
        session.send(&rows).unwrap();
    }
    session.into_inner()
}

#[test]
fn the_sections() {
    let ran = stat(&example());
    assert_eq!(
        rows(&ran, "By kind"),
        [
            "names of fields and variants 12",
            "headers, lengths, tags 19",
            "nil, bool 2",
            "numbers 18",
            "packed numbers 12",
            "text 8",
            "bytes 6",
            "session header, resets 6",
        ]
    );
    assert_eq!(
        rows(&ran, "By path"),
        ["$[].n 20", "$[].A 18", "$[] 17", "$[].text 15", "$[].ok 5", "$ 2", "between messages 6"]
    );
    let [packed, shapes, variants] = [2, 11, 2];
    let plain = example().len() + packed + shapes + variants;
    let percent = |n: usize| format!("{:.1}%", 100.0 * n as f64 / plain as f64);
    assert_eq!(
        section(&ran, "Saved by"),
        [
            ["packed numbers", "2", &percent(packed)],
            ["names of known shapes", "11", &percent(shapes)],
            ["names of known variants", "2", &percent(variants)],
        ]
    );
    // The sizes by each format's own rules.
    let json = r#"[{"n":1.5,"ok":true,"text":"four"},{"A":[300,301,302]},"cmF3"]"#.len() * 2;
    let (record, rest) = (1 + 9 + 1 + 5, 1 + 1 + 2 + 1 + 3 * 3 + 2 + 3);
    let sizes = [83, json, 2 * (record + 2 + 3 + 5 + rest), 2 * (record + rest), 76];
    assert_eq!(
        section(&ran, "The same values as").iter().map(|row| row[1].clone()).collect::<Vec<_>>(),
        sizes.map(|size| size.to_string())
    );
}

/// What a format has no word for has no size in it.
#[test]
fn no_size() {
    let table = [
        (value!(nan), "JSON", "can't hold message 1: nan"),
        (value!([(f32::INFINITY)]), "JSON", "can't hold message 1: inff32"),
        (value!({[1]: 2}), "JSON", "can't hold message 1: key must be a string"),
        (
            value!(18446744073709551616),
            "MessagePack, named",
            "can't hold message 1: an int of more than 64 bits",
        ),
    ];
    for (value, format, why) in table {
        let ran = stat(&to_vec(&value).unwrap());
        let line = ran.text().lines().find(|line| line.starts_with(format)).unwrap();
        let cells: Vec<&str> = line[format.len()..].split_whitespace().collect();
        assert_eq!(cells.join(" "), format!("– – {why}"), "{value}");
    }
    // Such keys are text in JSON, big ints are digits.
    let ran = stat(&to_vec(&value!({1: 18446744073709551616, true: b"raw"})).unwrap());
    let json = r#"{"1":18446744073709551616,"true":"cmF3"}"#;
    assert_eq!(section(&ran, "The same values as")[1][1], json.len().to_string());
}

#[test]
fn top() {
    let value = value!(record { aa: "aaaa", b: "bbb", c: "cc", d: "d" });
    let ran = mrna(&["stat", "--top", "2", "-"], &to_vec(&value).unwrap());
    assert_eq!(rows(&ran, "By path"), ["$.aa 8", "$.b 6", "3 other paths 11"]);
}

/// A table of paths that a file can't make larger.
#[test]
fn many_paths() {
    let entries: Vec<_> = (0..30_000).map(|n| (format!("{n:05}").into(), 1.into())).collect();
    let bytes = to_vec(&mrna::Value::Map(entries)).unwrap();
    let ran = stat(&bytes);
    assert_eq!(sum(&ran, "By path"), bytes.len() as u64);
    assert!(rows(&ran, "By kind").contains(&"keys that are text 150,000".to_owned()));
    let last = rows(&ran, "By path").pop();
    // 9,998 of the keys' values have one beside the root's and the keys'.
    assert_eq!(last.as_deref(), Some("paths beyond 10000 20,002"));
}

#[test]
fn nothing() {
    let ran = stat(b"");
    assert!(ran.text().starts_with("0 bytes, 0 messages\n"), "{}", ran.text());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sum(&ran, "By kind"), 0);
}

#[test]
fn damaged() {
    let nest = vec![0xB1; 1 << 20];
    let table: [(&[u8], &str); 4] = [
        (&[0x01, 0xB1, 0xDC], "reserved byte 0xdc at byte 2 in $[0]"),
        (&[0xB1], "premature end of the message at byte 1 in $[0]"),
        (&[0xF9, 0x00], "found byte 0x00 where a session's header should be"),
        (&nest, "depth limit of 128 levels exceeded"),
    ];
    for (bytes, error) in table {
        let ran = stat(bytes);
        assert_eq!((ran.status, ran.text()), (Some(1), ""));
        assert!(ran.err.starts_with(&format!("mrna: standard input: {error}")), "{}", ran.err);
    }
    assert_eq!(mrna(&["stat", "/missing"], b"").status, Some(2));
}

/// Every byte is of one kind and at one path, whatever the messages are.
#[test]
fn vectors() {
    let valid = vectors::valid();
    let mut check = |messages: &[Vec<u8>]| {
        let bytes = messages.concat();
        let ran = stat(&bytes);
        for title in ["By kind", "By path"] {
            assert_eq!(sum(&ran, title), bytes.len() as u64, "{title}: {messages:02x?}");
        }
    };
    valid.chunks(5).for_each(&mut check);
    check(&valid);
}

#[test]
fn svg() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("chart.svg");
    let file = path.to_str().unwrap();
    let value = value!(record{"<&>": "text"});
    let ran = mrna(&["stat", "--svg", file, "-"], &to_vec(&value).unwrap());
    let chart = fs::read_to_string(&path).unwrap();
    assert!(chart.starts_with("<svg xmlns=") && chart.ends_with("</svg>\n"), "{chart}");
    // The same names and numbers as in the table, and a bar for each.
    let mut bars = 0;
    for title in ["By kind", "By path", "Saved by", "The same values as"] {
        for [name, bytes, figure] in section(&ran, title) {
            let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            for text in [name, bytes, figure] {
                assert!(chart.contains(&format!(">{text}</text>")), "{text} in {chart}");
            }
            bars += 1;
        }
    }
    assert_eq!(chart.matches(r#"<rect class="bar""#).count(), bars);
    assert!(chart.contains("prefers-color-scheme: dark"));
    let ran = mrna(&["stat", "--svg", "/missing/chart.svg", "-"], &[0x01]);
    assert_eq!((ran.status, ran.text()), (Some(2), ""));
}

/// The sums are exact, or there are none.
#[test]
fn random_bytes() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.usize(..12)).map(|_| random.u8(..)).collect();
        let mut messages = mrna::Deserializer::from_slice(&bytes).into_iter::<mrna::Value>();
        let ran = stat(&bytes);
        if messages.all(|message| message.is_ok()) {
            assert_eq!(sum(&ran, "By kind"), bytes.len() as u64, "{bytes:02x?}");
            assert_eq!(sum(&ran, "By path"), bytes.len() as u64, "{bytes:02x?}");
        } else {
            assert_eq!((ran.status, ran.text()), (Some(1), ""), "{bytes:02x?}");
        }
    }
}
