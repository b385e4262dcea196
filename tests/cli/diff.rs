//! `mrna diff`.

use std::fs;

use mrna::{SessionWriter, Value, to_vec, value};
use tempfile::TempDir;

use crate::util::{Ran, mrna};

/// Two files in a directory of their own.
struct Files(TempDir);

impl Files {
    fn new(a: &[u8], b: &[u8]) -> Self {
        let files = Files(tempfile::tempdir().unwrap());
        fs::write(files.path("a.mrna"), a).unwrap();
        fs::write(files.path("b.mrna"), b).unwrap();
        files
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn diff(&self) -> Ran {
        mrna(&["diff", &self.path("a.mrna"), &self.path("b.mrna")], b"")
    }
}

fn diff(a: &[u8], b: &[u8]) -> Ran {
    Files::new(a, b).diff()
}

/// The lines for two files of a message each.
#[track_caller]
fn check(a: &Value, b: &Value, lines: &[&str]) {
    let ran = diff(&to_vec(a).unwrap(), &to_vec(b).unwrap());
    assert_eq!(ran.text().lines().collect::<Vec<_>>(), lines, "{a} {b}");
    assert_eq!((ran.status, ran.err.as_str()), (Some(i32::from(!lines.is_empty())), ""));
}

fn messages(values: &[Value]) -> Vec<u8> {
    values.iter().flat_map(|value| to_vec(value).unwrap()).collect()
}

fn session(values: &[Value]) -> Vec<u8> {
    let mut session = SessionWriter::new(Vec::new());
    for value in values {
        session.send(value).unwrap();
    }
    session.into_inner()
}

#[test]
fn scalars() {
    let table = [
        (value!(1), value!(2), "~ $: 1 → 2"),
        (value!(1), value!(1.0), "~ $: 1 → 1.0"),
        (value!(1.0), value!(1.0f32), "~ $: 1.0 → 1.0f32"),
        (value!(0.0), value!(-0.0), "~ $: 0.0 → -0.0"),
        (value!(nil), value!(false), "~ $: nil → false"),
        (value!("a"), value!(b"a"), "~ $: \"a\" → b\"a\""),
        (value!(nil), value!(some(nil)), "~ $: nil → some(nil)"),
        (value!(some(some(nil))), value!(some(nil)), "~ $: some(nil) → nil"),
        (value!(tag(1, 2)), value!(tag(1, 3)), "~ $: 2 → 3"),
        (value!(tag(1, 2)), value!(tag(3, 2)), "~ $: tag(1, 2) → tag(3, 2)"),
        (value!(tag(1, 2)), value!(2), "~ $: tag(1, 2) → 2"),
    ];
    for (a, b, line) in table {
        check(&a, &b, &[line]);
    }
}

#[test]
fn sequences() {
    let table: &[(Value, Value, &[&str])] = &[
        (value!([1, 2, 3]), value!([1, 3]), &["- $[1]: 2"]),
        (value!([1, 3]), value!([1, 2, 3]), &["+ $[1]: 2"]),
        (value!([1, 2, 3]), value!([1, 5, 3]), &["~ $[1]: 2 → 5"]),
        (value!([1, 2]), value!((1, 2)), &["~ $: [1, 2] → (1, 2)"]),
        (value!([]), value!([1, 2]), &["+ $[0]: 1", "+ $[1]: 2"]),
        // By place in tuples of one length, as lists in others.
        (value!((1, 2)), value!((2, 1)), &["~ $[0]: 1 → 2", "~ $[1]: 2 → 1"]),
        (value!((1, 2, 3)), value!((2, 3)), &["- $[0]: 1"]),
        (value!([1, 2, 3, 4]), value!([2, 3, 4, 1]), &["- $[0]: 1", "+ $[3]: 1"]),
        // An element that changed is found behind one that is new.
        (
            value!([record { id: 1, n: 1 }, record { id: 2, n: 1 }, record { id: 3, n: 1 }]),
            value!([
                record { id: 1, n: 1 },
                record { id: 9, n: 7 },
                record { id: 2, n: 5 },
                record { id: 3, n: 1 }
            ]),
            &["+ $[1]: record{id: 9, n: 7}", "~ $[1].n: 1 → 5"],
        ),
        (value!([[1, 2], [3, 4]]), value!([[1, 2], [3, 5]]), &["~ $[1][1]: 4 → 5"]),
        (value!(set{1, 2}), value!(set{2, 3}), &["- $[0]: 1", "+ $[1]: 3"]),
        (value!(set{1, 2}), value!(frozenset{1, 2}), &["~ $: set{1, 2} → frozenset{1, 2}"]),
        (value!(set{1, 2, 3}), value!(set{1, 3, 2}), &["~ $: order of members 2, 3 → 3, 2"]),
        (value!(set{1, 1}), value!(set{1}), &["- $[1]: 1"]),
    ];
    for (a, b, lines) in table {
        check(a, b, lines);
    }
}

#[test]
fn named() {
    let table: &[(Value, Value, &[&str])] = &[
        (value!(record { x: 1 }), value!(record { x: 2 }), &["~ $.x: 1 → 2"]),
        (
            value!(record { x: 1, y: 2 }),
            value!(record { y: 3, z: 4 }),
            &["- $.x: 1", "~ $.y: 2 → 3", "+ $.z: 4"],
        ),
        (
            value!(record { x: 1, y: 2 }),
            value!(record { y: 2, x: 1 }),
            &["~ $: order of fields x, y → y, x"],
        ),
        (value!(record { x: 1 }), value!({"x": 1}), &["~ $: record{x: 1} → {\"x\": 1}"]),
        (value!(record{"od d": 1}), value!(record{"od d": 2}), &["~ $.\"od d\": 1 → 2"]),
        (value!(record { "nil": 1 }), value!(record { "nil": 2 }), &["~ $.\"nil\": 1 → 2"]),
        (value!({"a": 1, "b": 2}), value!({"a": 1, "b": 3}), &["~ $.b: 2 → 3"]),
        (
            value!({"a": 1, "b": 2, "c": 3}),
            value!({"c": 3, "a": 1, "b": 2}),
            &["~ $: order of entries \"a\", \"b\", \"c\" → \"c\", \"a\", \"b\""],
        ),
        (value!({"a": 1, "b": 2}), value!({"b": 2}), &["- $.a: 1"]),
        // A key that is no text is found by its place.
        (
            value!({1: 1, 2: 2}),
            value!({2: 3, 4: 5}),
            &["- ${0}.key: 1", "- ${0}: 1", "~ ${1}: 2 → 3", "+ ${1}.key: 4", "+ ${1}: 5"],
        ),
        // The first of a key goes with the first.
        (value!({"a": 1, "a": 2}), value!({"a": 1}), &["- $.a: 2"]),
        (value!(A), value!(B), &["~ $: A → B"]),
        (value!(A), value!("A"), &["~ $: A → \"A\""]),
        (value!(A), value!(A(nil)), &["~ $: A → A(nil)"]),
        (value!(A(1)), value!(A(2)), &["~ $.A: 1 → 2"]),
        (value!(A(1)), value!(B(1)), &["~ $: A(1) → B(1)"]),
        (
            value!([A, A, record { x: B }]),
            value!([A, record { x: C }]),
            &["- $[1]: A", "~ $[2].x: B → C"],
        ),
    ];
    for (a, b, lines) in table {
        check(a, b, lines);
    }
}

/// Long values are cut, but never so that the difference isn't seen.
#[test]
fn long_values() {
    let (long, x) = ("0123456789".repeat(40), |text: &str| Value::from(text));
    let cut = &long[..99];
    check(&value!([]), &value!([(long.clone())]), &[&format!("+ $[0]: \"{cut}…")]);
    let (a, b) = (format!("{long}a{long}"), format!("{long}b"));
    check(
        &x(&a),
        &x(&b),
        &["~ $: …0123456789a012345678901234567890123456789012345678… → …0123456789b\""],
    );
    let (a, b) = (Value::bytes([0; 1000]), Value::bytes([[0; 500], [1; 500]].concat()));
    check(
        &a,
        &b,
        &["~ $: …x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0… → \
             …x00\\x00\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x0…"],
    );
    // One is the beginning of the other.
    check(&x(&long), &x(&format!("{long}!")), &["~ $: …0123456789\" → …0123456789!\""]);
    let name = "n".repeat(70);
    let (a, b) = (Value::variant(&*name, 1), Value::variant(&*name, 2));
    check(&a, &b, &[&format!("~ $.\"{}…\": 1 → 2", &name[..60])]);
}

#[test]
fn more_messages() {
    let ran = diff(&messages(&[1.into(), 2.into(), 3.into()]), &messages(&[1.into(), 5.into()]));
    assert_eq!(ran.text(), "~ message 2, $: 2 → 5\n- message 3, $: 3\n");
    let ran = diff(b"", &messages(&[value!(A)]));
    assert_eq!((ran.text(), ran.status), ("+ $: A\n", Some(1)));
    let ran = diff(&messages(&[1.into()]), &messages(&[1.into(), 2.into()]));
    assert_eq!((ran.text(), ran.status), ("+ message 2, $: 2\n", Some(1)));
}

#[test]
fn sessions() {
    let values = [value!(record { x: 1 }), value!(record { x: 2 })];
    let ran = diff(&session(&values), &messages(&values));
    assert_eq!((ran.text(), ran.status), ("", Some(0)));
    let ran =
        diff(&session(&values), &session(&[value!(record { x: 1 }), value!(record { x: 3 })]));
    assert_eq!((ran.text(), ran.status), ("~ message 2, $.x: 2 → 3\n", Some(1)));
    let ran = diff(&session(&[]), b"");
    assert_eq!((ran.text(), ran.status), ("", Some(0)));
}

/// Other bytes, the same values.
#[test]
fn spellings() {
    let ran = diff(&[0xB2, 0x01, 0x02], &[0xFC, 0x00, 0x02, 0x01, 0x02]);
    assert_eq!((ran.text(), ran.status, ran.err.as_str()), ("", Some(0), ""));
}

#[test]
fn trouble() {
    let files = Files::new(&messages(&[1.into(), 2.into()]), &[0x03, 0xB1]);
    let ran = files.diff();
    // What was found before is said.
    assert_eq!((ran.text(), ran.status), ("~ message 1, $: 1 → 3\n", Some(2)));
    let b = files.path("b.mrna");
    assert_eq!(ran.err, format!("mrna: {b}: premature end of the message at byte 2 in $[0]\n"));

    let missing = files.path("missing");
    let ran = mrna(&["diff", &b, &missing], b"");
    assert_eq!((ran.text(), ran.status), ("", Some(2)));
    assert!(ran.err.starts_with(&format!("mrna: {missing}: ")), "{}", ran.err);

    let ran = mrna(&["diff", "-", "-"], b"");
    assert_eq!((ran.text(), ran.status), ("", Some(2)));
    assert_eq!(ran.err, "mrna: standard input: both files can't be the standard input\n");

    let directory = files.0.path().to_str().unwrap();
    assert_eq!(mrna(&["diff", directory, &b], b"").status, Some(2));
}

/// Nobody says what a damaged file holds, but the same bytes hold the same.
#[test]
fn the_same_bytes() {
    let ran = diff(&[0xDC], &[0xDC]);
    assert_eq!((ran.text(), ran.status, ran.err.as_str()), ("", Some(0), ""));
}

#[test]
fn standard_input() {
    let files = Files::new(&messages(&[1.into()]), &messages(&[2.into()]));
    let ran = mrna(&["diff", "-", &files.path("b.mrna")], &messages(&[1.into()]));
    assert_eq!((ran.text(), ran.status), ("~ $: 1 → 2\n", Some(1)));
}

/// A pipe can't be read twice, as `diff <(a) <(b)` has it: it is kept.
#[cfg(target_os = "linux")]
#[test]
fn pipes() {
    let files = Files::new(b"", &messages(&[2.into()]));
    let ran = mrna(&["diff", "/dev/stdin", &files.path("b.mrna")], &messages(&[1.into()]));
    assert_eq!((ran.text(), ran.status), ("~ $: 1 → 2\n", Some(1)));
}

/// At the deepest that a message may nest, and one level beyond.
#[test]
fn depth() {
    let nest = |levels: usize, last: u8| [vec![0xB1; levels], vec![last]].concat();
    let ran = diff(&nest(128, 1), &nest(128, 2));
    assert_eq!(ran.text(), format!("~ ${}: 1 → 2\n", "[0]".repeat(128)));
    let ran = diff(&nest(129, 1), &nest(129, 2));
    assert_eq!((ran.text(), ran.status), ("", Some(2)));
    assert!(ran.err.contains("depth limit of 128 levels exceeded"), "{}", ran.err);
    assert_eq!(diff(&nest(1 << 20, 1), &nest(1 << 20, 2)).status, Some(2));
}

/// Too many to compare each with each: they are told apart by the field that does.
#[test]
fn many_changed() {
    let rows = |from: u64, time: u64| -> Vec<Value> {
        (from..4_000).map(|n| value!(record { time: (time), id: (n), kind: (n % 3) })).collect()
    };
    let ran = diff(&to_vec(&rows(0, 1)).unwrap(), &to_vec(&rows(1, 2)).unwrap());
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines.len(), 4_000);
    assert_eq!(lines[0], "- $[0]: record{time: 1, id: 0, kind: 0}");
    for (place, line) in lines.iter().enumerate().skip(1) {
        assert_eq!(*line, format!("~ $[{place}].time: 1 → 2"));
    }
    // Those that nothing tells apart are paired as they come.
    let texts = |n: usize, text: &str| vec![Value::from(text); n];
    let ran = diff(&to_vec(&texts(3_000, "a")).unwrap(), &to_vec(&texts(3_001, "b")).unwrap());
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!((lines.len(), lines[2_999]), (3_001, "~ $[2999]: \"a\" → \"b\""));
    assert_eq!(lines[3_000], "+ $[3000]: \"b\"");
}

