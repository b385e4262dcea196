//! `mrna check`.

use mrna::{Limits, SessionWriter, Value, from_reader_with, from_slice_with, to_vec, value};

use crate::{
    util::{Ran, mrna},
    vectors,
};

fn check(bytes: &[u8]) -> Ran {
    mrna(&["check", "-"], bytes)
}

/// What a line says.
#[track_caller]
fn fact<'r>(ran: &'r Ran, name: &str) -> &'r str {
    let line = ran.text().lines().find(|line| line.starts_with(&format!("{name}:")));
    line.unwrap_or_else(|| panic!("{name} in {ran:?}"))[name.len() + 1..].trim_start()
}

#[test]
fn the_lines() {
    let mut bytes = to_vec(&value!({"n": [1, 2]})).unwrap();
    mrna::append(&mut bytes, &value!([record { name: "Ada", born: 1815 }, A([b"raw bytes"])]))
        .unwrap();
    let ran = check(&bytes);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    let memory = |from: usize, to: usize| {
        let read =
            |most| from_reader_with::<_, Value>(&bytes[from..to], Limits::new().memory(most));
        (0..10_000).find(|most| read(*most).is_ok()).unwrap()
    };
    let memory = memory(6, bytes.len());
    assert_eq!(
        ran.text(),
        format!(
            "\
valid:        yes
messages:     2
bytes:        41
depth:        3, at byte 29, message 2, $[1].A
largest item: bytes, 11 bytes at byte 30, message 2, $[1].A[0]
duplicates:   none
canonical:    yes
memory:       {memory} bytes, message 2
"
        )
    );
}

#[test]
fn nothing() {
    let ran = check(b"");
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(
        ran.text(),
        "\
valid:        yes
messages:     0
bytes:        0
depth:        0
largest item: none
duplicates:   none
canonical:    yes
memory:       0 bytes
"
    );
}

