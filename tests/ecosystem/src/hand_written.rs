//! Types that read by hand: maps alone, names as one kind of string alone.

use std::fmt::{self, Formatter};

use mrna::{Value, value};
use serde::de::{Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, VariantAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::round_trip::{read_back, refusal_of, round_trip};

/// How a type asks for what it reads.
#[derive(Clone, Copy)]
enum Ask {
    Any,
    Map,
    Struct,
    Identifier,
    Str,
    String,
}

const ANY: u8 = Ask::Any as u8;
const MAP: u8 = Ask::Map as u8;
const STRUCT: u8 = Ask::Struct as u8;
const IDENTIFIER: u8 = Ask::Identifier as u8;
const STR: u8 = Ask::Str as u8;
const STRING: u8 = Ask::String as u8;

/// A point that is read from a map only, asked for as the first and with names asked for as the
/// second.
#[derive(Serialize, PartialEq, Debug)]
struct Point<const BY: u8, const NAME: u8> {
    x: i32,
    y: i32,
}

impl<'de, const BY: u8, const NAME: u8> Deserialize<'de> for Point<BY, NAME> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        match BY {
            ANY => de.deserialize_any(PointVisitor),
            MAP => de.deserialize_map(PointVisitor),
            _ => de.deserialize_struct("Point", &["x", "y"], PointVisitor),
        }
    }
}

/// Has no `visit_seq`.
struct PointVisitor<const BY: u8, const NAME: u8>;

impl<'de, const BY: u8, const NAME: u8> Visitor<'de> for PointVisitor<BY, NAME> {
    type Value = Point<BY, NAME>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a map of x and y")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut x, mut y) = (None, None);
        while let Some(Name::<NAME>(name)) = map.next_key()? {
            match name.as_str() {
                "x" => x = Some(map.next_value()?),
                "y" => y = Some(map.next_value()?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let x = x.ok_or_else(|| A::Error::missing_field("x"))?;
        let y = y.ok_or_else(|| A::Error::missing_field("y"))?;
        Ok(Point { x, y })
    }
}

/// A name that comes as a string only.
struct Name<const BY: u8>(String);

impl<'de, const BY: u8> Deserialize<'de> for Name<BY> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        match BY {
            ANY => de.deserialize_any(NameVisitor),
            IDENTIFIER => de.deserialize_identifier(NameVisitor),
            STR => de.deserialize_str(NameVisitor),
            _ => de.deserialize_string(NameVisitor),
        }
    }
}

/// Has neither `visit_u64` nor `visit_bytes`.
struct NameVisitor<const BY: u8>;

impl<const BY: u8> Visitor<'_> for NameVisitor<BY> {
    type Value = Name<BY>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(name.into()))
    }
}

