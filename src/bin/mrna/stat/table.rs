//! The sections as text, with bars of block characters.

use std::io::{self, Write};

use anstyle::Style;
use comfy_table::{Cell, CellAlignment, Table, presets};

use super::section::{Row, Section, cut};

/// How many characters the longest bar has.
const WIDTH: u32 = 30;

/// A longer name is cut.
const MAX_NAME: usize = 60;

const TITLE: Style = Style::new().bold();

/// Writes a line for each row.
pub(crate) fn write(out: &mut impl Write, heading: &str, sections: &[Section]) -> io::Result<()> {
    // One table, so that all sections have the same columns.
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut styles = Vec::new();
    for Section { title, unit, rows } in sections {
        table.add_row([""]);
        table.add_row(cells(title, "bytes", unit, ""));
        styles.extend([Style::new(), TITLE]);
        for Row { name, bytes, figure, bar, note } in rows {
            let last = if note.is_empty() { &blocks(*bar) } else { note };
            table.add_row(cells(&cut(name, MAX_NAME), bytes, figure, last));
            styles.push(Style::new());
        }
    }
    for (column, padding) in table.column_iter_mut().zip([(0, 2), (0, 2), (0, 2), (0, 0)]) {
        column.set_padding(padding);
    }
    writeln!(out, "{TITLE}{heading}{TITLE:#}")?;
    for (line, style) in table.lines().zip(styles) {
        writeln!(out, "{style}{}{style:#}", line.trim_end())?;
    }
    Ok(())
}

fn cells(name: &str, bytes: &str, figure: &str, last: &str) -> [Cell; 4] {
    let right = |text: &str| Cell::new(text).set_alignment(CellAlignment::Right);
    [Cell::new(name), right(bytes), right(figure), Cell::new(last)]
}

/// A bar in eighths of a character; what there is shows, however little.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
fn blocks(length: f64) -> String {
    let eighths = (length * f64::from(WIDTH) * 8.0).ceil() as usize;
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied();
    "█".repeat(eighths / 8) + rest.unwrap_or_default()
}
