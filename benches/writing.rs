//! Writing, as it is measured.

use core::hint::black_box;

use criterion::BenchmarkId;

use crate::{
    reading::{PAGE, STEP},
    timing::Group,
};

/// Measures writing, into one buffer again and again; if places `vary`, each time to another place
/// of the first page.
pub(crate) fn write(
    group: &mut Group<'_>,
    name: &str,
    vary: bool,
    write: impl Fn(&mut Vec<u8>, usize) -> usize,
) {
    let (mut out, mut at) = (Vec::new(), 0);
    group.bench_function(BenchmarkId::new("write", name), |bencher| {
        bencher.iter(|| {
            at = if vary { (at + STEP) % PAGE } else { 0 };
            write(black_box(&mut out), at)
        });
    });
}
