//! What remains without a budget: heap bytes at the peak for each byte of hostile input.
//!
//! ```sh
//! cargo test --release --test alloc amplification -- --nocapture
//! ```
//!
//! prints them all; the README has the worst.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::de::{DeserializeOwned, IgnoredAny};

use mrna::Value;

use crate::build::{count, hex, int, list, map, name, records, text};
use crate::types::{Tree, Untagged, Wide};
use crate::{KIB, MIB, measured};

/// How many parts of so many bytes make an input of at most 1 MiB (less in a slow
/// build): one more than a power of two,
/// for which a `Vec` has just grown.
fn over(bytes: usize) -> usize {
    let size = if cfg!(debug_assertions) { 128 * KIB } else { MIB };
    (1 << (size / bytes).ilog2()) + 1
}

/// Prints a row of the table, and sees that it is no worse than it was.
fn row<T: DeserializeOwned>(what: &str, into: &str, most: usize, message: &[u8]) {
    let (result, _, peak) = measured(|| mrna::from_slice::<T>(message));
    assert!(result.is_ok(), "{what} into {into}: {}", result.err().unwrap());
    let (_, _, from_reader) = measured(|| mrna::from_reader::<_, T>(message).is_ok());
    let each = peak.max(from_reader).div_ceil(message.len());
    println!("| {what} | {into} | {each} |");
    assert!(each <= most, "{what} into {into}: {each}");
}

/// A packed list.
fn packed(n: usize) -> Vec<u8> {
    [vec![0xFC, 0], count(n), vec![1; n]].concat()
}

#[test]
fn amplification() {
    println!("\n| input | into | heap bytes per input byte |\n|---|---|---|");
    let nils = list(over(1), |_| vec![0xE0]);
    row::<Value>("list of nils", "`Value`", 100, &nils);
    row::<Vec<Option<u64>>>("list of nils", "`Vec<Option<u64>>`", 50, &nils);
    let empty = list(over(1), |_| vec![0xB0]);
    row::<Value>("list of empty lists", "`Value`", 100, &empty);
    row::<Vec<Vec<u64>>>("list of empty lists", "`Vec<Vec<u64>>`", 75, &empty);
    row::<Vec<HashMap<u64, u64>>>(
        "list of empty maps",
        "`Vec<HashMap<u64, u64>>`",
        150,
        &list(over(1), |_| vec![0xC0]),
    );
    let nested = list(over(128), |_| [vec![0xB1; 126], vec![0xB0]].concat());
    row::<Value>("lists 128 deep", "`Value`", 40, &nested);
    row::<Tree>("lists 128 deep", "`struct Tree(Vec<Tree>)`", 30, &nested);
    let ones = list(over(2), |_| vec![0xB1, 0]);
    row::<Value>("list of lists of one int", "`Value`", 70, &ones);
    row::<Vec<Vec<u64>>>("list of lists of one int", "`Vec<Vec<u64>>`", 45, &ones);
    let packed = packed(over(1));
    row::<Value>("packed u8", "`Value`", 100, &packed);
    row::<Vec<u64>>("packed u8", "`Vec<u64>`", 25, &packed);
    let distinct = list(over(5), |i| int(i + 0x1_0000));
    row::<HashSet<u64>>("list of different ints", "`HashSet<u64>`", 12, &distinct);
    let texts = list(over(2), |_| text(b"x"));
    row::<Value>("list of strs of one byte", "`Value`", 55, &texts);
    row::<Vec<String>>("list of strs of one byte", "`Vec<String>`", 40, &texts);
    row::<Vec<Untagged>>("list of strs of one byte", "a `Vec` of an untagged enum", 100, &texts);
    let entries = map(over(6), |i| (int(i + 0x1_0000), vec![0]));
    row::<Value>("map of different ints", "`Value`", 40, &entries);
    row::<HashMap<u64, u64>>("map of different ints", "`HashMap<u64, u64>`", 20, &entries);
    row::<BTreeMap<u64, u64>>("map of different ints", "`BTreeMap<u64, u64>`", 20, &entries);
    let small = list(over(3), |_| vec![0xC1, 0, 0]);
    row::<Value>("list of maps of one entry", "`Value`", 60, &small);
    row::<Vec<HashMap<u64, u64>>>(
        "list of maps of one entry",
        "`Vec<HashMap<u64, u64>>`",
        100,
        &small,
    );
    row::<Vec<BTreeMap<u64, u64>>>(
        "list of maps of one entry",
        "`Vec<BTreeMap<u64, u64>>`",
        100,
        &small,
    );
    let fieldless = records(over(1), &[]);
    row::<Value>("records of no fields", "`Value`", 100, &fieldless);
    row::<Vec<Wide>>(
        "records of no fields",
        "`Vec` of structs with 256 bytes of defaults",
        800,
        &fieldless,
    );
    row::<Vec<Option<Box<Wide>>>>(
        "records of no fields",
        "the same, each in a `Box`",
        290,
        &fieldless,
    );
    let fields = records(over(2), &[(b"x", &|_| vec![0])]);
    row::<Value>("records of one field", "`Value`", 70, &fields);
    row::<Vec<HashMap<String, u8>>>(
        "records of one field",
        "`Vec<HashMap<String, u8>>`",
        160,
        &fields,
    );
    let unit = |i| if i == 0 { hex("d00161") } else { vec![0xD0] };
    row::<Value>("unit variants", "`Value`", 100, &list(over(1), unit));
    let payloads = list(over(2), |i| if i == 0 { hex("d8016100") } else { hex("d800") });
    row::<Value>("variants of one int", "`Value`", 70, &payloads);
    let tags = list(over(3), |_| hex("ff00e0"));
    row::<Value>("tagged nils", "`Value`", 50, &tags);
    let somes = list(over(2), |_| hex("e3e0"));
    row::<Value>("some(nil)", "`Value`", 70, &somes);
    let big = list(over(11), |_| [vec![0xEC, 9], vec![1; 9]].concat());
    row::<Value>("big ints of 9 bytes", "`Value`", 15, &big);
    let shapes = list(over(2), |_| hex("f700"));
    row::<Value>("as many shapes as records", "`Value`", 120, &shapes);
    row::<IgnoredAny>("as many shapes as records", "nothing (skipped)", 20, &shapes);
    let names =
        list(over(9), |i| [vec![0xF7, 1], name(format!("{i:05}").as_bytes()), vec![0]].concat());
    row::<Value>("as many names as records", "`Value`", 60, &names);
    let names = list(1, |_| {
        let fields =
            (0..over(7)).flat_map(|i| [name(format!("{i:06}").as_bytes()), vec![0]].concat());
        [vec![0xF7], count(over(7))].into_iter().flatten().chain(fields).collect()
    });
    row::<Value>("a record of many fields", "`Value`", 70, &names);
    row::<IgnoredAny>("a record of many fields", "nothing (skipped)", 40, &names);
    let long = name(&[b'n'; 200]);
    let unit = |i| if i == 0 { [vec![0xD0], long.clone()].concat() } else { vec![0xD0] };
    let units = list(16 * KIB, unit);
    row::<Value>("a variant name of 200 bytes, again and again", "`Value`", 110, &units);
    row::<Vec<String>>(
        "a variant name of 200 bytes, again and again",
        "`Vec<String>`",
        300,
        &units,
    );
}
