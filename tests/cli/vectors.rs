//! The messages of tests/vectors, for the commands to run over.

use crate::rows::bytes;

const VALID: &str = include_str!("../vectors/valid.txt");
const ALSO: &str = include_str!("../vectors/also.txt");
const INVALID: &str = include_str!("../vectors/invalid.txt");

/// Whole messages, in the writer's spelling and in others.
pub fn valid() -> Vec<Vec<u8>> {
    rows(VALID).chain(rows(ALSO)).map(|cells| bytes(cells[0])).collect()
}

/// What is refused wherever it stands, and the offset where.
pub fn invalid() -> Vec<(Vec<u8>, u64)> {
    // Bytes behind a message are another one, and none at all are none.
    let is_message =
        |cells: &Vec<&str>| cells[1] != "trailing bytes" && !bytes(cells[0]).is_empty();
    let refused = rows(INVALID).filter(is_message);
    refused.map(|cells| (bytes(cells[0]), cells[2].parse().unwrap())).collect()
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.split('\n').filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.strip_suffix(" |").unwrap_or(line).split(" | ").collect())
}