#[test]
fn damaged() {
    let ran = check(&[0x01, 0xB2, 0x02, 0xDC]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
    assert_eq!(fact(&ran, "valid"), "no: message 2: reserved byte 0xdc at byte 3 in $[1]");
    assert_eq!((fact(&ran, "messages"), fact(&ran, "bytes")), ("1", "4"));
    assert_eq!(fact(&ran, "depth"), "1, at byte 1, message 2, $");
}

#[test]
fn depth() {
    let nest = |levels: usize| [vec![0xB1; levels], vec![0x01]].concat();
    let ran = check(&nest(128));
    assert_eq!(ran.status, Some(0));
    assert_eq!(fact(&ran, "depth"), format!("128, at byte 127, message 1, ${}", "[0]".repeat(127)));
    for levels in [129, 1 << 20] {
        let ran = check(&nest(levels));
        assert_eq!(ran.status, Some(1));
        let error = "no: message 1: depth limit of 128 levels exceeded";
        assert!(fact(&ran, "valid").starts_with(error), "{ran:?}");
    }
    // The deepest, where `Limits::depth` is what the line says.
    for bytes in vectors::valid().into_iter().step_by(10) {
        let ran = check(&bytes);
        let levels: usize = fact(&ran, "depth").split(',').next().unwrap().parse().unwrap();
        let read = |levels| from_slice_with::<Value>(&bytes, Limits::new().depth(levels));
        assert!(read(levels).is_ok(), "{bytes:02x?}");
        assert!(levels == 0 || read(levels - 1).is_err(), "{bytes:02x?}");
    }
}

#[test]
fn memory() {
    for bytes in vectors::valid().into_iter().step_by(10) {
        let ran = check(&bytes);
        let memory: usize = fact(&ran, "memory").split(' ').next().unwrap().parse().unwrap();
        let read = |most| from_reader_with::<_, Value>(&bytes[..], Limits::new().memory(most));
        assert!(read(memory).is_ok(), "{bytes:02x?}");
        assert!(memory == 0 || read(memory - 1).is_err(), "{bytes:02x?}");
        // A slice takes no more.
        let limits = Limits::new().memory(memory);
        assert!(from_slice_with::<Value>(&bytes, limits).is_ok(), "{bytes:02x?}");
    }
}

#[test]
fn duplicates() {
    let once = to_vec(&value!({1: {"a": 1}})).unwrap();
    let twice = to_vec(&value!({1: {"a": 1, "b": 2, "a": 3}})).unwrap();
    let ran = check(&[&once[..], &twice].concat());
    assert_eq!(ran.status, Some(0));
    assert_eq!(fact(&ran, "duplicates"), "at byte 15, message 2, ${0}{2}.key");
    assert_eq!(fact(&ran, "canonical"), "no: a key or member is there twice, at byte 6, message 2");
    let strict = |bytes: &[u8]| mrna(&["check", "--strict", "-"], bytes).status;
    assert_eq!((strict(&once), strict(&twice)), (Some(0), Some(1)));
}

#[test]
fn canonical() {
    let table: [(&[u8], &str); 5] = [
        (&[0x01], "yes"),
        (&to_vec(&value!({1: 1, 2: 2})).unwrap(), "yes"),
        (
            &[0x01, 0xC2, 0x02, 0x00, 0x01, 0x00],
            "no: a map or a set is not in order, at byte 1, message 2",
        ),
        (&[0xFC, 0x00, 0x00], "no: the writer spells it otherwise, at byte 0, message 1"),
        (&[0xF4, 0x02, 0x01, 0x01], "no: a key or member is there twice, at byte 0, message 1"),
    ];
    for (bytes, canonical) in table {
        let ran = check(bytes);
        assert_eq!((fact(&ran, "canonical"), ran.status), (canonical, Some(0)));
        let status = mrna(&["check", "--canonical", "-"], bytes).status;
        assert_eq!(status, Some(i32::from(canonical != "yes")), "{canonical}");
    }
    for bytes in vectors::valid().into_iter().step_by(10) {
        let is_yes = fact(&check(&bytes), "canonical") == "yes";
        assert_eq!(is_yes, mrna::is_canonical(&bytes).unwrap(), "{bytes:02x?}");
    }
}

#[test]
fn sessions() {
    let mut session = SessionWriter::new(Vec::new());
    session.send(&value!(record { x: 1 })).unwrap();
    session.send(&value!(record{x: {2: 1, 2: 1}})).unwrap();
    let mut bytes = session.into_inner();
    let ran = check(&bytes);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(mrna(&["check", "--canonical", "-"], &bytes).status, Some(1));
    assert_eq!((fact(&ran, "messages"), fact(&ran, "valid")), ("2", "yes"));
    assert_eq!(fact(&ran, "canonical"), "not applicable to a session");
    assert_eq!(fact(&ran, "depth"), "2, at byte 12, message 2, $.x");
    assert_eq!(fact(&ran, "duplicates"), "at byte 15, message 2, $.x{1}.key");
    assert_eq!(mrna(&["check", "--strict", "-"], &bytes).status, Some(1));
    bytes[5] = 0x02;
    let ran = check(&bytes);
    assert_eq!(ran.status, Some(1));
    assert!(fact(&ran, "valid").contains("session of wire version 2, expected 1 at byte 5"));
}

#[test]
fn quiet() {
    for (bytes, status) in [(&[0x01], 0), (&[0xDC], 1)] {
        let ran = mrna(&["check", "--quiet", "-"], bytes);
        assert_eq!((ran.status, ran.text(), ran.err.as_str()), (Some(status), "", ""));
    }
}

#[test]
fn trouble() {
    let ran = mrna(&["check", "/missing"], b"");
    assert_eq!((ran.status, ran.text()), (Some(2), ""));
    assert!(ran.err.starts_with("mrna: /missing: "), "{}", ran.err);
}

/// All in one file are valid, all but one of them before it; each that is refused is, and where.
#[test]
fn vectors() {
    let valid = vectors::valid();
    let whole = valid.concat();
    let ran = check(&whole);
    assert_eq!((fact(&ran, "valid"), ran.status), ("yes", Some(0)));
    assert_eq!(fact(&ran, "messages"), valid.len().to_string());
    assert_eq!(fact(&ran, "bytes"), whole.len().to_string());

    for (bytes, offset) in vectors::invalid() {
        let ran = check(&[&valid[7][..], &bytes].concat());
        assert_eq!((fact(&ran, "messages"), ran.status), ("1", Some(1)), "{bytes:02x?}");
        let at = format!(" at byte {}", offset + valid[7].len() as u64);
        let line = fact(&ran, "valid");
        let is_there = line.ends_with(&at) || line.contains(&format!("{at} in $"));
        assert!(line.starts_with("no: message 2: ") && is_there, "{line} {bytes:02x?}");
    }
}

#[test]
fn truncations() {
    for bytes in vectors::valid().iter().filter(|bytes| bytes.len() > 1).step_by(7) {
        let len = bytes.len() * 2 / 3;
        let ran = check(&bytes[..len]);
        assert_eq!(ran.status, Some(1), "{bytes:02x?}");
        let error = format!("no: message 1: premature end of the message at byte {len}");
        assert!(fact(&ran, "valid").starts_with(&error), "{ran:?} {bytes:02x?}");
    }
}

/// Whatever it is, it is valid exactly if it decodes.
#[test]
fn random_bytes() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.usize(..40)).map(|_| random.u8(..)).collect();
        let messages = mrna::Deserializer::from_slice(&bytes).into_iter::<Value>();
        // A session, whose first byte no message has, is none by accident.
        let is_valid = messages.into_iter().all(|message| message.is_ok());
        assert_eq!(check(&bytes).status, Some(i32::from(!is_valid)), "{bytes:02x?}");
    }
}
