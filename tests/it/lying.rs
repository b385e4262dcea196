//! A `Serialize` that announces another number of items than it writes: the
//! bytes are those of what it wrote, always. Structs have a file of their own.

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

use crate::model::{Model, Style};
use crate::util::{check_writing, to_hex};

/// Who lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Seq,
    Tuple,
    TupleStruct,
    TupleVariant,
    Map,
}

const KINDS: [Kind; 5] = [Kind::Seq, Kind::Tuple, Kind::TupleStruct, Kind::TupleVariant, Kind::Map];

/// Announces `says` items and writes `items`.
#[derive(Clone, Debug)]
struct Liar<T> {
    kind: Kind,
    says: usize,
    items: Vec<T>,
}

impl<T: Serialize> Serialize for Liar<T> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.kind {
            Kind::Seq => {
                let mut c = s.serialize_seq(Some(self.says))?;
                self.items.iter().try_for_each(|v| c.serialize_element(v))?;
                c.end()
            }
            Kind::Tuple => {
                let mut c = s.serialize_tuple(self.says)?;
                self.items.iter().try_for_each(|v| c.serialize_element(v))?;
                c.end()
            }
            Kind::TupleStruct => {
                let mut c = s.serialize_tuple_struct("Liar", self.says)?;
                self.items.iter().try_for_each(|v| c.serialize_field(v))?;
                c.end()
            }
            Kind::TupleVariant => {
                let mut c = s.serialize_tuple_variant("Liar", 0, "V", self.says)?;
                self.items.iter().try_for_each(|v| c.serialize_field(v))?;
                c.end()
            }
            Kind::Map => {
                let mut c = s.serialize_map(Some(self.says))?;
                for (i, v) in self.items.iter().enumerate() {
                    c.serialize_entry(&i, v)?;
                }
                c.end()
            }
        }
    }
}

/// What was really written.
fn truth(kind: Kind, items: Vec<Model>) -> Model {
    match kind {
        Kind::Seq => Model::List(items),
        Kind::Tuple | Kind::TupleStruct => Model::Tuple(items),
        Kind::TupleVariant => Model::Variant("V".into(), Some(Box::new(Model::Tuple(items)))),
        Kind::Map => {
            let keys = (0..items.len() as i128).map(Model::Int);
            Model::Map(keys.zip(items).collect())
        }
    }
}

#[track_caller]
fn check_truth<T: Serialize + ?Sized>(value: &T, model: &Model) {
    check_writing(value, &model.notation(), &model.bytes(Style::Reference));
}

/// Lengths on both sides of every form of the head.
const LENGTHS: [usize; 12] = [0, 1, 2, 3, 7, 8, 9, 15, 251, 252, 253, 300];

#[test]
fn both_ways_alone() {
    for kind in KINDS {
        for says in LENGTHS.into_iter().chain([65535, 65536, 1 << 40, usize::MAX]) {
            for writes in LENGTHS {
                let liar = Liar { kind, says, items: vec![true; writes] };
                check_truth(&liar, &truth(kind, vec![Model::Bool(true); writes]));
            }
        }
    }
}

/// Packed while it goes well, with an element that does not fit at the end.
#[test]
fn both_ways_packed() {
    for kind in KINDS {
        for says in LENGTHS {
            for writes in [0, 1, 2, 3, 4, 7, 8, 9, 251, 252, 300] {
                let liar = Liar { kind, says, items: vec![1.5_f64; writes] };
                let item = Model::F64(1.5_f64.to_bits());
                check_truth(&liar, &truth(kind, vec![item; writes]));

                let mut items = vec![Some(300_u16); writes];
                items.push(None);
                let mut models = vec![Model::Int(300); writes];
                models.push(Model::Nil);
                check_truth(&Liar { kind, says, items }, &truth(kind, models));
            }
        }
    }
}

