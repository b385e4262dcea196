//! A few bytes that claim the world, read without a budget.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_bytes::ByteBuf;

use mrna::Value;

use crate::build::hex;
use crate::types::{Fat, Maps, Tree};
use crate::{KIB, measured};

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

/// Five bytes, and up to nine.
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
                peak_of_refusal::<BTreeMap<String, Wide>>(&bytes, 128 * KIB);
                peak_of_refusal::<HashSet<Wide>>(&bytes, 128 * KIB);
            }
        }
    }
}

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
