//! A breaker: a type that catches a panic between its parts wrote malformed bytes, and after a panic
//! while reading the rest of the message was read as the next.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mrna::{Deserializer, MapWriter, SeqReader, SeqWriter, SessionReader, SessionWriter, to_vec};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

/// Panics with one element of a list written.
struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut seq = ser.serialize_seq(Some(3))?;
        seq.serialize_element("one")?;
        panic!("as promised")
    }
}

/// Goes on after the panic of a part.
struct Catches;

impl Serialize for Catches {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut seq = ser.serialize_seq(None)?;
        catch(|| seq.serialize_element(&Panics));
        seq.serialize_element("good")?;
        seq.end()
    }
}

fn catch<T>(f: impl FnOnce() -> T) {
    assert!(catch_unwind(AssertUnwindSafe(f)).is_err());
}

#[test]
fn while_writing() {
    assert!(to_vec(&Catches).is_err());
    assert!(to_vec(&vec![Catches]).is_err());

    let mut seq = SeqWriter::new(Vec::new(), 1).unwrap();
    catch(|| seq.write(&Panics));
    assert!(seq.write(&5).is_err());

    let mut map = MapWriter::new(Vec::new(), 1).unwrap();
    catch(|| map.write(&1, &Panics));
    assert!(map.write(&5, &6).is_err());

    let mut session = SessionWriter::new(Vec::new());
    catch(|| session.send(&Panics));
    session.send(&5).unwrap();
    let bytes = session.into_inner();
    assert_eq!(SessionReader::new(&bytes[..]).recv::<u8>().unwrap(), Some(5));

    // The reset before the message that panics goes with it.
    let mut session = SessionWriter::new(Vec::new()).tables(0);
    session.send(&mrna::value!(record{x: 1})).unwrap();
    catch(|| session.send(&Panics));
    session.send(&mrna::value!(record{x: 2})).unwrap();
    assert_eq!(session.into_inner(), *b"\xF9mrna\x01\xF7\x01\x01x\x01\xF9\xF7\x01\x01x\x02");
}

/// Panics behind its first byte.
#[derive(Debug)]
struct PanicsToo;

impl<'de> Deserialize<'de> for PanicsToo {
    fn deserialize<D: serde::Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        u8::deserialize(de)?;
        panic!("as promised")
    }
}

#[test]
fn while_reading() {
    let failed = |error: mrna::Error| assert!(matches!(error.kind(), mrna::ErrorKind::Failed));

    let mut bytes = to_vec(&(1, 2, 3)).unwrap();
    mrna::append(&mut bytes, &4).unwrap();
    let mut de = Deserializer::from_slice(&bytes);
    catch(|| <(PanicsToo, u8, u8)>::deserialize(&mut de));
    failed(de.at_end().unwrap_err());
    failed(u8::deserialize(&mut de).unwrap_err());
    failed(de.into_iter::<u8>().next().unwrap().unwrap_err());

    let mut session = SessionWriter::new(Vec::new());
    session.send(&(1, 2, 3)).unwrap();
    session.send(&4).unwrap();
    let bytes = session.into_inner();
    let mut session = SessionReader::new(&bytes[..]);
    catch(|| session.recv::<(PanicsToo, u8, u8)>());
    failed(session.recv::<u8>().unwrap_err());

    let bytes = to_vec(&vec![(1, 2), (3, 4)]).unwrap();
    let mut seq = SeqReader::<_, (PanicsToo, u8)>::new(&bytes[..]).unwrap();
    catch(|| seq.next());
    failed(seq.next().unwrap().unwrap_err());
    assert!(seq.next().is_none());
}
