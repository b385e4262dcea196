//! Input that lies about its lengths, for every type that could believe it;
//! errors passed over by the type itself; random bytes.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::io::BufReader;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer as _};
use serde_bytes::ByteBuf;

use mrna::{Deserializer, Value};

use crate::util::{Trickle, hex, to_hex};

/// Every head that a length follows.
const HEADS: [&str; 25] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "fc00", "fc01", "fc02", "fc04", "fc06", "fc07",
    "fc08", "fc09", "fd00", "fd08", "fd09", "ec", "d0", "d8", "f701", "b2f0", "c181",
];

/// Lengths from believable to absurd.
const CLAIMS: [&str; 8] = [
    "fbff",
    "fcffff",
    "fd00000001",
    "fdffffff7f",
    "fdffffffff",
    "fe0000000001000000",
    "feffffffffffffff7f",
    "feffffffffffffffff",
];

/// Refused from every source, and never for the reason that the machine gave up.
fn refused<T: DeserializeOwned>(bytes: &[u8]) {
    let text = || to_hex(&bytes[..bytes.len().min(40)]);
    let errors = [
        mrna::from_slice::<T>(bytes).err(),
        mrna::from_reader::<_, T>(bytes).err(),
        mrna::from_reader::<_, T>(Trickle(bytes)).err(),
        mrna::from_reader::<_, T>(BufReader::with_capacity(7, bytes)).err(),
    ];
    for e in errors {
        let e = e.unwrap_or_else(|| panic!("{} read {}", std::any::type_name::<T>(), text()));
        assert!(e.is_eof() || e.is_limit() || e.is_data(), "{}: {e}", text());
        assert!(e.offset().is_some_and(|at| at <= bytes.len() as u64), "{}: {e}", text());
    }
}

#[derive(Deserialize)]
struct Tree(#[expect(dead_code, reason = "only read")] Vec<Tree>);

#[derive(Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Wide {
    a: [u64; 32],
    b: Vec<[u64; 32]>,
    c: String,
}

#[test]
fn claims() {
    for head in HEADS {
        for claim in CLAIMS {
            for tail in ["", "00", "0000000000000000000000000000000000000000"] {
                let bytes = hex(&format!("{head}{claim}{tail}"));
                refused::<Value>(&bytes);
                refused::<IgnoredAny>(&bytes);
                refused::<Vec<u8>>(&bytes);
                refused::<Vec<()>>(&bytes);
                refused::<Vec<Wide>>(&bytes);
                refused::<VecDeque<u64>>(&bytes);
                refused::<HashSet<u64>>(&bytes);
                refused::<Vec<String>>(&bytes);
                refused::<Vec<Value>>(&bytes);
                refused::<String>(&bytes);
                refused::<ByteBuf>(&bytes);
                refused::<HashMap<u8, u8>>(&bytes);
                refused::<BTreeMap<String, Value>>(&bytes);
                refused::<Option<Vec<u64>>>(&bytes);
                refused::<(u8, u8)>(&bytes);
                refused::<Wide>(&bytes);
                refused::<Tree>(&bytes);
            }
        }
    }
}

/// A claim in every claim, all the way down.
#[test]
fn claims_in_claims() {
    for claim in
        ["f2fdffffffff", "f3fdffffffff", "f4fdffffffff", "f5feffffffffffffff7f", "f6fdffffffff"]
    {
        for n in [2, 10, 100, 127] {
            let bytes = hex(&claim.repeat(n));
            refused::<Value>(&bytes);
            refused::<IgnoredAny>(&bytes);
            refused::<Tree>(&bytes);
            refused::<Vec<Vec<Vec<Value>>>>(&bytes);
        }
    }
    // ten thousand claims beside one another
    let bytes = [hex("f2fc1027"), vec![0xB0; 9_999], hex("f2fdffffffff")].concat();
    refused::<Value>(&bytes);
    refused::<Tree>(&bytes);
}

/// Swallows whatever error its inner type has.
#[derive(PartialEq, Debug)]
struct Lenient<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Self(T::deserialize(d).ok()))
    }
}

/// The error was swallowed: what comes out is right, or refused.
#[test]
fn swallowed_errors() {
    fn right_or_refused<T>(text: &str, right: &[Lenient<T>])
    where
        T: DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let bytes = hex(text);
        for got in [
            mrna::from_slice::<Vec<Lenient<T>>>(&bytes),
            mrna::from_reader(&bytes[..]),
            mrna::from_reader(Trickle(&bytes)),
        ] {
            match got {
                Ok(got) => assert_eq!(got, right, "{text}"),
                Err(e) => assert!(!e.is_limit() && !e.is_io(), "{text}: {e}"),
            }
        }
    }
    let some = |n| Lenient(Some(n));
    right_or_refused::<u8>("b3058261 6206", &[some(5), Lenient(None), some(6)]);
    right_or_refused::<u8>("b305e52c0106", &[some(5), Lenient(None), some(6)]);
    right_or_refused::<u8>("b305b2010206", &[some(5), Lenient(None), some(6)]);
    right_or_refused::<u8>("b305c2010203e006", &[some(5), Lenient(None), some(6)]);
    right_or_refused::<u8>("b305f7020178070179e006", &[some(5), Lenient(None), some(6)]);
    right_or_refused::<u8>("b305d8014105 06", &[some(5), Lenient(None), some(6)]);
    right_or_refused::<u8>("b305f102010206", &[some(5), Lenient(None), some(6)]);
    let list = |n: &[u8]| Lenient(Some(n.to_vec()));
    right_or_refused::<Vec<u8>>(
        "b3b105b3e52c01070 8b106",
        &[list(&[5]), Lenient(None), list(&[6])],
    );
    right_or_refused::<Vec<u8>>("b3b105b3010203b106", &[list(&[5]), list(&[1, 2, 3]), list(&[6])]);
    right_or_refused::<Vec<u8>>("b3b105b2b10107b106", &[list(&[5]), Lenient(None), list(&[6])]);
    right_or_refused::<Vec<u8>>(
        "b3b105fc02022c010100b106",
        &[list(&[5]), Lenient(None), list(&[6])],
    );
    // malformed inside: nothing can be known of what follows
    for text in ["b205ef", "b2ef05", "b205e305", "b205a0", "b2b1ef05", "b205"] {
        let bytes = hex(text);
        assert!(mrna::from_slice::<Vec<Lenient<u8>>>(&bytes).is_err(), "{text}");
        assert!(mrna::from_reader::<_, Vec<Lenient<u8>>>(Trickle(&bytes)).is_err(), "{text}");
    }
}

