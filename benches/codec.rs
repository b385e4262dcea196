//! Four data sets written and read by all formats.

mod data;
mod formats;
mod measure;
mod reading;
mod timing;
mod writing;

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde::{Deserialize, Serialize};

use data::{log, mesh, savegame, updates};
use formats::{Format, Visit};

fn codec(criterion: &mut Criterion) {
    let (log, savegame) = (log::generate(), savegame::generate());
    measure::heading(&[]);
    measure::value(criterion, "log", &log, &[], false);
    measure::value(criterion, "mesh", &mesh::generate(), &[], false);
    measure::value(criterion, "savegame", &savegame, &[], false);
    measure::value(criterion, "updates", &updates::generate(), &[], false);
    formats::each(&[], &mut Borrow { criterion, name: "log", value: &log });
    formats::each(&[], &mut Borrow { criterion, name: "savegame", value: &savegame });
}

/// What can be read without copying its texts.
trait Lend: Serialize {
    type Lent<'de>: Serialize + Deserialize<'de>;
}

impl Lend for log::Log<String> {
    type Lent<'de> = log::Log<&'de str>;
}

impl Lend for savegame::Players<String> {
    type Lent<'de> = savegame::Players<&'de str>;
}

struct Borrow<'a, T> {
    criterion: &'a mut Criterion,
    name: &'a str,
    value: &'a T,
}

impl<T: Lend> Visit for Borrow<'_, T> {
    fn visit<F: Format>(&mut self) {
        let bytes = formats::message::<F>(self.value);
        let Some(lent) = F::borrow::<T::Lent<'_>>(&bytes) else { return };
        assert!(formats::message::<F>(&lent) == bytes, "not what was written: {}", F::NAME);
        let id = BenchmarkId::new("borrow", F::NAME);
        timing::group(self.criterion, self.name).bench_function(id, |bencher| {
            bencher.iter(|| F::borrow::<T::Lent<'_>>(black_box(&bytes)));
        });
    }
}

criterion_group!(benches, codec);
criterion_main!(benches);
