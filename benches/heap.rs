//! The most heap that is held on the way into values whose type is not known, and out of them:
//! prints a table, in KiB.

mod data;
mod dynamic;

use core::hint::black_box;

use peak_alloc::PeakAlloc;
use serde::{Serialize, de::DeserializeOwned};

use data::{log, mesh, savegame, updates};
use dynamic::Dynamic;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

const KIB: usize = 1 << 10;

fn main() {
    println!(
        "{:<12}{:<12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "heap", "", "message", "read", "write", "to_value", "from_value",
    );
    all("log", &log::generate());
    all("mesh", &mesh::generate());
    all("savegame", &savegame::generate());
    all("updates", &updates::generate());
}

fn all<T: Serialize + DeserializeOwned>(name: &str, data: &T) {
    one::<mrna::Value, T>(name, data);
    one::<rmpv::Value, T>(name, data);
    one::<ciborium::Value, T>(name, data);
    one::<serde_json::Value, T>(name, data);
}

fn one<V: Dynamic, T: Serialize + DeserializeOwned>(name: &str, data: &T) {
    let bytes = V::message(data);
    let (read, value) = held(|| V::decode(&bytes));
    let (write, ()) = held(|| value.encode(&mut Vec::new()));
    let (from_value, taken) = held(|| value.take_apart::<T>());
    let from_value = taken.map_or("-".into(), |_| from_value.to_string());
    let (to_value, _) = held(|| V::build(data));
    println!(
        "{name:<12}{:<12}{:>12}{read:>12}{write:>12}{to_value:>12}{from_value:>12}",
        V::NAME,
        bytes.len() / KIB,
    );
}

/// The most held at once by what this does, beyond what was held before.
fn held<T>(run: impl FnOnce() -> T) -> (usize, T) {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = black_box(run());
    (HEAP.peak_usage().saturating_sub(before) / KIB, result)
}
