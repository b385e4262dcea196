//! What writing and reading are measured by: the same bytes, copied and nothing else.

use criterion::BenchmarkId;

use crate::{reading, timing::Group, writing};

/// Measures copies of these bytes into a buffer that is there, and into one of their own.
pub(crate) fn baseline(group: &mut Group<'_>, raw: &[u8]) {
    writing::write(group, "memcpy", true, |out, at| {
        out.resize(at, 0);
        out.extend_from_slice(raw);
        out.len()
    });
    reading::read(group, BenchmarkId::new("read", "to_vec"), true, raw, <[u8]>::to_vec);
}
