//! Errors: their size, their category, what they say and where.

use std::collections::{BTreeMap, HashMap};
use std::error::Error as _;

use serde::de::{Error as _, IgnoredAny};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use mrna::{Error, Value};

use crate::util::{check_err, check_err_value, composed, hex, refusal};

#[test]
fn one_word() {
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Option<Error>>(), size_of::<usize>());
    fn shared<T: Send + Sync + 'static + std::error::Error>() {}
    shared::<Error>();
}

/// Every error is of exactly one category.
#[test]
fn categories() {
    let data = [
        "e2",
        "ef",
        "e405",
        "81ff",
        "e305",
        "a0",
        "d1",
        "f7020161010161",
        "fc0a00",
        "e52c01",
        "0500",
    ];
    for text in data {
        let e = refusal_u8(text);
        assert!(e.is_data() && !e.is_eof() && !e.is_limit() && !e.is_io(), "{text}: {e}");
    }
    for text in ["", "e4", "e500", "f0", "b201", "ff40"] {
        let e = mrna::from_slice::<Value>(&hex(text)).unwrap_err();
        assert!(e.is_eof() && !e.is_data() && !e.is_limit() && !e.is_io(), "{text}: {e}");
    }
    let deep = [vec![0xB1; 200], vec![0]].concat();
    let e = refusal::<Value>(&deep);
    assert!(e.is_limit() && !e.is_eof() && !e.is_data() && !e.is_io(), "{e}");
    assert!(e.kind().to_string().starts_with("depth limit"), "{e}");
}

fn refusal_u8(text: &str) -> Error {
    mrna::from_slice::<u8>(&hex(text)).unwrap_err()
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Top {
    v: Vec<Row>,
    m: HashMap<String, Row>,
    t: (u8, Row),
    o: Option<Row>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Row {
    n: u8,
    s: String,
}

/// The message of the interface's own example, at byte 17.
#[test]
fn the_example() {
    #[derive(Deserialize, Debug)]
    struct Named {
        #[serde(rename = "v")]
        _v: Vec<N>,
    }
    #[derive(Deserialize, Debug)]
    struct N {
        #[serde(rename = "n")]
        _n: u8,
    }
    // record{v: [record{n: 1, k: 0}, record{n: -1, k: 0}]}
    check_err::<Named>(
        "f7010176b2f702016e01016b00f702016ecf016b00",
        "invalid value: integer -1, expected u8 at byte 17 in $.v[1].n",
    );
    check_err_value::<Named>(
        "f7010176b2f702016e01016b00f702016ecf016b00",
        "invalid value: integer -1, expected u8 in $.v[1].n",
    );
}

#[test]
fn paths() {
    // record{v: [record{n: 1, s: "x"}], m: {"k": …}, t: (1, …), o: …}, one fault each
    let row = |n: &str, s: &str| format!("{n}{s}");
    let make = |v: &str, m: &str, t: &str, o: &str| {
        let (n, s) = v.split_at(2);
        format!("f704 0176 b1f702016e{n}0173{s} 016d c1816ba0{m} 0174 ba01a0{t} 016f a0{o}")
    };
    let ok = row("01", "8178");
    let fine = make(&ok, &ok, &ok, &ok);
    assert!(mrna::from_slice::<Top>(&hex(&fine)).is_ok());
    let rows = [
        (
            make(&row("e2", "8178"), &ok, &ok, &ok),
            "invalid type: *, expected u8 at byte 9 in $.v[0].n",
        ),
        (
            make(&ok, &row("cf", "8178"), &ok, &ok),
            "invalid value: integer -1, expected u8 at byte 20 in $.m.k.n",
        ),
        (
            make(&ok, &ok, &row("cf", "8178"), &ok),
            "invalid value: integer -1, expected u8 at byte 28 in $.t[1].n",
        ),
        (
            make(&ok, &ok, &ok, &row("cf", "8178")),
            "invalid value: integer -1, expected u8 at byte 34 in $.o.n",
        ),
    ];
    for (text, message) in rows {
        check_err::<Top>(&text, message);
        let without: String = message.split(" at byte ").next().unwrap().to_owned();
        let path = message.rsplit(' ').next().unwrap();
        check_err_value::<Top>(&text, &format!("{without} in {path}"));
    }
    check_err::<Vec<Vec<(u8, bool)>>>(
        "b2b0b2ba01e2ba0201",
        "invalid type: integer 1, expected a boolean at byte 8 in $[1][1][1]",
    );
    check_err::<BTreeMap<String, Vec<bool>>>(
        "c28161b08162b2e105",
        "invalid type: integer 5, expected a boolean at byte 8 in $.b[1]",
    );
}

#[test]
fn offsets_of_a_premature_end() {
    for text in ["b3", "b301", "b30102", "b301028261", "b3f702016101"] {
        let bytes = hex(text);
        let e = refusal::<Value>(&bytes);
        assert!(e.is_eof());
        assert_eq!(e.offset(), Some(bytes.len() as u64), "{text}: {e}");
        let skip = refusal::<IgnoredAny>(&bytes);
        assert_eq!(skip.offset(), e.offset());
    }
}

/// A type that refuses odd numbers with words of its own.
#[derive(PartialEq, Debug)]
struct Even(u8);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match u8::deserialize(d)? {
            n if n % 2 == 0 => Ok(Self(n)),
            _ => Err(D::Error::custom("not even")),
        }
    }
}

