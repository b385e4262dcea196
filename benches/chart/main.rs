//! Makes of what `cargo bench --bench codec` measured a chart, `benches/results.svg`, and a table
//! in Markdown, which it prints. All is relative to one format.

mod svg;

use core::{
    error::Error,
    fmt::{self, Write as _},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use serde::Deserialize;
use time::OffsetDateTime;

/// The data sets, and what they hold.
const SETS: [(&str, &str); 4] = [
    ("log", "mostly text"),
    ("mesh", "nothing but floats"),
    ("savegame", "large records of all kinds of fields"),
    ("updates", "small integers, options, enums"),
];
const DIRECTIONS: [&str; 2] = ["write", "read"];

/// What the others are compared with.
const BASE: &str = "rmp-serde";
const FORMATS: [&str; 8] = [
    "mrna",
    "rmp-serde named",
    "cbor4ii",
    "ciborium",
    "serde_json",
    "postcard",
    "bincode",
    "bincode fixed",
];

const COMMAND: &str = "cargo bench --bench codec && cargo run --example chart";
const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/results.svg");

/// What was measured of a data set.
struct Set {
    name: &'static str,
    holds: &'static str,
    /// How long writing and reading by [`BASE`] took, in nanoseconds.
    base: [f64; 2],
    /// For each of [`FORMATS`], how many times as long both took.
    relative: Vec<[f64; 2]>,
}

/// Of what Criterion keeps.
#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let results = target.join("criterion");
    let sets = SETS
        .into_iter()
        .map(|(name, holds)| set(&results.join(name), name, holds))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| format!("{error}; was there a `cargo bench --bench codec`?"))?;

    let origin = format!("{}, {}", machine(), date(&results)?);
    fs::write(CHART, svg::chart(&sets, &origin)?)?;
    print!("{}", table(&sets, &origin)?);
    Ok(())
}

fn set(results: &Path, name: &'static str, holds: &'static str) -> Result<Set, Box<dyn Error>> {
    let base = times(results, BASE)?;
    let relative = FORMATS
        .into_iter()
        .map(|format| times(results, format).map(|[write, read]| [write / base[0], read / base[1]]))
        .collect::<Result<_, _>>()?;
    Ok(Set { name, holds, base, relative })
}

/// How long writing and reading took, in nanoseconds.
fn times(results: &Path, format: &str) -> Result<[f64; 2], Box<dyn Error>> {
    let [write, read] = DIRECTIONS.map(|direction| {
        let path = results.join(direction).join(format).join("new/estimates.json");
        median(&path).map_err(|error| format!("{}: {error}", path.display()))
    });
    Ok([write?, read?])
}

fn median(estimates: &Path) -> Result<f64, Box<dyn Error>> {
    let estimates: Estimates = serde_json::from_slice(&fs::read(estimates)?)?;
    Ok(estimates.median.point_estimate)
}

fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("unknown processor", |(_, model)| model);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}

/// The day of the measurements.
fn date(results: &Path) -> Result<String, Box<dyn Error>> {
    let [(set, _), ..] = SETS;
    let measured = fs::metadata(results.join(set).join("write").join(BASE).join("new"))?;
    Ok(OffsetDateTime::from(measured.modified()?).date().to_string())
}

fn table(sets: &[Set], origin: &str) -> Result<String, fmt::Error> {
    let mut out = format!("Time relative to {BASE}, less is better. {origin}, `{COMMAND}`.\n\n|");
    for set in sets {
        for direction in DIRECTIONS {
            write!(out, " | {} {direction}", set.name)?;
        }
    }
    writeln!(out, " |\n|---{} |", " | --:".repeat(2 * sets.len()))?;
    for (index, format) in FORMATS.iter().enumerate() {
        write!(out, "| {format}")?;
        for time in sets.iter().filter_map(|set| set.relative.get(index)).flatten() {
            write!(out, " | {time:.2}")?;
        }
        writeln!(out, " |")?;
    }
    write!(out, "| {BASE} itself, ms")?;
    for nanoseconds in sets.iter().flat_map(|set| set.base) {
        write!(out, " | {:.2}", nanoseconds / 1e6)?;
    }
    writeln!(out, " |")?;
    Ok(out)
}
