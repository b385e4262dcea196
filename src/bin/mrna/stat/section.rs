//! What is shown, as rows: each with a name, a number of bytes, what that is of the whole, a bar.

use super::{formats::Size, usage::Usage};

/// Rows that belong together.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// What the figures are.
    pub(crate) unit: &'static str,
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) bytes: String,
    pub(crate) figure: String,
    /// How long its bar is, from 0 to 1.
    pub(crate) bar: f64,
    /// Why there is no number.
    pub(crate) note: String,
}

/// The file in a line.
pub(crate) fn heading(usage: &Usage) -> String {
    let messages = if usage.messages == 1 { "message" } else { "messages" };
    format!("{} bytes, {} {messages}", grouped(usage.bytes.into()), grouped(usage.messages.into()))
}

/// All that is shown, with so many paths.
pub(crate) fn all(usage: &Usage, sizes: &[Size], top: usize) -> [Section; 4] {
    let kinds = usage.kinds().filter(|(_, bytes)| *bytes > 0);
    let kinds = kinds.map(|(kind, bytes)| (kind.name().to_owned(), bytes));
    [
        Section { title: "By kind", unit: "of all", rows: shares(usage.bytes, kinds.collect()) },
        Section {
            title: "By path",
            unit: "of all",
            rows: shares(usage.bytes, usage.paths.top(top)),
        },
        saved(usage),
        formats(usage, sizes),
    ]
}

fn shares(whole: u64, parts: Vec<(String, u64)>) -> Vec<Row> {
    let most = parts.iter().map(|(_, bytes)| *bytes).max().unwrap_or(0);
    let row = |(name, bytes): (String, u64)| Row {
        name,
        bytes: grouped(bytes.into()),
        figure: percent(ratio(bytes, whole)),
        bar: ratio(bytes, most),
        note: String::new(),
    };
    parts.into_iter().map(row).collect()
}

/// What the file would be larger without each.
fn saved(usage: &Usage) -> Section {
    let saved = usage.saved;
    let plain = usage.bytes.saturating_add_signed(saved.sum());
    let parts = [
        ("packed numbers", saved.packing),
        ("names of known shapes", saved.shapes),
        ("names of known variants", saved.variants),
    ];
    let most = parts.iter().map(|(_, bytes)| bytes.unsigned_abs()).max().unwrap_or(0);
    let row = |(name, bytes): (&str, i64)| Row {
        name: name.to_owned(),
        bytes: grouped(bytes.into()),
        figure: percent(ratio(bytes.unsigned_abs(), plain).copysign(if bytes < 0 {
            -1.0
        } else {
            1.0
        })),
        bar: if bytes < 0 { 0.0 } else { ratio(bytes.unsigned_abs(), most) },
        note: String::new(),
    };
    Section { title: "Saved by", unit: "of plain", rows: parts.map(row).into() }
}

fn formats(usage: &Usage, sizes: &[Size]) -> Section {
    let all = || sizes.iter().filter_map(|size| size.bytes.as_ref().ok()).chain([&usage.bytes]);
    let most = all().max().copied().unwrap_or(0);
    let row = |name: &str, bytes: &Result<u64, String>| match bytes {
        Ok(bytes) => Row {
            name: name.to_owned(),
            bytes: grouped((*bytes).into()),
            figure: format!("{:.2}", ratio(*bytes, usage.bytes)),
            bar: ratio(*bytes, most),
            note: String::new(),
        },
        Err(error) => Row {
            name: name.to_owned(),
            bytes: "–".to_owned(),
            figure: "–".to_owned(),
            bar: 0.0,
            note: error.clone(),
        },
    };
    let mut rows = vec![row("mrna", &Ok(usage.bytes))];
    rows.extend(sizes.iter().map(|size| row(size.format.name(), &size.bytes)));
    Section { title: "The same values as", unit: "to mrna", rows }
}

/// 0 of nothing.
#[expect(clippy::cast_precision_loss, reason = "three digits of it are shown")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn percent(ratio: f64) -> String {
    format!("{:.1}%", ratio * 100.0)
}

/// A number with commas.
fn grouped(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { String::from("-") } else { String::new() };
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A name of so many characters at most, cut in front: of a path the end says more.
pub(crate) fn cut(name: &str, most: usize) -> String {
    let len = name.chars().count();
    if len <= most {
        return name.to_owned();
    }
    let end: String = name.chars().skip(len - most + 1).collect();
    format!("…{end}")
}
