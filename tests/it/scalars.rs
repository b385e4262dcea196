//! nil, bool, char and the structs that are nothing but their value.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::util::{check, check_err, check_value};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype<T>(T);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(transparent)]
struct Transparent<T> {
    inner: T,
}

#[test]
fn nil() {
    check((), "nil", "e0");
    check(Unit, "nil", "e0");
    check(PhantomData::<u8>, "nil", "e0");
    check(None::<u8>, "nil", "e0");
    check(Newtype(()), "nil", "e0");
    check(Newtype(Unit), "nil", "e0");
}

#[test]
fn bools() {
    check(false, "false", "e1");
    check(true, "true", "e2");
    check(Newtype(true), "true", "e2");
    check(Some(true), "true", "e2");
}

#[test]
fn chars() {
    check('a', r#""a""#, "8161");
    check('"', r#""\"""#, "8122");
    check('\\', r#""\\""#, "815c");
    check('\0', r#""\u0000""#, "8100");
    check('\n', r#""\n""#, "810a");
    check('\u{1f}', r#""\u001f""#, "811f");
    check('é', r#""é""#, "82c3a9");
    check('€', r#""€""#, "83e282ac");
    check('𝄞', r#""𝄞""#, "84f09d849e");
    check(char::MAX, "\"\u{10ffff}\"", "84f48fbfbf");
}

#[test]
fn transparent_structs() {
    check(Newtype(5u8), "5", "05");
    check(Newtype(Newtype(-1i8)), "-1", "cf");
    check(Transparent { inner: 5u8 }, "5", "05");
    check(Newtype("x".to_owned()), r#""x""#, "8178");
    check(Newtype(vec![1u8, 2]), "[1, 2]", "b20102");
    check(Newtype((1u8, 2u8)), "(1, 2)", "ba0102");
    check(Box::new(5u8), "5", "05");
    check(std::cell::RefCell::new(5u8), "5", "05");
    check(std::num::Wrapping(5u8), "5", "05");
    check(std::num::NonZeroU16::new(300).unwrap(), "300", "e52c01");
}

#[test]
fn std_types() {
    use std::time::Duration;
    let d = Duration::new(5, 7);
    check(d, "record{secs: 5, nanos: 7}", "f702047365637305056e616e6f7307");
    check(1u8..3u8, "record{start: 1, end: 3}", "f7020573746172740103656e6403");
    check(Ok::<u8, bool>(1), "Ok(1)", "d8024f6b01");
    check(Err::<u8, bool>(false), "Err(false)", "d803457272e1");
    check(std::cmp::Reverse(3u8), "3", "03");
}

#[test]
fn values_of_one_byte() {
    for b in 0..=0x7F_u8 {
        check_value(&b.to_string(), &format!("{b:02x}"));
    }
    for b in 0xC8..=0xCF_u8 {
        let n = i16::from(b) - 0xD0;
        check_value(&n.to_string(), &format!("{b:02x}"));
    }
    check_value("nil", "e0");
    check_value("false", "e1");
    check_value("true", "e2");
    check_value(r#""""#, "80");
    check_value("[]", "b0");
    check_value("()", "b8");
    check_value("{}", "c0");
}

#[test]
fn refused() {
    check_err::<bool>("01", "invalid type: integer 1, expected a boolean at byte 0");
    check_err::<bool>("00", "invalid type: integer 0, expected a boolean at byte 0");
    check_err::<bool>("e0", "invalid type: *, expected a boolean at byte 0");
    check_err::<()>("00", "invalid type: integer 0, expected unit at byte 0");
    check_err::<()>("b0", "invalid type: *, expected unit at byte 0");
    check_err::<()>("b8", "invalid type: *, expected unit at byte 0");
    check_err::<Unit>("05", "invalid type: integer 5, expected unit struct Unit at byte 0");
    check_err::<char>("80", "invalid value: *, expected a character at byte 0");
    check_err::<char>("826162", "invalid value: *, expected a character at byte 0");
    check_err::<char>("05", "invalid type: integer 5, expected a character at byte 0");
    check_err::<char>("f10161", "invalid *, expected a character at byte 0");
    check_err::<u8>("e2", "invalid type: *, expected u8 at byte 0");
    check_err::<u8>("e0", "invalid type: *, expected u8 at byte 0");
    check_err::<String>("05", "invalid type: integer 5, expected a string at byte 0");
}
