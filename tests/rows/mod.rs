//! SPEC.md's tables, for every test binary that wants their rows.

/// The rows of SPEC.md's tables with the heading *hex, `heading`, note*, as their three cells;
/// code is without its backticks.
pub fn spec_rows(heading: &str) -> Vec<[String; 3]> {
    let spec = include_str!("../../SPEC.md");
    let mut rows = Vec::new();
    let mut inside = false;
    for line in spec.lines() {
        let line = line.trim();
        if line.starts_with(&format!("| hex | {heading} |")) {
            inside = true;
        } else if !line.starts_with('|') {
            inside = false;
        } else if inside && !line.starts_with("|---") {
            let cells = line.trim_matches('|').split(" | ");
            let mut cells = cells.map(|cell| cell.trim().trim_matches('`').to_owned());
            let mut next = || cells.next().unwrap_or_default();
            rows.push([next(), next(), next()]);
        }
    }
    rows
}

/// The bytes of `61*31 ff`.
pub fn bytes(hex: &str) -> Vec<u8> {
    let groups = hex.split_whitespace();
    groups
        .flat_map(|group| {
            let (byte, times) = group.split_once('*').unwrap_or((group, "1"));
            let byte = u8::from_str_radix(byte, 16).unwrap_or_else(|_| panic!("{hex}"));
            vec![byte; times.parse().unwrap()]
        })
        .collect()
}
