//! The rows of docs/types.md: each is run, and the page has exactly these. And what the pages in
//! docs/ say besides.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use mrna::{Value, value};
use serde_bytes::{ByteBuf, Bytes};
use uuid::Uuid;

const PAGE: &str = include_str!("../../docs/types.md");

// The types that the page shows: from here …
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Unit;

#[derive(Serialize, Deserialize)]
struct Meters(f64);

#[derive(Serialize, Deserialize)]
struct Pair(u8, String);

#[derive(Serialize, Deserialize)]
struct Point {
    x: u8,
    y: u8,
}

#[derive(Serialize, Deserialize)]
struct NoFields {}

#[derive(Serialize, Deserialize)]
struct Blob {
    #[serde(with = "serde_bytes")]
    data: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    point: Point,
}

#[derive(Serialize, Deserialize)]
enum Event {
    Stop,
    Wait(f64),
    Move(u8, u8),
    Draw { from: u8, to: u8 },
    Nothing(),
    Void {},
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Stop,
    Draw { from: u8 },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Stop,
    Wait(u8),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
}
// … to here.

/// The cells of a row, as code unless they are of words.
fn cells(rust: (&str, &str), mrna: (&str, &str), python: &str, json: &str) -> String {
    let (name, example) = rust;
    let (kind, notation) = mrna;
    format!("| `{name}` | `{example}` | {kind} | `{notation}` | {python} | {json} |")
}

/// What serde_json makes of a value.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).map_or("refused".into(), |json| format!("`{json}`"))
}

/// Runs rows: each value is of this kind, prints so, reads back as the same message, and is this
/// JSON.
macro_rules! rows {
    ($($type:ty = $value:expr => $kind:literal $notation:literal $python:literal $json:literal)*) => {
        vec![$({
            let value: $type = $value;
            let example = stringify!($value);
            let bytes = mrna::to_vec(&value).unwrap();
            let back = mrna::from_slice::<$type>(&bytes).unwrap();
            assert_eq!(mrna::to_vec(&back).unwrap(), bytes, "{example}");
            let made = mrna::to_value(&value).unwrap();
            assert_eq!((made.kind(), made.to_string().as_str()), ($kind, $notation), "{example}");
            let mut written = json(&value);
            let expected = if $json == "refused" { $json.into() } else { format!("`{}`", $json) };
            assert_eq!(written, expected, "{example}");
            let by_value = json(&made);
            if by_value != written {
                write!(written, "; of the `Value` {by_value}").unwrap();
            }
            let mrna = ($kind, $notation);
            cells((stringify!($type), example), mrna, $python, &written)
        }),*]
    };
}

/// Panics with what the page should have if it has something else under this heading.
#[track_caller]
fn check(heading: &str, rows: Vec<String>) {
    let start = PAGE.find(&format!("\n## {heading}\n")).expect("the heading") + 1;
    let section = PAGE[start..].split("\n## ").next().unwrap();
    let found: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(found == rows, "docs/types.md, {heading}, should have:\n{}\n", rows.join("\n"));
}

#[test]
fn scalars() {
    check(
        "Numbers, text, bytes",
        rows! {
            bool = true => "bool" "true" "`bool`" "true"
            u8 = 7 => "int" "7" "`int`" "7"
            u16 = 300 => "int" "300" "`int`" "300"
            u32 = 70_000 => "int" "70000" "`int`" "70000"
            u64 = u64::MAX => "int" "18446744073709551615" "`int`" "18446744073709551615"
            u128 = 1 << 64 => "int" "18446744073709551616" "`int`" "18446744073709551616"
            usize = 7 => "int" "7" "`int`" "7"
            i8 = -7 => "int" "-7" "`int`" "-7"
            i16 = -300 => "int" "-300" "`int`" "-300"
            i32 = -70_000 => "int" "-70000" "`int`" "-70000"
            i64 = i64::MIN => "int" "-9223372036854775808" "`int`" "-9223372036854775808"
            i128 = -7 => "int" "-7" "`int`" "-7"
            isize = -7 => "int" "-7" "`int`" "-7"
            NonZero<u8> = NonZero::new(7).unwrap() => "int" "7" "`int`" "7"
            f32 = 0.1 => "f32" "0.1f32" "`float`, rounded to 32 bits" "0.1"
            f64 = 0.1 => "f64" "0.1" "`float`" "0.1"
            f64 = f64::NAN => "f64" "nan" "`float`" "null"
            f64 = f64::NEG_INFINITY => "f64" "-inf" "`float`" "null"
            char = 'é' => "str" r#""é""# "`str`" r#""é""#
            String = "two\nlines".into() => "str" r#""two\nlines""# "`str`" r#""two\nlines""#
            &str = "text" => "str" r#""text""# "`str`" r#""text""#
            PathBuf = "a/b".into() => "str" r#""a/b""# "`str`" r#""a/b""#
            ByteBuf = ByteBuf::from([0, 65]) => "bytes" r#"b"\x00A""# "`bytes`" "[0,65]"
            &Bytes = Bytes::new(b"raw") => "bytes" r#"b"raw""# "`bytes`" "[114,97,119]"
            CString = c"raw".into() => "bytes" r#"b"raw""# "`bytes`" "[114,97,119]"
        },
    );
}

