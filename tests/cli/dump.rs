//! `mrna dump`: exact output, the part that was asked for, what is damaged.

use mrna::{SessionWriter, Value, to_vec, value};

use crate::util::{Ran, mrna};

/// What it says of these bytes.
fn dump(args: &[&str], input: &[u8]) -> Ran {
    mrna(&[&["dump", "-"], args].concat(), input)
}

/// The lines of the output, which is all there is.
#[track_caller]
fn check(args: &[&str], input: &[u8], status: i32, lines: &[&str]) {
    let ran = dump(args, input);
    assert_eq!(ran.text().lines().collect::<Vec<_>>(), lines, "{args:?}\n{}", ran.text());
    assert_eq!((ran.status, ran.err.as_str()), (Some(status), ""), "{args:?}");
}

/// Two messages.
fn rows() -> Vec<u8> {
    let mut bytes =
        to_vec(&value!(record{rows: [1, record{n: {1: "x"}}], last: some(nil)})).unwrap();
    mrna::append(&mut bytes, &value!(record { rows: [tag(300, [nil])] })).unwrap();
    bytes
}

#[test]
fn everything() {
    let lines = [
        "       0  f7 02                         record of 2 fields, defines a shape",
        "       2  04 72 6f 77 73                  name rows",
        "       7  b2                              rows: list of 2",
        "       8  01                                [0]: 1",
        "       9  f7 01                             [1]: record of 1 field, defines a shape",
        "      11  01 6e                               name n",
        "      13  c1                                  n: map of 1",
        "      14  01                                    {0}.key: 1",
        "      15  81 78                                 {0}: \"x\"",
        "      17                                      shape 0: {n}",
        "      17  04 6c 61 73 74                  name last",
        "      22  e3                              last: some",
        "      23  e0                                nil",
        "      24                                  shape 1: {rows, last}",
        "      24  f7 01                         record of 1 field, defines a shape",
        "      26  04 72 6f 77 73                  name rows",
        "      31  b1                              rows: list of 1",
        "      32  ff fc 2c 01                       [0]: tag 300",
        "      36  b1                                  list of 1",
        "      37  e0                                    [0]: nil",
        "      38                                  shape 0: {rows}",
    ];
    check(&[], &rows(), 0, &lines);
    // As the library shows it.
    let shown = format!("{}\n", mrna::dump(&rows()));
    assert_eq!(dump(&[], &rows()).text(), shown);
    // Of some levels only.
    let of_depth = |levels: usize| -> Vec<&str> {
        let indent = |line: &&str| line[40..].len() - line[40..].trim_start().len();
        lines.iter().copied().filter(|line| indent(line) < 2 * levels).collect()
    };
    for levels in 0..6 {
        check(&["--depth", &levels.to_string()], &rows(), 0, &of_depth(levels));
    }
    check(&[], b"", 0, &[]);
}

#[test]
fn at_an_offset() {
    let around = [
        "       0  f7 02                         record of 2 fields, defines a shape",
        "       7  b2                              rows: list of 2",
        "       9  f7 01                             [1]: record of 1 field, defines a shape",
    ];
    let inside = [
        "      11  01 6e                               name n",
        "      13  c1                                  n: map of 1",
        "      14  01                                    {0}.key: 1",
        "      15  81 78                                 {0}: \"x\"",
        "      17                                      shape 0: {n}",
    ];
    let [record, list, inner] = around;
    let [name, map, key, text, shape] = inside;
    let rows: &[(&[&str], &[&str])] = &[
        (&["--at", "9"], &["$.rows[1]", record, list, inner, name, map, key, text, shape]),
        (&["--at", "10", "--depth", "2"], &["$.rows[1]", record, list, inner, name, map, shape]),
        (&["--at", "12"], &["$.rows[1]", record, list, inner, name]),
        (&["--at", "14"], &["$.rows[1].n{0}.key", record, list, inner, map, key]),
        (&["--at", "16"], &["$.rows[1].n{0}", record, list, inner, map, text]),
        (
            &["--at", "37"],
            &[
                "$.rows[0][0]",
                "      24  f7 01                         record of 1 field, defines a shape",
                "      31  b1                              rows: list of 1",
                "      32  ff fc 2c 01                       [0]: tag 300",
                "      36  b1                                  list of 1",
                "      37  e0                                    [0]: nil",
            ],
        ),
    ];
    for (args, lines) in rows {
        check(args, &self::rows(), 0, lines);
    }
    let behind = dump(&["--at", "38"], &self::rows());
    assert_eq!((behind.status, behind.text()), (Some(2), ""));
    assert_eq!(
        behind.err,
        "mrna: standard input: found 38 bytes, expected more than 38\n  --at takes the offset of a \
         byte, counted from 0\n"
    );
}

/// Every byte of it belongs to something.
#[test]
fn at_each_offset() {
    let bytes = rows();
    for offset in 0..bytes.len() {
        let ran = dump(&["--at", &offset.to_string()], &bytes);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{offset}");
        assert!(ran.text().starts_with('$'), "{offset}: {}", ran.text());
    }
}

