//! How times are taken.

use core::{hint::black_box, time::Duration};

use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, measurement::WallTime};

pub(crate) type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Bytes in a page: copies are slow where source and destination are almost at the same place
/// in theirs, so what may be copied at once is written to places that vary.
pub(crate) const PAGE: usize = 4_096;

/// A group with settings for few but long runs.
pub(crate) fn group<'a>(criterion: &'a mut Criterion, name: &str) -> Group<'a> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(15)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400));
    group
}

/// Measures writing, into one buffer again and again.
pub(crate) fn write(
    group: &mut Group<'_>,
    name: &str,
    step: usize,
    write: impl Fn(&mut Vec<u8>, usize) -> usize,
) {
    let (mut out, mut at) = (Vec::new(), 0);
    group.bench_function(BenchmarkId::new("write", name), |bencher| {
        bencher.iter(|| {
            at = (at + step) % PAGE;
            write(black_box(&mut out), at)
        });
    });
}