#[track_caller]
fn check<const BY: u8, const NAME: u8>() {
    let point = |x, y| Point::<BY, NAME> { x, y };
    // The second and third are references to the first one's names, the second packed.
    let points = vec![point(1, -1), point(300, 300), point(0, 2)];
    let value = round_trip(&points);
    let text = "[record{x: 1, y: -1}, record{x: 300, y: 300}, record{x: 0, y: 2}]";
    assert_eq!(value.to_string(), text);

    let others = value!([
        {"y": -1, "x": 1},
        record{y: 300, other: [record{x: nil}], x: 300},
        tag(300, {"x": 0, "y": 2}),
    ]);
    read_back(&mrna::to_vec(&others).unwrap(), &points);

    let table = [
        (value!([1, 2]), "list", "sequence"),
        (value!((1.5, 2.5)), "tuple", "sequence"),
        (value!("x"), "string", "string \"x\""),
    ];
    let refused = |value: Value| refusal_of::<Point<BY, NAME>>(&mrna::to_vec(&value).unwrap());
    for (value, to_a_struct, to_others) in table {
        let found = if BY == STRUCT { to_a_struct } else { to_others };
        let error = format!("invalid type: {found}, expected a map of x and y at byte 0");
        assert_eq!(refused(value), error);
    }
    for (value, found) in [(value!({1: 2}), "integer 1"), (value!({b"x": 2}), "bytes")] {
        let (expected, path) = match BY {
            STRUCT => ("a string key, for a field's name", ""),
            _ => ("a name", " in ${0}.key"),
        };
        let error = format!("invalid type: {found}, expected {expected} at byte 1{path}");
        assert_eq!(refused(value), error);
    }
    assert_eq!(refused(value!(record { x: 1 })), r#"missing field "y" at byte 0"#);
}

#[test]
fn maps_alone() {
    check::<ANY, ANY>();
    check::<ANY, IDENTIFIER>();
    check::<ANY, STR>();
    check::<ANY, STRING>();
    check::<MAP, ANY>();
    check::<MAP, IDENTIFIER>();
    check::<MAP, STR>();
    check::<MAP, STRING>();
    check::<STRUCT, ANY>();
    check::<STRUCT, IDENTIFIER>();
    check::<STRUCT, STR>();
    check::<STRUCT, STRING>();
}

/// An enum whose variant's name is a string only.
#[derive(PartialEq, Debug)]
enum Light<const NAME: u8> {
    Off,
    Level(u8),
}

impl<const NAME: u8> Serialize for Light<NAME> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        match self {
            Light::Off => ser.serialize_unit_variant("Light", 0, "Off"),
            Light::Level(level) => ser.serialize_newtype_variant("Light", 1, "Level", level),
        }
    }
}

impl<'de, const NAME: u8> Deserialize<'de> for Light<NAME> {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_enum("Light", &["Off", "Level"], LightVisitor)
    }
}

struct LightVisitor<const NAME: u8>;

impl<'de, const NAME: u8> Visitor<'de> for LightVisitor<NAME> {
    type Value = Light<NAME>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a light")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
        let (Name::<NAME>(name), payload) = data.variant()?;
        match name.as_str() {
            "Off" => payload.unit_variant().map(|()| Light::Off),
            "Level" => payload.newtype_variant().map(Light::Level),
            _ => Err(A::Error::unknown_variant(&name, &["Off", "Level"])),
        }
    }
}

#[track_caller]
fn check_enum<const NAME: u8>() {
    let lights = vec![Light::<NAME>::Off, Light::Level(7), Light::Off, Light::Level(8)];
    assert_eq!(round_trip(&lights).to_string(), "[Off, Level(7), Off, Level(8)]");
    let others = value!(["Off", {"Level": 7}, Off, record{Level: 8}]);
    read_back(&mrna::to_vec(&others).unwrap(), &lights);
    let error = refusal_of::<Light<NAME>>(&mrna::to_vec(&value!(Dim)).unwrap());
    assert_eq!(error, r#"unknown variant "Dim", expected one of "Off", "Level" at byte 0"#);
}

#[test]
fn names_of_variants() {
    check_enum::<ANY>();
    check_enum::<IDENTIFIER>();
    check_enum::<STR>();
    check_enum::<STRING>();
}

/// A number whose visitor has the 128 bits that it asks for, and no other size.
#[derive(PartialEq, Debug)]
struct Wide(u128);

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_u128(WideVisitor)
    }
}

struct WideVisitor;

impl Visitor<'_> for WideVisitor {
    type Value = Wide;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("128 bits")
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Wide, E> {
        Ok(Wide(value))
    }
}

/// As JSON, MessagePack and CBOR read it.
#[test]
fn wide_alone() {
    for value in [u128::MAX, 1 << 64, 5] {
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Wide>(&json).unwrap(), Wide(value));
        let messagepack = rmp_serde::to_vec(&value).unwrap();
        assert_eq!(rmp_serde::from_slice::<Wide>(&messagepack).unwrap(), Wide(value));
        let mut cbor = Vec::new();
        ciborium::into_writer(&value, &mut cbor).unwrap();
        assert_eq!(ciborium::from_reader::<Wide, _>(&cbor[..]).unwrap(), Wide(value));
        read_back(&mrna::to_vec(&value).unwrap(), &Wide(value));
    }
}
