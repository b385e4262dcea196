//! Running the command.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// How the command ended, and what it said.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl Ran {
    /// The standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }
}

/// Runs `mrna` with these arguments and this standard input.
pub fn mrna(args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mrna"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // In a thread: output fills its pipe while input is still being written. A command that ends
    // early closes its end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran { status: status.code(), out: stdout, err: String::from_utf8(stderr).unwrap() }
}