#[test]
fn custom_errors_when_reading() {
    check_err::<Even>("05", "not even at byte 0");
    check_err::<Vec<Even>>("b20205", "not even at byte 2 in $[1]");
    check_err::<HashMap<String, Even>>("c1816105", "not even at byte 3 in $.a");
    check_err::<(u8, Vec<Even>)>("ba01b3020403", "not even at byte 5 in $[1][2]");
    check_err_value::<Vec<Even>>("b20205", "not even in $[1]");
    let e = mrna::from_slice::<Even>(&[5]).unwrap_err();
    assert!(e.is_data());
    assert_eq!(e.kind().to_string(), "not even");
}

/// A value that cannot be written.
struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("cannot be written"))
    }
}

#[derive(Serialize)]
struct Holds<T> {
    a: u8,
    b: Vec<T>,
}

#[test]
fn custom_errors_when_writing() {
    let value = Holds { a: 1, b: vec![Some(Unwritable)] };
    for e in [
        mrna::to_vec(&value).unwrap_err(),
        mrna::to_writer(Vec::new(), &value).unwrap_err(),
        mrna::append(&mut Vec::new(), &value).unwrap_err(),
        mrna::encoded_len(&value).unwrap_err(),
        mrna::to_value(&value).unwrap_err(),
    ] {
        assert_eq!(e.to_string(), "cannot be written in $.b[0]");
        assert_eq!(e.offset(), None);
        assert_eq!(e.path().to_string(), "$.b[0]");
        assert!(e.is_data());
    }
    let e = mrna::to_vec(&Unwritable).unwrap_err();
    assert_eq!(e.to_string(), "cannot be written");
}

#[test]
fn made_by_hand() {
    let e = <Error as serde::de::Error>::custom("by hand");
    assert_eq!(e.to_string(), "by hand");
    assert_eq!(e.offset(), None);
    assert_eq!(e.path().to_string(), "$");
    let e = <Error as serde::de::Error>::missing_field("x");
    assert!(e.kind().to_string().starts_with("missing field"), "{e}");
    let e = <Error as serde::de::Error>::unknown_field("x", &["y"]);
    assert!(e.kind().to_string().starts_with("unknown field"), "{e}");
    let e = <Error as serde::de::Error>::unknown_variant("x", &["y"]);
    assert!(e.kind().to_string().starts_with("unknown variant"), "{e}");
    let e = <Error as serde::de::Error>::invalid_length(3, &"two");
    assert!(e.kind().to_string().starts_with("invalid length"), "{e}");
    let e = <Error as serde::ser::Error>::custom("by hand");
    assert_eq!(e.to_string(), "by hand");
}

struct Refuses;

impl std::io::Write for Refuses {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The system's own error stays within reach.
#[test]
fn io_errors() {
    for value in [vec![1_u8], vec![7; 1 << 20]] {
        for e in [
            mrna::to_writer(Refuses, &value).unwrap_err(),
            mrna::to_writer(Refuses, &serde_bytes::Bytes::new(&value)).unwrap_err(),
        ] {
            assert!(e.is_io() && !e.is_data() && !e.is_eof() && !e.is_limit(), "{e}");
            let source = e.source().expect("a source");
            let source = source.downcast_ref::<std::io::Error>().expect("an io::Error");
            assert_eq!(source.kind(), std::io::ErrorKind::BrokenPipe);
        }
    }
    let e = mrna::from_slice::<u8>(&[]).unwrap_err();
    assert!(e.source().is_none());
}

#[test]
fn display_is_made_of_its_parts() {
    for (text, typed) in [("e2", true), ("b2", false), ("b1e2", false), ("f701017ae4", false)] {
        let e = if typed {
            refusal_u8(text)
        } else {
            mrna::from_slice::<Vec<u8>>(&hex(text)).unwrap_err()
        };
        assert_eq!(e.to_string(), composed(&e));
        assert!(!format!("{e:?}").is_empty());
    }
}

/// What was found is named in every kind of mistake.
#[test]
fn what_was_found() {
    check_err::<u8>("e52c01", "invalid value: integer 300, expected u8 at byte 0");
    check_err::<String>("e52c01", "invalid type: integer 300, expected a string at byte 0");
    check_err::<String>("cf", "invalid type: integer -1, expected a string at byte 0");
    for (text, found) in [
        ("e0", "*"),
        ("e2", "*true*"),
        ("ee000000000000f83f", "*1.5*"),
        ("83616263", "*abc*"),
        ("f10161", "*"),
        ("b0", "*"),
        ("c0", "*"),
        ("f700", "*"),
    ] {
        check_err::<u8>(text, &format!("invalid type: {found}, expected u8 at byte 0"));
    }
}
