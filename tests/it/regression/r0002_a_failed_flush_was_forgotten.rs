//! A writer that failed once and a type that passes over errors: the message ended well, with
//! 64 KiB missing from its middle.

use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeSeq};

struct FailsOnce {
    calls: usize,
}

impl Write for FailsOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls == 2 { Err(io::Error::other("once")) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct PassesOver;

impl Serialize for PassesOver {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let mut seq = ser.serialize_seq(Some(20_000))?;
        for i in 0..20_000 {
            let _ = seq.serialize_element(&format!("element {i}"));
        }
        seq.end()
    }
}

#[test]
fn it_is_remembered() {
    let mut writer = FailsOnce { calls: 0 };
    let mut ser = mrna::Serializer::new(&mut writer);
    assert!(PassesOver.serialize(&mut ser).is_err());
    assert!(5.serialize(&mut ser).is_err(), "the writer has part of a message");
}
