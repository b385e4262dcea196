//! "Reading into serde types", sentence by sentence: what each type accepts
//! and what it refuses. Enums have a file of their own.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::util::{check_err, check_err_value, check_reads};

/// Refused with this message from bytes, at the start, and from a `Value`.
#[track_caller]
fn refuse<T: de::DeserializeOwned>(hex: &str, message: &str) {
    check_err::<T>(hex, &format!("{message} at byte 0"));
    check_err_value::<T>(hex, message);
}

// any int kind reads into any integer type that holds the value

#[test]
fn integers_of_any_kind() {
    for hex in ["05", "ff4005"] {
        check_reads(hex, 5_u8);
        check_reads(hex, 5_i8);
        check_reads(hex, 5_u64);
        check_reads(hex, 5_i128);
    }
    check_reads("e4c8", 200_i16);
    check_reads("e52c01", 300_i32);
    check_reads("e7ffffffffffffffff", u128::from(u64::MAX));
    check_reads("e880", -128_i64);
    check_reads("ec09000000000000000001", 1_i128 << 64);
    refuse::<u8>("e52c01", "invalid value: integer 300, expected u8");
    refuse::<i8>("e480", "invalid value: integer 128, expected i8");
    refuse::<i8>("e97fff", "invalid value: integer -129, expected i8");
    refuse::<u8>("cf", "invalid value: integer -1, expected u8");
    refuse::<u64>("cf", "invalid value: integer -1, expected u64");
    refuse::<u128>("cf", "invalid value: integer -1, expected u128");
    refuse::<u32>("e70000000001000000", "invalid value: integer 4294967296, expected u32");
    refuse::<i64>("e70000000000000080", "invalid value: integer 9223372036854775808, expected i64");
    refuse::<i64>("ec09000000000000000001", "invalid *, expected i64");
}

// int to float only if exact; float to int never

#[test]
fn integers_into_floats() {
    check_reads("05", 5.0_f64);
    check_reads("05", 5.0_f32);
    check_reads("cf", -1.0_f64);
    check_reads("e600000001", 16_777_216.0_f32); // 2^24
    check_reads("e601000001", 16_777_217.0_f64);
    check_reads("e70000000000002000", 9_007_199_254_740_992.0_f64); // 2^53
    check_reads("e70200000000002000", 9_007_199_254_740_994.0_f64);
    check_reads("e70000000000000080", 9_223_372_036_854_775_808.0_f64); // 2^63
    check_reads("eb0000000000000080", -9_223_372_036_854_775_808.0_f32);
    refuse::<f32>("e601000001", "invalid value: integer 16777217, expected f32");
    refuse::<f32>("eafffffffe", "invalid value: integer -16777217, expected f32");
    refuse::<f64>("e70100000000002000", "invalid value: integer 9007199254740993, expected f64");
    refuse::<f64>("ebffffffffffffdfff", "invalid value: integer -9007199254740993, expected f64");
    refuse::<f64>(
        "e7ffffffffffffffff",
        "invalid value: integer 18446744073709551615, expected f64",
    );
    check_reads("fc00020102", vec![1.0_f32, 2.0]);
    check_err::<Vec<f32>>(
        "fc040101000001",
        "invalid value: integer 16777217, expected f32 at byte 3 in $[0]",
    );
}

#[test]
fn floats_into_integers_never() {
    for hex in ["ee0000000000001440", "ed0000a040"] {
        refuse::<u32>(hex, "invalid type: *, expected u32");
        refuse::<i64>(hex, "invalid type: *, expected i64");
        refuse::<i128>(hex, "invalid type: *, expected i128");
        refuse::<bool>(hex, "invalid type: *, expected a boolean");
    }
}

