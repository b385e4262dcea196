//! Sessions: bytes, names that stay, messages that fail, tables that are emptied, and what is no
//! session.

use std::io::BufReader;

use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};

use mrna::{Limits, SessionReader, SessionWriter, Value, from_slice, value};

use crate::util::{Trickle, hex, to_hex};

/// The header of every session.
const HEADER: &str = "f96d726e6101";

fn session(values: &[Value]) -> Vec<u8> {
    let mut session = SessionWriter::new(Vec::new());
    values.iter().for_each(|value| session.send(value).unwrap());
    session.into_inner()
}

/// All messages, read whole, through a small buffer, and byte by byte.
fn read(bytes: &[u8]) -> Vec<Value> {
    fn all<B: std::io::BufRead>(reader: B) -> Vec<Value> {
        let mut session = SessionReader::new(reader);
        std::iter::from_fn(|| session.recv().unwrap()).collect()
    }
    let whole = all(bytes);
    assert_eq!(all(BufReader::with_capacity(3, bytes)), whole);
    assert_eq!(all(Trickle(bytes)), whole);
    whole
}

/// The error of the first message that has one, and how many came before.
fn refusal(bytes: &[u8]) -> (usize, String) {
    let mut session = SessionReader::new(bytes);
    for count in 0.. {
        match session.recv::<Value>() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it was read"),
            Err(error) => {
                let after = session.recv::<Value>().unwrap_err();
                assert!(after.to_string().starts_with("used after an error"), "{after}");
                return (count, error.to_string());
            }
        }
    }
    unreachable!()
}

#[test]
fn bytes_of_each_message() {
    let table = [
        (value!(7), "07"),
        // Defined once, referred to in later messages.
        (value!(record { x: 1, y: 2 }), "f70201780101790 2"),
        (value!(record { x: 3, y: 4 }), "a00304"),
        (value!([record { x: 3 }, record { x: 3 }]), "b2f701017803a103"),
        (value!(Red), "d003526564"),
        (value!(Red), "d0"),
        (value!(Blue(record { x: 1, y: 2 })), "d904426c7565a00102"),
        (
            value!(record { x: 1.5f32, y: 2.5f32, z: 0.5f32 }),
            "f703017 8ed0000c03f0179ed00002040017aed0000003f",
        ),
        (value!(record { x: 1.5f32, y: 2.5f32, z: 0.5f32 }), "fe08020000c03f000020400000003f"),
    ];
    let table = table.map(|(value, bytes)| (value, bytes.replace(' ', "")));
    let values: Vec<Value> = table.iter().map(|(value, _)| value.clone()).collect();
    let bytes = session(&values);
    let expected: String = table.iter().map(|(_, bytes)| bytes.as_str()).collect();
    assert_eq!(to_hex(&bytes), format!("{HEADER}{expected}"));
    assert_eq!(read(&bytes), values);
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Call {
    id: u32,
    method: String,
    arguments: (i32, f64),
    mode: Mode,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Mode {
    Plain,
    Retried { times: u8 },
}

fn call(id: u32) -> Call {
    let mode = if id.is_multiple_of(3) { Mode::Plain } else { Mode::Retried { times: id as u8 } };
    Call { id, method: "files.rename".into(), arguments: (-1, 0.5), mode }
}

#[test]
fn typed_messages_and_their_sizes() {
    let mut session = SessionWriter::new(Vec::new());
    let mut ends = Vec::new();
    for id in 0..500 {
        session.send(&call(id)).unwrap();
        ends.push(session.get_ref().len());
    }
    let bytes = session.into_inner();
    let mut session = SessionReader::new(&bytes[..]);
    for id in 0..500 {
        assert_eq!(session.recv::<Call>().unwrap(), Some(call(id)));
        assert_eq!(session.byte_offset(), ends[id as usize] as u64);
    }
    assert_eq!(session.recv::<Call>().unwrap(), None);
    assert_eq!(session.recv::<Call>().unwrap(), None);
    // In the steady state no longer than in a format without names, but for two bytes.
    for id in 10..500 {
        let len = ends[id] - ends[id - 1];
        let positional = rmp_serde::to_vec(&call(id as u32)).unwrap().len();
        assert!(len <= positional + 2, "{len} {positional}");
    }
}

/// Writes its parts, then fails.
struct Fails<'a>(&'a [Value]);

impl Serialize for Fails<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        struct Error;
        impl Serialize for Error {
            fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
                Err(S::Error::custom("no"))
            }
        }
        (self.0, Error).serialize(ser)
    }
}

