//! A long name that is referred to costs its length once.

use mrna::Value;

use crate::build::{hex, list, name, records};
use crate::{KIB, measured};

const LEN: usize = 100_000;
const TIMES: usize = 100_000;

/// Reads 100,000 references, each to a value of its own of `each` bytes.
fn check(message: &[u8], each: usize) {
    // The list may have grown a moment ago.
    let own = TIMES * (3 * size_of::<Value>() + each);
    let most = own + 3 * LEN + 64 * KIB;
    let (value, _, peak) = measured(|| mrna::from_slice::<Value>(message).unwrap());
    assert_eq!(value.as_seq().unwrap().len(), TIMES);
    assert!(peak <= most, "{peak}, slice");
    drop(value);
    let (value, _, peak) = measured(|| mrna::from_reader::<_, Value>(message).unwrap());
    assert_eq!(value.as_seq().unwrap().len(), TIMES);
    assert!(peak <= most, "{peak}, reader");
    // And again when it is copied.
    let (_, _, peak) = measured(|| value.clone());
    assert!(peak <= TIMES * (size_of::<Value>() + each) + KIB, "{peak}, clone");
}

#[test]
fn a_field_name() {
    let long = vec![b'n'; LEN];
    check(&records(TIMES, &[(&long, &|_| vec![0xE0])]), size_of::<Value>());
    check(
        &records(TIMES, &[(&long, &|_| vec![0xE0]), (b"x", &|_| vec![0])]),
        2 * size_of::<Value>(),
    );
}

#[test]
fn a_variant_name() {
    let long = name(&[b'v'; LEN]);
    let unit = |i| if i == 0 { [vec![0xD0], long.clone()].concat() } else { vec![0xD0] };
    check(&list(TIMES, unit), 0);
    let payload = |i| [&unit(i)[1..], &[0xE0]].concat();
    check(&list(TIMES, |i| [vec![0xD8], payload(i)].concat()), size_of::<Value>());
    // as the payload of itself
    let nested = |i| [&unit(i)[1..], &hex("d8d8e0")].concat();
    check(&list(TIMES, |i| [vec![0xD8], nested(i)].concat()), 3 * size_of::<Value>());
}
