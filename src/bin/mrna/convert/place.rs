//! Where in a value something is, told as [`mrna::Path`] tells it: `$.rows[3].n`.

use std::fmt::{self, Display, Formatter};

use mrna::{Value, Variant};

/// The way to a value, step by step from the outermost, each on the stack of who took it: nothing
/// is allocated unless somebody asks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The outermost value.
    Root,
    /// A field, a variant's payload, or the value of a string key.
    Name(&'a Place<'a>, &'a str),
    /// A member of a sequence.
    Index(&'a Place<'a>, usize),
    /// The value of the entry at this position, whose key is no string.
    Entry(&'a Place<'a>, usize),
    /// The key of the entry at this position.
    Key(&'a Place<'a>, usize),
}

impl<'a> Place<'a> {
    /// The value of the entry at this position of a map, by its key if that is a string.
    pub(crate) fn value_of(above: &'a Place<'a>, index: usize, key: &'a Value) -> Self {
        key.as_str().map_or(Place::Entry(above, index), |name| Place::Name(above, name))
    }
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Place::Root => f.write_str("$"),
            Place::Name(above, name) => write!(f, "{above}.{}", notation(name)),
            Place::Index(above, index) => write!(f, "{above}[{index}]"),
            Place::Entry(above, index) => write!(f, "{above}{{{index}}}"),
            Place::Key(above, index) => write!(f, "{above}{{{index}}}.key"),
        }
    }
}

/// A longer name is cut here, as in the library's paths.
const MAX_NAME: usize = 60;

/// A name as the notation has it: that of a variant prints so, but for what is around an odd one.
fn notation(name: &str) -> String {
    let cut = name.char_indices().nth(MAX_NAME);
    let variant = match cut {
        None => Variant::unit(name),
        Some((end, _)) => Variant::unit(format!("{}…", name.get(..end).unwrap_or_default())),
    };
    let text = variant.to_string();
    let odd = text.strip_prefix("variant(").and_then(|text| text.strip_suffix(')'));
    odd.map_or_else(|| text.clone(), str::to_owned)
}
