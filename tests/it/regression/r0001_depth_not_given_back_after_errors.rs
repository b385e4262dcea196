//! The folder's rule: one file a fault, named `rNNNN_what_went_wrong.rs`; the
//! first comment says what happened and where; the test fails without the fix.
//!
//! Fault: rmp-serde's depth counter was not restored when a visitor failed, so
//! that one Deserializer fed `["xy"]` again and again as `Vec<char>` said
//! "depth limit" from the 1,024th on, and panicked in debug builds later.

use serde::Deserialize;

use mrna::Deserializer;

#[test]
fn flat_lists_never_reach_the_depth_limit() {
    let item = b"\xB1\x82xy";
    let bytes = item.repeat(3000);
    let mut slice = Deserializer::from_slice(&bytes);
    let mut reader = Deserializer::from_reader(&bytes[..]);
    for i in 0..3000 {
        let a = Vec::<char>::deserialize(&mut slice).unwrap_err();
        let b = Vec::<char>::deserialize(&mut reader).unwrap_err();
        assert!(!a.is_limit(), "item {i}: {a}");
        assert!(!b.is_limit(), "item {i}: {b}");
    }
}

/// The same inside one message, the errors swallowed by the elements.
#[test]
fn nor_inside_one_message() {
    struct Swallows;
    impl<'de> Deserialize<'de> for Swallows {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            let _ = Vec::<char>::deserialize(d);
            Ok(Self)
        }
    }
    let bytes = [&b"\xF2\xFC\xB8\x0B"[..], &b"\xB1\x82xy".repeat(3000)].concat();
    if let Err(e) = mrna::from_slice::<Vec<Swallows>>(&bytes) {
        assert!(!e.is_limit(), "{e}");
    }
}
