//! The same bytes read through a `BufReader` and from a slice.

mod data;
mod reading;
mod timing;

use std::io::BufReader;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde::{Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;

use data::{log, mesh, savegame, updates};

fn readers(criterion: &mut Criterion) {
    both(criterion, "log", &log::generate());
    both(criterion, "mesh", &mesh::generate());
    both(criterion, "savegame", &savegame::generate());
    both(criterion, "updates", &updates::generate());
    both(criterion, "bytes 1 MiB", &ByteBuf::from(vec![0xA5; 1 << 20]));
}

#[expect(clippy::expect_used, reason = "there is nothing to measure then")]
fn both<T: Serialize + DeserializeOwned>(criterion: &mut Criterion, name: &str, value: &T) {
    let bytes = &mrna::to_vec(value).expect("a data set");
    let group = &mut timing::group(criterion, &format!("reader {name}"));
    reading::read(group, BenchmarkId::from_parameter("from_slice"), true, bytes, |bytes| {
        mrna::from_slice::<T>(bytes).expect("what was written")
    });
    reading::read(group, BenchmarkId::from_parameter("from_reader"), true, bytes, |bytes| {
        mrna::from_reader::<_, T>(BufReader::new(bytes)).expect("what was written")
    });
}

criterion_group!(benches, readers);
criterion_main!(benches);
