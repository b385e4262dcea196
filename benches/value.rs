//! Values whose type is not known: the log into them, and out of them again.

#[path = "data/log.rs"]
mod log;
mod timing;

use core::{fmt::Debug, hint::black_box};

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use serde::{Serialize, de::DeserializeOwned};

use log::Log;

/// A format's type for any value.
trait Dynamic {
    const NAME: &str;

    fn message(value: &impl Serialize) -> Vec<u8>;
    fn decode(bytes: &[u8]) -> Self;
    fn encode(&self, out: &mut Vec<u8>);
    fn build(value: &impl Serialize) -> Self;
    fn take_apart<T: DeserializeOwned>(self) -> T;
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

    fn take_apart<T: DeserializeOwned>(self) -> T {
        done(mrna::from_value(self))
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

    fn take_apart<T: DeserializeOwned>(self) -> T {
        done(rmpv::ext::from_value(self))
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

    fn take_apart<T: DeserializeOwned>(self) -> T {
        done(serde_json::from_value(self))
    }
}

fn values(criterion: &mut Criterion) {
    let log = log::generate();
    value::<mrna::Value>(criterion, &log);
    value::<rmpv::Value>(criterion, &log);
    value::<serde_json::Value>(criterion, &log);
}

fn value<V: Dynamic + Clone>(criterion: &mut Criterion, log: &Log<String>) {
    let bytes = V::message(log);
    let value = V::decode(&bytes);
    let mut out = Vec::new();
    value.encode(&mut out);
    assert_eq!(out.len(), bytes.len(), "not what was read: {}", V::NAME);
    assert!(value.clone().take_apart::<Log<String>>() == *log, "not the log: {}", V::NAME);

    let mut group = timing::group(criterion, "value");
    group.bench_function(BenchmarkId::new("read", V::NAME), |bencher| {
        bencher.iter(|| V::decode(black_box(&bytes)));
    });
    timing::write(&mut group, V::NAME, 0, |out, _| {
        out.clear();
        value.encode(out);
        out.len()
    });
    group.bench_function(BenchmarkId::new("to_value", V::NAME), |bencher| {
        bencher.iter(|| V::build(black_box(log)));
    });
    group.bench_function(BenchmarkId::new("from_value", V::NAME), |bencher| {
        bencher.iter_batched(|| value.clone(), V::take_apart::<Log<String>>, BatchSize::LargeInput);
    });
}

#[expect(clippy::expect_used, reason = "there is nothing to measure then")]
fn done<T, E: Debug>(result: Result<T, E>) -> T {
    result.expect("a format failed")
}

criterion_group!(benches, values);
criterion_main!(benches);
