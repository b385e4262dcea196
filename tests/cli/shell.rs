//! What shells and `man` are given.

use std::process::Command;

use crate::util::mrna;

const COMMANDS: [&str; 5] = ["dump", "convert", "check", "stat", "diff"];

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = mrna(&["completions", shell], b"");
        assert_eq!(ran.status, Some(0), "{shell}");
        assert!(COMMANDS.iter().all(|command| ran.text().contains(command)), "{shell}");
    }
    let script = mrna(&["completions", "bash"], b"").out;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mrna.bash");
    std::fs::write(&path, script).unwrap();
    match Command::new("bash").arg("-n").arg(&path).status() {
        Ok(status) => assert!(status.success()),
        Err(_) => println!("skipped: there is no bash here"),
    }
}

#[test]
fn man_pages() {
    let ran = mrna(&["man"], b"");
    assert!(ran.text().contains(".TH mrna 1"), "{}", ran.text());
    for command in COMMANDS {
        assert!(ran.text().contains(&format!(r"mrna\-{command}(1)")), "{command}");
        let page = mrna(&["man", command], b"");
        assert!(page.text().contains(&format!(".TH mrna-{command} 1")), "{}", page.text());
        assert!(page.text().contains(&format!(r"\fBmrna {command}\fR")), "{}", page.text());
    }
    let ran = mrna(&["man", "cat"], b"");
    assert_eq!(ran.status, Some(2));
    assert_eq!(ran.err, "mrna: man: there is no command cat\n  `mrna help` lists the commands\n");
}
