//! Byte strings, beside plain copies.

mod formats;
mod memcpy;
mod reading;
mod timing;
mod writing;

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_bytes::{ByteBuf, Bytes};

use formats::{Format, Visit};
use timing::Group;

/// They write bytes one by one, or as another format here does.
const WITHOUT: [&str; 4] = ["rmp-serde named", "ciborium", "serde_json", "bincode fixed"];

fn bytes(criterion: &mut Criterion) {
    for (size, len) in
        [("128 KiB", 128 << 10), ("1 MiB", 1 << 20), ("16 MiB", 16 << 20), ("100 MiB", 100 << 20)]
    {
        let group = &mut timing::group(criterion, &format!("bytes {size}"));
        let raw = &vec![0xA5; len];
        memcpy::baseline(group, raw);
        formats::each(&WITHOUT, &mut Strings { group, raw });
    }
}

struct Strings<'a, 'b> {
    group: &'a mut Group<'b>,
    raw: &'a [u8],
}

impl Visit for Strings<'_, '_> {
    fn visit<F: Format>(&mut self) {
        let value = Bytes::new(self.raw);
        let message = formats::message::<F>(&value);
        assert!(F::read::<ByteBuf>(&message) == *self.raw, "not what was written: {}", F::NAME);

        writing::write(self.group, F::NAME, true, |out, at| F::write(black_box(&value), out, at));
        let id = |what| BenchmarkId::new(what, F::NAME);
        reading::read(self.group, id("read"), true, &message, F::read::<ByteBuf>);
        reading::read(self.group, id("borrow"), true, &message, |bytes| {
            F::borrow::<&Bytes>(bytes).map(|bytes| bytes.len())
        });
    }
}

criterion_group!(benches, bytes);
criterion_main!(benches);
