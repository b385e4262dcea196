//! Sends a file to a second process as mrna messages over a pipe, and says how fast that was
//! beside a plain copy of the same bytes through the same pipe.
//!
//! ```text
//! cargo run --release --example transfer -- FILE
//! ```

extern crate alloc;

mod options;
mod protocol;
mod receive;
mod send;
mod work;

use core::time::Duration;
use std::{
    env,
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    process::{self, ExitCode},
    time::Instant,
};

use indicatif::{ProgressBar, ProgressStyle};

use self::{
    options::{Options, USAGE},
    send::Wire,
    work::{Input, Source},
};

fn main() -> ExitCode {
    let mut args = env::args_os().skip(1).peekable();
    if args.next_if(|arg| arg == "receive").is_some() {
        return receive::main(args);
    }
    let result = match Options::parse(args) {
        Ok(Some(options)) => run(&options),
        Ok(None) => say(USAGE),
        Err(error) => Err(format!("{error}; see --help")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("transfer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let source = match &options.file {
        Some(path) => Source::open(path)?,
        None => {
            Source::new("random data".into(), random(options.size).map_err(|e| e.to_string())?)?
        }
    };
    if options.abort_at.is_some_and(|at| at > source.size) {
        return Err(format!("--abort-at is behind the {} bytes of the file", source.size));
    }
    if let Some(to) = options.to.as_deref().filter(|to| to.is_dir()) {
        return Err(format!("--to {} is a folder: name the file too", to.display()));
    }
    let scratch = env::temp_dir().join(format!("mrna-transfer-{}", process::id()));
    let to = options.to.as_deref().unwrap_or(&scratch);
    let time = pass(&source, Wire::Mrna, Some(to), options, "sending")?;
    // It is there unless the file was to be kept elsewhere.
    let _ = fs::remove_file(&scratch);
    let (size, speed) = (source.size, speed(source.size, time));
    say(&format!("sent {size} bytes, arrived with the right digest: {speed:.0} MiB/s\n"))?;
    if size > 0 && options.rounds > 0 { compare(&source, &scratch, options) } else { Ok(()) }
}

/// Sends the file so many times in messages and as plain bytes, in turn, and prints the medians.
fn compare(source: &Source, scratch: &Path, options: &Options) -> Result<(), String> {
    let rounds = options.rounds;
    let title = format!("MiB/s, median of {rounds}");
    say(&format!("\n{title:20}     mrna   plain pipe   ratio\n"))?;
    for (what, to) in [("read, digest, write", Some(scratch)), ("pipe alone", None)] {
        let mut times = [const { Vec::new() }; 2];
        for round in 0..rounds {
            let mut both =
                [Wire::Mrna, Wire::Plain].into_iter().zip(&mut times).collect::<Vec<_>>();
            // Who comes first finds the disk in another state.
            both.rotate_left(round % 2);
            for (wire, times) in both {
                times.push(pass(source, wire, to, options, "comparing")?);
                // Replacing a file takes longer than making one.
                let _ = fs::remove_file(scratch);
            }
        }
        let [mrna, plain] = times.map(|mut times| {
            times.sort_unstable();
            speed(source.size, times.get(rounds / 2).copied().unwrap_or_default())
        });
        say(&format!("{what:20}{mrna:9.0}{plain:13.0}{:8.2}\n", mrna / plain))?;
    }
    Ok(())
}

/// Sends the file once: all work with it if there is a place to put it, else only the bytes.
fn pass(
    source: &Source,
    wire: Wire,
    to: Option<&Path>,
    options: &Options,
    what: &'static str,
) -> Result<Duration, String> {
    // On stderr, and not there if that is no terminal.
    let bar = ProgressBar::new(source.size).with_message(what);
    let style = "{msg} {wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).map_err(|e| e.to_string())?);
    let input = Input::new(source, to.is_some(), bar.clone()).map_err(|e| e.to_string())?;
    let begin = Instant::now();
    let sent = send::transfer(source, input, wire, options.frame, to, options.abort_at);
    bar.finish_and_clear();
    sent.map(|()| begin.elapsed())
}

/// A file of random bytes, the same ones each time, that goes away by itself.
fn random(len: u64) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    let mut random = fastrand::Rng::with_seed(29);
    let mut block = vec![0; 1 << 20];
    for _ in 0..len >> 20 {
        random.fill(&mut block);
        file.write_all(&block)?;
    }
    Ok(file)
}

fn say(what: &str) -> Result<(), String> {
    io::stdout().write_all(what.as_bytes()).map_err(|e| e.to_string())
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn speed(bytes: u64, time: Duration) -> f64 {
    bytes as f64 / f64::from(1 << 20) / time.as_secs_f64()
}
