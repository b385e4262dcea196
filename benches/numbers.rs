//! Plain vectors of a million numbers, beside a copy of as many bytes.

mod formats;
mod measure;
mod timing;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use serde::{Serialize, de::DeserializeOwned};

const FORMATS: [&str; 6] = ["mrna", "rmp-serde", "cbor4ii", "postcard", "bincode", "bincode fixed"];

const LEN: usize = 1_000_000;

fn numbers(criterion: &mut Criterion) {
    measure::heading(&FORMATS);
    vector(criterion, "u8", |rng| rng.u8(..));
    vector(criterion, "f32", Rng::f32);
    vector(criterion, "f64", Rng::f64);
    vector(criterion, "u64", |rng| rng.u64(..));
    vector(criterion, "u64 small", |rng| rng.u64(..100));
    vector(criterion, "i32", |rng| rng.i32(..));
}

fn vector<T: Serialize + DeserializeOwned + PartialEq>(
    criterion: &mut Criterion,
    name: &str,
    mut number: impl FnMut(&mut Rng) -> T,
) {
    const STEP: usize = 509;

    let rng = &mut Rng::with_seed(5);
    let numbers: Vec<T> = (0..LEN).map(|_| number(rng)).collect();
    let name = format!("numbers {name}");
    measure::value(criterion, &name, &numbers, &FORMATS, STEP);

    let raw = vec![1; size_of_val(numbers.as_slice())];
    timing::write(&mut timing::group(criterion, &name), "memcpy", STEP, |out, at| {
        out.resize(at, 0);
        out.extend_from_slice(&raw);
        out.len()
    });
}

criterion_group!(benches, numbers);
criterion_main!(benches);