/// What would take the square of its length, or of its names, if it were done simply.
#[test]
fn large() {
    let numbers = |from: u64, step: u64| -> Value {
        (0..20_000).map(|n| from + n * step % 20_011).collect::<Vec<_>>().into()
    };
    // In no common order; much the same, but for one at the beginning.
    let ran = diff(&to_vec(&numbers(0, 1)).unwrap(), &to_vec(&numbers(0, 7_777)).unwrap());
    assert_eq!(ran.status, Some(1));
    check(&numbers(0, 1), &numbers(1, 1), &["- $[0]: 0", "+ $[19999]: 20000"]);

    // A name of a megabyte, and twenty thousand records and variants that have it.
    let long = "n".repeat(1 << 20);
    let record = Value::record([(&*long, 1)]).unwrap();
    let with = |last: u64| {
        let variants = vec![Value::variant(&*long, 1); 20_000];
        value!([(vec![record.clone(); 20_000]), (variants), (last)])
    };
    check(&with(1), &with(2), &["~ $[2]: 1 → 2"]);
    check(
        &record,
        &Value::record([(format!("{long}m"), 1)]).unwrap(),
        &[&format!("- $.\"{}…\": 1", &long[..60]), &format!("+ $.\"{}…\": 1", &long[..60])],
    );
}