/// Names from a small stock, so that shapes begin alike, are known, and are new.
fn random(rng: &mut fastrand::Rng, depth: usize) -> Value {
    let names = ["a", "b", "c", "d"];
    match rng.u8(..6) {
        0 => Value::from(rng.u8(..)),
        1 => mrna::Variant::unit(names[rng.usize(..4)]).into(),
        2 if depth > 0 => {
            Value::List((0..rng.usize(..3)).map(|_| random(rng, depth - 1)).collect())
        }
        _ if depth == 0 => Value::Nil,
        _ => {
            let mut left = names.to_vec();
            rng.shuffle(&mut left);
            let fields = left.into_iter().take(rng.usize(..5));
            let fields = fields.map(|name| (name, random(rng, depth - 1))).collect::<Vec<_>>();
            mrna::Record::new(fields).unwrap().into()
        }
    }
}

#[test]
fn a_message_that_fails_leaves_no_trace() {
    for seed in 0..300 {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let tables = rng.usize(..400);
        let new = || SessionWriter::new(Vec::new()).tables(tables);
        let (mut with, mut without) = (new(), new());
        let mut sent = Vec::new();
        for _ in 0..12 {
            if rng.bool() {
                let parts = [random(rng, 3), random(rng, 3)];
                with.send(&Fails(&parts)).unwrap_err();
            } else {
                sent.push(random(rng, 3));
                with.send(sent.last().unwrap()).unwrap();
                without.send(sent.last().unwrap()).unwrap();
            }
        }
        let (with, without) = (with.into_inner(), without.into_inner());
        assert_eq!(read(&with), sent, "seed {seed}");
        // The bytes may differ: a reset goes before a message that fails, too.
        assert_eq!(read(&without), sent, "seed {seed}");
    }
}

#[test]
fn without_a_bound_it_is_as_if_never_begun() {
    for seed in 0..300 {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let (mut with, mut without) =
            (SessionWriter::new(Vec::new()), SessionWriter::new(Vec::new()));
        for _ in 0..12 {
            let parts = [random(rng, 3), random(rng, 3)];
            if rng.bool() {
                with.send(&Fails(&parts)).unwrap_err();
            } else {
                with.send(&parts).unwrap();
                without.send(&parts).unwrap();
            }
        }
        assert_eq!(to_hex(with.get_ref()), to_hex(without.get_ref()), "seed {seed}");
    }
}

#[test]
fn tables_are_emptied() {
    // The shape counts 32, its name 33.
    let record = value!(record { x: 1 });
    let mut session = SessionWriter::new(Vec::new()).tables(64);
    for _ in 0..3 {
        session.send(&record).unwrap();
    }
    let bytes = session.into_inner();
    let message = "f701017801";
    assert_eq!(to_hex(&bytes), format!("{HEADER}{message}f9{message}f9{message}"));
    assert_eq!(read(&bytes).len(), 3);
    // A shape without names is an entry, too.
    let nothing = hex(&format!("{HEADER}{}", "f700".repeat(3)));
    let mut session = SessionReader::new(&nothing[..]).tables(64);
    let came = std::iter::from_fn(|| session.recv::<Value>().unwrap_or(None)).count();
    assert_eq!(came, 3);
    let mut session = SessionReader::new(&nothing[..]).tables(63);
    let came = std::iter::from_fn(|| session.recv::<Value>().ok()).count();
    assert_eq!(came, 2);

    // The reader counts alike: with the writer's bound it takes all, with less it says so.
    let rng = &mut fastrand::Rng::with_seed(1);
    let values: Vec<Value> = (0..200).map(|_| random(rng, 3)).collect();
    for tables in [0, 33, 200, 1_000, 100_000] {
        let mut session = SessionWriter::new(Vec::new()).tables(tables);
        values.iter().for_each(|value| session.send(value).unwrap());
        let bytes = session.into_inner();
        let mut session = SessionReader::new(&bytes[..]).tables(tables);
        for value in &values {
            assert_eq!(session.recv::<Value>().unwrap().as_ref(), Some(value));
        }
        if tables >= 200 {
            let mut session = SessionReader::new(&bytes[..]).tables(tables / 2);
            let error =
                std::iter::from_fn(|| session.recv::<Value>().transpose()).find_map(Result::err);
            if let Some(error) = error {
                assert!(error.is_limit());
                assert!(matches!(error.kind(), mrna::ErrorKind::TablesLimit { .. }), "{error}");
            } else {
                assert_eq!(tables, 100_000);
            }
        }
    }
}

