//! The sections as a chart, for light and for dark surroundings.

use std::fmt::{self, Write as _};

use super::section::{Row, Section, cut};

const STYLE: &str = include_str!("style.css");

const WIDTH: f64 = 860.0;
const MARGIN: f64 = 20.0;
/// Above the sections: the title and what it is about.
const TOP: f64 = 76.0;
/// A section's title.
const HEADING: f64 = 40.0;
const ROW: f64 = 22.0;
const BAR: f64 = 12.0;
/// Where the columns end, and the bars begin.
const BYTES: f64 = 440.0;
const FIGURE: f64 = 510.0;
const BARS: f64 = 526.0;

/// A longer title or name is cut.
const MAX_TITLE: usize = 80;
const MAX_NAME: usize = 44;

/// The chart as SVG.
pub(crate) fn chart(
    title: &str,
    heading: &str,
    sections: &[Section],
) -> Result<String, fmt::Error> {
    let mut body = String::new();
    let mut y = TOP;
    for section in sections {
        y += HEADING;
        heading_line(&mut body, section, y - ROW / 2.0)?;
        for row in &section.rows {
            bar(&mut body, row, y)?;
            y += ROW;
        }
    }
    let height = y + MARGIN;
    let (title, heading) = (escaped(&cut(title, MAX_TITLE)), escaped(heading));
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">
<title>Where the bytes go: {title}</title>
<style>
{STYLE}</style>
<rect class="card" x="0.5" y="0.5" width="{}" height="{}" rx="8"/>
<text class="title" x="{MARGIN}" y="34">{title}</text>
<text class="soft" x="{MARGIN}" y="56">{heading}</text>
{body}</svg>
"#,
        WIDTH - 1.0,
        height - 1.0,
    ))
}

fn heading_line(out: &mut String, section: &Section, y: f64) -> fmt::Result {
    let Section { title, unit, .. } = section;
    writeln!(
        out,
        r#"<text class="section" x="{MARGIN}" y="{y}">{title}</text>
<text class="soft end" x="{BYTES}" y="{y}">bytes</text>
<text class="soft end" x="{FIGURE}" y="{y}">{unit}</text>"#,
    )
}

/// A row, whose upper edge is at `top`.
fn bar(out: &mut String, row: &Row, top: f64) -> fmt::Result {
    let Row { name, bytes, figure, bar, note } = row;
    let y = top + BAR;
    writeln!(
        out,
        r#"<text x="{MARGIN}" y="{y}">{}</text>
<text class="end" x="{BYTES}" y="{y}">{bytes}</text>
<text class="end" x="{FIGURE}" y="{y}">{figure}</text>"#,
        escaped(&cut(name, MAX_NAME)),
    )?;
    if note.is_empty() {
        let width = bar * (WIDTH - MARGIN - BARS);
        let y = top + 2.0;
        writeln!(
            out,
            r#"<rect class="bar" x="{BARS}" y="{y}" width="{width:.1}" height="{BAR}" rx="2"/>"#,
        )
    } else {
        writeln!(out, r#"<text class="soft" x="{BARS}" y="{y}">{}</text>"#, escaped(note))
    }
}

/// Text for XML, without the characters that it has not.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c if c < ' ' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