#[test]
fn nothing_and_options() {
    check(
        "Nothing, options, wrappers",
        rows! {
            () = () => "nil" "nil" "`None`" "null"
            Unit = Unit => "nil" "nil" "`None`" "null"
            Option<u8> = None => "nil" "nil" "`None`" "null"
            Option<u8> = Some(7) => "int" "7" "`int`" "7"
            Option<Option<u8>> = None => "nil" "nil" "`None`" "null"
            Option<Option<u8>> = Some(None) => "some" "some(nil)" "has no word" "null"
            Option<Option<u8>> = Some(Some(7)) => "int" "7" "`int`" "7"
            Option<()> = Some(()) => "some" "some(nil)" "has no word" "null"
            Option<Vec<u8>> = Some(vec![]) => "list" "[]" "`list`" "[]"
            Meters = Meters(1.5) => "f64" "1.5" "`float`" "1.5"
            Box<u8> = Box::new(7) => "int" "7" "`int`" "7"
            Rc<u8> = Rc::new(7) => "int" "7" "`int`" "7"
            Arc<str> = "text".into() => "str" r#""text""# "`str`" r#""text""#
            Cow<'_, str> = "text".into() => "str" r#""text""# "`str`" r#""text""#
            Mutex<u8> = Mutex::new(7) => "int" "7" "`int`" "7"
        },
    );
}

#[test]
fn sequences() {
    check(
        "Sequences",
        rows! {
            (u8, &str) = (7, "x") => "tuple" r#"(7, "x")"# "`tuple`" r#"[7,"x"]"#
            (u8,) = (7,) => "tuple" "(7,)" "`tuple`" "[7]"
            Pair = Pair(7, "x".into()) => "tuple" r#"(7, "x")"# "`tuple`" r#"[7,"x"]"#
            [u8; 3] = [1, 2, 3] => "tuple" "(1, 2, 3)" "`tuple`" "[1,2,3]"
            [f32; 2] = [0.5, 1.0] => "tuple" "(0.5f32, 1.0f32)" "`tuple`" "[0.5,1.0]"
            [u8; 0] = [] => "tuple" "()" "`tuple`" "[]"
            Vec<u8> = vec![1, 2] => "list" "[1, 2]" "`list`" "[1,2]"
            Vec<&str> = vec!["a", "b"] => "list" r#"["a", "b"]"# "`list`" r#"["a","b"]"#
            Box<[u8]> = Box::new([1, 2]) => "list" "[1, 2]" "`list`" "[1,2]"
            VecDeque<u8> = VecDeque::from([1, 2]) => "list" "[1, 2]" "`list`" "[1,2]"
            LinkedList<u8> = LinkedList::from([1, 2]) => "list" "[1, 2]" "`list`" "[1,2]"
            BinaryHeap<u8> = BinaryHeap::from([1]) => "list" "[1]" "`list`" "[1]"
            HashSet<u8> = HashSet::from([1]) => "list" "[1]" "`list`" "[1]"
            BTreeSet<u8> = BTreeSet::from([1, 2]) => "list" "[1, 2]" "`list`" "[1,2]"
        },
    );
}

#[test]
fn maps_and_structs() {
    check(
        "Maps and structs",
        rows! {
            HashMap<&str, u8> = HashMap::from([("k", 1)]) => "map" r#"{"k": 1}"# "`dict`" r#"{"k":1}"#
            BTreeMap<u8, bool> = BTreeMap::from([(1, true)]) => "map" "{1: true}" "`dict`" r#"{"1":true}"#
            BTreeMap<(u8, u8), u8> = BTreeMap::from([((1, 2), 3)]) => "map" "{(1, 2): 3}" "`dict`" "refused"
            Point = Point { x: 1, y: 2 } => "record" "record{x: 1, y: 2}" "`dataclass`" r#"{"x":1,"y":2}"#
            NoFields = NoFields {} => "record" "record{}" "`dataclass`" "{}"
            Blob = Blob { data: vec![0, 65] } => "record" r#"record{data: b"\x00A"}"# "`dataclass`" r#"{"data":[0,65]}"#
            Flat = Flat { id: 7, point: Point { x: 1, y: 2 } } => "map" r#"{"id": 7, "x": 1, "y": 2}"# "`dict`" r#"{"id":7,"x":1,"y":2}"#
        },
    );
}

