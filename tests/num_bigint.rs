//! `Int` to and from `num_bigint`, both ways.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use mrna::Int;
use num_bigint::{BigInt, BigUint};

#[test]
fn there_and_back() {
    let mut number = BigInt::from(1);
    for _ in 0..300 {
        for number in [number.clone(), -&number, &number - 1, 1 - &number] {
            let int = Int::from(&number);
            assert_eq!(int.to_string(), number.to_string());
            assert_eq!(int, number.to_string().parse::<Int>().unwrap());
            assert_eq!(BigInt::from(&int), number);
            let bytes = mrna::to_vec(&int).unwrap();
            assert_eq!(BigInt::from(mrna::from_slice::<Int>(&bytes).unwrap()), number);
            match number.to_biguint() {
                Some(unsigned) => {
                    assert_eq!(Int::from(unsigned.clone()), int);
                    assert_eq!(BigUint::try_from(int).unwrap(), unsigned);
                }
                None => assert!(BigUint::try_from(&int).is_err()),
            }
        }
        number *= 13;
    }
    let error = BigUint::try_from(Int::from(-1)).unwrap_err();
    assert_eq!(error.to_string(), "invalid value: integer -1, expected BigUint");
}
