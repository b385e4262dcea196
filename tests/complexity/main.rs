//! Work grows with the input and not with its square, whatever the input is.
//!
//! Each case is run with n and with 2n of something. Its instructions are counted by valgrind,
//! which is exact and the same on every run, where a clock on a busy machine is neither; there
//! may be at most 2.5 times as many (item by item with a logarithm it is a little above 2).

#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    dead_code,
    unreachable_pub,
    reason = "a test may panic, and says what it is about without more ado; helpers are shared"
)]

mod jobs;
mod messages;
#[path = "../it/model.rs"]
mod model;
mod reading;
#[path = "../it/util.rs"]
mod util;
mod values;
mod writing;

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use jobs::Job;

/// A name, n, and what makes the job for an n.
type Case = (&'static str, usize, fn(usize) -> Job);

/// How many times the instructions for n those for 2n may be.
const MOST: f64 = 2.5;

/// Makes this binary, under valgrind, run what is counted.
const COUNTED: &str = "MRNA_COUNTED";

fn cases() -> Vec<Case> {
    [reading::cases(), writing::cases(), values::cases()].concat()
}

/// The call that valgrind counts: one dump for each.
#[inline(never)]
fn counted_job(job: &Job) {
    job();
}

/// The instructions of every call of [`counted_job`], in order.
fn count(dir: &Path) -> Vec<u64> {
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(concat!("--toggle-collect=", module_path!(), "::counted_job"))
        .arg(concat!("--dump-after=", module_path!(), "::counted_job"))
        .arg(format!("--callgrind-out-file={}", dir.join("dump").display()))
        .arg(env::current_exe().unwrap())
        .env(COUNTED, "1")
        .status()
        .unwrap();
    assert!(status.success(), "valgrind: {status}");
    let totals = |part: usize| {
        let dump = fs::read_to_string(dir.join(format!("dump.{part}"))).ok()?;
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        Some(total.unwrap().trim().parse().unwrap())
    };
    (1..).map_while(totals).collect()
}

fn main() {
    if env::var_os(COUNTED).is_some() {
        for (_, n, make) in cases() {
            counted_job(&make(n));
            counted_job(&make(2 * n));
        }
        return;
    }
    reading::few_reads();
    let valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !valgrind.is_ok_and(|status| status.success()) {
        println!("complexity: skipped, since there is no valgrind to count instructions");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let counts = count(dir.path());
    assert_eq!(counts.len(), 2 * cases().len());
    let mut failures = 0;
    println!("{:<66} {:>7} {:>12} {:>5}", "instructions", "n", "for n", "2n/n");
    for ((name, n, _), counts) in cases().iter().zip(counts.chunks(2)) {
        let ratio = counts[1] as f64 / counts[0] as f64;
        let is_more = ratio > MOST;
        failures += usize::from(is_more);
        let mark = if is_more { " more than 2.5" } else { "" };
        println!("{name:<66} {n:>7} {:>12} {ratio:>5.2}{mark}", counts[0]);
    }
    assert_eq!(failures, 0, "cases whose instructions grow faster than their input");
}