#[test]
fn enums() {
    check(
        "Enums",
        rows! {
            Event = Event::Stop => "variant" "Stop" "`Enum` member" r#""Stop""#
            Event = Event::Wait(0.5) => "variant" "Wait(0.5)" "`dataclass` `Wait`" r#"{"Wait":0.5}"#
            Event = Event::Move(1, 2) => "variant" "Move((1, 2))" "`dataclass` `Move`" r#"{"Move":[1,2]}"#
            Event = Event::Draw { from: 1, to: 2 } => "variant" "Draw(record{from: 1, to: 2})" "`dataclass` `Draw`" r#"{"Draw":{"from":1,"to":2}}"#
            Event = Event::Nothing() => "variant" "Nothing(())" "`dataclass` `Nothing`" r#"{"Nothing":[]}"#
            Event = Event::Void {} => "variant" "Void(record{})" "`dataclass` `Void`" r#"{"Void":{}}"#
            Result<u8, String> = Ok(7) => "variant" "Ok(7)" "`dataclass` `Ok`" r#"{"Ok":7}"#
            Internal = Internal::Stop => "record" r#"record{type: "Stop"}"# "`dataclass`" r#"{"type":"Stop"}"#
            Internal = Internal::Draw { from: 1 } => "record" r#"record{type: "Draw", from: 1}"# "`dataclass`" r#"{"type":"Draw","from":1}"#
            Adjacent = Adjacent::Stop => "record" "record{t: Stop}" "`dataclass`" r#"{"t":"Stop"}"#
            Adjacent = Adjacent::Wait(7) => "record" "record{t: Wait, c: 7}" "`dataclass`" r#"{"t":"Wait","c":7}"#
            Untagged = Untagged::Number(7) => "int" "7" "`int`" "7"
            Untagged = Untagged::Text("x".into()) => "str" r#""x""# "`str`" r#""x""#
        },
    );
}

#[test]
fn libraries() {
    check(
        "The standard library and other crates",
        rows! {
            Duration = Duration::from_millis(1_500) => "record" "record{secs: 1, nanos: 500000000}" "`dataclass`" r#"{"secs":1,"nanos":500000000}"#
            SystemTime = SystemTime::UNIX_EPOCH => "record" "record{secs_since_epoch: 0, nanos_since_epoch: 0}" "`dataclass`" r#"{"secs_since_epoch":0,"nanos_since_epoch":0}"#
            Range<u8> = 1..3 => "record" "record{start: 1, end: 3}" "`dataclass`" r#"{"start":1,"end":3}"#
            IpAddr = IpAddr::from([127, 0, 0, 1]) => "variant" "V4((127, 0, 0, 1))" "`dataclass` `V4`" r#""127.0.0.1""#
            Ipv6Addr = Ipv6Addr::LOCALHOST => "tuple" "(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)" "`tuple`" r#""::1""#
            SocketAddr = SocketAddr::from(([127, 0, 0, 1], 80)) => "variant" "V4(((127, 0, 0, 1), 80))" "`dataclass` `V4`" r#""127.0.0.1:80""#
            Uuid = Uuid::from_bytes(*b"0123456789abcdef") => "bytes" r#"b"0123456789abcdef""# "`bytes`" r#""30313233-3435-3637-3839-616263646566""#
            serde_json::Value = serde_json::json!({"a": [1, -1, 1.5, null]}) => "map" r#"{"a": [1, -1, 1.5, nil]}"# "`dict`" r#"{"a":[1,-1,1.5,null]}"#
        },
    );
}