#[test]
fn floats_into_floats() {
    check_reads("ed0000c03f", 1.5_f64);
    check_reads("edcdcccc3d", f64::from(0.1_f32));
    check_reads("ed0000807f", f64::INFINITY);
    check_reads("ee000000000000f83f", 1.5_f32);
    check_reads("ee9a9999999999b93f", 0.1_f32); // rounds
    check_reads("ee9c7500883ce4377e", f32::INFINITY); // 1e300
    check_reads("ee0100000000000000", 0.0_f32); // 5e-324
    let nan: f64 = mrna::from_slice(&crate::util::hex("ed0000c07f")).unwrap();
    assert!(nan.is_nan());
    let nan: f32 = mrna::from_slice(&crate::util::hex("ee000000000000f87f")).unwrap();
    assert!(nan.is_nan());
    let zero: f32 = mrna::from_slice(&crate::util::hex("ee0000000000000080")).unwrap();
    assert_eq!(zero.to_bits(), (-0.0_f32).to_bits());
}

// bool only from bool; char only from a str of one character

#[test]
fn bools_and_chars() {
    refuse::<bool>("01", "invalid type: integer 1, expected a boolean");
    refuse::<bool>("8474727565", "invalid type: *, expected a boolean");
    refuse::<u8>("e2", "invalid type: *, expected u8");
    check_reads("82c3a9", 'é');
    refuse::<char>("80", "invalid value: *, expected a character");
    refuse::<char>("826162", "invalid value: *, expected a character");
    refuse::<char>("18", "invalid type: integer 24, expected a character");
    refuse::<char>("f10161", "invalid *, expected a character");
}

// list, tuple, set, frozenset and bytes read as a sequence

#[test]
fn sequences() {
    for hex in ["b20102", "ba0102", "f4020102", "f5020102", "f1020102", "fc00020102", "fd00020102"]
    {
        check_reads(hex, vec![1_u8, 2]);
        check_reads(hex, vec![1_i64, 2]);
        check_reads(hex, vec![Some(1_u8), Some(2)]);
        check_reads(hex, BTreeSet::from([1_u8, 2]));
        check_reads(hex, (1_u8, 2_u16));
        check_reads(hex, [1_u8, 2]);
        check_reads(hex, Two(1, 2));
        check_err::<Vec<bool>>(
            hex,
            "invalid type: integer 1, expected a boolean at byte * in $[0]",
        );
        check_err_value::<Vec<bool>>(hex, "invalid type: integer 1, expected a boolean in $[0]");
        refuse::<(u8,)>(hex, "invalid length*");
        refuse::<(u8, u8, u8)>(hex, "invalid length*");
        refuse::<[u8; 3]>(hex, "invalid length*");
        refuse::<HashMap<u8, u8>>(hex, "invalid type: *, expected a map");
        refuse::<Point>(hex, "invalid type: *, expected struct Point");
        refuse::<u8>(hex, "invalid type: *, expected u8");
    }
    check_err::<Vec<u8>>("f40201e2", "invalid type: *, expected u8 at byte 3 in $[1]");
    refuse::<Vec<u8>>("8161", "invalid type: *, expected a sequence");
    refuse::<Vec<u8>>("c0", "invalid type: *, expected a sequence");
    refuse::<Vec<u8>>("e0", "invalid type: *, expected a sequence");
    refuse::<Vec<u8>>("f700", "invalid type: *, expected a sequence");
    refuse::<Vec<u8>>("05", "invalid type: integer 5, expected a sequence");
    // the run of bytes gives the offset of the byte that does not fit
    check_err::<Vec<i8>>("f1020180", "invalid value: integer 128, expected i8 at byte 3 in $[1]");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Two(u8, u8);

#[test]
fn bytes_from_lists() {
    for hex in ["b20102", "fc00020102", "fc04020100000002000000", "f1020102"] {
        check_reads(hex, ByteBuf::from(vec![1, 2]));
    }
    check_reads("b201e4ff", ByteBuf::from(vec![1, 255]));
    check_err::<ByteBuf>("b201e52c01", "invalid value: integer 300, expected * at byte 2*");
    check_err::<ByteBuf>("b201cf", "invalid value: integer -1, expected * at byte 2*");
    check_err_value::<ByteBuf>("b201cf", "invalid value: integer -1, expected *");
    refuse::<ByteBuf>("05", "invalid type: integer 5, expected *");
    refuse::<ByteBuf>("c0", "invalid type: *");
}

// str and bytes are not each other unless the type's own visitor takes both

/// A visitor that takes only text.
#[derive(PartialEq, Debug)]
struct OnlyText(String);

/// A visitor that takes only bytes.
#[derive(PartialEq, Debug)]
struct OnlyBytes(Vec<u8>);

struct TextVisitor;
struct BytesVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = OnlyText;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("only text")
    }
    fn visit_str<E: de::Error>(self, v: &str) -> Result<OnlyText, E> {
        Ok(OnlyText(v.to_owned()))
    }
}

