//! The lines of SPEC.md by which `file(1)` knows a session.

use std::{fs, process::Command};

#[test]
fn file_knows_a_session_and_nothing_else() {
    let spec = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/SPEC.md")).unwrap();
    let (_, behind) = spec.split_once("```magic\n").unwrap();
    let (lines, _) = behind.split_once("```").unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("magic"), lines).unwrap();

    let mut session = mrna::SessionWriter::new(Vec::new());
    session.send("text").unwrap();
    let files = [
        ("session", session.into_inner()),
        ("message", mrna::to_vec("text").unwrap()),
        ("other", b"\xF9mrnb\x01".to_vec()),
    ];
    for (name, bytes) in files {
        fs::write(path(name), bytes).unwrap();
        let run = Command::new("file").arg("-bm").arg(path("magic")).arg(path(name)).output();
        let Ok(run) = run else {
            println!("skipped: there is no `file` here");
            return;
        };
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        let is_session = said.trim_end() == "mrna session, wire version 1";
        assert_eq!(is_session, name == "session", "{name}: {said}");
    }
}
