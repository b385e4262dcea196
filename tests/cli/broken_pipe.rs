//! `mrna … | head -1`: that nobody reads on is no failure, and nothing to speak of.

use std::{
    fs,
    process::{Command, Stdio},
};

use mrna::{Value, to_vec};

#[test]
fn quiet() {
    let directory = tempfile::tempdir().unwrap();
    // More to say than a pipe holds.
    for (name, add) in [("a.mrna", 0), ("b.mrna", 1)] {
        let numbers: Vec<u64> = (0..20_000).map(|n| 2 * n + add).collect();
        fs::write(directory.path().join(name), to_vec(&Value::from(numbers)).unwrap()).unwrap();
    }
    for args in [
        &["diff", "a.mrna", "b.mrna"][..],
        &["check", "a.mrna"],
        &["stat", "a.mrna"],
        &["man"],
        &["completions", "bash"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mrna"))
            .args(args)
            .current_dir(&directory)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}
