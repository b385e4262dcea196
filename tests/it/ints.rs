//! Integers: every border between two forms, in every type that holds the
//! number; every type that does not refuses it; over-long forms are malformed.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::{Model, Style};
use crate::util::{check, check_err, check_err_value, check_value, to_hex};

/// Both sides of every border, and the ends of every type.
const ROWS: &[(&str, &str)] = &[
    ("0", "00"),
    ("1", "01"),
    ("127", "7f"),
    ("128", "e480"),
    ("200", "e4c8"),
    ("255", "e4ff"),
    ("256", "e50001"),
    ("32767", "e5ff7f"),
    ("32768", "e50080"),
    ("65535", "e5ffff"),
    ("65536", "e600000100"),
    ("2147483647", "e6ffffff7f"),
    ("2147483648", "e600000080"),
    ("4294967295", "e6ffffffff"),
    ("4294967296", "e70000000001000000"),
    ("9007199254740993", "e70100000000002000"),
    ("9223372036854775807", "e7ffffffffffffff7f"),
    ("9223372036854775808", "e70000000000000080"),
    ("18446744073709551615", "e7ffffffffffffffff"),
    ("18446744073709551616", "ec09000000000000000001"),
    ("1208925819614629174706175", "ec0bffffffffffffffffffff00"),
    ("170141183460469231731687303715884105727", "ec10ffffffffffffffffffffffffffffff7f"),
    ("-1", "cf"),
    ("-8", "c8"),
    ("-9", "e8f7"),
    ("-128", "e880"),
    ("-129", "e97fff"),
    ("-32768", "e90080"),
    ("-32769", "eaff7fffff"),
    ("-2147483648", "ea00000080"),
    ("-2147483649", "ebffffff7fffffffff"),
    ("-9223372036854775808", "eb0000000000000080"),
    ("-9223372036854775809", "ec09ffffffffffffff7fff"),
    ("-18446744073709551616", "ec090000000000000000ff"),
    ("-2361183241434822606848", "ec09000000000000000080"),
    ("-2361183241434822606849", "ec0affffffffffffffff7fff"),
    ("-170141183460469231731687303715884105728", "ec1000000000000000000000000000000080"),
];

