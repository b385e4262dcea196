//! Plain vectors of a million numbers, beside a copy of as many bytes.

mod formats;
mod measure;
mod memcpy;
mod reading;
mod timing;
mod writing;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use serde::{Serialize, de::DeserializeOwned};

/// They have no structs' names to leave out here, or write numbers far longer.
const WITHOUT: [&str; 3] = ["rmp-serde named", "ciborium", "serde_json"];

/// In `u8`, 1 MiB.
const LEN: usize = 1 << 20;

fn numbers(criterion: &mut Criterion) {
    measure::heading(&WITHOUT);
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
    let rng = &mut Rng::with_seed(5);
    let numbers: Vec<T> = (0..LEN).map(|_| number(rng)).collect();
    let name = format!("numbers {name}");
    measure::value(criterion, &name, &numbers, &WITHOUT, true);

    let raw = vec![1; size_of_val(numbers.as_slice())];
    memcpy::baseline(&mut timing::group(criterion, &name), &raw);
}

criterion_group!(benches, numbers);
criterion_main!(benches);