#[test]
fn what_is_no_session() {
    let alone = to_hex(&mrna::to_vec(&value!(record { x: 1 })).unwrap());
    let no = |byte: &str, at: usize| {
        format!(
            "found byte 0x{byte} where a session's header should be (a message by itself is read \
             with `from_reader` or a `Deserializer`) at byte {at}"
        )
    };
    let table = [
        (alone.clone(), 0, no("f7", 0)),
        (to_hex(b"{\"x\": 1}"), 0, no("7b", 0)),
        (to_hex(b"GET / HTTP/1.1"), 0, no("47", 0)),
        (format!("f9{alone}"), 0, no("f7", 1)),
        ("f96d726e6201".into(), 0, no("62", 4)),
        ("f96d726e6102".into(), 0, "session of wire version 2, expected 1 at byte 5".into()),
        ("f96d726e".into(), 0, "premature end of the message at byte 4".into()),
        (format!("{HEADER}f900"), 0, "reserved byte 0xf9".into()),
        (format!("{HEADER}00f9f900"), 1, "reserved byte 0xf9".into()),
        (format!("{HEADER}00f9"), 1, "premature end of the message at byte 8".into()),
        (format!("{HEADER}00dc"), 1, "reserved byte 0xdc at byte 7".into()),
        (format!("{HEADER}a0"), 0, "unknown shape 0".into()),
        // A reset empties the tables.
        (format!("{HEADER}f701017801f9a001"), 1, "unknown shape 0".into()),
    ];
    for (bytes, before, message) in table {
        let (count, error) = refusal(&hex(&bytes));
        assert_eq!(count, before, "{bytes}");
        assert!(error.starts_with(&message), "{bytes}: {error}");
    }
}

#[test]
fn a_message_of_a_session_by_itself() {
    let bytes = session(&[value!(record { x: 1 }), value!(record { x: 2 }), value!(A), value!(A)]);
    let error = from_slice::<Value>(&bytes).unwrap_err().to_string();
    assert!(error.contains("session"), "{error}");
    for message in ["a002", "d0"] {
        assert!(to_hex(&bytes).contains(message));
    }
    let error = from_slice::<Value>(&hex("a002")).unwrap_err().to_string();
    assert!(error.contains("a session's message can't be read alone"), "{error}");
    // A number that is the next to be defined is taken for a definition.
    assert!(from_slice::<Value>(&hex("d0")).unwrap_err().is_eof());
    let error = from_slice::<Value>(&hex("d1")).unwrap_err().to_string();
    assert!(error.contains("a session's message can't be read alone"), "{error}");
}

