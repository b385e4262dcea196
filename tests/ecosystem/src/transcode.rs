//! `serde_transcode` to JSON, MessagePack, CBOR and mrna itself, and from them.

use std::io::BufReader;

use mrna::{Deserializer, Value, value};
use serde::{Deserialize, Serialize, Serializer, de, ser};
use serde_transcode::{Transcoder, transcode};

use crate::table;

/// A message that is written as what it says, into any format, and made of what any format says.
#[derive(PartialEq, Debug)]
pub struct Message(pub Vec<u8>);

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut de = Deserializer::from_slice(&self.0);
        let written = transcode(&mut de, ser)?;
        de.end().map_err(ser::Error::custom)?;
        Ok(written)
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: de::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        mrna::to_vec(&Transcoder::new(de)).map(Message).map_err(de::Error::custom)
    }
}

/// A message that is read through a small buffer.
struct Trickle<'a>(&'a [u8]);

impl Serialize for Trickle<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let reader = BufReader::with_capacity(1, self.0);
        transcode(&mut Deserializer::from_reader(reader), ser)
    }
}

fn message(value: &Value) -> Message {
    Message(mrna::to_vec(value).unwrap())
}

/// A value through each format and back, or that format's objection.
fn json(value: &Value) -> String {
    let text = match serde_json::to_string(&message(value)) {
        Ok(text) => text,
        Err(error) => return error.to_string(),
    };
    let back: Message = serde_json::from_str(&text).unwrap();
    mrna::from_slice::<Value>(&back.0).unwrap().to_string()
}

fn messagepack(value: &Value) -> String {
    let bytes = match rmp_serde::to_vec(&message(value)) {
        Ok(bytes) => bytes,
        Err(error) => return error.to_string(),
    };
    let back: Message = rmp_serde::from_slice(&bytes).unwrap();
    mrna::from_slice::<Value>(&back.0).unwrap().to_string()
}

fn cbor(value: &Value) -> String {
    let mut bytes = Vec::new();
    if let Err(error) = ciborium::into_writer(&message(value), &mut bytes) {
        return error.to_string();
    }
    let back: Message = ciborium::from_reader(&bytes[..]).unwrap();
    mrna::from_slice::<Value>(&back.0).unwrap().to_string()
}

/// What all of them have comes back, and through mrna the very same bytes.
#[test]
fn what_all_have() {
    let values = [
        value!(nil),
        value!(true),
        value!(0),
        value!(-129),
        value!(18_446_744_073_709_551_615),
        value!(-9_223_372_036_854_775_808),
        value!(0.1),
        value!(-0.0),
        value!(1e300),
        value!(""),
        value!("🧬 \"\\\n\u{0}"),
        value!([]),
        value!([1, [-2, [nil, "x"]], {}]),
        value!([0.5, 0.25, 0.125, 1e-7]),
        value!({"b": 1, "a": [{"b": nil, "a": {"": false}}]}),
    ];
    for value in values {
        let text = value.to_string();
        assert_eq!(json(&value), text, "JSON");
        assert_eq!(messagepack(&value), text, "MessagePack");
        assert_eq!(cbor(&value), text, "CBOR");
        assert_eq!(mrna::to_vec(&message(&value)).unwrap(), mrna::to_vec(&value).unwrap());
        let back: Message = mrna::from_slice(&mrna::to_vec(&value).unwrap()).unwrap();
        assert_eq!(back, message(&value));
    }
}

