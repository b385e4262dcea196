//! Structs that announce another number of fields than they write, leave out
//! fields that they write elsewhere, or write one twice; values that fail or
//! are dropped in the middle.

use serde::ser::{Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant};
use serde::{Serialize, Serializer};

use mrna::Value;

use crate::model::{Model, Style};
use crate::util::{Inner, check_writing, to_hex};

/// Announces `says` fields and writes those named; as a struct variant too.
#[derive(Clone)]
struct Liar {
    variant: bool,
    says: usize,
    fields: Vec<(&'static str, Field)>,
}

#[derive(Clone)]
enum Field {
    Int(u16),
    Float(f64),
    Nested(Box<Liar>),
    List(Vec<Liar>),
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(n) => n.serialize(s),
            Self::Float(x) => x.serialize(s),
            Self::Nested(liar) => liar.serialize(s),
            Self::List(all) => all.serialize(s),
        }
    }
}

impl Serialize for Liar {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if self.variant {
            let mut c = s.serialize_struct_variant("Liar", 0, "V", self.says)?;
            for (name, v) in &self.fields {
                c.serialize_field(name, v)?;
            }
            return c.end();
        }
        let mut c = s.serialize_struct("Liar", self.says)?;
        for (name, v) in &self.fields {
            c.serialize_field(name, v)?;
        }
        c.end()
    }
}

