//! `Int` against `i128`, and beyond it.

use core::time::Duration;
use std::time::Instant;

use mrna::{Error, Int};

/// Numbers of every length and sign, the same ones in every run.
fn samples() -> impl Iterator<Item = i128> {
    let mut state = 1_u64;
    let mut next = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        state ^ state >> 33
    };
    (0..20_000).map(move |round| {
        let wide = u128::from(next()) << 64 | u128::from(next());
        i128::from_le_bytes(wide.to_le_bytes()) >> (round % 128)
    })
}

#[test]
fn bytes_text_and_order_are_those_of_i128() -> Result<(), Error> {
    let mut before = 0;
    for number in samples() {
        let int = Int::from(number);
        assert_eq!(int.as_i128(), Some(number));
        assert_eq!(int.as_u128(), u128::try_from(number).ok());
        assert_eq!(int.as_i64(), i64::try_from(number).ok());
        assert_eq!(int.as_u64(), u64::try_from(number).ok());
        assert_eq!(int.is_negative(), number < 0);
        assert_eq!(int, number);

        assert_eq!(Int::from_le_bytes(&number.to_le_bytes()), int);
        let bytes = int.to_le_bytes();
        assert_eq!(Int::from_le_bytes(&bytes), int);
        let bits = (128 - (number ^ number >> 127).leading_zeros()) as usize;
        assert_eq!(bytes.len(), bits / 8 + 1);

        assert_eq!(int.to_string(), number.to_string());
        assert_eq!(int.to_string().parse::<Int>()?, int);
        let sign = if number < 0 { "-" } else { "" };
        let hex = format!("{sign}{:#x}", number.unsigned_abs());
        assert_eq!(hex.parse::<Int>()?, int);
        assert_eq!(hex.to_uppercase().replace('X', "x").parse::<Int>()?, int);

        assert_eq!(int.cmp(&Int::from(before)), number.cmp(&before));
        assert_eq!(int.partial_cmp(&before), number.partial_cmp(&before));
        before = number;
    }
    Ok(())
}

#[test]
fn numbers_beyond_128_bits_keep_bytes_and_text() -> Result<(), Error> {
    for (length, number) in (18..1100).zip(samples()) {
        let mut bytes = number.to_le_bytes().repeat(length / 16 + 1);
        bytes.truncate(length - 1);
        bytes.push(if number < 0 { 0xaa } else { 0x55 });
        let int = Int::from_le_bytes(&bytes);
        assert_eq!(int.to_string().parse::<Int>()?, int);
        assert_eq!(Int::from_le_bytes(&int.to_le_bytes()), int);
        assert_eq!(int.as_i128(), None);
        assert_eq!(int.as_u128(), None);
    }
    Ok(())
}

#[test]
fn known_large_numbers() -> Result<(), Error> {
    let power = |bytes: usize| {
        let mut two_to_the = vec![0; bytes];
        two_to_the.push(1);
        Int::from_le_bytes(&two_to_the)
    };
    let cases = [
        (power(16), "340282366920938463463374607431768211456"),
        (power(18), "22300745198530623141535718272648361505980416"),
        (
            Int::from_le_bytes(&[&[0; 17][..], &[0xff]].concat()),
            "-87112285931760246646623899502532662132736",
        ),
        (
            Int::from_le_bytes(&[&[0xff; 17][..], &[0]].concat()),
            "87112285931760246646623899502532662132735",
        ),
    ];
    for (int, text) in cases {
        assert_eq!(int.to_string(), text);
        assert_eq!(text.parse::<Int>()?, int);
        assert_eq!(format!("{int:>60}").trim_start(), text);
    }

    // 1,024 bytes are the most in decimal, 1,025 the least in hex.
    let decimal = Int::from_le_bytes(&[&[0; 1023][..], &[0x80]].concat());
    let hex = Int::from_le_bytes(&[&[0; 1023][..], &[0x80, 0]].concat());
    assert_eq!(decimal.to_string().len(), 1 + 2466);
    assert_eq!(hex.to_string(), format!("0x80{}", "00".repeat(1023)));
    assert_eq!(hex.to_string().replace("0x8", "-0x8").parse::<Int>()?, decimal);
    assert_eq!(power(1024).to_string(), format!("0x1{}", "00".repeat(1024)));
    Ok(())
}

