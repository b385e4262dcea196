//! What is done with a message or a value, ready to be run.

use std::hint::black_box;
use std::io;
use std::sync::LazyLock;

use mrna::{Scan, Scanner, Value, scan};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::util::Trickle;

/// What is measured, with its input ready.
pub type Job = Box<dyn Fn()>;

pub fn read<T: DeserializeOwned>(bytes: Vec<u8>) -> Job {
    drop(mrna::from_slice::<T>(&bytes).unwrap());
    Box::new(move || drop(black_box(mrna::from_slice::<T>(&bytes))))
}

pub fn read_reader<T: DeserializeOwned>(bytes: Vec<u8>) -> Job {
    Box::new(move || drop(black_box(mrna::from_reader::<_, T>(&bytes[..]).unwrap())))
}

pub fn read_slowly<T: DeserializeOwned>(bytes: Vec<u8>) -> Job {
    Box::new(move || drop(black_box(mrna::from_reader::<_, T>(Trickle(&bytes)).unwrap())))
}

pub fn refuse<T: DeserializeOwned>(bytes: Vec<u8>, word: &'static str) -> Job {
    let error = mrna::from_slice::<T>(&bytes).err().unwrap();
    assert!(error.kind().to_string().starts_with(word), "{error}");
    Box::new(move || drop(black_box(mrna::from_slice::<T>(&bytes).err().unwrap())))
}

pub fn scanned(bytes: Vec<u8>) -> Job {
    Box::new(move || assert!(matches!(scan(black_box(&bytes)).unwrap(), Scan::Complete(_))))
}

/// Asked again for each byte more.
pub fn scanned_slowly(bytes: Vec<u8>) -> Job {
    Box::new(move || {
        let mut scanner = Scanner::new();
        for n in 0..=bytes.len() {
            black_box(scanner.scan(&bytes[..n]).unwrap());
        }
    })
}

pub fn write<T: Serialize + 'static>(value: T) -> Job {
    Box::new(move || drop(black_box(mrna::to_vec(&value).unwrap())))
}

pub fn write_out<T: Serialize + 'static>(value: T) -> Job {
    Box::new(move || mrna::to_writer(io::sink(), black_box(&value)).unwrap())
}

pub fn measure<T: Serialize + 'static>(value: T) -> Job {
    Box::new(move || {
        black_box(mrna::encoded_len(&value).unwrap());
    })
}

pub fn value(bytes: &[u8]) -> Value {
    mrna::from_slice(bytes).unwrap()
}

/// Names that a struct may have.
pub fn names(n: usize) -> Vec<&'static str> {
    static NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| (0..1 << 12).map(|i| &*format!("name-{i}").leak()).collect());
    NAMES[..n].to_vec()
}