/// A Deserializer that met an error: the next value is right, or an error.
#[test]
fn the_next_value_after_an_error() {
    let bad = [
        "8261 62",
        "e52c01",
        "b20102",
        "c10102",
        "f701017805",
        "f7010178e52c01",
        "d8014105",
        "ee0000000000000000",
        "b1b1b105",
    ];
    for bad in bad {
        for times in [1, 2, 300] {
            let bytes = hex(&format!("{}05", bad.repeat(times)));
            let mut de = Deserializer::from_slice(&bytes);
            for _ in 0..times {
                match u8::deserialize(&mut de) {
                    Ok(n) => panic!("{bad} read as {n}"),
                    Err(e) => assert!(!e.is_limit(), "{bad}: {e}"),
                }
            }
            if let Ok(n) = u8::deserialize(&mut de) {
                assert_eq!(n, 5, "{bad}");
                de.end().unwrap();
            }
        }
    }
    // a type that stops in the middle of what it reads
    struct Stops;
    impl<'de> Deserialize<'de> for Stops {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            d.deserialize_seq(StopsVisitor)
        }
    }
    struct StopsVisitor;
    impl<'de> serde::de::Visitor<'de> for StopsVisitor {
        type Value = Stops;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list of which one item is read")
        }
        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Stops, A::Error> {
            seq.next_element::<u8>()?;
            Ok(Stops)
        }
    }
    for (text, after) in [
        ("b20102", "05"),
        ("b3018261 62e0", "05"),
        ("fc0203010002000300", "05"),
        ("f103010203", "05"),
    ] {
        let bytes = hex(&format!("{text}{after}"));
        let mut de = Deserializer::from_slice(&bytes);
        let stopped = Stops::deserialize(&mut de).is_ok();
        if let Ok(n) = u8::deserialize(&mut de) {
            assert_eq!(n, 5, "{text} (stopped: {stopped})");
        }
        // inside another value too
        let bytes = hex(&format!("ba{text}{after}"));
        if let Ok((_, n)) = mrna::from_slice::<(Stops, u8)>(&bytes) {
            assert_eq!(n, 5, "{text}");
        }
    }
    let mut de = Deserializer::from_slice(b"\x05");
    assert!((&mut de).deserialize_bool(BoolOnly).is_err());
}

struct BoolOnly;

impl serde::de::Visitor<'_> for BoolOnly {
    type Value = ();
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing at all")
    }
}

/// Bytes from a plain generator: no panic, the same answer everywhere, and
/// what reads as a `Value` survives being written.
#[test]
fn random_bytes() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    // containers and short values come more often than chance has them
    let likely = hex("b2b3ba c2f702 f401 d0d8 e0e3 ff40 fc00 fe00 a0a1 8161 05cf e4c8");
    for _ in 0..20_000 {
        let n = next() % 24;
        let bytes: Vec<u8> = (0..n)
            .map(|_| match next() % 3 {
                0 => next() as u8,
                _ => likely[next() as usize % likely.len()],
            })
            .collect();
        let skip = mrna::take_from_slice::<IgnoredAny>(&bytes).map(|(_, rest)| rest.len());
        let read = mrna::take_from_slice::<Value>(&bytes);
        let mut rest = &bytes[..];
        let stream = mrna::from_reader::<_, Value>(&mut rest);
        match (read, stream, skip) {
            (Ok((v, left)), Ok(w), Ok(skipped)) => {
                assert_eq!(v, w, "{}", to_hex(&bytes));
                assert_eq!(left, rest, "{}", to_hex(&bytes));
                assert_eq!(left.len(), skipped, "{}", to_hex(&bytes));
                let again = mrna::to_vec(&v).unwrap();
                assert_eq!(mrna::from_slice::<Value>(&again).unwrap(), v, "{}", to_hex(&bytes));
            }
            (Err(e), Err(f), Err(g)) => {
                assert_eq!(e.to_string(), f.to_string(), "{}", to_hex(&bytes));
                assert_eq!(e.offset(), g.offset(), "{}", to_hex(&bytes));
            }
            (read, stream, skip) => {
                panic!("{}: {:?} {:?} {:?}", to_hex(&bytes), read.map(|(v, _)| v), stream, skip)
            }
        }
        let _ = mrna::from_slice::<Wide>(&bytes);
        let _ = mrna::from_slice::<Tree>(&bytes);
        let _ = mrna::from_slice::<HashMap<String, Vec<u8>>>(&bytes);
    }
}
