//! Real JSON files through mrna and back, unchanged.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use mrna::Value;
use serde_json::Value as Json;

use crate::transcode::Message;

/// The files' names and texts; none where they are not there, which is said.
static TEXTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let names = ["canada.json", "citm_catalog.json", "twitter.json"];
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here.ancestors().map(|dir| dir.join("shared/data")).find(|dir| dir.is_dir());
    let Some(dir) = std::env::var_os("MRNA_TEST_DATA").map(PathBuf::from).or(found) else {
        // Not by `println`, which is shown only for tests that fail.
        let here = here.display();
        let line = format!("skipped: real files, no shared/data above {here}, no MRNA_TEST_DATA\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return Vec::new();
    };
    let read = |name| {
        let path = dir.join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    names.map(|name| (name, read(name))).into()
});

/// As little text as says the same: objects keep their order, floats their nearest digits.
fn minified(text: &str) -> String {
    serde_json::from_str::<Json>(text).unwrap().to_string()
}

#[test]
fn as_a_value() {
    for (name, text) in &*TEXTS {
        let value: Value = serde_json::from_str(text).unwrap();
        let bytes = mrna::to_vec(&value).unwrap();
        let back: Value = mrna::from_slice(&bytes).unwrap();
        assert!(back == value, "{name}");
        assert!(mrna::from_reader::<_, Value>(&bytes[..]).unwrap() == value, "{name}");
        // Text, as equality of objects leaves their order out.
        assert!(serde_json::to_string(&back).unwrap() == minified(text), "{name}");
    }
}

#[test]
fn as_a_json_value() {
    for (name, text) in &*TEXTS {
        let json: Json = serde_json::from_str(text).unwrap();
        let bytes = mrna::to_vec(&json).unwrap();
        let json = json.to_string();
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(mrna::to_vec(&value).unwrap() == bytes, "{name}");
        let from_slice: Json = mrna::from_slice(&bytes).unwrap();
        let from_reader: Json = mrna::from_reader(&bytes[..]).unwrap();
        let from_value: Json = mrna::from_value(&value).unwrap();
        for back in [from_slice, from_reader, from_value].map(|back| back.to_string()) {
            assert!(back == json, "{name}");
        }
    }
}

#[test]
fn transcoded() {
    for (name, text) in &*TEXTS {
        let mut bytes = Vec::new();
        let mut json = serde_json::Deserializer::from_str(text);
        let mut to = mrna::Serializer::new(&mut bytes);
        serde_transcode::transcode(&mut json, &mut to).unwrap();
        // JSON tells no lengths ahead, yet the bytes are the same as with them.
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(bytes == mrna::to_vec(&value).unwrap(), "{name}");

        let mut back = Vec::new();
        let mut from = mrna::Deserializer::from_slice(&bytes);
        serde_transcode::transcode(&mut from, &mut serde_json::Serializer::new(&mut back)).unwrap();
        from.end().unwrap();
        assert!(back == minified(text).as_bytes(), "{name}");

        let mut back = Vec::new();
        let mut from = mrna::Deserializer::from_reader(&bytes[..]);
        serde_transcode::transcode(&mut from, &mut serde_json::Serializer::new(&mut back)).unwrap();
        from.end().unwrap();
        assert!(back == minified(text).as_bytes(), "{name}, from a reader");
    }
}

#[test]
fn through_messagepack_and_cbor() {
    for (name, text) in &*TEXTS {
        let message: Message = serde_json::from_str(text).unwrap();
        let messagepack = rmp_serde::to_vec(&message).unwrap();
        let back: Message = rmp_serde::from_slice(&messagepack).unwrap();
        assert!(back == message, "{name}, MessagePack");

        let mut cbor = Vec::new();
        ciborium::into_writer(&message, &mut cbor).unwrap();
        let back: Message = ciborium::from_reader(&cbor[..]).unwrap();
        assert!(back == message, "{name}, CBOR");
    }
}
