//! Packed lists, tuples and records: when the writer packs (if and only if
//! that is shorter), and that a reader takes any kind, packed or plain.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::model::{Model, Style};
use crate::util::{check, check_err, check_reads, check_value, to_hex};

#[test]
fn thresholds_in_hex() {
    check(vec![200_u8], "[200]", "b1e4c8");
    check(vec![200_u8, 200], "[200, 200]", "b2e4c8e4c8");
    check(vec![200_u8; 3], "[200, 200, 200]", "fc0003c8c8c8");
    check(vec![1_u8, 2, 200], "[1, 2, 200]", "b30102e4c8");
    check(vec![-9_i8, -9], "[-9, -9]", "b2e8f7e8f7");
    check(vec![-9_i8; 3], "[-9, -9, -9]", "fc0103f7f7f7");
    check(vec![300_u16; 2], "[300, 300]", "b2e52c01e52c01");
    check(vec![300_u16; 3], "[300, 300, 300]", "fc02032c012c012c01");
    check(vec![-300_i16; 3], "[-300, -300, -300]", "fc0303d4fed4fed4fe");
    check(vec![70000_u32; 3], "[70000, 70000, 70000]", "fc0403701101007011010070110100");
    check(vec![-70000_i32; 3], "[-70000, -70000, -70000]", "fc050390eefeff90eefeff90eefeff");
    check(
        vec![5_000_000_000_u64; 3],
        "[5000000000, 5000000000, 5000000000]",
        "fc060300f2052a0100000000f2052a0100000000f2052a01000000",
    );
    check(
        vec![-5_000_000_000_i64; 3],
        "[-5000000000, -5000000000, -5000000000]",
        "fc0703000efad5feffffff000efad5feffffff000efad5feffffff",
    );
    check(vec![1.5_f32; 2], "[1.5f32, 1.5f32]", "b2ed0000c03fed0000c03f");
    check(vec![1.5_f32; 3], "[1.5f32, 1.5f32, 1.5f32]", "fc08030000c03f0000c03f0000c03f");
    check(vec![1.5_f64; 2], "[1.5, 1.5]", "b2ee000000000000f83fee000000000000f83f");
    check(
        vec![1.5_f64; 3],
        "[1.5, 1.5, 1.5]",
        "fc0903000000000000f83f000000000000f83f000000000000f83f",
    );
    check((1.5_f64, 2.5_f64), "(1.5, 2.5)", "baee000000000000f83fee0000000000000440");
    check(
        (1.5_f64, 2.5_f64, 3.5_f64),
        "(1.5, 2.5, 3.5)",
        "fd0903000000000000f83f00000000000004400000000000000c40",
    );
    check([1.5_f32; 3], "(1.5f32, 1.5f32, 1.5f32)", "fd08030000c03f0000c03f0000c03f");
    check(
        (1.5_f32, 2.5_f64, 3.5_f32),
        "(1.5f32, 2.5, 3.5f32)",
        "bbed0000c03fee0000000000000440ed00006040",
    );
}

/// The whole list decides the kind: unsigned unless one is negative, and the
/// narrowest that holds all.
#[test]
fn kinds() {
    check(vec![255_u16, 255, 255, 0], "[255, 255, 255, 0]", "fc0004ffffff00");
    check(vec![256_u16, 256, 256, 0], "[256, 256, 256, 0]", "b4e50001e50001e5000100");
    check(vec![200_i32, 200, 200, -1], "[200, 200, 200, -1]", "b4e4c8e4c8e4c8cf");
    check(vec![-128_i64, -128, -128, 127], "[-128, -128, -128, 127]", "fc01048080807f");
    check(vec![-128_i64, -128, -128, 128], "[-128, -128, -128, 128]", "b4e880e880e880e480");
    check(vec![-129_i64, -129, -129], "[-129, -129, -129]", "fc03037fff7fff7fff");
    check(
        vec![u64::MAX; 3],
        "[18446744073709551615, 18446744073709551615, 18446744073709551615]",
        "fc0603ffffffffffffffffffffffffffffffffffffffffffffffff",
    );
    check(
        vec![u128::from(u64::MAX); 3],
        "[18446744073709551615, 18446744073709551615, 18446744073709551615]",
        "fc0603ffffffffffffffffffffffffffffffffffffffffffffffff",
    );
    // no 64-bit kind holds both ends
    check(
        vec![-1_i128, 18446744073709551615, 18446744073709551615],
        "[-1, 18446744073709551615, 18446744073709551615]",
        "b3cfe7ffffffffffffffffe7ffffffffffffffff",
    );
    check(
        vec![1_u128 << 64; 3],
        "[18446744073709551616, 18446744073709551616, 18446744073709551616]",
        "b3ec09000000000000000001ec09000000000000000001ec09000000000000000001",
    );
    // one element that does not fit keeps the list plain
    check(
        vec![Some(200_u8), Some(200), Some(200), None],
        "[200, 200, 200, nil]",
        "b4e4c8e4c8e4c8e0",
    );
    check(
        vec![Some(1.5_f64), Some(1.5), Some(1.5), None],
        "[1.5, 1.5, 1.5, nil]",
        "b4ee000000000000f83fee000000000000f83fee000000000000f83fe0",
    );
    check_value(
        "[1.5, 1.5, 1.5, 1.5f32]",
        "b4ee000000000000f83fee000000000000f83fee000000000000f83fed0000c03f",
    );
    check_value("[1.5, 1.5, 1.5, 1]", "b4ee000000000000f83fee000000000000f83fee000000000000f83f01");
    check_value("[300, 300, 300, 1.5]", "b4e52c01e52c01e52c01ee000000000000f83f");
    check_value("[300, 300, 300, \"x\", 300]", "b5e52c01e52c01e52c018178e52c01");
    check_value("(300, 300, 300, 300)", "bce52c01e52c01e52c01e52c01");
    check_value("set{300, 301, 302, 303}", "f404e52c01e52d01e52e01e52f01");
    check_value("{300: 300, 301: 301}", "c2e52c01e52c01e52d01e52d01");
    check_value("[tag(64, 300), 300, 300, 300]", "b4ff40e52c01e52c01e52c01e52c01");
}