#[test]
fn values() {
    check(
        "`mrna::Value`",
        rows! {
            Value = value!(nil) => "nil" "nil" "`None`" "null"
            Value = value!(true) => "bool" "true" "`bool`" "true"
            Value = value!(12) => "int" "12" "`int`" "12"
            Value = Value::Int("340282366920938463463374607431768211456".parse().unwrap()) => "int" "340282366920938463463374607431768211456" "`int`" r#""340282366920938463463374607431768211456""#
            Value = value!(1.5f32) => "f32" "1.5f32" "`float`, rounded to 32 bits" "1.5"
            Value = value!(1.5) => "f64" "1.5" "`float`" "1.5"
            Value = value!("text") => "str" r#""text""# "`str`" r#""text""#
            Value = value!(b"raw") => "bytes" r#"b"raw""# "`bytes`" "[114,97,119]"
            Value = value!([1, 2]) => "list" "[1, 2]" "`list`" "[1,2]"
            Value = value!((1, 2)) => "tuple" "(1, 2)" "`tuple`" "[1,2]"
            Value = value!(set{1, 2}) => "set" "set{1, 2}" "`set`" "[1,2]"
            Value = value!(frozenset{1, 2}) => "frozenset" "frozenset{1, 2}" "`frozenset`" "[1,2]"
            Value = value!({"k": 1}) => "map" r#"{"k": 1}"# "`dict`" r#"{"k":1}"#
            Value = value!({[1]: 2}) => "map" "{[1]: 2}" "has no word: a list is no key" "refused"
            Value = value!(record{x: 1}) => "record" "record{x: 1}" "`dataclass`" r#"{"x":1}"#
            Value = value!(Stop) => "variant" "Stop" "`Enum` member" r#""Stop""#
            Value = value!(Wait(0.5)) => "variant" "Wait(0.5)" "`dataclass` `Wait`" r#"{"Wait":0.5}"#
            Value = value!(some(nil)) => "some" "some(nil)" "has no word" "null"
            Value = value!(tag(1, (1.0, -1.0))) => "tagged" "tag(1, (1.0, -1.0))" "`complex`" "[1.0,-1.0]"
            Value = value!(tag(2, (0, 5))) => "tagged" "tag(2, (0, 5))" "`datetime`" "[0,5]"
            Value = value!(tag(3, "12.50")) => "tagged" r#"tag(3, "12.50")"# "`Decimal`" r#""12.50""#
            Value = value!(tag(4, b"0123456789abcdef")) => "tagged" r#"tag(4, b"0123456789abcdef")"# "`UUID`" "[48,49,50,51,52,53,54,55,56,57,97,98,99,100,101,102]"
            Value = value!(tag(300, 1)) => "tagged" "tag(300, 1)" "has no word" "1"
        },
    );
}

/// What the page says below the tables.
#[test]
fn what_the_page_says() {
    // A plain `&[u8]` is written as a list, and can't be read.
    let bytes = mrna::to_vec(&b"raw"[..]).unwrap();
    assert_eq!(mrna::from_slice::<Value>(&bytes).unwrap(), value!([114, 97, 119]));
    assert!(mrna::from_slice::<&[u8]>(&bytes).unwrap_err().is_data());
    // Rust's sets are lists, but for `Value::from`.
    assert_eq!(Value::from(BTreeSet::from([1, 2])), value!(set { 1, 2 }));
    assert_eq!(mrna::from_value::<BTreeSet<u8>>(value!(set { 1, 2 })).unwrap(), [1, 2].into());
    // An int is its number, and bytes and a list of u8 read as each other.
    assert_eq!(mrna::from_slice::<u8>(&mrna::to_vec(&7_i128).unwrap()).unwrap(), 7);
    for len in [0, 7, 8, 300] {
        let (list, raw) = (vec![200_u8; len], ByteBuf::from(vec![200; len]));
        let (list_bytes, raw_bytes) = (mrna::to_vec(&list).unwrap(), mrna::to_vec(&raw).unwrap());
        assert!(list_bytes.len() <= raw_bytes.len() + 1, "{len}");
        assert_eq!(mrna::from_slice::<ByteBuf>(&list_bytes).unwrap(), raw);
        assert_eq!(mrna::from_slice::<Vec<u8>>(&raw_bytes).unwrap(), list);
    }
    // The types are shown as they are here.
    let source = include_str!("docs_types.rs");
    let shown = source.split_once("from here …\n").unwrap().1.split_once("// …").unwrap().0;
    assert!(PAGE.contains(&format!("```rust\n{shown}```\n")), "should show:\n{shown}");
    // No row is but in these tests.
    let rows = PAGE.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, 25 + 15 + 14 + 7 + 13 + 8 + 23);
}

/// docs/migration.md says so.
#[test]
fn speed_as_in_the_readme() {
    let readme = include_str!("../../README.md");
    let times = |format: &str| -> Vec<f64> {
        let row = readme.lines().find(|line| line.starts_with(&format!("| {format} |"))).unwrap();
        row.split('|').filter_map(|cell| cell.trim().parse().ok()).collect()
    };
    assert_eq!(times("mrna").len(), 8);
    assert!(times("mrna").iter().any(|time| *time <= 1.05), "about even with rmp-serde");
    assert!(times("mrna").iter().any(|time| *time > 1.2), "behind rmp-serde");
    for other in ["postcard", "bincode"] {
        assert!(times(other).iter().zip(times("mrna")).all(|(other, mrna)| *other < mrna));
    }
}
