//! The chart: for each data set a panel, in it for each format a bar for writing and one for
//! reading, from where the format would be that all are compared with.

#![expect(clippy::cast_precision_loss, reason = "a picture is small")]

use core::fmt::{self, Write as _};

use crate::{BASE, DIRECTIONS, FORMATS, Set};

const WIDTH: f64 = 860.0;
/// Panels side by side.
const COLUMNS: usize = 2;
/// Above the panels: the title, what it means, the legend.
const TOP: f64 = 76.0;
const BOTTOM: f64 = 34.0;
/// On the left: the formats' names.
const NAMES: f64 = 134.0;
/// Within a panel, above its bars and below.
const HEADING: f64 = 40.0;
const AXIS: f64 = 44.0;
/// On both sides of the bars, for their numbers.
const NUMBER: f64 = 34.0;
const GAP: f64 = 14.0;
const BAR: f64 = 10.0;
const ROW: f64 = 29.0;

/// For light and for dark surroundings.
const STYLE: &str = include_str!("style.css");

/// Where times lie from left to right: on a logarithmic scale.
struct Scale {
    least: f64,
    most: f64,
    width: f64,
}

impl Scale {
    fn new(sets: &[Set], width: f64) -> Self {
        let times = || sets.iter().flat_map(|set| &set.relative).flatten().copied();
        let (least, most) = (times().fold(0.5, f64::min), times().fold(2.0, f64::max));
        Scale { least, most, width }
    }

    fn x(&self, time: f64) -> f64 {
        self.width * (time / self.least).ln() / (self.most / self.least).ln()
    }

    /// Powers of two, with what to write below.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        (-10..=10).map(|power| (f64::from(power).exp2(), power)).filter_map(|(time, power)| {
            let label = if power < 0 { format!("1/{}", 1 << -power) } else { format!("{time}") };
            (self.least..=self.most).contains(&time).then_some((self.x(time), label))
        })
    }
}

/// The chart as SVG; `origin` says where the measurements come from.
pub(crate) fn chart(sets: &[Set], origin: &str) -> Result<String, fmt::Error> {
    let pitch = (WIDTH - NAMES - GAP) / COLUMNS as f64;
    let scale = Scale::new(sets, pitch - GAP - 2.0 * NUMBER);
    let panel_height = HEADING + FORMATS.len() as f64 * ROW + AXIS;
    let height = TOP + sets.len().div_ceil(COLUMNS) as f64 * panel_height + BOTTOM;

    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">
<title>Time to write and to read four data sets, relative to {BASE}</title>
<style>
{STYLE}</style>
<rect class="card" x="0.5" y="0.5" width="{}" height="{}" rx="8"/>
<text class="title" x="20" y="34">Time to write and to read, relative to {BASE}</text>
<text class="soft" x="20" y="56">Shorter times to the left, on a logarithmic scale. {BASE} leaves out names of fields, {BASE} named has them.</text>
<text class="soft" x="20" y="{}">{origin}</text>
"#,
        WIDTH - 1.0,
        height - 1.0,
        height - 16.0,
    );
    legend(&mut out)?;
    for (index, set) in sets.iter().enumerate() {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let left = NAMES + column as f64 * pitch;
        let top = TOP + row as f64 * panel_height;
        if column == 0 {
            names(&mut out, top + HEADING)?;
        }
        writeln!(out, r#"<g transform="translate({} {})">"#, left + NUMBER, top + HEADING)?;
        panel(&mut out, set, &scale)?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")?;
    Ok(out)
}

fn legend(out: &mut String) -> fmt::Result {
    for (direction, x) in [("write", WIDTH - 150.0), ("read", WIDTH - 76.0)] {
        writeln!(
            out,
            r#"<rect class="first {direction}" x="{x}" y="25" width="8" height="{BAR}"/>
<rect class="{direction}" x="{}" y="25" width="8" height="{BAR}"/>
<text x="{}" y="34">{direction}</text>"#,
            x + 8.0,
            x + 22.0,
        )?;
    }
    Ok(())
}

fn names(out: &mut String, top: f64) -> fmt::Result {
    for (index, format) in FORMATS.iter().enumerate() {
        let (x, y) = (NAMES - 6.0, top + index as f64 * ROW + BAR + 4.0);
        writeln!(out, r#"<text class="{}end" x="{x}" y="{y}">{format}</text>"#, first(index))?;
    }
    Ok(())
}

/// A panel, from where its bars begin on the left and at the top.
fn panel(out: &mut String, set: &Set, scale: &Scale) -> fmt::Result {
    let bottom = FORMATS.len() as f64 * ROW;
    let base = scale.x(1.0);
    writeln!(
        out,
        r#"<text class="set" y="-16">{}<tspan class="small soft" dx="8">{}</tspan></text>
<text class="small soft middle" x="{base:.1}" y="{}">← faster · {BASE} = 1 · slower →</text>"#,
        set.name,
        set.holds,
        bottom + 30.0,
    )?;
    for (x, label) in scale.ticks() {
        writeln!(
            out,
            r#"<path class="grid" d="M{x:.1} -4V{bottom}"/>
<text class="small soft middle" x="{x:.1}" y="{}">{label}</text>"#,
            bottom + 13.0,
        )?;
    }
    for (index, times) in set.relative.iter().enumerate() {
        bars(out, index, times, scale)?;
    }
    writeln!(out, r#"<path class="base" d="M{base:.1} -4V{bottom}"/>"#)
}

fn bars(out: &mut String, index: usize, times: &[f64; 2], scale: &Scale) -> fmt::Result {
    let (class, base) = (first(index), scale.x(1.0));
    let mut y = index as f64 * ROW;
    for (direction, time) in DIRECTIONS.iter().zip(times) {
        let x = scale.x(*time);
        let (left, width) = (x.min(base), (x - base).abs());
        let (anchor, number) = if x < base { (" end", x - 4.0) } else { ("", x + 4.0) };
        let digits = if *time < 10.0 { 2 } else { 1 };
        writeln!(
            out,
            r#"<rect class="{class}{direction}" x="{left:.1}" y="{y}" width="{width:.1}" height="{BAR}"/>
<text class="number{anchor}" x="{number:.1}" y="{}">{time:.digits$}</text>"#,
            y + BAR - 0.5,
        )?;
        y += BAR + 1.0;
    }
    Ok(())
}

/// What the chart is about is marked.
fn first(index: usize) -> &'static str {
    if index == 0 { "first " } else { "" }
}