impl Visitor<'_> for BytesVisitor {
    type Value = OnlyBytes;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("only bytes")
    }
    fn visit_bytes<E: de::Error>(self, v: &[u8]) -> Result<OnlyBytes, E> {
        Ok(OnlyBytes(v.to_owned()))
    }
}

impl<'de> Deserialize<'de> for OnlyText {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_string(TextVisitor)
    }
}

impl<'de> Deserialize<'de> for OnlyBytes {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_byte_buf(BytesVisitor)
    }
}

#[test]
fn text_and_bytes() {
    check_reads("826162", OnlyText("ab".into()));
    check_reads("f1026162", OnlyBytes(b"ab".to_vec()));
    refuse::<OnlyText>("f1026162", "invalid type: *, expected only text");
    refuse::<OnlyBytes>("826162", "invalid type: *, expected only bytes");
    refuse::<OnlyText>("05", "invalid type: integer 5, expected only text");
    refuse::<OnlyBytes>("05", "invalid type: integer 5, expected only bytes");
    // serde's String and serde_bytes' ByteBuf have visitors that take both
    check_reads("f1026162", "ab".to_owned());
    check_reads("826162", ByteBuf::from(b"ab".to_vec()));
    check_err::<String>("f101ff", "invalid *, expected a string at byte 0");
    refuse::<Vec<u8>>("826162", "invalid type: *, expected a sequence");
}

// a struct reads from a record or a map with string keys, by name

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Point {
    x: u8,
    y: u8,
}

#[test]
fn structs() {
    for hex in [
        "f702017801017902",
        "f702017902017801",
        "c2817801817902",
        "c2817902817801",
        "f703017801017ae0017902", // an unknown field
        "c3817801817ab10181 7902",
        "c3817801817902817a817a",
        "ff40f702017801017902",
    ] {
        check_reads(hex, Point { x: 1, y: 2 });
        if !hex.contains("7a") {
            check_reads(hex, BTreeMap::from([("x".to_owned(), 1_u8), ("y".to_owned(), 2)]));
        }
    }
    refuse::<Point>("b20102", "invalid type: *, expected struct Point");
    refuse::<Point>("ba0102", "invalid type: *, expected struct Point");
    refuse::<Point>("fc00020102", "invalid type: *, expected struct Point");
    refuse::<Point>("e0", "invalid type: *, expected struct Point");
    refuse::<Point>("05", "invalid type: integer 5, expected struct Point");
    check_err::<Point>("c200010102", "invalid type: * at byte *"); // keys 0 and 1
    check_err::<Point>("c2817801817803", "* at byte *"); // x twice
    check_err::<Point>("f702017801017ae52c01", "missing field*y* at byte 0");
    check_err::<Point>(
        "f702017801 0179e52c01",
        "invalid value: integer 300, expected u8 at byte 7 in $.y",
    );
    check_err::<Point>(
        "c2817801 8179e52c01",
        "invalid value: integer 300, expected u8 at byte 6 in $.y",
    );
    check_err_value::<Point>(
        "c28178018179e52c01",
        "invalid value: integer 300, expected u8 in $.y",
    );
}

