//! Files: their names, what is left of them, large ones, and real ones.

use std::{
    fs,
    io::{BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use mrna::Value;

use super::quietly;
use crate::{util::mrna, vectors::valid};

/// What a file is, by its name.
#[test]
fn extensions() {
    let dir = tempfile::tempdir().unwrap();
    for (name, format) in [
        ("a.mrna", "mrna"),
        ("a.json", "json"),
        ("a.b.JSON", "json"),
        ("a.jsonl", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.msgpack", "msgpack"),
        ("a.mpk", "msgpack"),
        ("a.cbor", "cbor"),
        ("a.py", "python"),
    ] {
        let path = dir.path().join(name);
        let bytes = quietly("jsonl", format, b"[1,{}]\n\"a\"\n");
        let output = ["convert", "--from", "jsonl", "-", "-o", path.to_str().unwrap()];
        assert_eq!(mrna(&output, b"[1,{}]\n\"a\"\n").status, Some(0));
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
        let ran = mrna(&["convert", path.to_str().unwrap(), "--to", "jsonl"], b"");
        assert_eq!((ran.status, ran.text()), (Some(0), "[1,{}]\n\"a\"\n"), "{name}");
    }
    let path = dir.path().join("a.txt");
    fs::write(&path, "1").unwrap();
    assert_eq!(mrna(&["convert", path.to_str().unwrap(), "--to", "jsonl"], b"").status, Some(2));
    let ran = mrna(&["convert", "--from", "jsonl", "-o", path.to_str().unwrap()], b"1\n");
    assert_eq!(ran.status, Some(2));
    assert_eq!(
        ran.err,
        "mrna: convert: nothing tells what it becomes\n  say so with --to: mrna, json, jsonl, \
         msgpack, cbor or python\n",
    );
}

/// The files in a directory.
fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn output() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.mrna");
    let to = |input: &[u8]| {
        let path = path.to_str().unwrap();
        mrna(&["convert", "--from", "jsonl", "--to", "mrna", "-o", path], input)
    };
    // Half of it is not there.
    let ran = to(b"1\n[");
    assert_eq!((ran.status, &*ran.out), (Some(1), &b""[..]));
    assert_eq!(
        ran.err,
        "mrna: standard input: premature end at line 2, column 2\n  the output file was not \
         written; without --output what comes before this is printed\n",
    );
    assert!(names(dir.path()).is_empty());
    assert_eq!(to(b"1\n2").status, Some(0));
    assert_eq!(fs::read(&path).unwrap(), [1, 2]);
    assert_eq!(names(dir.path()), ["out.mrna"]);
    // What was there stays.
    assert_eq!(to(b"3\n[").status, Some(1));
    assert_eq!(fs::read(&path).unwrap(), [1, 2]);
    // Onto itself.
    let text = path.to_str().unwrap();
    assert_eq!(mrna(&["convert", text, "--to", "jsonl", "-o", text], b"").status, Some(0));
    assert_eq!(fs::read(&path).unwrap(), b"1\n2\n");
    assert_eq!(names(dir.path()), ["out.mrna"]);
}

#[cfg(unix)]
#[test]
fn output_keeps_what_the_name_is() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    let dir = tempfile::tempdir().unwrap();
    let [file, link] = ["file.jsonl", "link.jsonl"].map(|name| dir.path().join(name));
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file.jsonl", &link).unwrap();
    let link = link.to_str().unwrap();
    let ran = mrna(&["convert", "--from", "mrna", "--to", "jsonl", "-o", link], &[7]);
    assert_eq!(ran.status, Some(0));
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "7\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let to_nothing = dir.path().join("dangling.jsonl");
    symlink("new.jsonl", &to_nothing).unwrap();
    let to_nothing = to_nothing.to_str().unwrap();
    let ran = mrna(&["convert", "--from", "mrna", "--to", "jsonl", "-o", to_nothing], &[7]);
    assert_eq!(ran.status, Some(0));
    assert!(fs::symlink_metadata(to_nothing).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(dir.path().join("new.jsonl")).unwrap(), "7\n");
    // By way of two links, and by way of a ring.
    let [first, second, ring] = ["first", "second", "ring"].map(|name| dir.path().join(name));
    symlink("second", &first).unwrap();
    symlink("end", &second).unwrap();
    symlink("ring", &ring).unwrap();
    for (path, status) in [(&first, 0), (&ring, 2)] {
        let path = path.to_str().unwrap();
        let ran = mrna(&["convert", "--from", "mrna", "--to", "jsonl", "-o", path], &[7]);
        assert_eq!(ran.status, Some(status), "{}", ran.err);
    }
    for link in [first, second, ring] {
        assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    }
    assert_eq!(fs::read_to_string(dir.path().join("end")).unwrap(), "7\n");
    // A pipe, for which there is a link to nothing that has a name.
    if fs::exists("/dev/stdout").unwrap() {
        let args = ["convert", "--from", "mrna", "--to", "jsonl", "-o", "/dev/stdout"];
        assert_eq!(mrna(&args, &[7]).text(), "7\n");
    }
    let stdout = mrna(&["convert", "--from", "mrna", "--to", "jsonl", "-o", "-"], &[7]);
    assert_eq!(stdout.text(), "7\n");
    let null = ["convert", "--from", "mrna", "--to", "jsonl", "-o", "/dev/null"];
    assert_eq!(mrna(&null, &[7]).status, Some(0));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

/// The real documents' directory, unless it isn't there, which is said.
fn real_files() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here.ancestors().map(|dir| dir.join("shared/data")).find(|dir| dir.is_dir());
    let dir = std::env::var_os("MRNA_TEST_DATA").map(PathBuf::from).or(found);
    if dir.is_none() {
        // Not by `println`, which is shown only for tests that fail.
        let here = here.display();
        let line = format!("skipped: real files, no shared/data above {here}, no MRNA_TEST_DATA\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    dir
}

/// The numbers of a document in their order, each read by itself from its text.
fn numbers_of_text(text: &str) -> Vec<Value> {
    // Outside of strings, which are every second piece between quotes that aren't escaped.
    let text = text.replace(r"\\", "").replace(r#"\""#, "");
    let outside = text.split('"').step_by(2);
    let words = outside.flat_map(|piece| piece.split([',', ':', '[', ']', '{', '}']));
    let words = words
        .map(str::trim)
        .filter(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_digit()));
    let number = |word: &str| {
        if word.contains(['.', 'e', 'E']) {
            Value::F64(word.parse().unwrap())
        } else {
            Value::Int(word.parse().unwrap())
        }
    };
    words.map(number).collect()
}

/// The numbers of a value in their order, which are taken out of it.
fn take_numbers(value: &mut Value, numbers: &mut Vec<Value>) {
    match value {
        Value::Int(_) | Value::F64(_) => numbers.push(value.take()),
        Value::List(items) => items.iter_mut().for_each(|item| take_numbers(item, numbers)),
        Value::Map(entries) => {
            for (_, value) in entries {
                take_numbers(value, numbers);
            }
        }
        _ => {}
    }
}

/// A document comes back as it was, names in their order, numbers as they were, through each
/// format.
#[test]
fn real_documents() {
    let Some(dir) = real_files() else { return };
    for name in ["canada.json", "citm_catalog.json", "twitter.json"] {
        let text = fs::read_to_string(dir.join(name)).unwrap();
        let there = quietly("json", "mrna", text.as_bytes());
        let mut value: Value = mrna::from_slice(&there).unwrap();
        let mut numbers = Vec::new();
        take_numbers(&mut value, &mut numbers);
        assert!(numbers == numbers_of_text(&text), "{name}");
        // All but the numbers, of which serde_json rounds some in another way.
        let mut expected: Value = serde_json::from_str(&text).unwrap();
        take_numbers(&mut expected, &mut Vec::new());
        assert!(value == expected, "{name}");
        for format in super::FORMATS {
            let other = quietly("mrna", format, &there);
            assert!(quietly(format, "mrna", &other) == there, "{name} through {format}");
        }
    }
}

/// The most memory that converting these lines takes, in bytes, and how many lines come out.
#[cfg(target_os = "linux")]
fn peak(lines: usize, to: &str) -> (u64, usize) {
    use std::io::BufRead;

    let mut child = Command::new(env!("CARGO_BIN_EXE_mrna"))
        .args(["convert", "--from", "jsonl", "--to", to])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || stdout.split(b'\n').map(Result::unwrap).count());
    let line = format!("{{\"text\": \"{}\", \"n\": [1, 2.5, null]}}\n", "a".repeat(200));
    for _ in 0..lines {
        stdin.write_all(line.as_bytes()).unwrap();
    }
    // All but what fits its pipe has been taken by now.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    let count = reader.join().unwrap();
    assert!(child.wait().unwrap().success());
    let kib = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    (kib.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10, count)
}

/// 100,000 lines take no more memory than 1,000.
#[cfg(target_os = "linux")]
#[test]
fn a_stream_takes_no_memory() {
    for to in ["jsonl", "python"] {
        let (few, count) = peak(1_000, to);
        assert_eq!(count, 1_000);
        let (many, count) = peak(100_000, to);
        assert_eq!(count, 100_000);
        assert!(many < few + (2 << 20), "{few} {many}");
    }
}

/// The rows of tests/vectors, through each format: none makes it stumble, and what comes back
/// without a loss is the same.
#[test]
fn vectors() {
    let all: Vec<Value> =
        valid().iter().map(|message| mrna::from_slice(message).unwrap()).collect();
    assert!(all.len() > 1_000, "{}", all.len());
    for format in super::FORMATS {
        // A dict in a key becomes a tuple of pairs: two levels, so a nest of those is too deep.
        let levels = if format == "python" { 64 } else { 128 };
        let limits = mrna::Limits::new().depth(levels);
        let is_ok = |value: &&Value| {
            mrna::from_slice_with::<Value>(&mrna::to_vec(value).unwrap(), limits).is_ok()
        };
        let all: Vec<Value> = all.iter().filter(is_ok).cloned().collect();
        super::prop::check(format, &all);
    }
}
