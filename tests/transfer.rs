//! The example `transfer`, run as its users run it, and its receiver, told things that no good
//! sender says.

extern crate alloc;

#[allow(dead_code, reason = "of the example")]
#[path = "../examples/transfer/protocol.rs"]
mod protocol;

use alloc::borrow::Cow;
use core::{error::Error, time::Duration};
use std::{
    env,
    ffi::OsStr,
    fs::{self, OpenOptions},
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Instant,
};

use protocol::{Answer, Message, Start, chunk_len};
use tempfile::TempDir;

type Result = core::result::Result<(), Box<dyn Error>>;

/// Nothing here takes longer, unless it hangs.
const DEADLINE: Duration = Duration::from_secs(60);
/// In KiB, small so that a short file has several chunks.
const FRAME: usize = 4;

/// The built example, which `cargo test` puts beside the tests.
fn example() -> Command {
    let mut path = env::current_exe().unwrap_or_default();
    path.pop();
    path.set_file_name("examples");
    path.push(format!("transfer{}", env::consts::EXE_SUFFIX));
    assert!(path.exists(), "no {}: run `cargo build --example transfer` first", path.display());
    let mut command = Command::new(path);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until `f` gives something.
fn wait<T>(mut f: impl FnMut() -> Option<T>) -> core::result::Result<T, Box<dyn Error>> {
    let begin = Instant::now();
    while begin.elapsed() < DEADLINE {
        if let Some(result) = f() {
            return Ok(result);
        }
        thread::sleep(Duration::from_millis(2));
    }
    Err("it hangs".into())
}

/// Waits for the end; what it wrote fits the pipes.
fn finish(mut child: Child) -> core::result::Result<(ExitStatus, Vec<u8>, String), Box<dyn Error>> {
    let status = wait(|| child.try_wait().transpose());
    if status.is_err() {
        child.kill()?;
    }
    let (mut stdout, mut stderr) = (Vec::new(), String::new());
    child.stdout.take().ok_or("stdout")?.read_to_end(&mut stdout)?;
    child.stderr.take().ok_or("stderr")?.read_to_string(&mut stderr)?;
    Ok((status??, stdout, stderr))
}

/// A folder with the file `from`, to be sent to `to`.
struct Folder(TempDir);

impl Folder {
    fn new(len: usize) -> core::result::Result<Self, Box<dyn Error>> {
        let folder = Folder(TempDir::new()?);
        let mut bytes = vec![0; len];
        fastrand::Rng::with_seed(7).fill(&mut bytes);
        fs::write(folder.from(), bytes)?;
        Ok(folder)
    }

    fn from(&self) -> PathBuf {
        self.0.path().join("from")
    }

    fn to(&self) -> PathBuf {
        self.0.path().join("to")
    }

    fn start(&self, options: &[&str]) -> std::io::Result<Child> {
        let mut command = example();
        command.arg("--frame").arg(FRAME.to_string()).args(options);
        command.arg("--to").arg(self.to()).arg(self.from()).spawn()
    }

    /// What is there beside the file to send.
    fn left(&self) -> std::io::Result<Vec<PathBuf>> {
        let paths = fs::read_dir(self.0.path())?.map(|entry| entry.map(|entry| entry.path()));
        paths.filter(|path| path.as_ref().map_or(true, |path| *path != self.from())).collect()
    }

    fn arrives(&self, options: &[&str]) -> Result {
        let (status, stdout, stderr) = finish(self.start(options)?)?;
        assert!(status.success(), "{stderr}");
        assert!(String::from_utf8(stdout)?.contains("right digest"));
        assert!(fs::read(self.from())? == fs::read(self.to())?);
        assert_eq!(self.left()?, [self.to()]);
        Ok(())
    }

    fn fails(&self, options: &[&str], why: &str) -> Result {
        let (status, _, stderr) = finish(self.start(options)?)?;
        assert!(!status.success());
        assert!(stderr.contains(why), "{stderr}");
        assert_eq!(self.left()?, [""; 0].map(PathBuf::from));
        Ok(())
    }

    /// Starts a transfer of much, and waits until some of it has arrived.
    fn start_much(&self) -> core::result::Result<(Child, PathBuf), Box<dyn Error>> {
        OpenOptions::new().write(true).open(self.from())?.set_len(2 << 30)?;
        let child = self.start(&[])?;
        let partial = wait(|| self.left().ok()?.pop().filter(|path| has_bytes(path)))?;
        Ok((child, partial))
    }
}

fn has_bytes(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

#[test]
fn files_of_all_lengths_arrive() -> Result {
    let chunk = chunk_len(FRAME << 10)?;
    for len in [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 100_000] {
        Folder::new(len)?.arrives(&["--rounds", "0"])?;
    }
    Ok(())
}

#[test]
fn the_comparison_is_printed() -> Result {
    let mut command = example();
    let (status, stdout, stderr) = finish(command.args(["--size", "1", "--rounds", "2"]).spawn()?)?;
    assert!(status.success(), "{stderr}");
    let stdout = String::from_utf8(stdout)?;
    for word in ["MiB/s, median of 2", "plain pipe", "ratio", "pipe alone"] {
        assert!(stdout.contains(word), "{stdout}");
    }
    Ok(())
}

#[test]
fn what_is_in_place_is_replaced_only_by_a_whole_file() -> Result {
    let folder = Folder::new(20_000)?;
    fs::write(folder.to(), "before")?;
    let (status, ..) = finish(folder.start(&["--abort-at", "10000"])?)?;
    assert!(!status.success());
    assert_eq!(fs::read(folder.to())?, b"before");
    folder.arrives(&["--rounds", "0"])
}

#[test]
fn an_abort_is_confirmed_and_leaves_nothing() -> Result {
    let chunk = chunk_len(FRAME << 10)?;
    let folder = Folder::new(3 * chunk)?;
    for at in [0, 1, chunk, chunk + 1, 2 * chunk - 1, 3 * chunk] {
        let why = format!("aborted after {at} bytes: --abort-at; the receiver confirmed it");
        folder.fails(&["--abort-at", &at.to_string()], &why)?;
    }
    folder.fails(&["--abort-at", &(3 * chunk + 1).to_string()], "is behind the")
}

#[test]
fn an_empty_file_can_be_aborted() -> Result {
    Folder::new(0)?.fails(&["--abort-at", "0"], "aborted after 0 bytes")
}

#[test]
fn a_file_that_changes_is_not_sent() -> Result {
    let folder = Folder::new(32 << 20)?;
    let file = OpenOptions::new().write(true).open(folder.from())?;
    let child = folder.start(&["--rounds", "0"])?;
    let mut child = Some(child);
    let mut lens = [24 << 20, 40 << 20].into_iter().cycle();
    wait(|| {
        file.set_len(lens.next()?).ok()?;
        child.as_mut()?.try_wait().ok()?
    })?;
    let (status, _, stderr) = finish(child.take().ok_or("child")?)?;
    assert!(!status.success());
    assert!(stderr.contains("while being sent; the receiver confirmed it"), "{stderr}");
    assert!(folder.left()?.is_empty());
    Ok(())
}

#[test]
fn a_killed_sender_leaves_nothing() -> Result {
    let folder = Folder::new(0)?;
    let (mut child, partial) = folder.start_much()?;
    child.kill()?;
    child.wait()?;
    wait(|| (!partial.exists()).then_some(()))?;
    assert!(folder.left()?.is_empty());
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_receiver_is_an_error_and_leaves_nothing() -> Result {
    let folder = Folder::new(0)?;
    let (child, _) = folder.start_much()?;
    let id = child.id();
    let receiver = fs::read_to_string(format!("/proc/{id}/task/{id}/children"))?;
    assert!(Command::new("kill").arg("-9").arg(receiver.trim()).status()?.success());
    let (status, _, stderr) = finish(child)?;
    assert!(!status.success());
    assert!(stderr.contains("the receiver died without a word (signal: 9"), "{stderr}");
    assert!(folder.left()?.is_empty());
    Ok(())
}

#[test]
fn errors_say_what_to_do() -> Result {
    let folder = TempDir::new()?;
    let here = folder.path().as_os_str();
    let away = folder.path().join("none/file");
    let away = away.as_os_str();
    let cases: &[(&[&OsStr], &str)] = &[
        (&[away], "can't open"),
        (&[here], "is not a regular file"),
        (&["--size".as_ref(), "1".as_ref(), "--to".as_ref(), away], "can't create"),
        (&["--to".as_ref(), here], "is a folder"),
        (&["--frame".as_ref(), "0".as_ref()], "0 is not a number from 1 to 65536; see --help"),
        (&["--to".as_ref()], "--to needs a value"),
        (&["--no".as_ref()], "no option --no"),
        (&["a".as_ref(), "b".as_ref()], "more than one FILE"),
    ];
    for (args, why) in cases {
        let args = ["--size", "1"].map(OsStr::new).into_iter().chain(args.iter().copied());
        let (status, _, stderr) = finish(example().args(args).spawn()?)?;
        assert_eq!(status.code(), Some(1));
        assert!(stderr.contains(why), "{stderr}");
    }
    Ok(())
}

#[test]
fn chunks_fill_frames() -> Result {
    for kib in (1..200).chain([256, 1024, 4096]) {
        let chunk = vec![0; chunk_len(kib << 10)?];
        assert_eq!(mrna::encoded_len(&Message::Chunk(Cow::Owned(chunk)))?, kib << 10);
    }
    Ok(())
}

/// What the receiver says to these messages, followed by these bytes.
fn told(messages: &[Message<'_>], behind: &[u8]) -> core::result::Result<Answer, Box<dyn Error>> {
    let folder = TempDir::new()?;
    let (partial, to) = (folder.path().join("partial"), folder.path().join("to"));
    let mut receiver = example();
    receiver.args(["receive", "mrna", "4096"]).arg(partial).arg(to).stdin(Stdio::piped());
    let mut child = receiver.spawn()?;
    let mut bytes = Vec::new();
    messages.iter().try_for_each(|message| mrna::append(&mut bytes, message))?;
    bytes.extend(behind);
    // It may hang up early.
    let _ = child.stdin.take().ok_or("stdin")?.write_all(&bytes);
    let (status, stdout, _) = finish(child)?;
    let answer = mrna::from_slice(&stdout)?;
    let arrived = matches!(answer, Answer::Received { .. });
    assert_eq!(status.success(), arrived);
    assert_eq!(fs::read_dir(&folder)?.count(), usize::from(arrived));
    Ok(answer)
}

fn start(size: u64) -> Message<'static> {
    Message::Start(Start { name: "name".into(), size, chunk: 3 })
}

fn chunk(bytes: &[u8]) -> Message<'_> {
    Message::Chunk(Cow::Borrowed(bytes))
}

#[test]
fn the_receiver_trusts_nobody() -> Result {
    let digest = xxhash_rust::xxh3::xxh3_128(b"abcde");
    let whole = || [start(5), chunk(b"abc"), chunk(b"de")].into_iter();
    let with = |message| whole().chain([message]).collect::<Vec<_>>();
    assert_eq!(told(&with(Message::End(digest)), b"")?, Answer::Received { bytes: 5, digest });
    let cases: &[(&[Message<'_>], &[u8], &str)] = &[
        (&with(Message::End(digest ^ 1)), b"", "damaged"),
        (&with(Message::End(digest)), b"\0", "trailing"),
        (&with(chunk(b"f")), b"", "a chunk of 1 bytes, 0 are left"),
        (&with(start(5)), b"", "second Start"),
        (&[start(5), chunk(b"abcd")], b"", "a chunk of 4 bytes"),
        (&[start(5), chunk(b"")], b"", "a chunk of 0 bytes"),
        (&[start(5), chunk(b"abc"), Message::End(0)], b"", "3 bytes came instead of 5"),
        (&[chunk(b"abc")], b"", "no Start"),
        (&[], b"", "stopped in the middle"),
        (&[start(5)], b"GET / HTTP/1.1", "invalid type"),
        // 2^40 bytes, not one of them there.
        (&[start(1 << 40)], b"\xd8\x05Chunk\xf1\xfe\0\0\0\0\0\x01\0\0", "memory"),
    ];
    for (messages, behind, why) in cases {
        match told(messages, behind)? {
            Answer::Failed(reason) => assert!(reason.contains(why), "{reason}"),
            answer => return Err(format!("{why}: {answer:?}").into()),
        }
    }
    Ok(())
}

#[test]
fn every_early_end_is_seen() -> Result {
    let mut bytes = Vec::new();
    for message in [start(5), chunk(b"abc"), chunk(b"de"), Message::End(1 << 100)] {
        mrna::append(&mut bytes, &message)?;
    }
    for len in 0..bytes.len() {
        let answer = told(&[], bytes.get(..len).unwrap_or_default())?;
        assert_eq!(answer, Answer::Failed("the sender stopped in the middle".into()));
    }
    Ok(())
}
