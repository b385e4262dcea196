//! Depth: 128 levels are read and the 129th is refused, on every path, within
//! a stack of 2 MiB in a debug build and of 256 KiB in a release.
//!
//! A binary of its own, which `.ci/run` also builds for release: what a level takes of the stack is
//! up to the optimiser.

#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    dead_code,
    unreachable_pub,
    reason = "a test may panic, and says what it is about without more ado; helpers are shared"
)]

#[path = "../it/util.rs"]
mod util;

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use mrna::{Scan, Value, scan};

use util::{hex, refusal, to_hex, trickle};

const LIMIT: usize = 128;

/// 2 MiB are also the default of a thread.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 256 << 10 };

/// Runs in a thread with a stack of this size.
fn on_a_small_stack(f: fn()) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(f).unwrap();
    thread.join().unwrap();
}

/// One way to nest: what opens the first level and the others, what is
/// innermost, what closes each level.
struct Nest {
    name: &'static str,
    first: &'static str,
    open: &'static str,
    core: &'static str,
    close: &'static str,
}

const fn nest(
    name: &'static str,
    first: &'static str,
    open: &'static str,
    core: &'static str,
    close: &'static str,
) -> Nest {
    Nest { name, first, open, core, close }
}

/// All ways; the core is a scalar, so `n` opens are `n` levels.
const NESTS: [Nest; 14] = [
    nest("list", "b1", "b1", "05", ""),
    nest("list with neighbours", "b3e0", "b3e0", "05", "e0"),
    nest("long list", "f209e0e0e0e0e0e0e0e0", "f209e0e0e0e0e0e0e0e0", "05", ""),
    nest("tuple", "b9", "b9", "05", ""),
    nest("set", "f401", "f401", "05", ""),
    nest("frozenset", "f501", "f501", "05", ""),
    nest("map value", "c101", "c101", "05", ""),
    nest("map key", "c1", "c1", "05", "e0"),
    nest(
        "long map",
        "f6080001010102010301040105010601 07",
        "f608000101010201030104010501060107",
        "05",
        "",
    ),
    nest("record", "f7010178", "f7010178", "05", ""),
    nest("record of two", "f702017805 0179", "f7020178050179", "05", ""),
    nest("payload", "d80141", "d8", "05", ""),
    nest("some", "e3", "e3", "e0", ""),
    nest("tag", "ff40", "ff40", "05", ""),
];

impl Nest {
    fn bytes(&self, levels: usize) -> Vec<u8> {
        let opens = match levels {
            0 => String::new(),
            n => self.first.to_owned() + &self.open.repeat(n - 1),
        };
        hex(&format!("{opens}{}{}", self.core, self.close.repeat(levels)))
    }

    /// Where the level past the limit begins.
    fn offset(&self, level: usize) -> u64 {
        (hex(self.first).len() + hex(self.open).len() * (level - 2)) as u64
    }
}

fn refused_at<T: DeserializeOwned>(bytes: &[u8], offset: u64, name: &str) {
    let e = refusal::<T>(bytes);
    assert!(e.is_limit(), "{name}: {e}");
    assert!(e.kind().to_string().starts_with("depth limit"), "{name}: {e}");
    assert_eq!(e.offset(), Some(offset), "{name}: {}", e.kind());
}

