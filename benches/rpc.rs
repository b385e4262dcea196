//! One small message: what does a message cost by itself?

extern crate alloc;

mod formats;
mod measure;
mod reading;
mod timing;
mod writing;

use alloc::collections::BTreeMap;

use criterion::{Criterion, criterion_group, criterion_main};
use serde::{Deserialize, Serialize};

#[derive(PartialEq, Serialize, Deserialize)]
struct Call {
    id: u64,
    method: String,
    arguments: (u32, String, f64, bool),
    options: BTreeMap<String, i64>,
}

fn rpc(criterion: &mut Criterion) {
    let options = [("timeout", 30_000), ("retries", 3), ("priority", -1)];
    let call = Call {
        id: 4_711,
        method: "files.rename".into(),
        arguments: (70_000, "report.txt".into(), 0.25, true),
        options: options.map(|(name, value)| (name.into(), value)).into(),
    };
    measure::heading(&[]);
    measure::value(criterion, "rpc", &call, &[], false);
}

criterion_group!(benches, rpc);
criterion_main!(benches);
