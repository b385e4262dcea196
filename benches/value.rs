//! Values whose type is not known: the data sets into them, and out of them again.

mod data;
mod dynamic;
mod reading;
mod timing;
mod writing;

use core::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use serde::{Serialize, de::DeserializeOwned};

use data::{log, mesh, savegame, updates};
use dynamic::Dynamic;
use timing::Group;

fn values(criterion: &mut Criterion) {
    all(&mut timing::group(criterion, "value log"), &log::generate());
    all(&mut timing::group(criterion, "value mesh"), &mesh::generate());
    all(&mut timing::group(criterion, "value savegame"), &savegame::generate());
    all(&mut timing::group(criterion, "value updates"), &updates::generate());
}

fn all<T: Serialize + DeserializeOwned + PartialEq>(group: &mut Group<'_>, data: &T) {
    one::<mrna::Value, T>(group, data);
    one::<rmpv::Value, T>(group, data);
    one::<ciborium::Value, T>(group, data);
    one::<serde_json::Value, T>(group, data);
}

fn one<V: Dynamic + Clone, T: Serialize + DeserializeOwned + PartialEq>(
    group: &mut Group<'_>,
    data: &T,
) {
    let bytes = V::message(data);
    let value = V::decode(&bytes);
    let mut out = Vec::new();
    value.encode(&mut out);
    let taken = V::decode(&out).take_apart::<T>();
    assert!(taken.as_ref().is_none_or(|taken| taken == data), "not what was written: {}", V::NAME);

    let id = |what| BenchmarkId::new(what, V::NAME);
    reading::read(group, id("read"), false, &bytes, V::decode);
    writing::write(group, V::NAME, false, |out, _| {
        out.clear();
        value.encode(out);
        out.len()
    });
    group.bench_function(id("to_value"), |bencher| bencher.iter(|| V::build(black_box(data))));
    if taken.is_some() {
        group.bench_function(id("from_value"), |bencher| {
            bencher.iter_batched(|| value.clone(), V::take_apart::<T>, BatchSize::LargeInput);
        });
    }
}

criterion_group!(benches, values);
criterion_main!(benches);
