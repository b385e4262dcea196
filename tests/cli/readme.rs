//! The screens in README.md are what the command prints.

use std::{fs, path::Path, process::Command};

use mrna::{Value, to_vec, value};

const README: &str = include_str!("../../README.md");

/// What is in the two files that the screens are about: the README's `Job`s.
fn jobs() -> [(&'static str, Value); 2] {
    let sort = value!(record {
        id: 7,
        command: ["sort", "-u"],
        input: b"pear\nfig\npear\n",
        timeout: nil
    });
    let head = |timeout: f64| {
        value!(record { id: 8, command: ["head", "-1"], input: b"fig\npear\n", timeout: (timeout) })
    };
    let wait = value!(record { id: 9, command: ["wc"], input: b"", timeout: nil });
    [
        ("jobs.mrna", value!([(sort.clone()), (head(2.5))])),
        ("later.mrna", value!([(sort), (wait), (head(10.0))])),
    ]
}

/// The lines of each screen: a command behind `$ `, and what it prints.
fn screens() -> Vec<(&'static str, String)> {
    let mut screens = Vec::new();
    let blocks = README.split("```console\n").skip(1);
    for block in blocks.map(|block| block.split("```").next().unwrap()) {
        for screen in block.split("$ mrna ").skip(1) {
            let (command, printed) = screen.split_once('\n').unwrap();
            screens.push((command, printed.to_owned()));
        }
    }
    screens
}

/// The arguments of a command line, some of them in single quotes.
fn args(command: &str) -> Vec<&str> {
    let mut args = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 { args.push(part) } else { args.extend(part.split_whitespace()) }
    }
    args
}

#[test]
fn screens_are_true() {
    let directory = tempfile::tempdir().unwrap();
    for (name, value) in jobs() {
        fs::write(directory.path().join(name), to_vec(&value).unwrap()).unwrap();
    }
    let screens = screens();
    for command in ["dump ", "convert ", "check ", "stat ", "diff "] {
        assert!(screens.iter().any(|(line, _)| line.starts_with(command)), "{command}");
    }
    for (command, printed) in screens {
        assert_eq!(run(directory.path(), command), printed, "mrna {command}");
    }
}

/// What a command prints, on both its outputs.
fn run(directory: &Path, command: &str) -> String {
    let mut mrna = Command::new(env!("CARGO_BIN_EXE_mrna"));
    let output = mrna.args(args(command)).current_dir(directory).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}