#[test]
fn every_end() {
    let values =
        [value!(record { x: [1, 2] }), value!(record { x: "text" }), value!(B), value!(B(1))];
    let bytes = session(&values);
    let mut ends = vec![0, HEADER.len() / 2];
    for n in 1..=values.len() {
        ends.push(session(&values[..n]).len());
    }
    for end in 0..=bytes.len() {
        let mut session = SessionReader::new(&bytes[..end]);
        let mut last = session.recv::<Value>();
        while matches!(last, Ok(Some(_))) {
            last = session.recv();
        }
        match last {
            Ok(None) => assert!(ends.contains(&end), "{end}"),
            Err(error) => assert!(error.is_eof() && !ends.contains(&end), "{end}: {error}"),
            Ok(Some(_)) => unreachable!(),
        }
    }
}

#[test]
fn a_session_of_nothing() {
    let mut session = SessionWriter::new(Vec::new());
    session.flush().unwrap();
    session.flush().unwrap();
    assert_eq!(to_hex(&session.into_inner()), HEADER);
    assert!(SessionWriter::new(Vec::new()).into_inner().is_empty());
    assert!(read(&hex(HEADER)).is_empty());
    assert!(read(&[]).is_empty());
    // What failed first leaves the header alone, which goes with the next.
    let mut session = SessionWriter::new(Vec::new());
    session.send(&Fails(&[value!(record { x: 1 })])).unwrap_err();
    session.send(&1).unwrap();
    assert_eq!(to_hex(&session.into_inner()), format!("{HEADER}01"));
}

#[test]
fn limits_hold_for_each_message() {
    let deep = value!([[[1]]]);
    let texts = Value::List(vec![Value::from("x".repeat(100)); 5]);
    let bytes = session(&vec![texts.clone(); 50]);
    let mut session_ = SessionReader::new(&bytes[..]).limits(Limits::new().memory(2_000));
    for _ in 0..50 {
        assert_eq!(session_.recv::<Value>().unwrap(), Some(texts.clone()));
    }
    let bytes = session(&[deep.clone(), deep]);
    let mut session = SessionReader::new(&bytes[..]).limits(Limits::new().depth(2));
    assert!(session.recv::<Value>().unwrap_err().is_limit());
}

/// Rows of the table in SPEC.md's section 13.
#[test]
fn rows_of_the_specification() {
    let spec = include_str!("../../SPEC.md");
    let section = spec.split("\n## ").find(|section| section.starts_with("13.")).unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 10);
    let ticked = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    for row in rows {
        let [_, bytes, what, _] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let bytes = hex(&ticked(bytes).concat());
        if let Some((word, at)) = what.split_once(" at byte ") {
            let (_, error) = refusal(&bytes);
            let word = match word.trim() {
                "unknown version" => "session of wire version",
                "no session" => "found byte",
                other => other,
            };
            let at = format!("at byte {}", at.trim());
            assert!(error.starts_with(word) && error.contains(&at), "{row}: {error}");
        } else {
            let came: Vec<String> = read(&bytes).iter().map(Value::to_string).collect();
            let expected = ticked(what);
            let times = if what.contains("three times") { 3 } else { 1 };
            assert_eq!(came, vec![expected; times].concat(), "{row}");
        }
    }
}

#[test]
fn a_reset_is_not_sent_alone() {
    let mut session = SessionWriter::new(Vec::new()).tables(0);
    session.send(&value!(record { x: 1 })).unwrap();
    // The tables are emptied for it.
    session.send(&Fails(&[value!(record { x: 2 })])).unwrap_err();
    session.flush().unwrap();
    assert_eq!(to_hex(session.get_ref()), format!("{HEADER}f701017801"));
    session.send(&value!(record { x: 3 })).unwrap();
    assert_eq!(to_hex(session.get_ref()), format!("{HEADER}f701017801f9f701017803"));
    assert_eq!(read(session.get_ref()).len(), 2);
}

#[test]
fn readable_forms() {
    let address: std::net::IpAddr = [127, 0, 0, 1].into();
    let mut session = SessionWriter::new(Vec::new()).human_readable(true);
    session.send(&address).unwrap();
    let bytes = session.into_inner();
    let mut session = SessionReader::new(&bytes[..]).human_readable(true);
    assert_eq!(session.recv().unwrap(), Some(address));
    assert_eq!(read(&bytes), [value!("127.0.0.1")]);
}