/// First, last and between, in every kind of container, with neighbours that
/// use the tables.
#[test]
fn among_others() {
    #[derive(Serialize)]
    struct P {
        x: u8,
    }
    let record = |x: i128| Model::Record(vec![("x".into(), Model::Int(x))]);
    for kind in KINDS {
        for (says, writes) in
            [(0, 1), (1, 0), (7, 8), (8, 7), (2, 3), (251, 252), (252, 251), (9, 8)]
        {
            let liar = Liar { kind, says, items: vec![1_u8; writes] };
            let model = truth(kind, vec![Model::Int(1); writes]);
            let (a, b) = (liar.clone(), liar.clone());
            check_truth(
                &(a, P { x: 1 }, b),
                &Model::Tuple(vec![model.clone(), record(1), model.clone()]),
            );
            let (a, b) = (liar.clone(), liar.clone());
            let list = vec![record(1), model.clone(), record(2), model.clone(), record(3)];
            check_truth(&(P { x: 1 }, a, P { x: 2 }, b, P { x: 3 }), &Model::Tuple(list));
            check_truth(&vec![liar.clone(); 3], &Model::List(vec![model.clone(); 3]));
            check_truth(&Some(Some(liar)), &model);
        }
    }
}

#[test]
fn nested_in_liars() {
    for outer in KINDS {
        for inner in KINDS {
            for (says, writes) in [(0, 3), (3, 0), (8, 7), (7, 8), (300, 2), (2, 300)] {
                let liar = Liar { kind: inner, says, items: vec![200_u8; writes] };
                let model = truth(inner, vec![Model::Int(200); writes]);
                let items = vec![liar; 3];
                let whole = truth(outer, vec![model; 3]);
                check_truth(&Liar { kind: outer, says: 7, items: items.clone() }, &whole);
                check_truth(&Liar { kind: outer, says: 0, items }, &whole);
            }
        }
    }
}

/// Big enough that a streaming writer has flushed: it may refuse, but what it
/// accepts is right, and a `Vec` is always mended.
#[test]
fn past_what_a_writer_holds_back() {
    let text = "x".repeat(1000);
    for kind in KINDS {
        for (says, writes) in
            [(1, 400), (400, 1), (399, 400), (401, 400), (0, 400), (usize::MAX, 400)]
        {
            let liar = Liar { kind, says, items: vec![text.clone(); writes] };
            let bytes = truth(kind, vec![Model::Str(text.clone()); writes]).bytes(Style::Reference);
            assert_eq!(mrna::to_vec(&liar).unwrap(), bytes, "{kind:?} {says}");
            let mut out = Vec::new();
            match mrna::to_writer(&mut out, &liar) {
                Ok(()) => assert_eq!(to_hex(&out), to_hex(&bytes), "{kind:?} {says}"),
                Err(e) => assert!(!e.is_io() && !e.is_eof(), "{e}"),
            }
            // behind an honest value as well
            let both = (vec![text.clone(); 200], &liar);
            let mut out = Vec::new();
            if mrna::to_writer(&mut out, &both).is_ok() {
                assert_eq!(out, mrna::to_vec(&both).unwrap(), "{kind:?} {says}");
            }
        }
        // honest ones are never refused
        for n in [0, 1, 400] {
            let honest = Liar { kind, says: n, items: vec![text.clone(); n] };
            let mut out = Vec::new();
            mrna::to_writer(&mut out, &honest).unwrap();
            assert_eq!(out, mrna::to_vec(&honest).unwrap());
        }
    }
}

/// Unknown lengths as large: they too come out right or are refused.
#[test]
fn unknown_and_long() {
    struct Open(usize);
    impl Serialize for Open {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            let text = "x".repeat(1000);
            s.collect_seq((0..self.0).filter(|_| true).map(|_| &text))
        }
    }
    for n in [1, 7, 8, 130, 251, 252, 400] {
        let model = Model::List(vec![Model::Str("x".repeat(1000)); n]);
        check_truth(&Open(n), &model);
    }
}