#[test]
fn values_and_skipping() {
    on_a_small_stack(|| {
        for nest in &NESTS {
            let name = nest.name;
            let bytes = nest.bytes(LIMIT);
            let v: Value = mrna::from_slice(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            let w: Value = trickle(&bytes).unwrap();
            assert_eq!(v, w, "{name}");
            mrna::from_slice::<IgnoredAny>(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            trickle::<IgnoredAny>(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(scan(&bytes).unwrap(), Scan::Complete(bytes.len()), "{name}");
            for n in [LIMIT + 1, LIMIT + 2, 10 * LIMIT, 100_000] {
                let bytes = nest.bytes(n);
                refused_at::<Value>(&bytes, nest.offset(LIMIT + 1), name);
                refused_at::<IgnoredAny>(&bytes, nest.offset(LIMIT + 1), name);
                let e = scan(&bytes).unwrap_err();
                assert_eq!((e.is_limit(), e.offset()), (true, Some(nest.offset(LIMIT + 1))));
            }
        }
    });
}

/// What else is done with a value of the greatest depth.
#[test]
fn the_deepest_values_are_usable() {
    on_a_small_stack(|| {
        for nest in &NESTS {
            let name = nest.name;
            let bytes = nest.bytes(LIMIT);
            let v: Value = mrna::from_slice(&bytes).unwrap();
            let again = mrna::to_vec(&v).unwrap();
            assert_eq!(mrna::from_slice::<Value>(&again).unwrap(), v, "{name}");
            assert_eq!(mrna::encoded_len(&v).unwrap(), again.len(), "{name}");
            assert_eq!(mrna::to_value(&v).unwrap(), v, "{name}");
            assert_eq!(mrna::from_value::<Value>(v.clone()).unwrap(), v, "{name}");
            assert_eq!(v.cmp(&v.clone()), std::cmp::Ordering::Equal);
            assert!(v.to_string().len() >= LIMIT, "{name}");
            assert_eq!(v.to_string(), format!("{v:?}"), "{name}");
            let set = std::collections::HashSet::from([v.clone()]);
            assert!(set.contains(&v), "{name}");
        }
    });
}

/// Packed lists, tuples and records count as the plain ones do.
#[test]
fn packed_forms_count() {
    for core in ["fc000105", "fd000105", "b0", "b8", "c0", "f400", "f700"] {
        let bytes = hex(&format!("{}{core}", "b1".repeat(LIMIT - 1)));
        mrna::from_slice::<Value>(&bytes).unwrap_or_else(|e| panic!("{core}: {e}"));
        mrna::from_slice::<IgnoredAny>(&bytes).unwrap_or_else(|e| panic!("{core}: {e}"));
        let bytes = hex(&format!("{}{core}", "b1".repeat(LIMIT)));
        refused_at::<Value>(&bytes, LIMIT as u64, core);
        refused_at::<IgnoredAny>(&bytes, LIMIT as u64, core);
    }
    for core in ["e0", "05", "f100", "80", "e7ffffffffffffffff", "d00141", "ed00000000"] {
        let bytes = hex(&format!("{}{core}", "b1".repeat(LIMIT)));
        mrna::from_slice::<Value>(&bytes).unwrap_or_else(|e| panic!("scalar {core}: {e}"));
        mrna::from_slice::<IgnoredAny>(&bytes).unwrap_or_else(|e| panic!("scalar {core}: {e}"));
    }
}

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
struct Tree(Vec<Tree>);

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
struct Node {
    x: Option<Box<Node>>,
}

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
struct Options(Option<Box<Options>>);

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
enum Payload {
    A(Box<Payload>),
    End,
}

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
enum Records {
    A { x: Box<Records> },
    End,
}

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
enum Tuples {
    A(Box<Tuples>, ()),
    End,
}

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
struct Maps(BTreeMap<u8, Maps>);

#[derive(Clone, Serialize, Deserialize, PartialEq, PartialOrd, Eq, Ord, Debug)]
struct Keys(BTreeMap<Keys, ()>);

#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    List(Vec<Untagged>),
    Int(u8),
}

fn typed<T>(make: fn(usize) -> String, levels: usize, offset: usize)
where
    T: DeserializeOwned + Serialize + Clone + PartialEq + Debug,
{
    let name = std::any::type_name::<T>();
    let bytes = hex(&make(levels));
    let v: T = mrna::from_slice(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), to_hex(&bytes), "{name}");
    let w = trickle::<T>(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(w == v.clone() && format!("{w:?}").len() > levels, "{name}");
    drop((v, w));
    for n in [levels + 1, 10 * levels, 100_000] {
        refused_at::<T>(&hex(&make(n)), offset as u64, name);
    }
}

#[test]
fn typed_recursion() {
    on_a_small_stack(|| {
        typed::<Tree>(|n| format!("{}b0", "b1".repeat(n - 1)), 128, 128);
        typed::<Node>(|n| format!("{}e0", "f7010178".repeat(n)), 128, 128 * 4);
        typed::<Options>(|n| format!("{}e0", "e3".repeat(n)), 128, 128);
        typed::<Payload>(|n| format!("d80141{}d103456e64", "d8".repeat(n - 1)), 128, 2 + 128);
        typed::<Maps>(|n| format!("{}c0", "c101".repeat(n - 1)), 128, 128 * 2);
        typed::<Keys>(|n| format!("{}c0{}", "c1".repeat(n - 1), "e0".repeat(n - 1)), 128, 128);
        // a payload and the record or tuple in it are two levels
        typed::<Records>(
            |n| format!("d80141f7010178{}d103456e64", "d8f7010178".repeat(n - 1)),
            64,
            2 + 64 * 5,
        );
        typed::<Tuples>(
            |n| format!("d80141ba{}d103456e64{}", "d8ba".repeat(n - 1), "e0".repeat(n)),
            64,
            2 + 64 * 2,
        );
    });
}

#[test]
fn through_serdes_buffer() {
    on_a_small_stack(|| {
        let list = |n: usize| hex(&format!("{}05", "b1".repeat(n)));
        let v: Untagged = mrna::from_slice(&list(LIMIT)).unwrap();
        assert_eq!(mrna::to_vec(&v.clone()).unwrap(), list(LIMIT));
        refused_at::<Untagged>(&list(LIMIT + 1), LIMIT as u64, "untagged");
    });
}

#[derive(Deserialize, Debug)]
struct OnlyA {
    #[serde(rename = "a")]
    _a: u8,
}

/// In fields nobody reads, keys, tags, payloads passed over: the same depth.
#[test]
fn in_what_is_passed_over() {
    on_a_small_stack(|| {
        for nest in &NESTS {
            let name = nest.name;
            let wrap = |n: usize| [hex("f7020162"), nest.bytes(n), hex("016101")].concat();
            mrna::from_slice::<OnlyA>(&wrap(LIMIT - 1)).unwrap_or_else(|e| panic!("{name}: {e}"));
            trickle::<OnlyA>(&wrap(LIMIT - 1)).unwrap_or_else(|e| panic!("{name}: {e}"));
            refused_at::<OnlyA>(&wrap(LIMIT), 4 + nest.offset(LIMIT), name);
            refused_at::<OnlyA>(&wrap(100_000), 4 + nest.offset(LIMIT), name);
            // as a key of a map that a struct reads
            let wrap = |n: usize| [hex("c2816101"), hex("8162"), nest.bytes(n)].concat();
            mrna::from_slice::<OnlyA>(&wrap(LIMIT - 1)).unwrap_or_else(|e| panic!("{name}: {e}"));
            refused_at::<OnlyA>(&wrap(LIMIT), 6 + nest.offset(LIMIT), name);
        }
    });
}

/// Siblings do not add up, and an error gives back what it took.
#[test]
fn depth_is_given_back() {
    let deep = format!("{}05", "b1".repeat(LIMIT - 1));
    let bytes = hex(&format!("f264{}", deep.repeat(100)));
    mrna::from_slice::<Value>(&bytes).unwrap();
    mrna::from_slice::<IgnoredAny>(&bytes).unwrap();
    let tags = hex(&format!("f2fce803{}", "ff4005".repeat(1000)));
    assert_eq!(mrna::from_slice::<Vec<u8>>(&tags).unwrap(), [5; 1000]);
    let somes = hex(&format!("f2fce803{}", "e3e0".repeat(1000)));
    assert_eq!(mrna::from_slice::<Vec<Option<()>>>(&somes).unwrap(), [Some(()); 1000]);
}