/// One kind of list at every length around the thresholds, and with a first,
/// middle or last element of another width.
fn around<T>(small: T, big: T, model: fn(&T) -> Model)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
{
    for n in (0..14).chain([250, 251, 252, 253, 300]) {
        let mut lists = vec![vec![big.clone(); n], vec![small.clone(); n]];
        for at in [0, n / 2, n.saturating_sub(1)] {
            if at < n {
                let mut list = vec![small.clone(); n];
                list[at] = big.clone();
                lists.push(list);
                let mut list = vec![big.clone(); n];
                list[at] = small.clone();
                lists.push(list);
            }
        }
        for list in lists {
            let m = Model::List(list.iter().map(model).collect());
            check(list, &m.notation(), &to_hex(&m.bytes(Style::Reference)));
        }
    }
}

#[test]
fn around_the_thresholds_unsigned() {
    around(1_u8, 200, |n| Model::Int((*n).into()));
    around(200_u16, 300, |n| Model::Int((*n).into()));
    around(1_u32, 70_000, |n| Model::Int((*n).into()));
    around(300_u64, 5_000_000_000, |n| Model::Int((*n).into()));
    around(5_u128, 1 << 70, |n| Model::Int((*n).try_into().unwrap()));
}

#[test]
fn around_the_thresholds_signed() {
    around(-1_i8, -100, |n| Model::Int((*n).into()));
    around(-1_i16, 300, |n| Model::Int((*n).into()));
    around(200_i32, -70_000, |n| Model::Int((*n).into()));
    around(-9_i64, i64::MIN, |n| Model::Int((*n).into()));
    around(-1_i128, i128::from(u64::MAX), |n| Model::Int(*n));
}

#[test]
fn around_the_thresholds_floats() {
    around(0.5_f32, 1.5, |x| Model::F32(x.to_bits()));
    around(0.5_f64, 1.5, |x| Model::F64(x.to_bits()));
}

#[test]
fn any_kind_reads() {
    // [1, 2] in every kind
    for hex in [
        "b20102",
        "fc00020102",
        "fc01020102",
        "fc020201000200",
        "fc030201000200",
        "fc04020100000002000000",
        "fc05020100000002000000",
        "fc060201000000000000000200000000000000",
        "fc070201000000000000000200000000000000",
    ] {
        check_reads(hex, vec![1_u8, 2]);
        check_reads(hex, vec![1_i64, 2]);
        check_reads(hex, vec![1_i128, 2]);
        check_reads(hex, vec![1.0_f64, 2.0]);
        check_reads(hex, (1_u8, 2_u32));
        check_reads(hex, vec![Some(1_u8), Some(2)]);
        let tuple = hex.replacen("fc", "fd", 1).replacen("b2", "ba", 1);
        check_reads(&tuple, (1_u8, 2_u8));
        check_reads(&tuple, vec![1_u8, 2]);
    }
    check_reads("fc0002ff00", vec![255_u8, 0]);
    check_reads("fc0102ff00", vec![-1_i8, 0]);
    check_reads("fc0302ffff0080", vec![-1_i16, i16::MIN]);
    check_reads("fc0802000020c1000020c1", vec![-10.0_f32; 2]);
    check_reads("fc0802000020c1000020c1", vec![-10.0_f64; 2]);
    check_reads("fc090100000000000024c0", vec![-10.0_f32]);
    check_reads("fc0000", Vec::<u8>::new());
    check_reads("fc0000", Vec::<String>::new());
    check_reads("fd0900", Vec::<u8>::new());
    check_reads::<[u8; 0]>("fd0000", []);
}