fn truth(liar: &Liar) -> Model {
    let field = |f: &Field| match f {
        Field::Int(n) => Model::Int((*n).into()),
        Field::Float(x) => Model::F64(x.to_bits()),
        Field::Nested(l) => truth(l),
        Field::List(all) => Model::List(all.iter().map(truth).collect()),
    };
    let fields = liar.fields.iter().map(|(n, v)| ((*n).to_owned(), field(v)));
    let record = Model::Record(fields.collect());
    if liar.variant { Model::Variant("V".into(), Some(Box::new(record))) } else { record }
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A struct of those fields whose bit is set.
fn some_of(mask: usize, says: usize, variant: bool) -> Liar {
    let fields = NAMES.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
    let fields = fields.map(|(i, n)| (*n, Field::Int(i as u16 * 100)));
    Liar { variant, says, fields: fields.collect() }
}

#[track_caller]
fn check_all(all: &[Liar]) {
    let model = Model::List(all.iter().map(truth).collect());
    check_writing(all, &model.notation(), &model.bytes(Style::Reference));
}

#[test]
fn wrong_counts() {
    for variant in [false, true] {
        for says in [0, 1, 2, 3, 5, 6, 7, 251, 252, 70_000, usize::MAX] {
            for mask in [0, 1, 0b111, 0b111_111] {
                let liar = some_of(mask, says, variant);
                check_writing(
                    &liar,
                    &truth(&liar).notation(),
                    &truth(&liar).bytes(Style::Reference),
                );
                check_all(&[liar.clone(), liar.clone(), liar]);
            }
        }
    }
}

/// Every pair and triple of field choices of one struct name in one message.
#[test]
fn fields_left_out_here_and_not_there() {
    let masks = [0, 0b1, 0b10, 0b11, 0b101, 0b111, 0b110, 0b111_111, 0b111_011, 0b011_111];
    for a in masks {
        for b in masks {
            for c in [a, b, 0b111] {
                check_all(&[
                    some_of(a, 6, false),
                    some_of(b, 6, false),
                    some_of(c, 6, false),
                    some_of(a, 6, true),
                ]);
            }
        }
    }
}

/// Inner structs that end between the outer's fields, with and without the
/// outer leaving some out afterwards.
#[test]
fn nested_and_left_out() {
    let masks = [0, 0b1, 0b11, 0b101, 0b111];
    for first in masks {
        for inner in masks {
            for tail in 0..3 {
                let mut outer = some_of(first, 3, false);
                outer.fields.push(("n", Field::Nested(Box::new(some_of(inner, 3, false)))));
                outer.fields.push((
                    "l",
                    Field::List(vec![some_of(first, 1, false), some_of(inner, 9, true)]),
                ));
                outer
                    .fields
                    .extend(["y", "z"].into_iter().take(tail).map(|n| (n, Field::Float(1.5))));
                let mut short = outer.clone();
                short.fields.pop();
                check_all(&[outer.clone(), short.clone(), some_of(first, 3, false), outer, short]);
            }
        }
    }
}

/// Floats alone make a packed record; a count that is wrong must not matter,
/// nor a field that is no float at the very end.
#[test]
fn packed_records() {
    for says in [0, 3, 4, 5] {
        let floats = |n: usize| -> Vec<(&'static str, Field)> {
            NAMES.into_iter().take(n).map(|n| (n, Field::Float(2.5))).collect()
        };
        let mixed = |n: usize| {
            let mut fields = floats(n);
            fields[n - 1].1 = Field::Int(7);
            fields
        };
        let liar = |fields| Liar { variant: false, says, fields };
        check_all(&[
            liar(floats(4)),
            liar(floats(4)),
            liar(mixed(4)),
            liar(floats(3)),
            liar(floats(5)),
            liar(floats(3)),
            liar(mixed(5)),
            liar(floats(5)),
        ]);
    }
}

#[test]
fn one_field_twice_is_refused() {
    let one = |names: &[&'static str], variant| Liar {
        variant,
        says: names.len(),
        fields: names.iter().map(|n| (*n, Field::Int(1))).collect(),
    };
    for variant in [false, true] {
        for names in
            [&["a", "a"][..], &["a", "b", "a"], &["a", "b", "c", "b"], &["a", "b", "b", "c"]]
        {
            let twice = one(names, variant);
            let e = mrna::to_vec(&twice).unwrap_err();
            assert!(e.kind().to_string().starts_with("duplicate "), "{e}");
            assert!(e.is_data() && e.offset().is_none(), "{e}");
            // also where a shape leads that way
            let full = one(&["a", "b", "c"], variant);
            let e = mrna::to_vec(&(&full, &full, &twice)).unwrap_err();
            assert!(e.kind().to_string().starts_with("duplicate "), "{e}");
            assert!(mrna::to_writer(Vec::new(), &twice).is_err());
            assert!(mrna::to_value(&twice).is_err());
            assert!(mrna::encoded_len(&twice).is_err());
            let mut buf = b"kept".to_vec();
            mrna::append(&mut buf, &(&full, &twice)).unwrap_err();
            assert_eq!(buf, b"kept");
        }
    }
}

/// Writes something and then fails, or drops what it began and fails.
#[derive(Clone, Copy, Debug)]
enum Failing {
    AtOnce,
    InSeq,
    InMap,
    InStruct,
    InVariant,
    Deep,
}

const FAILING: [Failing; 6] = [
    Failing::AtOnce,
    Failing::InSeq,
    Failing::InMap,
    Failing::InStruct,
    Failing::InVariant,
    Failing::Deep,
];

impl Serialize for Failing {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let fail = || Err(S::Error::custom("on purpose"));
        match self {
            Self::AtOnce => fail(),
            Self::InSeq => {
                let mut c = s.serialize_seq(Some(3))?;
                c.serialize_element(&300_u16)?;
                fail()
            }
            Self::InMap => {
                let mut c = s.serialize_map(None)?;
                c.serialize_key("k")?;
                fail()
            }
            Self::InStruct => {
                let mut c = s.serialize_struct("P", 2)?;
                c.serialize_field("x", &1_u8)?;
                fail()
            }
            Self::InVariant => {
                let mut c = s.serialize_struct_variant("E", 0, "NeverSeen", 2)?;
                c.serialize_field("x", &1.5_f64)?;
                fail()
            }
            Self::Deep => {
                let mut c = s.serialize_seq(None)?;
                c.serialize_element(&vec![Self::InStruct])?;
                c.end()
            }
        }
    }
}

/// A list that tries each item and passes over those that fail.
struct Forgiving<'a>(&'a [Failing]);

impl Serialize for Forgiving<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut c = s.serialize_seq(None)?;
        c.serialize_element(&P { x: 1, y: 2 })?;
        for f in self.0 {
            let _ = c.serialize_element(f);
            c.serialize_element(&P { x: 3, y: 4 })?;
        }
        c.end()
    }
}

#[derive(Serialize)]
struct P {
    x: u8,
    y: u8,
}

