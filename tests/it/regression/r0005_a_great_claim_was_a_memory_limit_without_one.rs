//! Without a budget, a length near 2^64 was refused by a reader as beyond a memory limit; it is a
//! mere claim, and what is wrong is that the message ends.

use serde::de::IgnoredAny;

use crate::util::hex;

#[test]
fn it_is_a_premature_end() {
    for text in ["b1f0feffffffffffffffff", "b1f1feffffffffffffffff", "b1ecfeffffffffffffff7f01"] {
        let bytes = hex(text);
        let error = mrna::from_reader::<_, mrna::Value>(&bytes[..]).unwrap_err();
        assert!(error.is_eof(), "{text}: {error}");
        assert_eq!(error.offset(), Some(bytes.len() as u64), "{text}");
    }
    let name = hex("b2d8feffffffffffffffff");
    assert!(mrna::from_reader::<_, IgnoredAny>(&name[..]).unwrap_err().is_eof());
}