/// To a `Value` it is the same list, and written again it is the shortest.
#[test]
fn read_packed_written_shortest() {
    for (long, notation, short) in [
        ("fc00020102", "[1, 2]", "b20102"),
        ("fc060201000000000000000200000000000000", "[1, 2]", "b20102"),
        ("fd00020102", "(1, 2)", "ba0102"),
        ("fc0600", "[]", "b0"),
        ("b3e4c8e4c8e4c8", "[200, 200, 200]", "fc0003c8c8c8"),
        ("fc08010000c03f", "[1.5f32]", "b1ed0000c03f"),
    ] {
        let v: mrna::Value = mrna::from_slice(&crate::util::hex(long)).unwrap();
        assert_eq!(v.to_string(), notation);
        assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), short);
        assert_eq!(v, check_value(notation, short));
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Point<T> {
    x: T,
    y: T,
    z: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Two<T> {
    x: T,
    y: T,
}

#[test]
fn records() {
    let p = Point { x: 1.0, y: 2.0, z: 3.0 };
    check(
        p.clone(),
        "record{x: 1.0, y: 2.0, z: 3.0}",
        "f7030178ee000000000000f03f0179ee0000000000000040017aee0000000000000840",
    );
    check(
        vec![p.clone(), p],
        "[record{x: 1.0, y: 2.0, z: 3.0}, record{x: 1.0, y: 2.0, z: 3.0}]",
        "b2f7030178ee000000000000f03f0179ee0000000000000040017aee0000000000000840fe0900000000000000f03f00000000000000400000000000000840",
    );
    let p = Point { x: 1.0_f32, y: 2.0, z: 3.0 };
    check(
        vec![p.clone(), p],
        "[record{x: 1.0f32, y: 2.0f32, z: 3.0f32}, record{x: 1.0f32, y: 2.0f32, z: 3.0f32}]",
        "b2f7030178ed0000803f0179ed00000040017aed00004040fe08000000803f0000004000004040",
    );
    let p = Two { x: 1.0, y: 2.0 };
    check(
        vec![p.clone(), p],
        "[record{x: 1.0, y: 2.0}, record{x: 1.0, y: 2.0}]",
        "b2f7020178ee000000000000f03f0179ee0000000000000040a0ee000000000000f03fee0000000000000040",
    );
    let p = Point { x: 300, y: 300, z: 300 };
    check(
        vec![p.clone(), p],
        "[record{x: 300, y: 300, z: 300}, record{x: 300, y: 300, z: 300}]",
        "b2f7030178e52c010179e52c01017ae52c01a0e52c01e52c01e52c01",
    );
}

/// The same fields once all floats, once not: each takes its own form.
#[test]
fn records_now_packed_now_not() {
    check_value(
        "[record{x: 1, y: 2, z: 3}, record{x: 1.0, y: 2.0, z: 3.0}, record{x: 1.0, y: 2, z: 3.0}, record{x: 1.0, y: 2.0, z: 3.0f32}]",
        "b4f703017801017902017a03fe0900000000000000f03f00000000000000400000000000000840a0ee000000000000f03f02ee0000000000000840a0ee000000000000f03fee0000000000000040ed00004040",
    );
}

#[test]
fn records_of_any_kind_read() {
    let def = "b2f702017801017902";
    let two = |x, y| vec![Two { x: 1, y: 2 }, Two { x, y }];
    check_reads(&format!("{def}a00506"), two(5, 6));
    check_reads(&format!("{def}fe00000506"), two(5, 6));
    check_reads(&format!("{def}fe0100fb06"), two(-5, 6));
    check_reads(&format!("{def}fe020005000600"), two(5, 6));
    check_reads(&format!("{def}fe050005000000faffffff"), two(5, -6));
    check_reads(&format!("{def}fe060005000000000000000600000000000000"), two(5, 6));
    check_reads(
        &format!("{def}fe0800000020c1000020c1"),
        vec![Two { x: 1.0, y: 2.0 }, Two { x: -10.0, y: -10.0 }],
    );
}

#[test]
fn refused() {
    check_err::<Vec<u8>>("fc0a0100", "unknown packed kind* at byte 1");
    check_err::<Vec<u8>>("fcff0100", "unknown packed kind* at byte 1");
    check_err::<Vec<u8>>("fd0a0100", "unknown packed kind* at byte 1");
    check_err::<Vec<Two<u8>>>("b2f702017801017902fe0a00", "unknown packed kind* at byte 10*");
    check_err::<Vec<u8>>(
        "fc020201002c01",
        "invalid value: integer 300, expected u8 at byte 5 in $[1]",
    );
    check_err::<Vec<u8>>("fc010201ff", "invalid value: integer -1, expected u8 at byte 4 in $[1]");
    check_err::<Vec<u32>>("fc08010000c03f", "invalid type: *, expected u32 at byte 3 in $[0]");
    check_err::<Vec<String>>(
        "fc000101",
        "invalid type: integer 1, expected a string at byte 3 in $[0]",
    );
    check_err::<Vec<u8>>("fe000000", "unknown shape* at byte 0");
    check_err::<Vec<u8>>("fc00fcfb00", "not shortest* at byte 2*");
}
