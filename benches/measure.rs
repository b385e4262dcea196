//! One value through all formats: sizes, then times.

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    formats::{self, Format, Visit, message},
    timing::{self, Group},
};

/// Measures writing and reading this value. Messages are written `step` bytes further into their
/// buffer each time, up to a page.
pub(crate) fn value<T: Serialize + DeserializeOwned + PartialEq>(
    criterion: &mut Criterion,
    name: &str,
    value: &T,
    formats: &[&str],
    step: usize,
) {
    print!("{name:<20}");
    formats::each(formats, &mut Sizes { value });
    println!();

    let mut group = timing::group(criterion, name);
    formats::each(formats, &mut Times { group: &mut group, value, step });
}

/// The heading of the lines that [`value`] prints.
pub(crate) fn heading(formats: &[&str]) {
    print!("{:<20}", "bytes");
    for name in formats {
        print!("{name:>16}");
    }
    println!();
}

struct Sizes<'a, T> {
    value: &'a T,
}

impl<T: Serialize + DeserializeOwned + PartialEq> Visit for Sizes<'_, T> {
    fn visit<F: Format>(&mut self) {
        let bytes = message::<F>(self.value);
        assert!(F::read::<T>(&bytes) == *self.value, "not what was written: {}", F::NAME);
        print!("{:>16}", bytes.len());
    }
}

struct Times<'a, 'b, T> {
    group: &'a mut Group<'b>,
    value: &'a T,
    step: usize,
}

impl<T: Serialize + DeserializeOwned> Visit for Times<'_, '_, T> {
    fn visit<F: Format>(&mut self) {
        let bytes = message::<F>(self.value);
        self.group.throughput(Throughput::Bytes(bytes.len() as u64));
        timing::write(self.group, F::NAME, self.step, |out, at| {
            F::write(black_box(self.value), out, at)
        });
        self.group.bench_function(BenchmarkId::new("read", F::NAME), |bencher| {
            bencher.iter(|| F::read::<T>(black_box(&bytes)));
        });
    }
}
