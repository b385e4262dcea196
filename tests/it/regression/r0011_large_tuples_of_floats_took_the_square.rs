//! From 64 KiB on, a tuple of floats was looked through from its beginning at each element.

use std::time::Instant;

use mrna::Value;

#[test]
fn they_are_linear() {
    // 200,000 took half a minute, now some milliseconds.
    let tuple = Value::Tuple(vec![Value::F64(1.5); 200_000]);
    let start = Instant::now();
    let mut out = Vec::new();
    mrna::to_writer(&mut out, &tuple).unwrap();
    assert_eq!(mrna::encoded_len(&tuple).unwrap(), out.len());
    assert_eq!(out, mrna::to_vec(&tuple).unwrap());
    assert!(start.elapsed().as_secs() < 20);
}
