//! Messages byte by byte: what each of them means.
//!
//! [`dump`] shows a slice, to look at while debugging; [`Items`] gives the same one by one, as
//! data, of input of any size.
//!
//! ```
//! let bytes = mrna::to_vec(&mrna::value!([record{x: 1, y: 0.5}, record{x: 2, y: nil}]))?;
//! assert_eq!(
//!     mrna::dump(&bytes).to_string(),
//!     "       0  b2                            list of 2
//!        1  f7 02                           [0]: record of 2 fields, defines a shape
//!        3  01 78                             name x
//!        5  01                                x: 1
//!        6  01 79                             name y
//!        8  ee 00 00 00 00 00 00 e0 3f        y: 0.5
//!       17                                    shape 0: {x, y}
//!       17  a0                              [1]: record of shape 0 {x, y}
//!       18  02                                x: 2
//!       19  e0                                y: nil"
//! );
//! # Ok::<(), mrna::Error>(())
//! ```

// `items` walks over the input by the decoder, `beginning` remembers bytes for it and `levels` what
// is around the next item; `item` is what it gives, `what` and `numbers` say what that is, `line`
// shows it, without what commands a terminal (`safe`).
mod beginning;
mod item;
mod items;
mod levels;
mod line;
mod numbers;
mod safe;
mod what;

use core::fmt::{self, Display, Formatter};

pub use self::{
    item::Item,
    items::Items,
    line::{Line, Styles},
    numbers::Numbers,
    safe::Safe,
    what::What,
};

/// Shows each byte of messages, or of a session, and what it means.
///
/// A line for each [`Item`]: its offset, its bytes, and what it is. Where the bytes are damaged or
/// cut off, the last line says so.
///
/// ```
/// let bytes = [0xB2, 0x07, 0xDC];
/// assert_eq!(
///     mrna::dump(&bytes).to_string(),
///     "       0  b2                            list of 2
///        1  07                              [0]: 7
///        2  dc                              ^ error: reserved byte 0xdc at byte 2 in $[1]"
/// );
/// ```
#[must_use]
pub fn dump(bytes: &[u8]) -> Dump<'_> {
    Dump { bytes }
}

/// Displays the bytes that [`dump`] was given, and what they mean.
#[derive(Clone, Copy, Debug)]
pub struct Dump<'a> {
    bytes: &'a [u8],
}

impl Display for Dump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, item) in Items::new(self.bytes).enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            Line::of(&item).fmt(f)?;
        }
        Ok(())
    }
}
