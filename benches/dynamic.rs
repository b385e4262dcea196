//! The formats' types for values of any kind, behind one interface.

use core::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

/// A format's type for any value.
pub(crate) trait Dynamic {
    const NAME: &str;

    /// A message, with no such value in between.
    fn message(value: &impl Serialize) -> Vec<u8>;
    fn decode(bytes: &[u8]) -> Self;
    fn encode(&self, out: &mut Vec<u8>);
    fn build(value: &impl Serialize) -> Self;
    /// `None` if it can't: rmpv's can't tell unit variants from the text that rmp-serde writes.
    fn take_apart<T: DeserializeOwned>(self) -> Option<T>;
}

impl Dynamic for mrna::Value {
    const NAME: &str = "mrna";

    fn message(value: &impl Serialize) -> Vec<u8> {
        done(mrna::to_vec(value))
    }

    fn decode(bytes: &[u8]) -> Self {
        done(mrna::from_slice(bytes))
    }

    fn encode(&self, out: &mut Vec<u8>) {
        done(mrna::append(out, self));
    }

    fn build(value: &impl Serialize) -> Self {
        done(mrna::to_value(value))
    }

    fn take_apart<T: DeserializeOwned>(self) -> Option<T> {
        Some(done(mrna::from_value(self)))
    }
}

impl Dynamic for rmpv::Value {
    const NAME: &str = "rmpv";

    fn message(value: &impl Serialize) -> Vec<u8> {
        done(rmp_serde::to_vec_named(value))
    }

    fn decode(mut bytes: &[u8]) -> Self {
        done(rmpv::decode::read_value(&mut bytes))
    }

    fn encode(&self, out: &mut Vec<u8>) {
        done(rmpv::encode::write_value(out, self));
    }

    fn build(value: &impl Serialize) -> Self {
        done(rmpv::ext::to_value(value))
    }

    fn take_apart<T: DeserializeOwned>(self) -> Option<T> {
        rmpv::ext::from_value(self).ok()
    }
}

impl Dynamic for ciborium::Value {
    const NAME: &str = "ciborium";

    fn message(value: &impl Serialize) -> Vec<u8> {
        let mut bytes = Vec::new();
        done(ciborium::into_writer(value, &mut bytes));
        bytes
    }

    fn decode(bytes: &[u8]) -> Self {
        done(ciborium::from_reader(bytes))
    }

    fn encode(&self, out: &mut Vec<u8>) {
        done(ciborium::into_writer(self, out));
    }

    fn build(value: &impl Serialize) -> Self {
        done(ciborium::Value::serialized(value))
    }

    fn take_apart<T: DeserializeOwned>(self) -> Option<T> {
        Some(done(self.deserialized()))
    }
}

impl Dynamic for serde_json::Value {
    const NAME: &str = "serde_json";

    fn message(value: &impl Serialize) -> Vec<u8> {
        done(serde_json::to_vec(value))
    }

    fn decode(bytes: &[u8]) -> Self {
        done(serde_json::from_slice(bytes))
    }

    fn encode(&self, out: &mut Vec<u8>) {
        done(serde_json::to_writer(out, self));
    }

    fn build(value: &impl Serialize) -> Self {
        done(serde_json::to_value(value))
    }

    fn take_apart<T: DeserializeOwned>(self) -> Option<T> {
        Some(done(serde_json::from_value(self)))
    }
}

#[expect(clippy::expect_used, reason = "there is nothing to measure then")]
fn done<T, E: Debug>(result: Result<T, E>) -> T {
    result.expect("a format failed")
}
