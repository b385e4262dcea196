//! Messages inside messages: `mrna::with::embedded` and `Embedded`.

use std::collections::HashMap;

use mrna::with::Set;
use mrna::{Embedded, Limits, Tagged, Value, value};
use serde::{Deserialize, Serialize};

use crate::util::{check, check_err, check_err_value, check_reading, check_reads, hex};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Now<T: Serialize + for<'a> Deserialize<'a>> {
    #[serde(with = "mrna::with::embedded", bound = "")]
    m: T,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Later<T> {
    m: Embedded<T>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Point {
    x: i8,
}

const HEX: &str = "f701016d ff05f105 f701017807";
const TEXT: &str = r#"record{m: tag(5, b"\xf7\x01\x01x\x07")}"#;

#[test]
fn rows() {
    check(Now { m: Point { x: 7 } }, TEXT, HEX);
    check(Later { m: Embedded::new(&Point { x: 7 }).unwrap() }, TEXT, HEX);
    check(
        Now { m: Some(Set(vec![1])) },
        r#"record{m: tag(5, b"\xf4\x01\x01")}"#,
        "f701016d ff05f103 f40101",
    );
    check(Now { m: None::<u8> }, r#"record{m: tag(5, b"\xe0")}"#, "f701016d ff05f101e0");
    check(
        vec![Some(Embedded::new(&1).unwrap()), None],
        r#"[tag(5, b"\x01"), nil]"#,
        "b2 ff05f10101 e0",
    );
    check(
        HashMap::from([(1, Embedded::new(&"a".to_string()).unwrap())]),
        r#"{1: tag(5, b"\x81a")}"#,
        "c101ff05f1028161",
    );
    // One in one.
    let inner = Now { m: Now { m: 7 } };
    check(
        inner,
        r#"record{m: tag(5, b"\xf7\x01\x01m\xff\x05\xf1\x01\x07")}"#,
        "f701016d ff05f109 f701016d ff05f10107",
    );
    // Longer than a reader's own buffer.
    let long = Now { m: vec!["x".repeat(5000); 2] };
    let bytes = mrna::to_vec(&long).unwrap();
    check_reading(&bytes, &|got: &Now<Vec<String>>, way| assert_eq!(*got, long, "{way}"));
}

/// Names are the message's own, on both sides of it.
#[test]
fn names() {
    let points = vec![Now { m: Point { x: 1 } }, Now { m: Point { x: 2 } }];
    check(
        points,
        r#"[record{m: tag(5, b"\xf7\x01\x01x\x01")}, record{m: tag(5, b"\xf7\x01\x01x\x02")}]"#,
        "b2 f701016d ff05f105 f701017801 a0 ff05f105 f701017802",
    );
    // It is an error of the type that looks into the bytes, the message around it is well-formed.
    let bytes = hex("b2 f701016d ff05f105 f701017801 a0 ff05f102 a001");
    assert!(mrna::from_slice::<Value>(&bytes).is_ok());
    assert_eq!(
        mrna::from_slice::<Vec<Now<Point>>>(&bytes).unwrap_err().to_string(),
        "unknown shape 0, 0 are defined before it (a session's message can't be read alone) \
         at byte 19 in $[1].m",
    );
}

#[test]
fn borrowing() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Lent<'a> {
        #[serde(with = "mrna::with::embedded", borrow)]
        text: &'a str,
    }
    let bytes = mrna::to_vec(&Lent { text: "abc" }).unwrap();
    let lent: Lent = mrna::from_slice(&bytes).unwrap();
    assert_eq!(lent.text, "abc");
    assert!(bytes.as_ptr_range().contains(&lent.text.as_ptr()));
    let embedded = Embedded::<&str>::new(&"abc").unwrap();
    let text = embedded.get().unwrap();
    assert!(embedded.bytes().as_ptr_range().contains(&text.as_ptr()));
    let bytes = hex("ff05f10107");
    let raw: Tagged<5, &serde_bytes::Bytes> = mrna::from_slice(&bytes).unwrap();
    assert_eq!(***raw, [7]);
}

/// Without the tag, and bytes as other formats have them.
#[test]
fn also_reads() {
    for bytes in ["f10107", "b107", "fc000107", "ff05b107", "ff05ff40f10107"] {
        check_reads(&format!("f701016d{bytes}"), Now { m: 7 });
        check_reads(&format!("f701016d{bytes}"), Later { m: Embedded::new(&7).unwrap() });
    }
}

#[test]
fn other_formats() {
    let now = Now { m: Point { x: 7 } };
    let json = r#"{"m":[247,1,1,120,7]}"#;
    assert_eq!(serde_json::to_string(&now).unwrap(), json);
    assert_eq!(serde_json::from_str::<Now<Point>>(json).unwrap(), now);
    let later = Later { m: Embedded::new(&Point { x: 7 }).unwrap() };
    assert_eq!(serde_json::to_string(&later).unwrap(), json);
    assert_eq!(serde_json::from_str::<Later<Point>>(json).unwrap(), later);
    assert_eq!(serde_json::to_string(&mrna::to_value(&now).unwrap()).unwrap(), json);
    let bytes = rmp_serde::to_vec(&now).unwrap();
    assert_eq!(rmp_serde::from_slice::<Now<Point>>(&bytes).unwrap(), now);
    let bytes = postcard::to_allocvec(&now).unwrap();
    assert_eq!(postcard::from_bytes::<Now<Point>>(&bytes).unwrap(), now);
    let error = serde_json::from_str::<Now<Point>>(r#"{"m":[247,1,1,120,128]}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "embedded message (invalid type: string \"\", expected i8 at byte 4 in $.x) at line 1 column 23"
    );
}

/// Errors are those of the message around it: the byte and the way from the outermost value.
#[test]
fn errors() {
    check_err::<Now<Point>>(
        "f701016d ff05f106 f7010178e480",
        "invalid value: integer 128, expected i8 at byte 12 in $.m.x",
    );
    check_err_value::<Now<Point>>(
        "f701016d ff05f106 f7010178e480",
        "invalid value: integer 128, expected i8 in $.m.x",
    );
    check_err::<Now<u8>>(
        "f701016d f102 0707",
        "embedded message goes on behind its value at byte 7 in $.m",
    );
    check_err::<Now<Vec<u8>>>(
        "f701016d ff05f102 b207",
        "embedded message ends too early at byte 10 in $.m[1]",
    );
    check_err::<Now<u8>>("f701016d ff05f100", "embedded message ends too early at byte 8 in $.m");
    check_err::<Now<u8>>(
        "f701016d ff06f10107",
        "invalid value: tag 6, expected tag 5 at byte 4 in $.m",
    );
    check_err::<Later<u8>>(
        "f701016d ff06f10107",
        "invalid value: tag 6, expected tag 5 at byte 4 in $.m",
    );
    check_err::<Now<u8>>(
        "f701016d ff0507",
        "invalid type: integer 7, expected bytes that hold a message at byte 6 in $.m",
    );
    check_err::<Now<u8>>(
        "f701016d 8107",
        "invalid type: string \"*\", expected bytes that hold a message at byte 4 in $.m",
    );
    check_err::<Later<u8>>(
        "f701016d 07",
        "invalid type: integer 7, expected bytes at byte 4 in $.m",
    );
    check_err::<Now<u8>>("f701016d ff05f10207", "premature end of the message at byte 9 in $.m");
    // What is not looked at is not wrong yet.
    let later: Later<u8> = mrna::from_slice(&hex("f701016d ff05f101dc")).unwrap();
    assert_eq!(later.m.get().unwrap_err().to_string(), "reserved byte 0xdc at byte 0");
    assert_eq!(format!("{:?}", later.m), r#"Embedded(b"\xdc")"#);
    assert_eq!(format!("{:?}", Embedded::new(&Point { x: 1 }).unwrap()), "Embedded(record{x: 1})");
}

/// The limits hold for what is inside, as a whole.
#[test]
fn limits() {
    let now = vec![Now { m: vec![1_u8; 100] }, Now { m: vec![1; 100] }];
    let bytes = mrna::to_vec(&now).unwrap();
    let read = |limits| mrna::from_slice_with::<Vec<Now<Vec<u8>>>>(&bytes, limits);
    assert_eq!(read(Limits::new().memory(1000)).unwrap(), now);
    assert!(read(Limits::new().memory(400)).unwrap_err().is_limit());
    // List, record, tag, message, list.
    assert!(read(Limits::new().depth(5)).is_ok());
    assert!(read(Limits::new().depth(4)).unwrap_err().is_limit());
    let twice = mrna::to_vec(&Now { m: value!({1: 1, 1: 2}) }).unwrap();
    assert!(mrna::from_slice::<Now<Value>>(&twice).is_ok());
    let error = mrna::from_slice_with::<Now<Value>>(&twice, Limits::new().strict(true));
    assert_eq!(error.unwrap_err().to_string(), "duplicate key or member at byte 11 in $.m{1}.key");
}

#[derive(Debug, Serialize, Deserialize)]
struct Chain(#[serde(with = "mrna::with::embedded")] Option<Box<Chain>>);

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Loose {
    End(u8),
    Link(#[serde(with = "mrna::with::embedded")] Box<Loose>),
}

/// So many messages in one another, with the tag or without.
fn chain(levels: usize, tag: &[u8], innermost: u8) -> Vec<u8> {
    (0..levels).fold(vec![innermost], |inner, _| {
        let mut bytes = tag.to_vec();
        let header = mrna::to_vec(serde_bytes::Bytes::new(&inner)).unwrap();
        bytes.extend(header);
        bytes
    })
}

/// Messages in messages count two levels each, which hold on a stack of 2 MiB.
#[test]
fn bounded_depth() {
    for tag in [&b"\xff\x05"[..], b""] {
        assert!(mrna::from_slice::<Chain>(&chain(64, tag, 0xE0)).is_ok());
        for levels in [65, 20_000] {
            let error = mrna::from_slice::<Chain>(&chain(levels, tag, 0xE0)).unwrap_err();
            assert!(error.is_limit(), "{error}");
            let bytes = chain(levels, tag, 0xE0);
            assert!(mrna::from_reader::<_, Chain>(&bytes[..]).unwrap_err().is_limit());
        }
        // Through serde's buffer: 64, 32, 16 … levels, and none for the eighth.
        for (levels, is_ok) in [(1, true), (6, true), (20_000, false)] {
            assert_eq!(
                mrna::from_slice::<Loose>(&chain(levels, tag, 7)).is_ok(),
                is_ok,
                "{levels}"
            );
        }
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Outer<T: Serialize + for<'a> Deserialize<'a>> {
    #[serde(flatten, bound = "")]
    now: Now<T>,
}

/// Bytes go through serde's buffer, the tag doesn't.
#[test]
fn in_serdes_buffer() {
    check(Outer { now: Now { m: 7 } }, r#"{"m": tag(5, b"\x07")}"#, "c1816dff05f10107");
    check(Loose::Link(Box::new(Loose::End(7))), r#"tag(5, b"\x07")"#, "ff05f10107");
    check_err::<Outer<u8>>(
        "c1816dff05f101e0",
        "embedded message (invalid type: nil, expected u8 at byte 0) at byte 0",
    );
}

impl PartialEq for Loose {
    fn eq(&self, other: &Loose) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

/// An embedded message is the same one whatever is set for those around it.
#[test]
fn human_readable() {
    let mut ser = mrna::Serializer::from_vec(Vec::new()).human_readable(true);
    let now = Now { m: std::net::Ipv4Addr::LOCALHOST };
    now.serialize(&mut ser).unwrap();
    let bytes = ser.into_inner();
    assert_eq!(bytes, mrna::to_vec(&now).unwrap());
    let mut de = mrna::Deserializer::from_slice(&bytes).human_readable(true);
    assert_eq!(Now::deserialize(&mut de).unwrap(), now);
    let mut de = mrna::Deserializer::from_slice(&bytes).human_readable(true);
    let later: Later<std::net::Ipv4Addr> = Later::deserialize(&mut de).unwrap();
    assert_eq!(later.m.get().unwrap(), now.m);
}
