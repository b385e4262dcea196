//! Lists of primitive numbers are written many at a time: the same bytes as one by one.

use std::fmt::Debug;

use mrna::{append, encoded_len, from_slice, to_vec, to_writer};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

/// A number behind a type of its own, which goes one by one.
#[derive(Clone, Copy)]
struct Single<T>(T);

impl<T: Serialize> Serialize for Single<T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(ser)
    }
}

/// What doesn't say how long it is.
struct Unknown<T>(Vec<T>);

impl<T: Serialize> Serialize for Unknown<T> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.collect_seq(self.0.iter().filter(|_| true))
    }
}

fn check<T: Serialize + DeserializeOwned + Copy + PartialEq + Debug>(numbers: &[T]) {
    let singles: Vec<_> = numbers.iter().map(|n| Single(*n)).collect();
    let bytes = to_vec(&singles).unwrap();
    let what = || format!("{} numbers from {:?}", numbers.len(), numbers.first());
    assert_eq!(to_vec(numbers).unwrap(), bytes, "{}", what());
    assert_eq!(encoded_len(numbers).unwrap(), bytes.len(), "{}", what());
    let mut out = b"before".to_vec();
    append(&mut out, numbers).unwrap();
    assert_eq!(out.strip_prefix(b"before"), Some(&bytes[..]), "{}", what());
    let mut out = Vec::new();
    to_writer(&mut out, numbers).unwrap();
    assert_eq!(out, bytes, "{}", what());
    let unknown = Unknown(numbers.to_vec());
    assert_eq!(to_vec(&unknown).unwrap(), to_vec(&Unknown(singles)).unwrap(), "{}", what());
    let mut out = Vec::new();
    to_writer(&mut out, &unknown).unwrap();
    assert_eq!(out, bytes, "{}", what());
    assert_eq!(from_slice::<Vec<T>>(&bytes).unwrap(), numbers, "{}", what());
    // What comes behind is written where the list ends.
    let (list, text): (Vec<T>, String) =
        from_slice(&to_vec(&(numbers, "behind")).unwrap()).unwrap();
    assert_eq!((&list[..], text.as_str()), (numbers, "behind"), "{}", what());
}

/// `common` so many times, with each of `others` at the beginning, in the middle and at the end.
fn lists<T: Serialize + DeserializeOwned + Copy + PartialEq + Debug>(common: T, others: &[T]) {
    for len in [0, 1, 2, 3, 31, 32, 33, 127, 128, 129, 255, 256, 257, 1_000] {
        let mut numbers = vec![common; len];
        check(&numbers);
        for other in others {
            for at in [0, len / 2, len.saturating_sub(1)] {
                if let Some(place) = numbers.get_mut(at) {
                    *place = *other;
                    check(&numbers);
                    numbers[at] = common;
                }
            }
        }
        // All of them, one after another.
        if len > others.len() {
            numbers[len - others.len()..].copy_from_slice(others);
            check(&numbers);
            numbers.reverse();
            check(&numbers);
        }
    }
}

#[test]
fn ints() {
    lists(1_u8, &[0, 127, 128, u8::MAX]);
    lists(200_u8, &[0, 127]);
    lists(1_u16, &[128, 255, 256, u16::MAX]);
    lists(1_u32, &[200, 300, 70_000, u32::MAX]);
    lists(300_u64, &[0, 1 << 16, 1 << 32, u64::MAX]);
    lists(-1_i8, &[0, 127, -8, -9, i8::MIN]);
    lists(1_i16, &[-1, -129, 128, i16::MIN, i16::MAX]);
    lists(-100_i32, &[0, 128, 32_768, -32_769, i32::MIN, i32::MAX]);
    lists(5_i64, &[-1, 255, 256, -(1 << 31), 1 << 32, i64::MIN, i64::MAX]);
}

#[test]
fn floats() {
    lists(0.5_f32, &[0.0, -0.0, f32::MAX, f32::MIN_POSITIVE]);
    lists(0.5_f64, &[0.0, -0.0, f64::MAX, f64::MIN_POSITIVE]);
}

#[test]
fn past_what_is_held_back() {
    let many: Vec<u64> = (0..100_000).map(|n| n * 0x9E37_79B9).collect();
    check(&many);
    check(&vec![3_u8; 200_000]);
    check(&vec![0.25_f32; 50_000]);
}

/// What a `Vec` has room for is used, and no more of it shows than was written.
#[test]
fn reused_buffers() {
    let mut out = Vec::with_capacity(1 << 16);
    for len in (0..300).chain([4_095, 4_096, 4_097, 20_000]) {
        out.clear();
        let text = "x".repeat(len);
        append(&mut out, &(len, &text, 7_u8, &text)).unwrap();
        assert_eq!(out, to_vec(&(len, &text, 7_u8, &text)).unwrap());
        let read: (usize, String, u8, String) = from_slice(&out).unwrap();
        assert_eq!(read, (len, text.clone(), 7, text));
    }
    assert_eq!(out.capacity(), 1 << 16);
}
