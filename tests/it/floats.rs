//! Floats come back bit for bit: NaN payloads, signalling ones too, the
//! zeros, the infinities; f32 and f64 stay apart.

use mrna::Value;

use crate::util::{check, check_bits, check_err, check_reading, check_value, hex, to_hex};

#[test]
fn f64s() {
    check(0.0_f64, "0.0", "ee0000000000000000");
    check(1.5_f64, "1.5", "ee000000000000f83f");
    check(-1.5_f64, "-1.5", "ee000000000000f8bf");
    check(0.1_f64, "0.1", "ee9a9999999999b93f");
    check(1e15_f64, "1000000000000000.0", "ee00003426f56b0c43");
    check(1e16_f64, "1e16", "ee0080e03779c34143");
    check(1e300_f64, "1e300", "ee9c7500883ce4377e");
    check(0.0001_f64, "0.0001", "ee2d431cebe2361a3f");
    check(0.00001_f64, "1e-5", "eef168e388b5f8e43e");
    check(1.25e-7_f64, "1.25e-7", "ee8dedb5a0f7c6803e");
    check(f64::MAX, "1.7976931348623157e308", "eeffffffffffffef7f");
    check(f64::MIN, "-1.7976931348623157e308", "eeffffffffffffefff");
    check(f64::MIN_POSITIVE, "2.2250738585072014e-308", "ee0000000000001000");
    check(5e-324_f64, "5e-324", "ee0100000000000000");
    check(f64::INFINITY, "inf", "ee000000000000f07f");
    check(f64::NEG_INFINITY, "-inf", "ee000000000000f0ff");
    check_bits(-0.0_f64, "-0.0", "ee0000000000000080");
}

#[test]
fn f32s() {
    check(0.0_f32, "0.0f32", "ed00000000");
    check(1.5_f32, "1.5f32", "ed0000c03f");
    check(-1.5_f32, "-1.5f32", "ed0000c0bf");
    check(0.1_f32, "0.1f32", "edcdcccc3d");
    check(1e16_f32, "1e16f32", "edca1b0e5a");
    check(16777216.0_f32, "16777216.0f32", "ed0000804b");
    check(f32::MAX, "3.4028235e38f32", "edffff7f7f");
    check(f32::MIN_POSITIVE, "1.1754944e-38f32", "ed00008000");
    check(1e-45_f32, "1e-45f32", "ed01000000");
    check(f32::INFINITY, "inff32", "ed0000807f");
    check(f32::NEG_INFINITY, "-inff32", "ed000080ff");
    check_bits(-0.0_f32, "-0.0f32", "ed00000080");
}

/// (bits, notation): quiet and signalling, both signs, all payload bits.
const NAN64: &[(u64, &str)] = &[
    (0x7ff8_0000_0000_0000, "nan"),
    (0x7ff8_0000_0000_0001, "nan(0x7ff8000000000001)"),
    (0x7fff_ffff_ffff_ffff, "nan(0x7fffffffffffffff)"),
    (0xfff8_0000_0000_0000, "nan(0xfff8000000000000)"),
    (0xffff_ffff_ffff_ffff, "nan(0xffffffffffffffff)"),
    (0x7ff0_0000_0000_0001, "nan(0x7ff0000000000001)"),
    (0x7ff7_ffff_ffff_ffff, "nan(0x7ff7ffffffffffff)"),
    (0xfff4_0123_4567_89ab, "nan(0xfff40123456789ab)"),
];

const NAN32: &[(u32, &str)] = &[
    (0x7fc0_0000, "nanf32"),
    (0x7fc0_0001, "nanf32(0x7fc00001)"),
    (0x7fff_ffff, "nanf32(0x7fffffff)"),
    (0xffc0_0000, "nanf32(0xffc00000)"),
    (0x7f80_0001, "nanf32(0x7f800001)"),
    (0x7fbf_ffff, "nanf32(0x7fbfffff)"),
    (0xffa0_1234, "nanf32(0xffa01234)"),
];