#[test]
fn at_a_path() {
    let first = "       8  01                                [0]: 1";
    let tag = [
        "      32  ff fc 2c 01                       [0]: tag 300",
        "      36  b1                                  list of 1",
        "      37  e0                                    [0]: nil",
    ];
    let [outer, list, nil] = tag;
    let map = "      13  c1                                  n: map of 1";
    let key = "      14  01                                    {0}.key: 1";
    let text = "      15  81 78                                 {0}: \"x\"";
    let option = "      22  e3                              last: some";
    let some = "      23  e0                                nil";
    let rows: &[(&[&str], &[&str])] = &[
        (&["--path", "$.rows[0]"], &[first, outer, list, nil]),
        (&["--path", "$.rows[0]", "--depth", "2"], &[first, outer, list]),
        (&["--path", "$.rows[0][0]"], &[nil]),
        (&["--path", "$.rows[1].n"], &[map, key, text]),
        (&["--path", "$.rows[1].n{0}"], &[text]),
        (&["--path", "$.rows[1].n{0}.key"], &[key]),
        (&["--path", r#"$."last""#], &[option, some]),
    ];
    for (args, lines) in rows {
        check(args, &self::rows(), 0, lines);
    }
    let all = dump(&[], &self::rows());
    assert_eq!(dump(&["--path", "$"], &self::rows()), all);
    let nowhere = dump(&["--path", "$.rows[2]"], &self::rows());
    assert_eq!((nowhere.status, nowhere.text()), (Some(1), ""));
    assert_eq!(nowhere.err, "mrna: standard input: found no message with anything at $.rows[2]\n");
}

#[test]
fn damaged() {
    let cut = &rows()[..16];
    let unfinished = "      15  81                                    {0}: unfinished";
    let end = "      16                                        ^ error: premature end of the message at byte 16 in $.rows[1].n{0}";
    let ran = dump(&[], cut);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
    assert!(ran.text().ends_with(&format!("\n{unfinished}\n{end}\n")), "{}", ran.text());
    assert_eq!(ran.text().lines().count(), 10);
    let map = "      13  c1                                  n: map of 1";
    let key = "      14  01                                    {0}.key: 1";
    // Only as far as it is asked for, but the error in any case.
    check(&["--path", "$.rows[1].n"], cut, 1, &[map, key, unfinished, end]);
    check(
        &["--path", "$.rows[0]"],
        cut,
        1,
        &["       8  01                                [0]: 1", unfinished, end],
    );
    check(&["--depth", "0"], cut, 1, &[unfinished, end]);
    check(
        &["--at", "8", "--depth", "1"],
        cut,
        0,
        &[
            "$.rows[0]",
            "       0  f7 02                         record of 2 fields, defines a shape",
            "       7  b2                              rows: list of 2",
            "       8  01                                [0]: 1",
        ],
    );
    // The byte is behind the damage.
    let ran = dump(&["--at", "30"], cut);
    assert_eq!(ran.status, Some(1));
    assert!(ran.text().ends_with(&format!("\n{end}\n")), "{}", ran.text());
    check(
        &[],
        &[0x07, 0xDC],
        1,
        &[
            "       0  07                            7",
            "       1  dc                            ^ error: reserved byte 0xdc at byte 1",
        ],
    );
}

#[test]
fn a_session() {
    let mut session = SessionWriter::new(Vec::new());
    session.send(&value!(record { x: 1 })).unwrap();
    session.send(&value!(record { x: 2 })).unwrap();
    let bytes = session.into_inner();
    let last = "      12  02                              x: 2";
    let ran = dump(&[], &bytes);
    assert!(
        ran.text().starts_with("       0  f9 6d 72 6e 61 01             session, wire version 1\n")
    );
    assert!(ran.text().ends_with(&format!("{last}\n")), "{}", ran.text());
    check(&["--path", "$.x"], &bytes, 0, &["      10  01                              x: 1", last]);
}

#[test]
fn trouble() {
    let rows: [(&[&str], &str); 4] = [
        (
            &["dump", "-", "--path", "rows"],
            "mrna: --path: path: found `rows`, expected `$`, the outermost value at byte 0\n  a path \
             is as in errors: $.rows[3].name\n",
        ),
        (&["dump", "no such file"], "mrna: no such file: No such file or directory (os error 2)\n"),
        (&["dump", "/"], "mrna: /: Is a directory (os error 21)\n"),
        (&["dump", "-", "--at", "1", "--path", "$"], "error: the argument '--at"),
    ];
    for (args, error) in rows {
        let ran = mrna(args, b"");
        assert_eq!((ran.status, ran.text()), (Some(2), ""), "{args:?}");
        assert!(ran.err.starts_with(error), "{args:?}: {}", ran.err);
    }
}

/// All vectors at once: the valid ones are messages one after another; of each invalid one it says
/// what and where, as the library does.
#[test]
fn vectors() {
    let rows = |text: &'static str| -> Vec<Vec<u8>> {
        let lines = text.split('\n').filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| crate::rows::bytes(line.split(" |").next().unwrap())).collect()
    };
    let valid = [include_str!("../vectors/valid.txt"), include_str!("../vectors/also.txt")];
    let valid = valid.map(rows).concat().concat();
    let ran = dump(&[], &valid);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.text(), format!("{}\n", mrna::dump(&valid)));
    let invalid = rows(include_str!("../vectors/invalid.txt"));
    // One in ten, since each is a run.
    for bytes in invalid.iter().step_by(10) {
        let ran = dump(&[], bytes);
        let status = match mrna::from_slice::<Value>(bytes) {
            Err(error) if matches!(error.kind(), mrna::ErrorKind::TrailingBytes) => None,
            _ if bytes.is_empty() => Some(0),
            _ => Some(1),
        };
        assert!(status.is_none() || ran.status == status, "{bytes:x?}: {ran:?}");
        let shown = mrna::dump(bytes).to_string();
        assert_eq!(ran.text().trim_end_matches('\n'), shown, "{bytes:x?}");
    }
}

/// Nobody reads on: no error.
#[test]
fn broken_pipe() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), vec![0xE0; 1 << 20]).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_mrna"))
        .arg("dump")
        .arg(file.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "       0  e0                            nil\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