#[test]
fn maps_from_records() {
    check_reads("f702017801017902", HashMap::from([("x".to_owned(), 1_u8), ("y".to_owned(), 2)]));
    check_reads("f700", HashMap::<String, u8>::new());
    check_reads(
        "b2f702017801017902a00304",
        vec![BTreeMap::from([('x', 1_u8), ('y', 2)]), BTreeMap::from([('x', 3), ('y', 4)])],
    );
    refuse::<HashMap<String, u8>>("b0", "invalid type: *, expected a map");
}

// a bare nil reads as None and (); some keeps Some(None) apart

#[test]
fn nil() {
    check_reads("e0", None::<u8>);
    check_reads("e0", None::<Vec<u8>>);
    check_reads("e0", ());
    check_reads("e3e0", Some(None::<u8>));
    check_reads("e3e0", Some(()));
    check_reads("e0", None::<()>);
    refuse::<String>("e0", "invalid type: *, expected a string");
    refuse::<()>("e1", "invalid type: *, expected unit");
    refuse::<()>("05", "invalid type: integer 5, expected unit");
}

// a tag is passed over unless the type asks for it

#[test]
fn tags() {
    check_reads("ff4005", 5_u8);
    check_reads("fffc2c0105", 5_u8);
    check_reads("ff40ff4105", 5_u8);
    check_reads("ff40e0", ());
    check_reads("ff40e2", true);
    check_reads("ff408161", "a".to_owned());
    check_reads("ff408161", 'a');
    check_reads("ff40f10161", ByteBuf::from(b"a".to_vec()));
    check_reads("ff40b2ff4101ff4202", vec![1_u8, 2]);
    check_reads("ff40ba01ff4102", (1_u8, 2_u8));
    check_reads("ff40c1ff4101ff4202", HashMap::from([(1_u8, 2_u8)]));
    check_reads("ff40ed0000c03f", 1.5_f32);
    check_reads("ff40e0", Some(()));
    check_reads("ff4005", Some(5_u8));
    // the error is that of the value behind the tag
    check_err::<u8>("ff40e52c01", "invalid value: integer 300, expected u8 at byte *");
    check_err::<u8>("fffc0c0005", "not shortest* at byte 1");
    check_err::<u8>("ffff05", "reserved byte* at byte 1");
}

// seen through deserialize_any

/// What `deserialize_any` calls, in words.
#[derive(PartialEq, Debug)]
struct Seen(String);

struct SeenVisitor;