#[test]
fn append_restores_on_errors() {
    for f in FAILING {
        let mut buf = b"before".to_vec();
        let e = mrna::append(&mut buf, &f).unwrap_err();
        assert_eq!(buf, b"before", "{f:?}");
        assert!(e.to_string().starts_with("on purpose"), "{e}");
        let e = mrna::append(&mut buf, &(P { x: 1, y: 2 }, vec![f], 5)).unwrap_err();
        assert_eq!(buf, b"before", "{f:?}");
        assert!(e.to_string().starts_with("on purpose"), "{e}");
        assert!(mrna::to_vec(&f).is_err());
        assert!(mrna::to_value(&f).is_err());
        assert!(mrna::encoded_len(&f).is_err());
        // and the buffer still takes a value
        mrna::append(&mut buf, &5_u8).unwrap();
        assert_eq!(buf, b"before\x05");
    }
}

/// An error that was passed over: the value is refused, or right in itself.
#[test]
fn errors_passed_over() {
    for f in FAILING {
        for all in [&[f][..], &[f, f], &[f, Failing::InSeq, f]] {
            let point = |x, y| {
                Model::Record(vec![("x".into(), Model::Int(x)), ("y".into(), Model::Int(y))])
            };
            let mut items = vec![point(3, 4); all.len() + 1];
            items[0] = point(1, 2);
            let right = to_hex(&Model::List(items).bytes(Style::Reference));
            if let Ok(bytes) = mrna::to_vec(&Forgiving(all)) {
                assert_eq!(to_hex(&bytes), right, "{f:?}");
            }
            let mut out = Vec::new();
            if mrna::to_writer(&mut out, &Forgiving(all)).is_ok() {
                assert_eq!(to_hex(&out), right, "{f:?}");
            }
            if let Ok(len) = mrna::encoded_len(&Forgiving(all)) {
                assert_eq!(len * 2, right.len(), "{f:?}");
            }
            if let Ok(v) = mrna::to_value(&Forgiving(all)) {
                assert_eq!(to_hex(&mrna::to_vec(&v).unwrap()), right, "{f:?}");
            }
        }
    }
}

/// After a failed message the next through the same Serializer is whole, or
/// refused; it never leans on tables of the failed one.
#[test]
fn a_serializer_after_an_error() {
    for f in FAILING {
        let mut s = mrna::Serializer::from_vec(Vec::new());
        assert!((P { x: 1, y: 2 }, f).serialize(&mut s).is_err());
        let next = P { x: 3, y: 4 }.serialize(&mut s).is_ok();
        let out = s.into_inner().bytes();
        if next {
            assert_eq!(to_hex(&out), "f702017803017904", "{f:?}");
        }
    }
}

/// A compound dropped without `end`, by hand, and then another value.
#[test]
fn dropped_in_the_middle() {
    fn drop_one<S: Serializer>(s: S, which: usize) {
        match which {
            0 => {
                let mut c = s.serialize_seq(Some(3)).unwrap();
                c.serialize_element(&300_u16).unwrap();
            }
            1 => drop(s.serialize_seq(None).unwrap()),
            2 => {
                let mut c = s.serialize_map(Some(1)).unwrap();
                c.serialize_key("k").unwrap();
            }
            3 => {
                let mut c = s.serialize_struct("P", 2).unwrap();
                c.serialize_field("x", &1_u8).unwrap();
            }
            4 => drop(s.serialize_struct_variant("E", 0, "V", 2).unwrap()),
            _ => drop(s.serialize_tuple(2).unwrap()),
        }
    }
    for which in 0..6 {
        let mut s = mrna::Serializer::from_vec(Vec::new());
        drop_one(&mut s, which);
        let next = P { x: 3, y: 4 }.serialize(&mut s).is_ok();
        let out = s.into_inner().bytes();
        if next {
            assert_eq!(to_hex(&out), "f702017803017904", "{which}");
            assert!(mrna::from_slice::<Value>(&out).is_ok());
        }
    }
}

/// Messages one after another through one Serializer have tables of their own.
#[test]
fn messages_in_a_row() {
    let mut s = mrna::Serializer::from_vec(b"x".to_vec());
    P { x: 1, y: 2 }.serialize(&mut s).unwrap();
    Some(5_u8).serialize(&mut s).unwrap();
    vec![P { x: 3, y: 4 }, P { x: 5, y: 6 }].serialize(&mut s).unwrap();
    Ok::<u8, u8>(1).serialize(&mut s).unwrap();
    Ok::<u8, u8>(2).serialize(&mut s).unwrap();
    let out = s.into_inner().bytes();
    let want = "78 f702017801017902 05 b2f702017803017904a00506 d8024f6b01 d8024f6b02";
    assert_eq!(to_hex(&out), want.replace(' ', ""));
}
