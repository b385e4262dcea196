//! A test with `serde_transcode`: where a claim was not believed in full, the hint given to the
//! visitor was how much of it was, and who passes the hint on as a length lost the rest.

use std::fmt;
use std::io::BufReader;

use mrna::{Deserializer, value};
use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Hints before each item or entry, and how many came.
#[derive(Debug)]
struct Hints(Vec<Option<usize>>, usize);

impl<'de> Deserialize<'de> for Hints {
    fn deserialize<D: serde::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        de.deserialize_any(Collect)
    }
}

struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Hints;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence or a map")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Hints, A::Error> {
        let mut hints = Hints(vec![seq.size_hint()], 0);
        while seq.next_element::<IgnoredAny>()?.is_some() {
            hints.0.push(seq.size_hint());
            hints.1 += 1;
        }
        Ok(hints)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Hints, A::Error> {
        let mut hints = Hints(vec![map.size_hint()], 0);
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            hints.0.push(map.size_hint());
            hints.1 += 1;
        }
        Ok(hints)
    }
}

#[test]
fn a_hint_is_right_or_none() {
    let few = 3_usize;
    for len in [0, 1, few, 127, 128, 129, 200, 4_095, 4_096, 5_000] {
        let messages = [
            mrna::to_vec(&vec!["text"; len]).unwrap(),
            mrna::to_vec(&vec![300_u16; len]).unwrap(),
            mrna::to_vec(&mrna::Value::Map((0..len).map(|n| (n.into(), value!(nil))).collect()))
                .unwrap(),
        ];
        for bytes in messages {
            let whole = BufReader::new(&bytes[..]);
            let pieces = BufReader::with_capacity(1, &bytes[..]);
            let all = [
                Hints::deserialize(&mut Deserializer::from_slice(&bytes)).unwrap(),
                Hints::deserialize(&mut Deserializer::from_reader(whole)).unwrap(),
                Hints::deserialize(&mut Deserializer::from_reader(pieces)).unwrap(),
            ];
            for (way, Hints(hints, came)) in all.iter().enumerate() {
                assert_eq!(*came, len);
                for (index, hint) in hints.iter().enumerate() {
                    assert!(hint.is_none_or(|hint| hint == len - index), "{len} {index} {hint:?}");
                }
                // What is surely there is still announced.
                if len <= few && way < 2 {
                    assert_eq!(hints[0], Some(len), "{len}");
                }
            }
        }
    }
}