impl<'de> Visitor<'de> for SeenVisitor {
    type Value = Seen;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("anything")
    }
    fn visit_bool<E>(self, v: bool) -> Result<Seen, E> {
        Ok(Seen(format!("bool {v}")))
    }
    fn visit_i64<E>(self, v: i64) -> Result<Seen, E> {
        Ok(Seen(format!("int {v}")))
    }
    fn visit_u64<E>(self, v: u64) -> Result<Seen, E> {
        Ok(Seen(format!("int {v}")))
    }
    fn visit_i128<E>(self, v: i128) -> Result<Seen, E> {
        Ok(Seen(format!("wide {v}")))
    }
    fn visit_u128<E>(self, v: u128) -> Result<Seen, E> {
        Ok(Seen(format!("wide {v}")))
    }
    fn visit_f32<E>(self, v: f32) -> Result<Seen, E> {
        Ok(Seen(format!("f32 {v}")))
    }
    fn visit_f64<E>(self, v: f64) -> Result<Seen, E> {
        Ok(Seen(format!("f64 {v}")))
    }
    fn visit_str<E>(self, v: &str) -> Result<Seen, E> {
        Ok(Seen(format!("str {v}")))
    }
    fn visit_bytes<E>(self, v: &[u8]) -> Result<Seen, E> {
        Ok(Seen(format!("bytes {v:?}")))
    }
    fn visit_unit<E>(self) -> Result<Seen, E> {
        Ok(Seen("nil".into()))
    }
    fn visit_none<E>(self) -> Result<Seen, E> {
        Ok(Seen("nil".into()))
    }
    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Seen, D::Error> {
        let Seen(inner) = Deserialize::deserialize(d)?;
        Ok(Seen(format!("some({inner})")))
    }
    fn visit_newtype_struct<D: Deserializer<'de>>(self, _: D) -> Result<Seen, D::Error> {
        Err(de::Error::custom("a newtype struct was seen"))
    }
    fn visit_enum<A: de::EnumAccess<'de>>(self, _: A) -> Result<Seen, A::Error> {
        Err(de::Error::custom("an enum was seen"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Seen, A::Error> {
        let mut all = Vec::new();
        while let Some(Seen(item)) = seq.next_element()? {
            all.push(item);
        }
        Ok(Seen(format!("[{}]", all.join(", "))))
    }
    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Seen, A::Error> {
        let mut all = Vec::new();
        while let Some((Seen(k), Seen(v))) = map.next_entry()? {
            all.push(format!("{k}: {v}"));
        }
        Ok(Seen(format!("{{{}}}", all.join(", "))))
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(SeenVisitor)
    }
}

#[test]
fn seen_through_any() {
    let rows = [
        ("e0", "nil"),
        ("e2", "bool true"),
        ("05", "int 5"),
        ("cf", "int -1"),
        ("e7ffffffffffffffff", "int 18446744073709551615"),
        ("ec09000000000000000001", "wide 18446744073709551616"),
        ("ed0000c03f", "f32 1.5"),
        ("ee000000000000f83f", "f64 1.5"),
        ("8161", "str a"),
        ("f1020102", "bytes [1, 2]"),
        ("b20102", "[int 1, int 2]"),
        ("ba0102", "[int 1, int 2]"),
        ("f4020102", "[int 1, int 2]"),
        ("f5020102", "[int 1, int 2]"),
        ("fc00020102", "[int 1, int 2]"),
        ("fd08010000c03f", "[f32 1.5]"),
        ("c10102", "{int 1: int 2}"),
        ("f702017801017902", "{str x: int 1, str y: int 2}"),
        ("b2f70101780 1a002", "[{str x: int 1}, {str x: int 2}]"),
        ("b2f7010178 01fe020002 00", "[{str x: int 1}, {str x: int 2}]"),
        ("d00141", "str A"),
        ("d8014105", "{str A: int 5}"),
        ("d80141e0", "{str A: nil}"),
        ("d80141ba0102", "{str A: [int 1, int 2]}"),
        ("d80141f701017801", "{str A: {str x: int 1}}"),
        ("e3e0", "some(nil)"),
        ("e3e3e0", "some(some(nil))"),
        ("ff4005", "int 5"),
        ("ff40d00141", "str A"),
        ("b2d00141d0", "[str A, str A]"),
    ];
    for (hex, seen) in rows {
        check_reads(hex, Seen(seen.into()));
    }
}

// what is skipped is checked just as what is read (`check_err` does so too)

#[test]
fn skipping_checks() {
    for hex in
        ["f101ff", "d00141", "f7010178d80142ff40e3e0", "fc0902 00000000000000000000000000000000"]
    {
        check_reads::<Ignored>(hex, Ignored);
    }
    check_err::<IgnoredAny>("b3010281ff", "invalid UTF-8* at byte 4*");
    check_err::<IgnoredAny>("f7020161010161 02", "duplicate name* at byte 5*");
    check_err::<IgnoredAny>("b1e47f", "not shortest* at byte 1");
    check_err::<IgnoredAny>("c101a0", "unknown shape* at byte 2*");
}

#[derive(PartialEq, Debug)]
struct Ignored;

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(d).map(|_| Self)
    }
}
