//! Limits that the caller sets: depth at n and n + 1, memory to the byte
//! where the format says what is charged.

use std::collections::HashMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use mrna::{Deserializer, Error, Limits, Value};

use crate::util::{Trickle, hex};

fn with<T: DeserializeOwned>(
    bytes: &[u8],
    limits: fn(usize) -> Limits,
    n: usize,
) -> Result<T, Error> {
    let slice = mrna::from_slice_with::<T>(bytes, limits(n));
    let reader = mrna::from_reader_with::<_, T>(Trickle(bytes), limits(n));
    assert_eq!(slice.is_ok(), reader.is_ok(), "slice and reader at {n}");
    let mut de = Deserializer::from_slice(bytes).limits(limits(n));
    assert_eq!(T::deserialize(&mut de).is_ok(), slice.is_ok(), "builder at {n}");
    if let (Err(a), Err(b)) = (&slice, &reader) {
        assert_eq!(a.kind().to_string(), b.kind().to_string());
    }
    slice
}

fn depth(n: usize) -> Limits {
    Limits::new().depth(n)
}

fn memory(n: usize) -> Limits {
    Limits::new().memory(n)
}

#[test]
fn depth_at_n_and_past_it() {
    for n in [0, 1, 2, 5, 64, 127, 128, 129, 150] {
        let nest = |levels: usize| hex(&format!("{}05", "b1".repeat(levels)));
        for levels in 0..=n {
            if levels + 3 < n && levels > 3 {
                continue;
            }
            with::<IgnoredAny>(&nest(levels), depth, n).unwrap();
            with::<Value>(&nest(levels), depth, n).unwrap();
        }
        for levels in [n + 1, n + 2, 2 * n + 1] {
            let e = with::<Value>(&nest(levels), depth, n).unwrap_err();
            assert!(e.is_limit() && e.kind().to_string().starts_with("depth limit"), "{e}");
            assert_eq!(e.offset(), Some(n as u64));
            let e = with::<IgnoredAny>(&nest(levels), depth, n).unwrap_err();
            assert_eq!(e.offset(), Some(n as u64));
        }
    }
}

#[test]
fn depth_of_zero() {
    assert_eq!(with::<u8>(&hex("05"), depth, 0).unwrap(), 5);
    assert_eq!(with::<String>(&hex("8161"), depth, 0).unwrap(), "a");
    for bytes in
        ["b0", "b8", "c0", "f400", "f500", "f700", "d8014105", "e3e0", "ff4005", "fc0000", "fd0000"]
    {
        assert!(with::<IgnoredAny>(&hex(bytes), depth, 0).unwrap_err().is_limit(), "{bytes}");
        with::<IgnoredAny>(&hex(bytes), depth, 1).unwrap();
    }
    with::<IgnoredAny>(&hex("d00141"), depth, 0).unwrap();
}

fn refused_for_memory(e: &Error) {
    assert!(e.is_limit() && !e.is_data() && !e.is_eof(), "{e}");
    assert!(e.kind().to_string().starts_with("memory limit"), "{e}");
    assert!(e.offset().is_some(), "{e}");
}

/// Exactly as many bytes as the format says are charged, and one fewer.
fn charged<T: DeserializeOwned>(bytes: &[u8], charge: usize) {
    let name = std::any::type_name::<T>();
    with::<T>(bytes, memory, charge).unwrap_or_else(|e| panic!("{name} at {charge}: {e}"));
    refused_for_memory(&with::<T>(bytes, memory, charge - 1).err().expect(name));
}

#[test]
fn memory_to_the_byte() {
    charged::<String>(&[hex("f064"), vec![b'x'; 100]].concat(), 100);
    charged::<ByteBuf>(&[hex("f164"), vec![7; 100]].concat(), 100);
    // An element of n bytes counts n + n / 3 + 1, the first four times that and 24.
    charged::<Vec<u64>>(&[hex("f20a"), vec![1; 10]].concat(), 13 * 11 + 24);
    charged::<Vec<u64>>(&[hex("fc000a"), vec![1; 10]].concat(), 13 * 11 + 24);
    charged::<Vec<u8>>(&[hex("f20a"), vec![1; 10]].concat(), 13 * 2 + 24);
}