#[test]
fn a_megabyte_prints_and_parses_at_once() -> Result<(), Error> {
    let start = Instant::now();
    let int = Int::from_le_bytes(&vec![0x81; 1 << 20]);
    let text = int.to_string();
    assert!(text.starts_with("-0x7e7e"));
    assert_eq!(text.parse::<Int>()?, int);
    let digits = "9".repeat(1 << 20);
    assert!(digits.parse::<Int>().is_err());
    let error = u8::try_from(&int).map_err(|error| error.to_string());
    assert_eq!(error, Err("invalid value: integer of 1048576 bytes, expected u8".into()));
    assert!(start.elapsed() < Duration::from_secs(10));
    Ok(())
}

#[test]
fn text_that_is_no_integer() {
    let long = "1".repeat(4301);
    let wrong = [
        "", "-", "+1", "--1", "- 1", "1 ", "1_000", "0x", "0X1", "0x-1", "0xg", "1a", "1.0", "١",
        &long,
    ];
    for text in wrong {
        assert!(text.parse::<Int>().is_err(), "{text}");
    }
    let error = long.parse::<Int>().map_err(|error| error.to_string());
    let expected = "invalid integer: 4301 decimal digits, expected at most 4300; write a longer one in hex, as 0x…";
    assert_eq!(error, Err(expected.into()));
    for (text, number) in [("-0", 0), ("007", 7), ("-0x0", 0), ("0x00fF", 255)] {
        assert_eq!(text.parse::<Int>().ok(), Some(number.into()));
    }
    assert!("1".repeat(4300).parse::<Int>().is_ok());
}

#[test]
fn one_number_has_one_form() {
    for bytes in [&[0; 0][..], &[0], &[0; 40]] {
        assert_eq!(Int::from_le_bytes(bytes), Int::default());
    }
    assert_eq!(Int::from_le_bytes(&[0xff; 40]), Int::from(-1_i8));
    assert_eq!(Int::from_le_bytes(&[&[0xff; 8][..], &[0; 30]].concat()), Int::from(u64::MAX));
    assert_eq!(Int::from_le_bytes(&[&[0xff; 16][..], &[0; 30]].concat()), Int::from(u128::MAX));
    assert_eq!(Int::from_le_bytes(&u64::MAX.to_le_bytes()), -1);
    assert_eq!(Int::from(1_u8), Int::from(1_i128));
}

#[test]
fn what_does_not_fit_says_so() {
    macro_rules! bounds {
        ($($int:ident)*) => {$(
            for inside in [$int::MIN, 0, $int::MAX] {
                assert_eq!($int::try_from(Int::from(inside)).ok(), Some(inside));
            }
            let name = stringify!($int);
            let outside = ["-340282366920938463463374607431768211456", "340282366920938463463374607431768211456"];
            for text in outside {
                let error = text.parse::<Int>().and_then($int::try_from).map_err(|error| error.to_string());
                assert_eq!(error, Err(format!("invalid value: integer {text}, expected {name}")));
            }
        )*};
    }
    bounds!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

    let error = |result: Result<u8, Error>| result.map_err(|error| error.to_string());
    assert_eq!(
        error(u8::try_from(Int::from(300))),
        Err("invalid value: integer 300, expected u8".into())
    );
    assert_eq!(
        error(u8::try_from(Int::from(-1))),
        Err("invalid value: integer -1, expected u8".into())
    );
    assert_eq!(i64::try_from(&Int::from(1_u64 << 63)).ok(), None);
    assert_eq!(u64::try_from(&Int::from(1_u128 << 64)).ok(), None);
    assert_eq!(i128::try_from(&Int::from(1_u128 << 127)).ok(), None);
}
