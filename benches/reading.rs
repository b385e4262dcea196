//! Reading, as it is measured.

use core::hint::black_box;

use criterion::BenchmarkId;

use crate::timing::Group;

pub(crate) const PAGE: usize = 4_096;

/// How far a place is from the one before, within a page.
pub(crate) const STEP: usize = 509;

/// Copies of a message.
const COPIES: usize = 4;

/// Measures reading of this message, again and again; if places `vary`, from copies of it in turn,
/// each at another place of its page: copies are slow where source and destination are almost at
/// the same place in theirs.
pub(crate) fn read<T>(
    group: &mut Group<'_>,
    id: BenchmarkId,
    vary: bool,
    message: &[u8],
    read: impl Fn(&[u8]) -> T,
) {
    let pitch = message.len().next_multiple_of(PAGE) + STEP;
    let mut pool = vec![0; if vary { pitch * COPIES } else { pitch }];
    for copy in pool.chunks_exact_mut(pitch) {
        copy.iter_mut().zip(message).for_each(|(to, from)| *to = *from);
    }
    let mut at = 0;
    group.bench_function(id, |bencher| {
        bencher.iter(|| {
            at = (at + pitch) % pool.len();
            pool.get(at..at + message.len()).map(|bytes| read(black_box(bytes)))
        });
    });
}
