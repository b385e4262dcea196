//! What decoding allocates, counted by an allocator of this binary's own:
//! nothing for a borrowed message, little for a hostile one.

#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    unreachable_pub,
    reason = "a test may panic, and says what it is about without more ado"
)]
#![allow(unsafe_code, reason = "a global allocator is unsafe to implement")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_bytes::ByteBuf;

use mrna::Value;

struct Counting;

thread_local! {
    /// Allocations made, bytes held now, most bytes held.
    static COUNTS: Cell<(usize, isize, isize)> = const { Cell::new((0, 0, 0)) };
}

fn note(made: usize, bytes: isize) {
    let _ = COUNTS.try_with(|c| {
        let (n, now, peak) = c.get();
        c.set((n + made, now + bytes, peak.max(now + bytes)));
    });
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as isize);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        note(0, -(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(1, size as isize - layout.size() as isize);
        // SAFETY: as above.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations made and the most bytes held while `f` ran.
fn measured<T>(f: impl FnOnce() -> T) -> (T, usize, usize) {
    COUNTS.set((0, 0, 0));
    let out = f();
    let (made, _, peak) = COUNTS.get();
    (out, made, peak as usize)
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|b| *b != b' ').collect();
    let digit = |b: u8| (b as char).to_digit(16).unwrap() as u8;
    digits.chunks(2).map(|d| digit(d[0]) << 4 | digit(d[1])).collect()
}

const KIB: usize = 1024;

/// The counter itself must see what is there to see.
#[test]
fn the_counter_counts() {
    let (v, made, peak) = measured(|| vec![0_u8; 1000]);
    assert_eq!((made, peak), (1, 1000));
    drop(v);
    let bytes = [hex("f1fce803"), vec![7; 1000]].concat();
    let (v, made, peak) = measured(|| mrna::from_slice::<ByteBuf>(&bytes).unwrap());
    assert!(made >= 1 && peak >= 1000, "{made} {peak}");
    assert_eq!(v.len(), 1000);
}

#[derive(Deserialize, Debug, PartialEq)]
struct Borrowed<'a> {
    id: u64,
    text: &'a str,
    #[serde(with = "serde_bytes")]
    raw: &'a [u8],
    pair: (i8, f64),
    kind: Kind<'a>,
    inner: Inner<'a>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Inner<'a> {
    x: [u8; 3],
    s: &'a str,
}

#[derive(Deserialize, Debug, PartialEq)]
enum Kind<'a> {
    #[serde(borrow)]
    New(&'a str),
}

#[test]
fn a_borrowed_message_allocates_nothing() {
    // record{id: 300, text: "t", raw: b"r", pair: (-1, 1.5), kind: New("k"),
    //        inner: record{x: (1, 2, 3), s: "s"}}
    let bytes = hex(
        "f706026964e52c010474657874817403726177f101720470616972bacfee000000000000f83f046b696e64d8034e6577816b05696e6e6572f7020178bb0102030173 8173",
    );
    let (got, made, _) = measured(|| mrna::from_slice::<Borrowed<'_>>(&bytes).unwrap());
    assert_eq!(got.text, "t");
    assert_eq!(got.kind, Kind::New("k"));
    assert_eq!(got.inner, Inner { x: [1, 2, 3], s: "s" });
    assert_eq!(made, 0, "allocations for a borrowed message");
    // nor do scalars, and what is skipped
    for text in ["05", "e2", "ee000000000000f83f", "8161", "b3010203", "c10102", "fc0003c8c9ca"] {
        let bytes = hex(text);
        let (_, made, _) = measured(|| mrna::from_slice::<IgnoredAny>(&bytes).unwrap());
        assert_eq!(made, 0, "skipping {text}");
    }
    let (n, made, _) = measured(|| mrna::from_slice::<u64>(&[5]).unwrap());
    assert_eq!((n, made), (5, 0));
}

fn peak_of_refusal<T: DeserializeOwned>(bytes: &[u8], most: usize) {
    let name = std::any::type_name::<T>();
    let (ok, _, peak) = measured(|| mrna::from_slice::<T>(bytes).is_ok());
    assert!(!ok, "{name} read {bytes:02x?}");
    assert!(peak <= most, "{name} took {peak} for {:02x?}", &bytes[..bytes.len().min(20)]);
    let (ok, _, peak) = measured(|| mrna::from_reader::<_, T>(bytes).is_ok());
    assert!(!ok, "{name} read {bytes:02x?}");
    assert!(peak <= most, "{name} took {peak} for {:02x?}, reader", &bytes[..bytes.len().min(20)]);
}

const HEADS: [&str; 18] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "fc00", "fc02", "fc06", "fc09", "fd00", "fd09",
    "ec", "d0", "d8", "f701",
];

const CLAIMS: [&str; 5] =
    ["fcffff", "fd00000001", "fdffffffff", "fe0000000001000000", "feffffffffffffffff"];

/// A few bytes that claim the world.
#[test]
fn small_claims() {
    type Wide = [u64; 32];
    for head in HEADS {
        for claim in CLAIMS {
            for tail in ["", "00", "e0", "b0"] {
                let bytes = hex(&format!("{head}{claim}{tail}"));
                peak_of_refusal::<Value>(&bytes, 128 * KIB);
                peak_of_refusal::<IgnoredAny>(&bytes, 128 * KIB);
                peak_of_refusal::<Vec<u8>>(&bytes, 128 * KIB);
                peak_of_refusal::<Vec<()>>(&bytes, 128 * KIB);
                peak_of_refusal::<Vec<u64>>(&bytes, 128 * KIB);
                peak_of_refusal::<Vec<Wide>>(&bytes, 128 * KIB);
                peak_of_refusal::<Vec<Value>>(&bytes, 128 * KIB);
                peak_of_refusal::<String>(&bytes, 128 * KIB);
                peak_of_refusal::<ByteBuf>(&bytes, 128 * KIB);
                peak_of_refusal::<HashMap<u64, u64>>(&bytes, 128 * KIB);
                peak_of_refusal::<HashMap<String, Wide>>(&bytes, 128 * KIB);
                peak_of_refusal::<BTreeMap<u8, u8>>(&bytes, 128 * KIB);
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Tree(#[expect(dead_code, reason = "only read")] Vec<Tree>);

#[derive(Deserialize)]
#[serde(transparent)]
struct Fat(#[expect(dead_code, reason = "only read")] Vec<(Fat, [u64; 16])>);

#[derive(Deserialize)]
#[serde(transparent)]
struct Maps(#[expect(dead_code, reason = "only read")] HashMap<u8, Maps>);

/// 500 bytes of claims within claims.
#[test]
fn nested_claims() {
    for open in
        ["f2fdffffffff", "f2fcffff", "f2fb", "f3fdffffffff", "f4fdffffffff", "f2feffffffffffffff7f"]
    {
        let mut bytes = hex(&open.repeat(500 / (open.len() / 2)));
        bytes.resize(500, 0xB0);
        peak_of_refusal::<Value>(&bytes, 256 * KIB);
        peak_of_refusal::<Tree>(&bytes, 256 * KIB);
        peak_of_refusal::<Fat>(&bytes, 256 * KIB);
        peak_of_refusal::<IgnoredAny>(&bytes, 256 * KIB);
    }
    for open in ["f6fdffffffff05", "f6fcffff05"] {
        let mut bytes = hex(&open.repeat(500 / (open.len() / 2)));
        bytes.resize(500, 0xB0);
        peak_of_refusal::<Value>(&bytes, 256 * KIB);
        peak_of_refusal::<Maps>(&bytes, 256 * KIB);
    }
}

/// rmp-serde takes 1 GiB for this from as many bytes.
#[test]
fn a_tree_of_claims() {
    // siblings that each claim much, on every one of the levels there may be
    for claim in ["f2fdffffffff", "f2fcffff", "f2fce803"] {
        for width in [1, 2, 5] {
            let mut bytes = Vec::new();
            while bytes.len() < 5 * KIB {
                bytes.extend(hex(claim));
                bytes.extend(std::iter::repeat_n(0xB0, width - 1));
            }
            bytes.truncate(5 * KIB);
            peak_of_refusal::<Tree>(&bytes, KIB * KIB);
            peak_of_refusal::<Fat>(&bytes, KIB * KIB);
            peak_of_refusal::<Value>(&bytes, KIB * KIB);
        }
    }
    // honest leaves: their number is known to be there
    let bytes = [hex("f2fc0014"), vec![0xB0; 5 * KIB - 1]].concat();
    peak_of_refusal::<Tree>(&bytes, KIB * KIB);
    peak_of_refusal::<Value>(&bytes, KIB * KIB);
}

/// What was allocated for honest input is in proportion to it.
#[test]
fn honest_input() {
    let list = [hex("f2fd40420f00"), vec![0; 1_000_000]].concat();
    let (_, _, peak) = measured(|| mrna::from_slice::<Vec<u8>>(&list).unwrap());
    assert!(peak <= 4_000_000, "{peak}");
    let raw = [hex("f1fd40420f00"), vec![7; 1_000_000]].concat();
    let (_, _, peak) = measured(|| mrna::from_slice::<ByteBuf>(&raw).unwrap());
    assert!(peak <= 1_100_000, "{peak}");
    let (_, made, _) = measured(|| mrna::from_slice::<IgnoredAny>(&list).unwrap());
    assert_eq!(made, 0);
    // a thousand records of one shape: names are not copied for each
    let mut records = hex("f2fce803f70164");
    records.extend(vec![b'n'; 100]);
    records.push(0);
    records.extend([0xA0, 0].repeat(999));
    let (_, _, peak) = measured(|| mrna::from_slice::<Value>(&records).unwrap());
    assert!(peak <= 300_000, "{peak}");
}