#[test]
fn nan_payloads_of_f64() {
    for (bits, notation) in NAN64 {
        let hex = format!("ee{}", to_hex(&bits.to_le_bytes()));
        let value = f64::from_bits(*bits);
        check_bits(value, notation, &hex);
        let same = |got: &f64, way: &str| assert_eq!(got.to_bits(), *bits, "{way}");
        check_reading(&self::hex(&hex), &same);
        let v = mrna::to_value(&value).unwrap();
        same(&mrna::from_value(v).unwrap(), "from_value");
        let Value::F64(got) = mrna::from_slice(&self::hex(&hex)).unwrap() else {
            panic!("not an F64");
        };
        same(&got, "Value::F64");
    }
}

#[test]
fn nan_payloads_of_f32() {
    for (bits, notation) in NAN32 {
        let hex = format!("ed{}", to_hex(&bits.to_le_bytes()));
        let value = f32::from_bits(*bits);
        check_bits(value, notation, &hex);
        let same = |got: &f32, way: &str| assert_eq!(got.to_bits(), *bits, "{way}");
        check_reading(&self::hex(&hex), &same);
        let v = mrna::to_value(&value).unwrap();
        same(&mrna::from_value(v).unwrap(), "from_value");
        let Value::F32(got) = mrna::from_slice(&self::hex(&hex)).unwrap() else {
            panic!("not an F32");
        };
        same(&got, "Value::F32");
    }
}

#[test]
fn nan_payloads_in_packed_lists() {
    let all: Vec<f64> = NAN64.iter().map(|(b, _)| f64::from_bits(*b)).collect();
    let notation: Vec<&str> = NAN64.iter().map(|(_, n)| *n).collect();
    let raw: String = NAN64.iter().map(|(b, _)| to_hex(&b.to_le_bytes())).collect();
    check_bits(all, &format!("[{}]", notation.join(", ")), &format!("fc0908{raw}"));

    let all: Vec<f32> = NAN32.iter().map(|(b, _)| f32::from_bits(*b)).collect();
    let notation: Vec<&str> = NAN32.iter().map(|(_, n)| *n).collect();
    let raw: String = NAN32.iter().map(|(b, _)| to_hex(&b.to_le_bytes())).collect();
    check_bits(all, &format!("[{}]", notation.join(", ")), &format!("fc0807{raw}"));
}

#[test]
fn order_and_equality_of_values() {
    // ascending in the total order of the bits, and no two the same
    let ascending = [
        f64::from_bits(0xffff_ffff_ffff_ffff),
        f64::from_bits(0xfff8_0000_0000_0000),
        f64::from_bits(0xfff0_0000_0000_0001),
        f64::NEG_INFINITY,
        -1.5,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        1.5,
        f64::INFINITY,
        f64::from_bits(0x7ff0_0000_0000_0001),
        f64::from_bits(0x7ff8_0000_0000_0000),
        f64::from_bits(0x7fff_ffff_ffff_ffff),
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            let (a, b) = (Value::F64(*a), Value::F64(*b));
            assert_eq!(a.cmp(&b), i.cmp(&j), "{a} and {b}");
            assert_eq!(a == b, i == j, "{a} and {b}");
        }
    }
    assert_ne!(Value::F32(1.5), Value::F64(1.5));
    assert_ne!(mrna::to_value(&1_u8).unwrap(), mrna::to_value(&1.0_f64).unwrap());
}

#[test]
fn refused() {
    check_err::<f64>("e2", "invalid type: *, expected f64 at byte 0");
    check_err::<f64>("83312e35", "invalid type: *, expected f64 at byte 0");
    check_err::<f32>("e0", "invalid type: *, expected f32 at byte 0");
    check_err::<u32>("ee0000000000001440", "invalid type: *, expected u32 at byte 0");
    check_value("5.0", "ee0000000000001440");
}
