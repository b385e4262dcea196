//! `rust_decimal`, `num-bigint`, `ordered-float`.

use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use ordered_float::{NotNan, OrderedFloat};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::round_trip::{read_back, refusal_of};
use crate::table::{changed, check, same};

/// A field as a number, which holds fewer digits than a Decimal.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Price(#[serde(with = "rust_decimal::serde::float")] Decimal);

fn decimal_rows() -> [String; 6] {
    let decimal = |text| Decimal::from_str(text).unwrap();
    let price = |text| Price(decimal(text));
    [
        same("rust_decimal", "Decimal", &decimal("-12.50"), r#""-12.50""#),
        same("rust_decimal", "Decimal::MAX", &Decimal::MAX, r#""79228162514264337593543950335""#),
        same("rust_decimal", "Option<Decimal>", &Some(decimal("0.000")), r#""0.000""#),
        same("rust_decimal", "float", &price("0.1"), "0.1"),
        changed(
            "rust_decimal",
            "float, 0.1234567890123456789",
            &price("0.1234567890123456789"),
            "0.12345678901234568",
            &price("0.12345678901234568"),
        ),
        same("rust_decimal", "float, large", &price("1000000000000000000000"), "1e21"),
    ]
}

fn big_rows() -> [String; 5] {
    let big: BigInt = BigInt::from(-1) << 64;
    [
        same("num-bigint", "BigInt", &big, "(-1, [0, 0, 1])"),
        same("num-bigint", "BigInt, zero", &BigInt::ZERO, "(0, [])"),
        same("num-bigint", "BigUint", &BigUint::from(u64::MAX), "[4294967295, 4294967295]"),
        same("num-bigint", "Sign", &big.sign(), "-1"),
        same("num-bigint", "Vec<BigInt>", &vec![BigInt::ZERO, 1.into()], "[(0, []), (1, [1])]"),
    ]
}

fn float_rows() -> [String; 4] {
    let not_nan = NotNan::new(0.1_f32).unwrap();
    let nan = OrderedFloat(f64::from_bits(0x7ff8_0000_0000_0001));
    [
        same("ordered-float", "OrderedFloat<f64>", &OrderedFloat(-0.0), "-0.0"),
        same("ordered-float", "OrderedFloat<f64>, a NaN", &nan, "nan(0x7ff8000000000001)"),
        same("ordered-float", "NotNan<f32>", &not_nan, "0.1f32"),
        same("ordered-float", "Vec<NotNan<f32>>", &vec![not_nan; 3], "[0.1f32, 0.1f32, 0.1f32]"),
    ]
}

#[test]
fn table() {
    check("Numbers", &[&decimal_rows()[..], &big_rows(), &float_rows()].concat());
}

/// A Decimal asks for anything, so it takes whatever number there is.
#[test]
fn decimals_of_numbers() {
    let numbers = [
        (mrna::value!(7), "7"),
        (mrna::value!(-7), "-7"),
        (mrna::value!(18_446_744_073_709_551_615), "18446744073709551615"),
        (mrna::value!(1.5), "1.5"),
        (mrna::value!(1.5f32), "1.5"),
        (mrna::value!("1e3"), "1000"),
    ];
    for (value, text) in numbers {
        read_back(&mrna::to_vec(&value).unwrap(), &Decimal::from_str(text).unwrap());
    }
    let too_large = mrna::to_vec(&mrna::value!(1e30)).unwrap();
    assert_eq!(
        refusal_of::<Decimal>(&too_large),
        "invalid value: float 1e30, expected a Decimal type representing a fixed-point number \
         at byte 0",
    );
    // A Decimal would hold it, but its visitor has no 128-bit ints.
    let big = mrna::to_vec(&(1_u128 << 64)).unwrap();
    assert_eq!(
        refusal_of::<Decimal>(&big),
        "invalid type: integer `18446744073709551616` as i128, expected a Decimal type \
         representing a fixed-point number at byte 0",
    );
}

/// One of many digits, and an int that is none: the form of a `BigInt` is fixed by its crate.
#[test]
fn large_ints() {
    let factorial: BigUint = (1..=1_000_u32).product();
    let value = crate::round_trip::round_trip(&factorial);
    assert_eq!(value.as_list().map(<[_]>::len), Some(267));
    // Four bytes for each digit of 32 bits.
    assert_eq!(mrna::encoded_len(&factorial).unwrap(), 267 * 4 + 5);

    let int = mrna::to_vec(&5).unwrap();
    assert_eq!(
        refusal_of::<BigInt>(&int),
        "invalid type: integer 5, expected a tuple of size 2 at byte 0",
    );
}

/// Ints are taken for floats where that is exact; what is no number to a type is refused.
#[test]
fn floats_of_numbers() {
    read_back(&mrna::to_vec(&3).unwrap(), &OrderedFloat(3.0_f64));
    let nan = mrna::to_vec(&f64::NAN).unwrap();
    assert_eq!(
        refusal_of::<NotNan<f64>>(&nan),
        "invalid value: float NaN, expected float (but not NaN) at byte 0",
    );
}