/// What some lack: a value, then what JSON, MessagePack, CBOR and mrna itself make of it. None
/// knows that a sequence is a tuple or a set, or a map a record, as the data model has it no more.
#[test]
fn what_some_lack() {
    let wide_in_messagepack =
        r#"b"\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00""#;
    // By each level of transcoding the error becomes text, to which the next adds its place.
    let no_key = "key must be a string at byte 1 at byte 1 in ${0}.key";
    let table = [
        (value!(0.1f32), ["0.1", "0.1f32", "0.10000000149011612", "0.1f32"]),
        (value!(nan), ["nil", "nan", "nan", "nan"]),
        (value!(nan(0x7ff8_0000_0000_0001)), ["nil", NAN, NAN, NAN]),
        (value!(-inf), ["nil", "-inf", "-inf", "-inf"]),
        (value!(b"\x00\xff"), ["[0, 255]", BYTES, BYTES, BYTES]),
        (value!({1: 2}), [r#"{"1": 2}"#, "{1: 2}", "{1: 2}", "{1: 2}"]),
        (value!({nil: 2}), [no_key, "{nil: 2}", "{nil: 2}", "{nil: 2}"]),
        (value!((1, 2)), ["[1, 2]"; 4]),
        (value!(set { 1 }), ["[1]"; 4]),
        (value!(frozenset { 1 }), ["[1]"; 4]),
        (value!(record { x: record { y: 2 } }), [r#"{"x": {"y": 2}}"#; 4]),
        (value!(Unit), [r#""Unit""#; 4]),
        (value!(Newtype(1)), [r#"{"Newtype": 1}"#; 4]),
        (value!(some(nil)), ["nil", "nil", "nil", "some(nil)"]),
        (value!([some(some(nil))]), ["[nil]", "[nil]", "[nil]", "[some(some(nil))]"]),
        (value!(tag(300, tag(5, 1))), ["1"; 4]),
        // A nil with a tag is not none.
        (value!(tag(300, nil)), ["nil", "nil", "nil", "some(nil)"]),
        (
            value!(18_446_744_073_709_551_616),
            ["1.8446744073709552e19", wide_in_messagepack, WIDE, WIDE],
        ),
    ];
    let row = |(value, made): &(Value, [&str; 4])| {
        let [json, messagepack, cbor, mrna] = made.map(|text| format!("`{text}`"));
        let json = if made[0] == no_key { format!("no: {no_key}") } else { json };
        format!("| `{value}` | {json} | {messagepack} | {cbor} | {mrna} |")
    };
    table::check("Transcoding", &table.iter().map(row).collect::<Vec<_>>());
    for (value, [in_json, in_messagepack, in_cbor, in_mrna]) in table {
        assert_eq!(json(&value), in_json, "{value}, JSON");
        assert_eq!(messagepack(&value), in_messagepack, "{value}, MessagePack");
        assert_eq!(cbor(&value), in_cbor, "{value}, CBOR");
        assert_eq!(mrna::to_value(&message(&value)).unwrap().to_string(), in_mrna, "{value}");
    }
}

const NAN: &str = "nan(0x7ff8000000000001)";
const BYTES: &str = r#"b"\x00\xff""#;
const WIDE: &str = "18446744073709551616";

/// Longer than any length that a reader trusts.
fn long() -> [Value; 4] {
    let entries = (0..5_000).map(|n: i32| (n.into(), n.to_string().into())).collect();
    [
        mrna::to_value(&vec!["text"; 200]).unwrap(),
        mrna::to_value(&vec!["text of a list that is flushed"; 10_000]).unwrap(),
        mrna::to_value(&vec![300; 10_000]).unwrap(),
        Value::Map(entries),
    ]
}

/// A length that is told ahead is one that is written ahead.
#[test]
fn long_ones() {
    for value in long() {
        let text = value.to_string();
        assert!(messagepack(&value) == text, "MessagePack");
        assert!(cbor(&value) == text, "CBOR");
    }
}

/// The same, to a writer, which does not wait to see how many there are.
#[test]
fn long_ones_to_a_writer() {
    for value in long() {
        let message = message(&value);
        let mut written = Vec::new();
        mrna::to_writer(&mut written, &message).unwrap();
        assert!(written == message.0);
    }
}

/// From a reader whose buffer ends behind each byte.
#[test]
fn from_a_small_buffer() {
    let value = value!([1, [-2, [nil, "x"]], {"k": {}}, {}]);
    let bytes = message(&value).0;
    let trickle = Trickle(&bytes);
    assert_eq!(mrna::to_value(&trickle).unwrap(), value);
    let text = serde_json::to_string(&trickle).unwrap();
    assert_eq!(text, r#"[1,[-2,[null,"x"]],{"k":{}},{}]"#);
    let messagepack = rmp_serde::to_vec(&trickle).unwrap();
    assert_eq!(rmp_serde::from_slice::<Value>(&messagepack).unwrap(), value);
    let mut cbor = Vec::new();
    ciborium::into_writer(&trickle, &mut cbor).unwrap();
    assert_eq!(ciborium::from_reader::<Value, _>(&cbor[..]).unwrap(), value);
}
