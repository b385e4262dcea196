//! None, Some(None), Some(()) and Some(Unit) are all distinct, bare and
//! through internally tagged, flattened and untagged types.

use serde::{Deserialize, Serialize};

use mrna::Value;

use crate::util::{check, check_err, check_reads, check_value, check_writing, hex};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct New<T>(T);

type Deep = Option<Option<Option<u8>>>;

#[test]
fn bare() {
    check(None::<u8>, "nil", "e0");
    check(Some(1_u8), "1", "01");
    check(None::<()>, "nil", "e0");
    check(Some(()), "some(nil)", "e3e0");
    check(None::<Unit>, "nil", "e0");
    check(Some(Unit), "some(nil)", "e3e0");
    check(Some(New(())), "some(nil)", "e3e0");
    check(New(Some(())), "some(nil)", "e3e0");
    check(New(None::<()>), "nil", "e0");
    check(Some(New(None::<u8>)), "some(nil)", "e3e0");
    check(Some(New(Some(()))), "some(some(nil))", "e3e3e0");
    check(Some(std::marker::PhantomData::<u8>), "some(nil)", "e3e0");
}

#[test]
fn nested() {
    check::<Deep>(None, "nil", "e0");
    check::<Deep>(Some(None), "some(nil)", "e3e0");
    check::<Deep>(Some(Some(None)), "some(some(nil))", "e3e3e0");
    check::<Deep>(Some(Some(Some(5))), "5", "05");
    check(None::<Option<()>>, "nil", "e0");
    check(Some(None::<()>), "some(nil)", "e3e0");
    check(Some(Some(())), "some(some(nil))", "e3e3e0");
    check(Some(Some(Some(()))), "some(some(some(nil)))", "e3e3e3e0");
    check(
        Some(Some(vec![Some(Some(1_u8)), Some(None), None])),
        "[1, some(nil), nil]",
        "b301e3e0e0",
    );
    check(Box::new(Some(Box::new(None::<u8>))), "some(nil)", "e3e0");
}

#[test]
fn in_containers() {
    check(vec![None, Some(()), None], "[nil, some(nil), nil]", "b3e0e3e0e0");
    check((None::<u8>, Some(None::<u8>), Some(Some(1_u8))), "(nil, some(nil), 1)", "bbe0e3e001");
    check([Some(Unit), None], "(some(nil), nil)", "bae3e0e0");
    check(Some(vec![0_u8; 0]), "[]", "b0");
    check(Some(String::new()), r#""""#, "80");
    check(Some(false), "false", "e1");
}

/// One type's worth of every option.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct All {
    a: Option<u8>,
    b: Option<Option<u8>>,
    c: Option<()>,
    d: Option<Unit>,
    e: Deep,
}

fn all() -> [All; 4] {
    [
        All { a: None, b: None, c: None, d: None, e: None },
        All { a: Some(1), b: Some(None), c: Some(()), d: Some(Unit), e: Some(None) },
        All { a: Some(2), b: Some(Some(3)), c: None, d: Some(Unit), e: Some(Some(None)) },
        All { a: None, b: Some(None), c: Some(()), d: None, e: Some(Some(Some(4))) },
    ]
}

const ALL: [&str; 4] = [
    "a: nil, b: nil, c: nil, d: nil, e: nil",
    "a: 1, b: some(nil), c: some(nil), d: some(nil), e: some(nil)",
    "a: 2, b: 3, c: nil, d: some(nil), e: some(some(nil))",
    "a: nil, b: some(nil), c: some(nil), d: nil, e: 4",
];

/// The values of the five fields, in hex.
const ALL_HEX: [[&str; 5]; 4] = [
    ["e0", "e0", "e0", "e0", "e0"],
    ["01", "e3e0", "e3e0", "e3e0", "e3e0"],
    ["02", "03", "e0", "e3e0", "e3e3e0"],
    ["e0", "e3e0", "e3e0", "e0", "04"],
];