fn in_type<T>(name: &str, notation: &str, hex: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + TryFrom<i128>,
{
    let n: i128 = notation.parse().unwrap();
    if let Ok(value) = T::try_from(n) {
        return check(value, notation, hex);
    }
    let found = match n {
        -0x8000_0000_0000_0000..=0xFFFF_FFFF_FFFF_FFFF => format!("value: integer {n}"),
        _ => "*".to_owned(), // wider than serde's own messages go
    };
    let message = format!("invalid {found}, expected {name}");
    check_err::<T>(hex, &format!("{message} at byte 0"));
    check_err_value::<T>(hex, &message);
}

#[test]
fn every_border_in_every_type() {
    for (notation, hex) in ROWS {
        in_type::<u8>("u8", notation, hex);
        in_type::<u16>("u16", notation, hex);
        in_type::<u32>("u32", notation, hex);
        in_type::<u64>("u64", notation, hex);
        in_type::<u128>("u128", notation, hex);
        in_type::<usize>("usize", notation, hex);
        in_type::<i8>("i8", notation, hex);
        in_type::<i16>("i16", notation, hex);
        in_type::<i32>("i32", notation, hex);
        in_type::<i64>("i64", notation, hex);
        in_type::<i128>("i128", notation, hex);
        in_type::<isize>("isize", notation, hex);
    }
}

/// The second encoder agrees with the table, so that it can stand for it.
#[test]
fn model_agrees() {
    for (notation, hex) in ROWS {
        let model = Model::Int(notation.parse().unwrap());
        assert_eq!(to_hex(&model.bytes(Style::Reference)), *hex, "{notation}");
        assert_eq!(model.notation(), *notation);
    }
}

#[test]
fn upper_half_of_u128() {
    let half = 1_u128 << 127;
    check(
        half,
        "170141183460469231731687303715884105728",
        "ec110000000000000000000000000000008000",
    );
    check(
        u128::MAX,
        "340282366920938463463374607431768211455",
        "ec11ffffffffffffffffffffffffffffffff00",
    );
    check_err::<i128>(
        "ec110000000000000000000000000000008000",
        "invalid *, expected i128 at byte 0",
    );
    check_err::<u64>("ec11ffffffffffffffffffffffffffffffff00", "invalid *, expected u64 at byte 0");
}

#[test]
fn wider_than_any_type() {
    let rows: &[(&str, &str)] = &[
        ("340282366920938463463374607431768211456", "ec110000000000000000000000000000000001"),
        ("-170141183460469231731687303715884105729", "ec11ffffffffffffffffffffffffffffff7fff"),
        ("-340282366920938463463374607431768211456", "ec1100000000000000000000000000000000ff"),
        (
            "1606938044258990275541962092341162602522202993782792835301376",
            "ec1a0000000000000000000000000000000000000000000000000001",
        ),
        (
            "-1606938044258990275541962092341162602522202993782792835301375",
            "ec1a01000000000000000000000000000000000000000000000000ff",
        ),
    ];
    for (notation, hex) in rows {
        check_value(notation, hex);
        check_err::<u128>(hex, "invalid *, expected u128 at byte 0");
        check_err::<i128>(hex, "invalid *, expected i128 at byte 0");
        check_err::<u8>(hex, "invalid *, expected u8 at byte 0");
    }
    // 2^2047: 257 bytes, so that the length itself has three
    let mut bytes = crate::util::hex("ecfc0101");
    bytes.extend([0; 255]);
    bytes.extend([0x80, 0]);
    let v: mrna::Value = mrna::from_slice(&bytes).unwrap();
    assert!(v.to_string().starts_with("16158503035655503650357438344334975980"));
    assert_eq!(mrna::to_vec(&v).unwrap(), bytes);
}

#[test]
fn over_long_forms() {
    let rows = [
        "e400",
        "e47f",
        "e57f00",
        "e5ff00",
        "e6ffff0000",
        "e7ffffffff00000000",
        "e800", // not even negative
        "e805",
        "e87f",
        "e8ff",
        "e8f8",
        "e980ff",
        "e90100",
        "ea0080ffff",
        "ea00000100",
        "eb00000080ffffffff",
        "eb0000000001000000",
        "ec00",
        "ec0105",
        "ec080000000000000080",
        "ec09ffffffffffffffff00",
        "ec09000000000000008000",
        "ec090000000000000080ff",
        "ec0a00000000000000000100",
        "ec0a000000000000000080ff",
        "ecfc090000000000000000000001",
    ];
    for hex in rows {
        let at = u8::from(hex.starts_with("ecfc"));
        check_err::<i128>(hex, &format!("not shortest* at byte {at}"));
    }
}

#[test]
fn value_int_holds_every_type() {
    use mrna::{Int, Value};
    for (notation, hex) in ROWS {
        let n: i128 = notation.parse().unwrap();
        let v: Value = mrna::from_slice(&crate::util::hex(hex)).unwrap();
        assert_eq!(v, Value::Int(Int::from(n)));
        assert_eq!(Int::from(n).to_string(), *notation);
        if let Ok(small) = i64::try_from(n) {
            assert_eq!(v, Value::from(small));
            assert_eq!(Int::from(small), Int::from(n), "by value, not by width");
        }
    }
    let mut sorted: Vec<i128> = ROWS.iter().map(|(n, _)| n.parse().unwrap()).collect();
    sorted.sort_unstable();
    for pair in sorted.windows(2) {
        let [a, b] = [Int::from(pair[0]), Int::from(pair[1])];
        assert!(a < b, "{pair:?}");
    }
    let [a, b] = [Int::from(i128::MAX), Int::from(u128::MAX)];
    assert!(a < b);
}
