//! indexmap, smallvec, arrayvec, bytes, either.

use std::collections::BTreeMap;

use arrayvec::{ArrayString, ArrayVec};
use bytes::{Bytes, BytesMut};
use either::{Either, Left, Right};
use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::round_trip::{read_back, refusal_of};
use crate::table::{check, same};

/// A map in the form of a list of pairs.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Pairs(#[serde(with = "indexmap::map::serde_seq")] IndexMap<String, u8>);

/// Either without the names of its sides.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Bare(#[serde(with = "either::serde_untagged")] Either<u8, String>);

/// The same, optional.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Perhaps(#[serde(with = "either::serde_untagged_optional")] Option<Either<u8, String>>);

fn index_rows() -> [String; 4] {
    let map = IndexMap::from([("z".to_owned(), 1), ("a".to_owned(), 2)]);
    let structs = IndexMap::from([((1, true), Some(())), ((0, false), None)]);
    [
        same("indexmap", "IndexMap<String, u8>", &map, r#"{"z": 1, "a": 2}"#),
        same(
            "indexmap",
            "IndexMap<(u8, bool), Option<()>>",
            &structs,
            "{(1, true): some(nil), (0, false): nil}",
        ),
        same("indexmap", "IndexSet<i16>", &IndexSet::from([300, -1, 7]), "[300, -1, 7]"),
        same("indexmap", "map::serde_seq", &Pairs(map), r#"[("z", 1), ("a", 2)]"#),
    ]
}

fn vec_rows() -> [String; 6] {
    let inline: SmallVec<[u16; 4]> = smallvec![1, 2];
    let spilled: SmallVec<[String; 1]> = smallvec!["a".into(), "b".into()];
    let full = ArrayVec::<Option<u8>, 2>::from([None, Some(1)]);
    [
        same("smallvec", "SmallVec<[u16; 4]>", &inline, "[1, 2]"),
        same("smallvec", "SmallVec<[String; 1]>, spilled", &spilled, r#"["a", "b"]"#),
        same("smallvec", "SmallVec<[f32; 2]>", &SmallVec::from([0.5_f32; 2]), "[0.5f32, 0.5f32]"),
        same("arrayvec", "ArrayVec<Option<u8>, 2>", &full, "[nil, 1]"),
        same("arrayvec", "ArrayVec<u8, 0>", &ArrayVec::<u8, 0>::new(), "[]"),
        same("arrayvec", "ArrayString<8>", &ArrayString::<8>::from("🧬").unwrap(), r#""🧬""#),
    ]
}

fn bytes_rows() -> [String; 3] {
    let bytes = Bytes::from_static(b"\x00raw");
    let map = BTreeMap::from([(bytes.clone(), BytesMut::new())]);
    [
        same("bytes", "Bytes", &bytes, r#"b"\x00raw""#),
        same("bytes", "BytesMut", &BytesMut::from(&bytes[..]), r#"b"\x00raw""#),
        same("bytes", "BTreeMap<Bytes, BytesMut>", &map, r#"{b"\x00raw": b""}"#),
    ]
}

fn either_rows() -> [String; 6] {
    let right: Either<u8, String> = Right("r".into());
    [
        same("either", "Either<u8, String>", &Left::<_, String>(1_u8), "Left(1)"),
        same("either", "Either<u8, String>", &right, r#"Right("r")"#),
        same("either", "Either<(), Option<u8>>", &Right::<(), _>(None::<u8>), "Right(nil)"),
        same("either", "serde_untagged", &Bare(right), r#""r""#),
        same("either", "serde_untagged_optional", &Perhaps(Some(Left(1))), "1"),
        same("either", "serde_untagged_optional", &Perhaps(None), "nil"),
    ]
}

#[test]
fn table() {
    let rows = [&index_rows()[..], &vec_rows(), &bytes_rows(), &either_rows()];
    check("Containers", &rows.concat());
}

/// Equality of maps leaves their order out, and order is why one takes them.
#[test]
fn order_is_kept() {
    let map: IndexMap<u32, u32> = (0..10_000).rev().map(|n| (n, n)).collect();
    let bytes = mrna::to_vec(&map).unwrap();
    assert!(mrna::from_slice::<IndexMap<u32, u32>>(&bytes).unwrap().keys().eq(map.keys()));
    assert!(mrna::from_reader::<_, IndexMap<u32, u32>>(&bytes[..]).unwrap().keys().eq(map.keys()));
}

/// Lengths above what is reserved ahead.
#[test]
fn long_ones() {
    let long: SmallVec<[u64; 2]> = (0..100_000).collect();
    crate::round_trip::round_trip(&long);
    let set: IndexSet<String> = (0..20_000).map(|n| n.to_string()).collect();
    crate::round_trip::round_trip(&set);
    crate::round_trip::round_trip(&Bytes::from(vec![7; 1 << 20]));
}

/// Bytes take a list of u8, and a list takes bytes.
#[test]
fn bytes_and_lists() {
    let list = mrna::to_vec(&vec![1_u8, 2, 255]).unwrap();
    let packed = mrna::to_vec(&vec![200_u8; 100]).unwrap();
    let bytes = mrna::to_vec(&Bytes::from_static(&[1, 2, 255])).unwrap();
    read_back(&list, &Bytes::from_static(&[1, 2, 255]));
    read_back(&packed, &BytesMut::from(&[200; 100][..]));
    read_back(&bytes, &SmallVec::<[u8; 2]>::from_slice(&[1, 2, 255]));
    read_back(&bytes, &ArrayVec::from([1_u8, 2, 255]));
}

/// What a container can't hold.
#[test]
fn refusals() {
    let three = mrna::to_vec(&[1, 2, 3]).unwrap();
    assert_eq!(
        refusal_of::<ArrayVec<u8, 2>>(&three),
        "invalid length 3, expected an array with no more than 2 items at byte 0",
    );
    let text = mrna::to_vec("too long").unwrap();
    assert_eq!(
        refusal_of::<ArrayString<4>>(&text),
        "invalid length 8, expected a string no more than 4 bytes long at byte 0",
    );
    let middle = mrna::to_vec(&mrna::value!(Middle(1))).unwrap();
    assert_eq!(
        refusal_of::<Either<u8, u8>>(&middle),
        r#"unknown variant "Middle", expected one of "Left", "Right" at byte 0"#,
    );
    assert_eq!(
        refusal_of::<Bare>(&mrna::to_vec(&300).unwrap()),
        "data did not match any variant of untagged enum Either at byte 0",
    );
}
