use core::fmt::{self, Display, Formatter, Write};

/// Displays without what makes a terminal do something else than show it.
///
/// Names and texts of a message come from its sender, and an error or a path that has them goes to
/// a log or a terminal. Control characters, marks that turn the direction of what follows, and
/// separators of lines and paragraphs stand as `\u` and four hex digits.
///
/// ```
/// use mrna::dump::Safe;
///
/// assert_eq!(Safe("red: \u{1b}[31m").to_string(), "red: \\u001b[31m");
/// let message = mrna::to_vec(&mrna::value!({"\u{9b}31m": "x"}))?;
/// let error = mrna::from_slice::<std::collections::BTreeMap<String, u8>>(&message).unwrap_err();
/// assert!(Safe(error).to_string().ends_with(r#" in $."\u009b31m""#));
/// # Ok::<(), mrna::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Safe<T>(
    /// What is displayed.
    pub T,
);

impl<T: Display> Display for Safe<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(Filter(f), "{}", self.0)
    }
}

struct Filter<'a, 'f>(&'a mut Formatter<'f>);

impl Write for Filter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        // Most text has nothing but these.
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.0.write_str(text);
        }
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_command(*c)) {
            self.0.write_str(rest.get(..at).unwrap_or_default())?;
            write!(self.0, "\\u{:04x}", u32::from(c))?;
            rest = rest.get(at + c.len_utf8()..).unwrap_or_default();
        }
        self.0.write_str(rest)
    }
}

fn is_command(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
}