/// Each vector beside itself, and beside the next one.
#[test]
fn vectors() {
    let valid = crate::vectors::valid();
    assert!(valid.len() > 1_000);
    let (a, b): (Vec<u8>, Vec<u8>) = (valid.concat(), valid[1..].concat());
    // Not the same bytes, so that all are looked at.
    let ran = diff(&[&a[..], &[0xE1]].concat(), &[&a[..], &[0xE2]].concat());
    assert_eq!(ran.text(), format!("~ message {}, $: false → true\n", valid.len() + 1));

    let ran = diff(&a, &b);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
    let values: Vec<Value> = valid.iter().map(|bytes| mrna::from_slice(bytes).unwrap()).collect();
    for (number, pair) in (1..).zip(values.windows(2)) {
        let place = format!(" message {number}, $");
        assert_eq!(ran.text().contains(&place), pair[0] != pair[1], "{number}: {pair:?}");
    }
}

/// Different values exactly if the messages are different; trouble exactly if one is damaged.
#[test]
fn random_bytes() {
    let mut random = fastrand::Rng::with_seed(8);
    let decoded = |bytes: &[u8]| -> mrna::Result<Vec<Value>> {
        mrna::Deserializer::from_slice(bytes).into_iter().collect()
    };
    for _ in 0..200 {
        let a: Vec<u8> = (0..random.usize(..12)).map(|_| random.u8(..)).collect();
        let mut b = a.clone();
        if let Some(last) = b.last_mut() {
            *last = random.u8(..);
        }
        let status = match (decoded(&a), decoded(&b)) {
            _ if a == b => 0,
            (Ok(a), Ok(b)) => i32::from(a != b),
            _ => 2,
        };
        let ran = diff(&a, &b);
        assert_eq!(ran.status, Some(status), "{a:02x?} {b:02x?} {ran:?}");
        assert_eq!(ran.err.is_empty(), status != 2, "{ran:?}");
        assert!(status != 1 || !ran.text().is_empty(), "{a:02x?} {b:02x?}");
    }
}
