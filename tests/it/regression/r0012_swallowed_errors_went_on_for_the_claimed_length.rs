//! Fuzzing (`decode`): an element that hides its error and gives a value all the same was asked
//! for again as often as the message claims, 2^61 times for eleven bytes, and a `Vec` of such
//! values filled the memory: `next_element_seed` (src/de/access.rs) went on with a reader that
//! had failed.

use std::io::BufReader;

use mrna::{Limits, from_reader, from_slice, from_slice_with};
use serde::{Deserialize, Deserializer};

use crate::util::hex;

/// Gives up when asked for too often.
#[derive(Debug)]
struct Lenient;

impl<'de> Deserialize<'de> for Lenient {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        thread_local!(static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });
        let asked = ASKED.get() + 1;
        ASKED.set(asked);
        assert!(asked < 1_000, "asked for on and on");
        let _ = String::deserialize(de);
        Ok(Lenient)
    }
}

#[test]
fn the_first_ends_the_message() {
    // A packed list, a tuple as a sequence, a list of 2^60.
    for text in ["fc09fe0000000000000020", "fd00fe000000000000002000", "f2fe0000000000000010010101"]
    {
        let bytes = hex(text);
        from_slice::<Vec<Lenient>>(&bytes).unwrap_err();
        from_reader::<_, Vec<Lenient>>(BufReader::new(&bytes[..])).unwrap_err();
        from_slice_with::<Vec<Lenient>>(&bytes, Limits::new().memory(1_000)).unwrap_err();
    }
}
