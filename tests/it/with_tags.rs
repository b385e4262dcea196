//! `mrna::with`: standard tags; `Tagged`: any of them.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mrna::with::{Complex, Decimal, Timestamp, Uuid};
use mrna::{Tagged, Value, tag, value};
use serde::{Deserialize, Serialize};

use crate::util::{check, check_err, check_err_value, check_reads, check_value};

const ID: [u8; 16] = *b"\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff";
const ID_HEX: &str = "ff04f11000112233445566778899aabbccddeeff";
const ID_TEXT: &str = r#"tag(4, b"\x00\x11\"3DUfw\x88\x99\xaa\xbb\xcc\xdd\xee\xff")"#;

fn time(secs: i64, nanos: u32) -> Timestamp {
    let whole = Duration::from_secs(secs.unsigned_abs());
    let time = if secs < 0 { UNIX_EPOCH - whole } else { UNIX_EPOCH + whole };
    Timestamp(time + Duration::from_nanos(nanos.into()))
}

/// The rows of SPEC.md, section 10.
#[test]
fn standard_tags() {
    check(
        Complex((1.0, -0.0)),
        "tag(1, (1.0, -0.0))",
        "ff01ba ee000000000000f03f ee0000000000000080",
    );
    check(
        Complex([1.0, -0.0]),
        "tag(1, (1.0, -0.0))",
        "ff01ba ee000000000000f03f ee0000000000000080",
    );
    check(
        Complex(vec![1.0, -0.0]),
        "tag(1, (1.0, -0.0))",
        "ff01ba ee000000000000f03f ee0000000000000080",
    );
    check(time(1_700_000_000, 5), "tag(2, (1700000000, 5))", "ff02ba e600f15365 05");
    check(time(-1, 999_999_999), "tag(2, (-1, 999999999))", "ff02ba cf e6ffc99a3b");
    check(Decimal("12.50".to_string()), r#"tag(3, "12.50")"#, "ff038531322e3530");
    check(Decimal(12.5), r#"tag(3, "12.5")"#, "ff038431322e35");
    check(Uuid(ID), ID_TEXT, ID_HEX);
    check(Uuid(uuid::Uuid::from_bytes(ID)), ID_TEXT, ID_HEX);
}

#[test]
fn times() {
    for (secs, nanos) in [
        (0, 0),
        (0, 1),
        (-1, 0),
        (-1, 1),
        (-2, 999_999_999),
        (i64::from(u32::MAX) + 1, 999_999_999),
        (-62_135_596_800, 500_000_000),
        (1 << 40, 7),
    ] {
        let value = mrna::to_value(&time(secs, nanos)).unwrap();
        assert_eq!(value, Value::tagged(2, Value::Tuple(vec![secs.into(), nanos.into()])));
        assert_eq!(mrna::from_value::<Timestamp>(value).unwrap(), time(secs, nanos));
    }
    // As far as this system's clock goes.
    for time in [
        UNIX_EPOCH.checked_add(Duration::from_secs(i64::MAX as u64)),
        UNIX_EPOCH.checked_sub(Duration::from_secs(1 << 63)),
        UNIX_EPOCH.checked_sub(Duration::from_secs((1 << 63) - 1)),
    ]
    .into_iter()
    .flatten()
    {
        let bytes = mrna::to_vec(&Timestamp(time)).unwrap();
        assert_eq!(mrna::from_slice::<Timestamp>(&bytes).unwrap().0, time);
    }
    let now = Timestamp(SystemTime::now());
    assert_eq!(mrna::from_slice::<Timestamp>(&mrna::to_vec(&now).unwrap()).unwrap(), now);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct All {
    #[serde(with = "mrna::with::complex")]
    c: (f64, f64),
    #[serde(with = "mrna::with::timestamp")]
    t: SystemTime,
    #[serde(with = "mrna::with::decimal")]
    d: String,
    #[serde(with = "mrna::with::uuid")]
    u: [u8; 16],
    x: Tagged<64, u8>,
}

fn all() -> All {
    All { c: (1.0, -0.0), t: time(-1, 5).0, d: "12.50".into(), u: ID, x: Tagged(7) }
}

#[test]
fn fields() {
    check(
        all(),
        &format!(
            r#"record{{c: tag(1, (1.0, -0.0)), t: tag(2, (-1, 5)), d: tag(3, "12.50"), u: {ID_TEXT}, x: tag(64, 7)}}"#
        ),
        &format!(
            "f705 0163 ff01baee000000000000f03fee0000000000000080 0174 ff02bacf05 \
             0164 ff038531322e3530 0175 {ID_HEX} 0178 ff4007"
        ),
    );
}

/// Other formats have the value without its tag, and read it so.
#[test]
fn other_formats() {
    let json = r#"{"c":[1.0,-0.0],"t":[-1,5],"d":"12.50","u":[0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255],"x":7}"#;
    assert_eq!(serde_json::to_string(&all()).unwrap(), json);
    assert_eq!(serde_json::from_str::<All>(json).unwrap(), all());
    let tree = serde_json::to_value(all()).unwrap();
    assert_eq!(serde_json::from_value::<All>(tree).unwrap(), all());
    // And so does a `Value` on its way to JSON and back.
    let value = mrna::to_value(&all()).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    let back: Value = serde_json::from_str(json).unwrap();
    assert_eq!(mrna::from_value::<All>(back).unwrap(), all());
    let bytes = rmp_serde::to_vec(&all()).unwrap();
    assert_eq!(rmp_serde::from_slice::<All>(&bytes).unwrap(), all());
    let bytes = postcard::to_allocvec(&all()).unwrap();
    assert_eq!(postcard::from_bytes::<All>(&bytes).unwrap(), all());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    Plain(#[serde(with = "mrna::with::decimal")] String),
    Pair(Tagged<64, ()>, Option<Decimal<String>>),
    Named { t: Timestamp },
}

#[test]
fn nested() {
    check(Some(Tagged::<64, _>(1)), "tag(64, 1)", "ff4001");
    check(None::<Tagged<64, u8>>, "nil", "e0");
    check(Some(Tagged::<64, _>(None::<u8>)), "tag(64, nil)", "ff40e0");
    check(Some(Tagged::<64, _>(())), "tag(64, nil)", "ff40e0");
    check(Tagged::<64, _>(Some(Some(()))), "tag(64, some(some(nil)))", "ff40e3e3e0");
    check(vec![Some(time(0, 0)), None], "[tag(2, (0, 0)), nil]", "b2ff02ba0000e0");
    check(
        vec![Tagged::<64, _>(0.5), Tagged(1.5), Tagged(2.5)],
        "[tag(64, 0.5), tag(64, 1.5), tag(64, 2.5)]",
        "b3 ff40ee000000000000e03f ff40ee000000000000f83f ff40ee0000000000000440",
    );
    check(Tagged::<64, _>(Tagged::<65, _>(vec![1])), "tag(64, tag(65, [1]))", "ff40ff41b101");
    check(
        HashMap::from([("a".to_string(), Complex((0.0, 0.0)))]),
        r#"{"a": tag(1, (0.0, 0.0))}"#,
        "c18161ff01baee0000000000000000ee0000000000000000",
    );
    check(
        BTreeMap::from([(Tagged::<64, _>("k".to_string()), 1)]),
        r#"{tag(64, "k"): 1}"#,
        "c1ff40816b01",
    );
    check(Choice::Plain("1".into()), r#"Plain(tag(3, "1"))"#, "d805506c61696eff038131");
    check(Choice::Pair(Tagged(()), None), "Pair((tag(64, nil), nil))", "d80450616972baff40e0e0");
    check(
        Choice::Named { t: time(1, 0) },
        "Named(record{t: tag(2, (1, 0))})",
        "d8054e616d6564f7010174ff02ba0100",
    );
}

#[test]
fn every_number() {
    check(Tagged::<0, _>(1), "tag(0, 1)", "ff0001");
    check(Tagged::<16, _>(1), "tag(16, 1)", "ff1001");
    check(Tagged::<252, _>(1), "tag(252, 1)", "fffcfc0001");
    check(
        Tagged::<0x1234_5678_9abc_def0, _>(1),
        "tag(1311768467463790320, 1)",
        "fffef0debc9a7856341201",
    );
    check(Tagged::<{ u64::MAX }, _>(1), "tag(18446744073709551615, 1)", "fffeffffffffffffffff01");
    assert_eq!(Tagged::<{ tag::UUID }, ()>::TAG, 4);
}

/// A value without the tag is taken.
#[test]
fn without_the_tag() {
    check_reads("07", Tagged::<64, _>(7));
    check_reads("e0", Tagged::<64, _>(None::<u8>));
    check_reads("b3010203", vec![Tagged::<64, _>(1), Tagged(2), Tagged(3)]);
    check_reads("fc0003808182", vec![Tagged::<64, _>(128), Tagged(129), Tagged(130)]);
    check_reads("f701016101", BTreeMap::from([(Tagged::<64, _>("a".to_string()), 1)]));
    check_reads("ba0500", time(5, 0));
    check_reads("b20500", time(5, 0));
    check_reads("8131", Decimal("1".to_string()));
    check_reads(&ID_HEX[4..], Uuid(ID));
    check_reads("ff01b20102", Complex((1.0, 2.0)));
    check_reads("ff01fd0802000080bf0000803f", Complex((-1.0, 1.0)));
    // A tag inside of it is passed over.
    check_reads("ff02bac005ff4000".replace("c0", "ff40").as_str(), time(5, 0));
}

#[test]
fn errors() {
    check_err::<Tagged<64, u8>>("ff4101", "invalid value: tag 65, expected tag 64 at byte 0");
    check_err_value::<Tagged<64, u8>>("ff4101", "invalid value: tag 65, expected tag 64");
    check_err::<Vec<Timestamp>>(
        "b2ff02ba0000ff01ba0000",
        "invalid value: tag 1, expected tag 2 at byte 6 in $[1]",
    );
    check_err::<Tagged<64, Tagged<65, u8>>>(
        "ff40ff4001",
        "invalid value: tag 64, expected tag 65 at byte 2",
    );
    // The outermost tag counts.
    check_err::<Tagged<65, u8>>("ff40ff4101", "invalid value: tag 64, expected tag 65 at byte 0");
    check_err::<Tagged<64, u8>>("ff408161", "invalid type: string \"a\", expected u8 at byte 2");
    check_err::<Tagged<64, u8>>("8161", "invalid type: string \"a\", expected u8 at byte 0");
    check_err::<Tagged<64, u8>>("ff40", "premature end of the message at byte 2");
    check_err::<Tagged<64, u8>>("ff", "premature end of the message at byte 1");
    check_err::<Tagged<64, u8>>("", "premature end of the message at byte 0");
    check_err::<Tagged<64, u8>>("fffc400001", "not shortest form of a number at byte 1");
    check_err::<Tagged<64, ()>>("ff40dc", "reserved byte 0xdc at byte 2");
    check_err::<Timestamp>(
        "ff02ba00e600ca9a3b",
        "invalid value: integer 1000000000, expected nanoseconds from 0 to 999,999,999 at byte 4 in $[1]",
    );
    check_err::<Timestamp>(
        "ff02ba00cf",
        "invalid value: integer -1, expected u32 at byte 4 in $[1]",
    );
    check_err::<Timestamp>(
        "ff02bae7ffffffffffffffff00",
        "invalid value: integer 18446744073709551615, expected i64 at byte 3 in $[0]",
    );
    check_err::<Timestamp>("ff02b900", "invalid length 1, expected a tuple of size 2 at byte 2");
    check_err::<Decimal<f64>>(
        "ff03827879",
        "invalid value: string \"xy\", expected a decimal number (invalid float literal) at byte 2",
    );
    check_err::<Decimal<f64>>(
        "ff0305",
        "invalid type: integer 5, expected the text of a decimal number at byte 2",
    );
    check_err::<Vec<Uuid<[u8; 16]>>>(
        "b1ff04f1020102",
        "invalid length 2, expected the 16 bytes of a UUID at byte 3 in $[0]",
    );
    check_err::<Complex<(f64, f64)>>(
        "ff01f701017801",
        "invalid type: map, expected a tuple of size 2 at byte 2",
    );
    let error = mrna::to_vec(&Uuid(&b"short"[..])).unwrap_err();
    assert_eq!(error.to_string(), "a UUID has 16 bytes, not 5");
    let error = mrna::to_vec(&[Complex(value!(record { re: 1.0, im: 1.0 }))]).unwrap_err();
    assert_eq!(error.to_string(), "only a sequence is written as a tuple in $[0]");
}

/// A tag is a level, as it is to a `Value`.
#[test]
fn depth() {
    let bytes = mrna::to_vec(&vec![Tagged::<64, _>(vec![1])]).unwrap();
    let limits = mrna::Limits::new();
    type Nested = Vec<Tagged<64, Vec<u8>>>;
    assert!(mrna::from_slice_with::<Nested>(&bytes, limits.depth(3)).is_ok());
    assert!(mrna::from_slice_with::<Nested>(&bytes, limits.depth(2)).unwrap_err().is_limit());
    // The level is given back.
    let many = mrna::to_vec(&vec![Tagged::<64, _>(1); 1000]).unwrap();
    assert_eq!(mrna::from_slice::<Vec<Tagged<64, u8>>>(&many).unwrap().len(), 1000);
}

/// No more is charged for it than for the value.
#[test]
fn memory() {
    let limits = mrna::Limits::new().memory(200);
    let bytes = mrna::to_vec(&[0.5; 4].map(Tagged::<64, f64>)).unwrap();
    let plain = mrna::to_vec(&[0.5; 4]).unwrap();
    assert!(mrna::from_slice_with::<Vec<f64>>(&plain, limits).is_ok());
    assert!(mrna::from_slice_with::<Vec<Tagged<64, f64>>>(&bytes, limits).is_ok());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Time(Timestamp),
    All(All),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Outer {
    #[serde(flatten)]
    all: All,
}

/// Written with tags; serde's buffer drops them, so that any tag is read.
#[test]
fn in_serdes_buffer() {
    check(Untagged::Time(time(1, 2)), "tag(2, (1, 2))", "ff02ba0102");
    check_reads("ff40ba0102", Untagged::Time(time(1, 2)));
    let bytes = mrna::to_vec(&all()).unwrap();
    assert_eq!(mrna::to_vec(&Untagged::All(all())).unwrap(), bytes);
    assert_eq!(mrna::from_slice::<Untagged>(&bytes).unwrap(), Untagged::All(all()));
    let bytes = mrna::to_vec(&Outer { all: all() }).unwrap();
    let value: Value = mrna::from_slice(&bytes).unwrap();
    assert_eq!(value["x"], value!(tag(64, 7)));
    assert_eq!(mrna::from_slice::<Outer>(&bytes).unwrap(), Outer { all: all() });
    assert_eq!(mrna::from_reader::<_, Outer>(&bytes[..]).unwrap(), Outer { all: all() });
}

/// A `Value` with the tag is the same.
#[test]
fn of_values() {
    let value = check_value("tag(64, set{1})", "ff40f40101");
    let typed: Tagged<64, Value> = mrna::from_value(value.clone()).unwrap();
    assert_eq!(typed.0, value!(set { 1 }));
    assert_eq!(mrna::to_value(&typed).unwrap(), value);
}
