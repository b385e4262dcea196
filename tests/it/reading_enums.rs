//! How an enum reads: from a variant, and as other formats write it, from a
//! str, a one-entry map or a record of one field; evolution of enums.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::util::{check_err, check_err_value, check_reads};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum E {
    Unit,
    New(u8),
    Pair(u8, u8),
    Rec { x: u8 },
    Opt(Option<u8>),
    List(Vec<u8>),
}

/// A reader that knows fewer variants.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Older {
    Unit,
    #[serde(other)]
    Other,
}

/// A reader whose variants carry nothing.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Bare {
    New,
    Pair,
    Rec,
}

#[test]
fn from_variants() {
    check_reads("d004556e6974", E::Unit);
    check_reads("d8034e657705", E::New(5));
    check_reads("d80450616972ba0102", E::Pair(1, 2));
    check_reads("d803526563f701017805", E::Rec { x: 5 });
    check_reads("d8034f7074e0", E::Opt(None));
    check_reads("d8034f707405", E::Opt(Some(5)));
}

#[test]
fn from_a_str() {
    check_reads("84556e6974", E::Unit);
    check_reads("b284556e697484556e6974", vec![E::Unit, E::Unit]);
    check_err::<E>("834e6577", "invalid * at byte *");
    check_err::<E>("824e6f", "unknown variant*No* at byte *");
}

#[test]
fn from_a_map_of_one() {
    check_reads("c1834e657705", E::New(5));
    check_reads("c18450616972ba0102", E::Pair(1, 2));
    check_reads("c18450616972b20102", E::Pair(1, 2));
    check_reads("c183526563c1817805", E::Rec { x: 5 });
    check_reads("c183526563f701017805", E::Rec { x: 5 });
    check_reads("c1834f7074e0", E::Opt(None));
    check_reads("c184556e6974e0", E::Unit);
    check_err::<E>("c0", "invalid * at byte *");
    check_err::<E>("c2834e65770584556e6974e0", "invalid * at byte *");
    check_err::<E>("c10501", "invalid * at byte *");
    check_err::<E>("c1824e6f05", "unknown variant*No* at byte *");
}

#[test]
fn from_a_record_of_one() {
    check_reads("f701034e657705", E::New(5));
    check_reads("f7010450616972ba0102", E::Pair(1, 2));
    check_reads("f70103526563f701017805", E::Rec { x: 5 });
    check_reads("b2f701034e657705a006", vec![E::New(5), E::New(6)]);
    check_reads("b2f701034e657705fe0000 06", vec![E::New(5), E::New(6)]);
    check_reads("f70104556e6974e0", E::Unit);
    check_err::<E>("f700", "invalid * at byte *");
    check_err::<E>("f702034e6577050178 05", "invalid * at byte *");
}

/// A payload that a unit variant doesn't take is passed over, `other` too.
#[test]
fn payloads_passed_over() {
    for payload in ["05", "e0", "ba0102", "f701017805", "b2d10141d1", "e3e0", "ff40c0"] {
        let pair = format!("bad8035a7a7a{payload}07");
        check_reads(&pair, (Older::Other, 7_u8));
        let pair = format!("bad803526563{payload}07");
        check_reads(&pair, (Bare::Rec, 7_u8));
        let pair = format!("bad804556e6974{payload}07");
        check_reads(&pair, (Older::Unit, 7_u8));
    }
    check_reads("bad0035a7a7a07", (Older::Other, 7_u8));
    check_reads("ba835a7a7a07", (Older::Other, 7_u8));
    check_reads("bac1835a7a7a0507", (Older::Other, 7_u8));
    check_reads("baf701035a7a7a0507", (Older::Other, 7_u8));
    // what is passed over still fills the tables
    check_reads("bbd8035a7a7af701017805a006d8e0", (Older::Other, Point { x: 6 }, Older::Other));
    // and is checked
    check_err::<Older>("d8035a7a7a81ff", "invalid UTF-8* at byte 6*");
    check_err::<Older>("d8035a7a7ae47f", "not shortest* at byte 5*");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Point {
    x: u8,
}

/// A struct variant reads as a struct does, a tuple variant as a tuple does.
#[test]
fn payload_rules() {
    check_reads("d803526563c1817805", E::Rec { x: 5 });
    check_reads("d803526563f702017a07017805", E::Rec { x: 5 });
    check_reads("d80450616972b20102", E::Pair(1, 2));
    check_reads("d80450616972fc00020102", E::Pair(1, 2));
    check_reads("d80450616972f1020102", E::Pair(1, 2));
    check_reads("d8044c697374f1020102", E::List(vec![1, 2]));
    check_err::<E>("d803526563b105", "invalid type: *, expected struct variant E::Rec at byte 5*");
    check_err::<E>(
        "d8045061697205",
        "invalid type: integer 5, expected tuple variant E::Pair at byte 6*",
    );
    check_err::<E>("d80450616972bb010203", "invalid length* at byte 6*");
    check_err::<E>("d8034e6577e0", "invalid type: *, expected u8 at byte 5*");
    check_err_value::<E>("d8034e6577e52c01", "invalid value: integer 300, expected u8*");
}

#[test]
fn as_keys_and_options() {
    check_reads("c1d00341626301", HashMap::from([(Abc::Abc, 1_u8)]));
    check_reads("c18341626301", HashMap::from([(Abc::Abc, 1_u8)]));
    check_reads("d004556e6974", Some(E::Unit));
    check_reads("b284556e6974e0", vec![Some(E::Unit), None]);
    check_reads("ff40d004556e6974", E::Unit);
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, Debug)]
enum Abc {
    Abc,
}

/// Through `deserialize_any` a unit variant is its name and one with a payload
/// a map of one entry.
#[test]
fn variants_seen_as_untagged() {
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    enum Loose {
        Text(String),
        Map(BTreeMap<String, u8>),
    }
    check_reads("d00141", Loose::Text("A".into()));
    check_reads("d8014105", Loose::Map(BTreeMap::from([("A".into(), 5)])));
}
