//! Maps: any key, every length, entries in the order they were written.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::model::{Model, Style};
use crate::util::{check, check_err, check_reads, check_value, to_hex};

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Point {
    x: u8,
    y: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Red,
    Grey(u8),
    Mix(u8, u8),
    At { x: u8 },
}

/// A float as a key, by its bits.
#[derive(Serialize, Deserialize, Debug)]
struct Float(f64);

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Float {}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

fn map<K, V, const N: usize>(entries: [(K, V); N], notation: &str, hex: &str)
where
    K: Ord + Serialize + DeserializeOwned + Debug,
    V: Serialize + DeserializeOwned + PartialEq + Debug,
{
    check(BTreeMap::from(entries), notation, hex);
}

#[test]
fn any_key() {
    map::<u8, u8, 0>([], "{}", "c0");
    map([("a".to_owned(), 1)], r#"{"a": 1}"#, "c1816101");
    map([(1, "a".to_owned()), (2, "b".to_owned())], r#"{1: "a", 2: "b"}"#, "c2018161028162");
    map([(-1, ()), (300, ())], "{-1: nil, 300: nil}", "c2cfe0e52c01e0");
    map(
        [(1_u128 << 100, 0)],
        "{1267650600228229401496703205376: 0}",
        "c1ec0d0000000000000000000000001000",
    );
    map([(false, 0), (true, 1)], "{false: 0, true: 1}", "c2e100e201");
    map([('a', 1), ('é', 2)], r#"{"a": 1, "é": 2}"#, "c281610182c3a902");
    map([((), 1)], "{nil: 1}", "c1e001");
    map([(Unit, 1)], "{nil: 1}", "c1e001");
    map([((1, 2), 3), ((1, 3), 4)], "{(1, 2): 3, (1, 3): 4}", "c2ba010203ba010304");
    map([(vec![1], 2), (vec![1, 2], 3)], "{[1]: 2, [1, 2]: 3}", "c2b10102b2010203");
    map([(None, 0), (Some(1), 2)], "{nil: 0, 1: 2}", "c2e0000102");
    map(
        [(None, 0), (Some(None), 1), (Some(Some(2)), 3)],
        "{nil: 0, some(nil): 1, 2: 3}",
        "c3e000e3e0010203",
    );
    map([(serde_bytes::ByteBuf::from(b"ab".to_vec()), 1)], r#"{b"ab": 1}"#, "c1f102616201");
    map(
        [(Point { x: 1, y: 2 }, true), (Point { x: 1, y: 3 }, false)],
        "{record{x: 1, y: 2}: true, record{x: 1, y: 3}: false}",
        "c2f702017801017902e2a00103e1",
    );
    map(
        [(Key::Red, 1), (Key::Grey(9), 2), (Key::Mix(1, 2), 3), (Key::At { x: 5 }, 4)],
        "{Red: 1, Grey(9): 2, Mix((1, 2)): 3, At(record{x: 5}): 4}",
        "c4d00352656401d904477265790902da034d6978ba010203db024174f70101780504",
    );
    map(
        [(Float(-0.0), 1), (Float(0.0), 2), (Float(f64::NAN), 3)],
        "{-0.0: 1, 0.0: 2, nan: 3}",
        "c3ee000000000000008001ee000000000000000002ee000000000000f87f03",
    );
    map([(BTreeMap::from([(1, 2)]), 3)], "{{1: 2}: 3}", "c1c1010203");
}

#[test]
fn nested() {
    let inner = BTreeMap::from([(1_u8, vec!['x'])]);
    map([("a".to_owned(), inner)], r#"{"a": {1: ["x"]}}"#, "c18161c101b18178");
    check(HashMap::from([(1_u8, HashMap::from([(2_u8, 3_u8)]))]), "{1: {2: 3}}", "c101c10203");
}

#[test]
fn lengths() {
    for n in [0, 1, 7, 8, 9, 251, 252, 253, 1000] {
        let value: BTreeMap<u32, bool> = (0..n).map(|i| (i, i % 3 == 0)).collect();
        let model = value.iter().map(|(k, v)| (Model::Int((*k).into()), Model::Bool(*v)));
        let model = Model::Map(model.collect());
        check(value, &model.notation(), &to_hex(&model.bytes(Style::Reference)));
    }
    check_value("{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}", "c70000010102020303040405050606");
    check_value(
        "{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7}",
        "f60800000101020203030404050506060707",
    );
}

/// The order of the entries is the writer's, and a `Value` keeps it.
#[test]
fn order_is_kept() {
    check_value(r#"{2: 1, 1: 2, "b": 3, "a": 4}"#, "c402010102816203816104");
    let a = check_value("{1: 1, 2: 2}", "c201010202");
    let b = check_value("{2: 2, 1: 1}", "c202020101");
    assert_ne!(a, b, "equality is of the order too");
}

#[test]
fn keys_of_every_kind_in_a_value() {
    check_value(
        r#"{nil: 0, true: 1, -1: 2, 1.5: 3, 1.5f32: 4, "s": 5, b"s": 6, [1]: 7, (1,): 8, set{1}: 9, frozenset{1}: 10}"#,
        "f60be000e201cf02ee000000000000f83f03ed0000c03f04817305f1017306b10107b90108f4010109f501010a",
    );
    check_value(
        r#"{{1: 2}: 0, record{a: 1}: 1, Red: 2, Grey(1): 3, some(nil): 4, tag(64, "x"): 5}"#,
        "c6c1010200f70101610101d00352656402d904477265790103e3e004ff40817805",
    );
    check_value(
        "{nan: 1, nan(0x7ff8000000000001): 2, -0.0: 3, 0.0: 4}",
        "c4ee000000000000f87f01ee010000000000f87f02ee000000000000008003ee000000000000000004",
    );
}

#[test]
fn refused() {
    check_err::<HashMap<u8, u8>>("b0", "invalid type: *, expected a map at byte 0");
    check_err::<HashMap<u8, u8>>("05", "invalid type: integer 5, expected a map at byte 0");
    check_err::<HashMap<u8, u8>>(
        "c1e52c0101",
        "invalid value: integer 300, expected u8 at byte 1*",
    );
    check_err::<HashMap<u8, u8>>(
        "c101e52c01",
        "invalid value: integer 300, expected u8 at byte 2 in $*",
    );
    check_err::<HashMap<String, u8>>(
        "c18161e52c01",
        "invalid value: integer 300, expected u8 at byte 3 in $.a",
    );
    check_err::<HashMap<String, Vec<u8>>>(
        "c18161b201e2",
        "invalid type: *, expected u8 at byte 5 in $.a[1]",
    );
    check_err::<HashMap<u8, u8>>("f60701", "not shortest* at byte 0");
    // a record is read as a map with string keys
    check_reads("f702016101016202", HashMap::from([("a".to_owned(), 1_u8), ("b".to_owned(), 2)]));
    check_err::<HashMap<u8, u8>>("f701016101", "invalid type: *, expected u8 at byte *");
}
