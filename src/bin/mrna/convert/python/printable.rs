//! Which characters `repr` prints as they are.

/// Tells printable characters by Rust's tables, which `escape_debug` goes by.
///
/// They follow Python's rule: all but those of the categories Other (controls, formats,
/// surrogates, private use, unassigned) and Separator, and the blank. The versions of Unicode may
/// differ, so characters that are new to one of the two may be escaped here and not there, or the
/// other way.
#[derive(Debug)]
pub(super) struct Printable {
    /// A letter, and the character in question: what comes first has a rule of its own.
    pair: String,
}

impl Printable {
    pub(super) fn new() -> Self {
        Printable { pair: String::with_capacity(8) }
    }

    /// Whether `repr` prints this character as it is. Not to be asked for a quote or a backslash.
    pub(super) fn has(&mut self, c: char) -> bool {
        if c.is_ascii() {
            return (' '..='~').contains(&c);
        }
        self.pair.clear();
        self.pair.push('a');
        self.pair.push(c);
        self.pair.escape_debug().nth(1) == Some(c)
    }
}