#[test]
fn memory_of_nests() {
    // at least what the elements take, and no more than a few times that
    fn between<T: DeserializeOwned>(bytes: &[u8], least: usize, most: usize) {
        let name = std::any::type_name::<T>();
        refused_for_memory(&with::<T>(bytes, memory, least - 1).err().expect(name));
        with::<T>(bytes, memory, most).unwrap_or_else(|e| panic!("{name} at {most}: {e}"));
    }
    let strings = [hex("f264"), [0x83, b'a', b'b', b'c'].repeat(100)].concat();
    let each = size_of::<String>() + 3;
    between::<Vec<String>>(&strings, 100 * each, 150 * each);
    let each = size_of::<Value>();
    between::<Value>(&strings, 100 * each, 300 * each);
    let empties = [hex("f2fce803"), vec![0xB0; 1000]].concat();
    between::<Value>(&empties, 1000 * size_of::<Value>(), 4000 * size_of::<Value>());
    between::<Vec<Vec<u8>>>(&empties, 1000 * size_of::<Vec<u8>>(), 2000 * size_of::<Vec<u8>>());
    let map: Vec<u8> = (0..100).flat_map(|i| [i, 0]).collect();
    let map = [hex("f664"), map].concat();
    between::<HashMap<u8, u64>>(&map, 100 * 8, 100 * 64);
}

