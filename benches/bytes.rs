//! Byte strings, beside plain copies.

mod formats;
mod timing;

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_bytes::{ByteBuf, Bytes};

use formats::{Format, Visit};
use timing::PAGE;

const FORMATS: [&str; 5] = ["mrna", "rmp-serde", "cbor4ii", "postcard", "bincode"];

/// From one message to the next, within a page.
const STEP: usize = 509;

/// Copies of a message, each at another place of its page.
const COPIES: usize = 4;

fn bytes(criterion: &mut Criterion) {
    for mib in [1, 16] {
        let name = &format!("bytes {mib} MiB");
        let raw = &vec![0xA5; mib << 20];
        formats::each(&FORMATS, &mut Strings { criterion, name, raw });

        timing::write(&mut timing::group(criterion, name), "memcpy", STEP, |out, at| {
            out.resize(at, 0);
            out.extend_from_slice(raw);
            out.len()
        });
        read(criterion, name, BenchmarkId::new("read", "to_vec"), raw, <[u8]>::to_vec);
    }
}

struct Strings<'a> {
    criterion: &'a mut Criterion,
    name: &'a str,
    raw: &'a [u8],
}

impl Visit for Strings<'_> {
    fn visit<F: Format>(&mut self) {
        let value = Bytes::new(self.raw);
        let message = formats::message::<F>(&value);
        assert!(F::read::<ByteBuf>(&message) == *self.raw, "not what was written: {}", F::NAME);

        timing::write(&mut timing::group(self.criterion, self.name), F::NAME, STEP, |out, at| {
            F::write(black_box(&value), out, at)
        });
        let id = |what| BenchmarkId::new(what, F::NAME);
        read(self.criterion, self.name, id("read"), &message, F::read::<ByteBuf>);
        read(self.criterion, self.name, id("borrow"), &message, |bytes| {
            F::borrow::<&Bytes>(bytes).map(|bytes| bytes.len())
        });
    }
}

/// Measures reading from copies of this message in turn.
fn read<T>(
    criterion: &mut Criterion,
    name: &str,
    id: BenchmarkId,
    message: &[u8],
    read: impl Fn(&[u8]) -> T,
) {
    let pitch = message.len().next_multiple_of(PAGE) + STEP;
    let mut pool = vec![0; pitch * COPIES];
    for copy in pool.chunks_exact_mut(pitch) {
        copy.iter_mut().zip(message).for_each(|(to, from)| *to = *from);
    }
    let mut copies = pool.chunks_exact(pitch).filter_map(|copy| copy.get(..message.len())).cycle();
    timing::group(criterion, name).bench_function(id, |bencher| {
        bencher.iter(|| copies.next().map(|bytes| read(black_box(bytes))));
    });
}

criterion_group!(benches, bytes);
criterion_main!(benches);