/// The five fields in hex with what stands before each name.
fn fields(i: usize, before: u8) -> String {
    let names = ["61", "62", "63", "64", "65"];
    let field = |(n, v): (&str, &str)| format!("{before:02x}{n}{v}");
    names.into_iter().zip(ALL_HEX[i]).map(field).collect()
}

#[test]
fn in_a_struct() {
    for (i, value) in all().into_iter().enumerate() {
        let hex = format!("f705{}", fields(i, 1));
        check(value, &format!("record{{{}}}", ALL[i]), &hex);
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t")]
enum Internal {
    A(All),
}

#[test]
fn through_an_internally_tagged_enum() {
    for (i, value) in all().into_iter().enumerate() {
        let hex = format!("f70601748141{}", fields(i, 1));
        check(Internal::A(value), &format!("record{{t: \"A\", {}}}", ALL[i]), &hex);
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    #[serde(flatten)]
    all: All,
}

#[test]
fn through_a_flattened_struct() {
    for (i, all) in all().into_iter().enumerate() {
        let notation = ALL[i].replace("a:", "\"a\":").replace(" b:", " \"b\":");
        let notation =
            notation.replace(" c:", " \"c\":").replace(" d:", " \"d\":").replace(" e:", " \"e\":");
        check(Flat { all }, &format!("{{{notation}}}"), &format!("c5{}", fields(i, 0x81)));
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    A(All),
    B(u8),
}

#[test]
fn through_an_untagged_enum() {
    for (i, value) in all().into_iter().enumerate() {
        let hex = format!("f705{}", fields(i, 1));
        check(Untagged::A(value), &format!("record{{{}}}", ALL[i]), &hex);
    }
    check(Untagged::B(5), "5", "05");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(All),
    O(Option<Option<u8>>),
}

#[test]
fn through_an_adjacently_tagged_enum() {
    for (i, value) in all().into_iter().enumerate() {
        // the inner record's shape is the first to be complete
        let hex = format!("f7020174d001410163f705{}", fields(i, 1));
        check(Adjacent::A(value), &format!("record{{t: A, c: record{{{}}}}}", ALL[i]), &hex);
    }
    check(Adjacent::O(None), "record{t: O, c: nil}", "f7020174d0014f0163e0");
    check(Adjacent::O(Some(None)), "record{t: O, c: some(nil)}", "f7020174d0014f0163e3e0");
    check(Adjacent::O(Some(Some(7))), "record{t: O, c: 7}", "f7020174d0014f016307");
}

#[test]
fn of_values() {
    let nil = || mrna::value!(nil);
    check(None::<Value>, "nil", "e0");
    check(Some(nil()), "some(nil)", "e3e0");
    check(Some(mrna::value!(some(nil))), "some(some(nil))", "e3e3e0");
    check(Some(mrna::value!(1)), "1", "01");
    check(vec![Some(nil()), None], "[some(nil), nil]", "b2e3e0e0");
    check_value("some(some(nil))", "e3e3e0");
    check_writing(&Some(None::<Value>), "some(nil)", &hex("e3e0"));
}

/// Depth of the nest, far beyond what anyone writes but within the limit.
#[test]
fn deep_nest_of_some() {
    let n = 128;
    let hex = format!("{}e0", "e3".repeat(n));
    check_value(&format!("{}nil{}", "some(".repeat(n), ")".repeat(n)), &hex);
}

#[test]
fn refused() {
    // a tagged nil is not None
    check_reads("ff40e0", Some(()));
    check_err::<Option<u8>>("ff40e0", "invalid type: *, expected u8 at byte *");
    // some(nil) where no second Option is
    check_err::<Option<u8>>("e3e0", "invalid type: *, expected u8 at byte *");
    check_err::<u8>("e3e0", "invalid type: *, expected u8 at byte *");
    // some only before nil or some
    for hex in ["e305", "e3e1", "e380", "e3b0", "e3ff40e0", "e3ef"] {
        check_err::<Option<Option<u8>>>(hex, "invalid some* at byte 1*");
    }
    check_err::<Option<Option<u8>>>("e3e305", "invalid some* at byte 2*");
}