/// Skipping allocates nothing for the values, but the tables of names do.
#[test]
fn memory_of_tables() {
    let text = [hex("f0fd40420f00"), vec![b'x'; 1_000_000]].concat();
    with::<IgnoredAny>(&text, memory, 1000).unwrap();
    let list = [hex("f2fd40420f00"), vec![0; 1_000_000]].concat();
    with::<IgnoredAny>(&list, memory, 1000).unwrap();
    // record{"xx…": nil}, a name of a million bytes: lent by a slice, copied from a reader
    let name = [hex("f701fd40420f00"), vec![b'x'; 1_000_000], hex("e0")].concat();
    mrna::from_slice_with::<IgnoredAny>(&name, memory(1000)).unwrap();
    refused_for_memory(
        &mrna::from_reader_with::<_, IgnoredAny>(&name[..], memory(1000)).unwrap_err(),
    );
    refused_for_memory(&with::<Value>(&name, memory, 1000).unwrap_err());
    let name = [hex("d0fd40420f00"), vec![b'x'; 1_000_000]].concat();
    refused_for_memory(&with::<Value>(&name, memory, 1000).unwrap_err());
    // ten thousand shapes of one name
    let shapes = [hex("f2fc1027"), hex("f701017800").repeat(10_000)].concat();
    refused_for_memory(&with::<IgnoredAny>(&shapes, memory, 10_000).unwrap_err());
    with::<IgnoredAny>(&shapes, memory, 100 << 20).unwrap();
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct P {
    x: u8,
    y: u8,
}

/// A record's names are shared, so a thousand records cost their values.
#[test]
fn names_are_charged_once() {
    let long = "n".repeat(1000);
    let mut bytes = hex("f2fce803f701fce803");
    bytes.extend(long.bytes());
    bytes.push(0);
    bytes.extend([0xA0, 0].repeat(999));
    let v: Value = with(&bytes, memory, 1000 * 4 * size_of::<Value>() + 20_000).unwrap();
    assert!(v.to_string().len() > 1_000_000);
    let points: Vec<P> = Vec::new();
    assert_eq!(with::<Vec<P>>(&mrna::to_vec(&points).unwrap(), memory, 100).unwrap(), points);
}

/// The budget is of one message: a stream's values each have their own.
#[test]
fn memory_is_per_message() {
    let bytes = [hex("f064"), vec![b'x'; 100]].concat().repeat(50);
    let stream = Deserializer::from_slice(&bytes).limits(memory(100)).into_iter::<String>();
    assert_eq!(stream.map(|s| s.unwrap().len()).sum::<usize>(), 5000);
    let stream = Deserializer::from_reader(&bytes[..]).limits(memory(100)).into_iter::<String>();
    assert_eq!(stream.map(|s| s.unwrap().len()).sum::<usize>(), 5000);
    let mut stream = Deserializer::from_slice(&bytes).limits(memory(99)).into_iter::<String>();
    refused_for_memory(&stream.next().unwrap().unwrap_err());
    assert!(stream.next().is_none());
}

/// After a limit was hit, the next value has the whole limit, or an error.
#[test]
fn limits_are_given_back() {
    let bytes = hex("b1b1b105 b1b105 b105 05");
    let mut de = Deserializer::from_slice(&bytes).limits(depth(2));
    assert!(Value::deserialize(&mut de).unwrap_err().is_limit());
    for want in ["[[5]]", "[5]", "5"] {
        match Value::deserialize(&mut de) {
            Ok(v) => assert_eq!(v.to_string(), want),
            Err(e) => assert!(!e.to_string().is_empty()),
        }
    }
}

/// Without limits set, honest big input is read.
#[test]
fn the_default_reads_honest_input() {
    let numbers: Vec<u64> = (0..200_000).map(|i| i * 1_000_003).collect();
    let bytes = mrna::to_vec(&numbers).unwrap();
    assert_eq!(mrna::from_slice::<Vec<u64>>(&bytes).unwrap(), numbers);
    assert_eq!(mrna::from_reader::<_, Vec<u64>>(&bytes[..]).unwrap(), numbers);
    let raw = ByteBuf::from(vec![7_u8; 20 << 20]);
    let bytes = mrna::to_vec(&raw).unwrap();
    assert_eq!(mrna::from_slice_with::<ByteBuf>(&bytes, Limits::new()).unwrap(), raw);
    assert_eq!(mrna::from_reader_with::<_, ByteBuf>(&bytes[..], Limits::new()).unwrap(), raw);
}

/// What a message took is what it needs: with a byte less it isn't read.
fn check_memory_used<T: DeserializeOwned>(bytes: &[u8]) {
    let mut slice = Deserializer::from_slice(bytes);
    let mut reader = Deserializer::from_reader(bytes);
    assert!(T::deserialize(&mut slice).is_ok() && T::deserialize(&mut reader).is_ok());
    let read_slice = |n| mrna::from_slice_with::<T>(bytes, memory(n)).map(drop);
    let read_reader = |n| mrna::from_reader_with::<_, T>(bytes, memory(n)).map(drop);
    let used = slice.memory_used();
    read_slice(used).unwrap_or_else(|e| panic!("{e} with {used} for {bytes:x?}"));
    if let Some(fewer) = used.checked_sub(1) {
        assert!(read_slice(fewer).unwrap_err().is_limit(), "{used} {bytes:x?}");
    }
    let used = reader.memory_used();
    read_reader(used).unwrap_or_else(|e| panic!("{e} with {used} for {bytes:x?}"));
    if let Some(fewer) = used.checked_sub(1) {
        assert!(read_reader(fewer).unwrap_err().is_limit(), "{used} {bytes:x?}");
    }
}

#[test]
fn memory_used_is_exact() {
    for bytes in crate::vectors::all_vectors() {
        // Long ones take long, and are not other than the others.
        if bytes.len() < 20_000 && mrna::from_slice::<Value>(&bytes).is_ok() {
            check_memory_used::<Value>(&bytes);
            check_memory_used::<IgnoredAny>(&bytes);
        }
    }
    check_memory_used::<Vec<String>>(&mrna::to_vec(&["four", "five"]).unwrap());
    check_memory_used::<HashMap<String, u8>>(
        &mrna::to_vec(&[("a", 1)].iter().cloned().collect::<HashMap<_, _>>()).unwrap(),
    );
}

/// Of the last message, not of all; the same whether there is a limit or not.
#[test]
fn memory_used_begins_anew() {
    let message = mrna::to_vec("four").unwrap();
    let bytes = [message.clone(), vec![0x07], message].concat();
    for limits in [Limits::new(), memory(1_000)] {
        let mut de = Deserializer::from_reader(&bytes[..]).limits(limits);
        assert_eq!(de.memory_used(), 0);
        for used in [4, 0, 4] {
            Value::deserialize(&mut de).unwrap();
            assert_eq!(de.memory_used(), used);
        }
        let mut stream = Deserializer::from_slice(&bytes).limits(limits).into_iter::<String>();
        stream.next().unwrap().unwrap();
        assert_eq!(stream.memory_used(), 4);
    }
    let mut session = mrna::SessionWriter::new(Vec::new());
    session.send("four").unwrap();
    session.send(&7).unwrap();
    let bytes = session.into_inner();
    let mut session = mrna::SessionReader::new(&bytes[..]);
    for used in [4, 0] {
        session.recv::<Value>().unwrap();
        assert_eq!(session.memory_used(), used);
    }
}
