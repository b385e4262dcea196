use std::any::type_name;

use mrna::{
    Error, ErrorKind, Value, from_reader, from_slice, from_value, take_from_slice, to_value, to_vec,
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::pieces::Pieces;
use super::{fault, hex, zoo};

/// Any bytes into types of all sorts: no panic, the same from all sources; what is read is
/// written, and read again, as it was.
pub fn decode(bytes: &[u8]) {
    decode_part(bytes, 0, 1);
}

/// Into one type of so many only, since they take their time.
pub fn decode_part(bytes: &[u8], first: usize, of_each: usize) {
    let message = Message { bytes, value: take_from_slice(bytes) };
    let mut number = first;
    let mut is_next = || {
        number += 1;
        number.is_multiple_of(of_each)
    };
    zoo::each_owned(&message, &mut is_next);
    zoo::each_borrowed(&message, &mut is_next);
    if is_next() {
        assert_eq!(mrna::dump(bytes).to_string().is_empty(), bytes.is_empty(), "{}", hex(bytes));
        drop(message.reads_alike::<zoo::Lazy>());
        drop(message.reads_alike::<Vec<zoo::Lazy>>());
        drop(message.reads_alike::<zoo::Skips>());
        drop(message.reads_alike::<IgnoredAny>());
        zoo::Swallows::count();
        message.agree::<Vec<zoo::Swallows>, Vec<String>>();
        message.agree::<zoo::Swallows, String>();
    }
}

/// What types are read from.
pub struct Message<'a> {
    bytes: &'a [u8],
    /// What it is, and what is behind it.
    value: Result<(Value, &'a [u8]), Error>,
}

impl<'a> Message<'a> {
    /// A type that is read from anything and can be written.
    pub fn owned<T: Serialize + DeserializeOwned>(&self) {
        let Message { bytes, value } = self;
        let (name, text) = (type_name::<T>(), || hex(bytes));
        let read = self.reads_alike::<T>();
        if let Ok((value, _)) = value {
            match (&read, from_value::<T>(value.clone())) {
                (Ok(read), Ok(built)) => {
                    let (read, built) = (to_vec(read).unwrap(), to_vec(&built).unwrap());
                    assert_eq!(hex(&read), hex(&built), "{name} from a Value of {}", text());
                }
                (Err(read), Err(built)) => {
                    let parts = |e: &Error| format!("{} in {}", e.kind(), e.path());
                    assert_eq!(parts(read), parts(&built), "{name} from a Value of {}", text());
                }
                (Ok(_), Err(error)) => panic!("{name} not from a Value: {error}: {}", text()),
                (Err(error), Ok(_)) => panic!("{name} only from a Value: {error}: {}", text()),
            }
        }
        let Ok(read) = read else { return };
        let encoded = self.is_fixpoint(&read, |encoded| {
            from_slice::<T>(encoded).and_then(|again| to_vec(&again))
        });
        let built = to_value(&read).unwrap_or_else(|e| panic!("{name}: {e}: {}", text()));
        assert_eq!(hex(&to_vec(&built).unwrap()), hex(&encoded), "{name} as a Value, {}", text());
        let back = from_value::<T>(built).unwrap_or_else(|e| panic!("{name}: {e}: {}", text()));
        assert_eq!(hex(&to_vec(&back).unwrap()), hex(&encoded), "{name} by a Value, {}", text());
    }

    /// A type that borrows, so that only a slice will do; `again` reads and writes it.
    pub fn borrowed<T: Serialize + Deserialize<'a>>(
        &self,
        again: impl FnOnce(&[u8]) -> mrna::Result<Vec<u8>>,
    ) {
        if let Ok((read, rest)) = take_from_slice::<T>(self.bytes) {
            self.is_well_formed::<T>(rest);
            self.is_fixpoint(&read, again);
        }
    }

    /// The value's bytes, which `again` gives again.
    fn is_fixpoint<T: Serialize>(
        &self,
        read: &T,
        again: impl FnOnce(&[u8]) -> mrna::Result<Vec<u8>>,
    ) -> Vec<u8> {
        let (name, text) = (type_name::<T>(), hex(self.bytes));
        let encoded = to_vec(read).unwrap_or_else(|e| panic!("{name} not written: {e}: {text}"));
        let again = again(&encoded).unwrap_or_else(|e| {
            panic!("{name} of {text}, written as {}, not read again: {e}", hex(&encoded))
        });
        assert_eq!(hex(&again), hex(&encoded), "{name} written again, {text}");
        assert_eq!(mrna::encoded_len(read).unwrap(), encoded.len(), "{name} of {text}");
        encoded
    }

    /// Reads it from a slice and from a reader that gives byte after byte.
    fn reads_alike<T: DeserializeOwned>(&self) -> mrna::Result<T> {
        let (name, text) = (type_name::<T>(), || hex(self.bytes));
        let mut pieces = Pieces { rest: self.bytes, size: 1 };
        let from_pieces = from_reader::<_, T>(&mut pieces);
        match (take_from_slice::<T>(self.bytes), from_pieces) {
            (Ok((read, rest)), Ok(_)) => {
                assert_eq!(rest.len(), pieces.rest.len(), "{name} leaves of {}", text());
                self.is_well_formed::<T>(rest);
                Ok(read)
            }
            // Where a reader stopped that was used after an error is its own affair.
            (Err(error), Err(other)) if matches!(error.kind(), ErrorKind::Failed) => {
                assert_eq!(
                    other.kind().to_string(),
                    error.kind().to_string(),
                    "{name}: {}",
                    text()
                );
                Err(error)
            }
            (Err(error), Err(other)) => {
                assert_eq!(error.to_string(), other.to_string(), "{name}: {}", text());
                Err(error)
            }
            (Ok(_), Err(error)) => panic!("{name} not from a reader: {error}: {}", text()),
            (Err(error), Ok(_)) => panic!("{name} only from a reader: {error}: {}", text()),
        }
    }

    /// What any type takes is a message to all others, and as long.
    fn is_well_formed<T>(&self, rest: &[u8]) {
        let (name, text) = (type_name::<T>(), || hex(self.bytes));
        match &self.value {
            Ok((_, behind)) => assert_eq!(behind.len(), rest.len(), "{name} leaves of {}", text()),
            Err(error) => panic!("{name} takes what is no message: {}: {}", fault(error), text()),
        }
    }

    /// One is read exactly when the other is.
    fn agree<T: DeserializeOwned, U: DeserializeOwned>(&self) {
        let (one, other) = (self.reads_alike::<T>(), self.reads_alike::<U>());
        let names = (type_name::<T>(), type_name::<U>());
        assert_eq!(one.is_ok(), other.is_ok(), "{names:?} of {}", hex(self.bytes));
    }
}
