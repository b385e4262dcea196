//! typetag and erased-serde: types that are known at run time only.

use std::fmt::Debug;

use erased_serde::{Deserializer, Serialize as ErasedSerialize};
use serde::{Deserialize, Serialize};

use crate::table::{check, same};

/// A trait object with its type's name around it.
#[typetag::serde]
trait Shape: Debug {}

/// The same with the name as a field.
#[typetag::serde(tag = "type")]
trait Event: Debug {}

/// The same with name and content as fields.
#[typetag::serde(tag = "t", content = "c")]
trait Command: Debug {}

#[derive(Serialize, Deserialize, Debug, Clone)]
struct Circle {
    radius: f64,
}

#[derive(Serialize, Deserialize, Debug, Clone)]
struct Rect(f64, f64);

/// What serde's buffer has to hold for an internal tag.
#[derive(Serialize, Deserialize, Debug, Clone)]
struct Blob {
    #[serde(with = "serde_bytes")]
    raw: Vec<u8>,
    pair: (u8, f32),
    #[expect(clippy::option_option, reason = "what `some` is for")]
    nested: Option<Option<u8>>,
}

#[typetag::serde]
impl Shape for Circle {}

#[typetag::serde(name = "rectangle")]
impl Shape for Rect {}

#[typetag::serde]
impl Event for Circle {}

#[typetag::serde]
impl Event for Blob {}

#[typetag::serde]
impl Command for Rect {}

#[typetag::serde]
impl Command for Blob {}

/// Trait objects compare as what they print.
#[derive(Serialize, Deserialize, Debug)]
#[serde(transparent)]
struct Object<T>(T);

impl<T: Debug> PartialEq for Object<T> {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

fn rows() -> [String; 7] {
    let blob = Blob { raw: b"\x00\xff".into(), pair: (1, 1.5), nested: Some(None) };
    let shapes: Vec<Box<dyn Shape>> =
        vec![Box::new(Circle { radius: 2.0 }), Box::new(Rect(1.0, 2.0))];
    let events: Vec<Box<dyn Event>> =
        vec![Box::new(Circle { radius: 2.0 }), Box::new(blob.clone())];
    let commands: Vec<Box<dyn Command>> = vec![Box::new(Rect(1.0, 2.0)), Box::new(blob)];
    let value = mrna::value!([(1,), set { 2 }, Unit, some(nil), tag(300, record { x: 1 })]);
    [
        same(
            "typetag",
            "Vec<Box<dyn Trait>>",
            &Object(shapes),
            r#"[{"Circle": record{radius: 2.0}}, {"rectangle": (1.0, 2.0)}]"#,
        ),
        same(
            "typetag",
            "Vec<Box<dyn Trait>>, tag",
            &Object(events),
            concat!(
                r#"[{"type": "Circle", "radius": 2.0}, "#,
                r#"{"type": "Blob", "raw": b"\x00\xff", "pair": (1, 1.5f32), "nested": some(nil)}]"#
            ),
        ),
        same(
            "typetag",
            "Vec<Box<dyn Trait>>, tag and content",
            &Object(commands),
            concat!(
                r#"[record{t: "Rect", c: (1.0, 2.0)}, "#,
                r#"record{t: "Blob", c: record{raw: b"\x00\xff", pair: (1, 1.5f32), nested: some(nil)}}]"#
            ),
        ),
        same("erased-serde", "mrna::Value", &Erased(value.clone()), &value.to_string()),
        same("erased-serde", "tuple struct", &Erased(Rect(1.0, 2.0)), "(1.0, 2.0)"),
        same("erased-serde", "struct", &Erased(Circle { radius: 2.0 }), "record{radius: 2.0}"),
        same("erased-serde", "Option<()>", &Erased(Some(())), "some(nil)"),
    ]
}

/// Written as a `dyn Serialize`, read from a `dyn Deserializer`.
#[derive(Debug)]
struct Erased<T>(T);

impl<T: Serialize> Serialize for Erased<T> {
    fn serialize<S: serde::Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let erased: &dyn ErasedSerialize = &self.0;
        erased_serde::serialize(erased, ser)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Erased<T> {
    fn deserialize<D: serde::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        let mut erased = <dyn Deserializer<'_>>::erase(de);
        erased_serde::deserialize(&mut erased).map(Erased).map_err(serde::de::Error::custom)
    }
}

impl<T: Debug> PartialEq for Erased<T> {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

#[test]
fn table() {
    check("Trait objects", &rows());
}
