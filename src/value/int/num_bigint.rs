//! To and from the integers of the `num-bigint` crate.

use num_bigint::{BigInt, BigUint};

use super::Int;
use crate::Error;

impl From<&BigInt> for Int {
    fn from(value: &BigInt) -> Self {
        Int::from_le_bytes(&value.to_signed_bytes_le())
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Self {
        (&value).into()
    }
}

impl From<&BigUint> for Int {
    fn from(value: &BigUint) -> Self {
        // A zero byte for the sign goes on top.
        let mut bytes = value.to_bytes_le();
        bytes.push(0);
        Int::from_le_bytes(&bytes)
    }
}

impl From<BigUint> for Int {
    fn from(value: BigUint) -> Self {
        (&value).into()
    }
}

impl From<&Int> for BigInt {
    fn from(int: &Int) -> Self {
        BigInt::from_signed_bytes_le(&int.to_le_bytes())
    }
}

impl From<Int> for BigInt {
    fn from(int: Int) -> Self {
        (&int).into()
    }
}

impl TryFrom<&Int> for BigUint {
    type Error = Error;

    fn try_from(int: &Int) -> Result<Self, Error> {
        if int.is_negative() {
            return Err(int.unexpected("BigUint"));
        }
        Ok(BigUint::from_bytes_le(&int.to_le_bytes()))
    }
}

impl TryFrom<Int> for BigUint {
    type Error = Error;

    fn try_from(int: Int) -> Result<Self, Error> {
        (&int).try_into()
    }
}
