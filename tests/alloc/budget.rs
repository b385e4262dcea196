//! `Limits::memory`: three times the budget and 64 KiB, whatever comes.

use std::any::type_name;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::io::{BufReader, Read};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_bytes::ByteBuf;

use mrna::{Limits, Value};

use crate::build::{Field, bytes, count, hex, int, list, map, name, records, text, text_of};
use crate::types::{
    Adjacent, Behind, Chain, Choice, Fat, Flat, Internal, Named, Strict, Tree, Untagged, Wide,
};
use crate::{KIB, MIB, measured};

/// One byte at a time, and never any that is known to be there.
pub struct OneByte<R>(pub R);

impl<R: Read> Read for OneByte<R> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let end = buf.len().min(1);
        self.0.read(&mut buf[..end])
    }
}

/// Reads from everything that can be read from; whether the message was within the budget.
///
/// A type may refuse the message, too.
pub fn within<T: DeserializeOwned>(message: &[u8], budget: usize) -> bool {
    let limits = Limits::new().memory(budget);
    let most = 3 * budget + 64 * KIB;
    let check = |from: &str, (result, _, peak): (mrna::Result<T>, usize, usize)| {
        let result = result.map(drop).map_err(|error| error.to_string());
        assert!(
            peak <= most,
            "{} from {from}: {peak} with a budget of {budget}: {:.2} of it ({} bytes: {:02x?}…, {:?})",
            type_name::<T>(),
            (peak as f64 - 64.0 * 1024.0) / budget as f64,
            message.len(),
            &message[..message.len().min(24)],
            result,
        );
        result.is_ok()
    };
    let is_within = check("slice", measured(|| mrna::from_slice_with::<T>(message, limits)));
    let reader = BufReader::new(message);
    check("BufReader", measured(|| mrna::from_reader_with::<_, T>(reader, limits)));
    // Slow, and with a large budget as with a small one.
    if budget <= 64 * KIB {
        let reader = BufReader::with_capacity(1, OneByte(message));
        check("bytes", measured(|| mrna::from_reader_with::<_, T>(reader, limits)));
    }
    is_within
}

/// A slow build takes a smaller one.
const LARGE: usize = if cfg!(debug_assertions) { 256 * KIB } else { MIB };

/// Messages of `n` parts: many more than there is room for, then around what just fits.
pub fn bounded<T: DeserializeOwned>(make: impl Fn(usize) -> Vec<u8>) {
    for budget in [0, KIB, 64 * KIB, LARGE] {
        let mut most = 1;
        loop {
            let message = make(most);
            if !within::<T>(&message, budget) || message.len() > 4 * budget.max(16 * KIB) {
                break;
            }
            most *= 4;
        }
        let mut fits = most / 4;
        let precision = if budget < LARGE { 16 } else { 1 };
        while most - fits > 1 + fits / precision {
            let middle = fits + (most - fits) / 2;
            if within::<T>(&make(middle), budget) {
                fits = middle;
            } else {
                most = middle;
            }
        }
    }
}

fn nils(n: usize) -> Vec<u8> {
    list(n, |_| vec![0xE0])
}

fn ints(n: usize) -> Vec<u8> {
    list(n, |i| vec![i as u8 & 0x7F])
}

/// Lists of `each` small ints.
fn lists(each: usize) -> impl Fn(usize) -> Vec<u8> {
    move |n| list(n, |_| ints(each))
}

fn packed(kind: u8, width: usize) -> impl Fn(usize) -> Vec<u8> {
    move |n| [vec![0xFC, kind], count(n), vec![1; n * width]].concat()
}

/// Texts of one length.
fn texts(len: usize) -> impl Fn(usize) -> Vec<u8> {
    move |n| list(n, |_| text(&vec![b'x'; len]))
}

/// Records without fields.
fn empties(n: usize) -> Vec<u8> {
    records(n, &[])
}

fn int_map(n: usize) -> Vec<u8> {
    map(n, |i| (int(i), vec![1]))
}

fn text_map(len: usize) -> impl Fn(usize) -> Vec<u8> {
    move |n| map(n, |i| (text_of(i, len), vec![1]))
}

/// One variant name, referred to.
fn variants(len: usize, payload: &'static [u8]) -> impl Fn(usize) -> Vec<u8> {
    let lead = if payload.is_empty() { 0xD0 } else { 0xD8 };
    move |n| {
        list(n, |i| {
            let name = if i == 0 { name(&vec![b'v'; len]) } else { Vec::new() };
            [vec![lead], name, payload.to_vec()].concat()
        })
    }
}

#[test]
fn a_large_budget() {
    let n = if cfg!(debug_assertions) { MIB } else { 3 * MIB };
    for n in [n / 8, n] {
        within::<Vec<u64>>(&packed(0, 1)(n), 16 * MIB);
        within::<Value>(&nils(n), 16 * MIB);
        within::<Vec<Option<Box<Wide>>>>(&empties(n), 16 * MIB);
        within::<Vec<String>>(&texts(1)(n), 16 * MIB);
        within::<HashMap<u64, u64>>(&int_map(n / 4), 16 * MIB);
    }
}

#[test]
fn sequences() {
    bounded::<Vec<()>>(nils);
    bounded::<Vec<u8>>(ints);
    bounded::<Vec<u8>>(packed(0, 1));
    bounded::<Vec<u64>>(ints);
    bounded::<Vec<u64>>(packed(0, 1));
    bounded::<VecDeque<u16>>(ints);
    bounded::<Vec<[u64; 4]>>(|n| list(n, |_| hex("bb01020304")));
    bounded::<Vec<Wide>>(empties);
    bounded::<Vec<Option<u64>>>(nils);
    bounded::<Vec<f64>>(packed(8, 4));
    bounded::<Box<[u64]>>(ints);
}

#[test]
fn sequences_in_sequences() {
    for each in [0, 1, 2, 3, 5, 9, 100] {
        bounded::<Vec<Vec<u8>>>(lists(each));
        bounded::<Vec<Vec<u64>>>(lists(each));
        bounded::<Vec<Vec<Vec<u16>>>>(|n| list(n, |_| lists(each)(each)));
        bounded::<Vec<Vec<Wide>>>(|n| list(n, |_| list(each, |_| hex("c0"))));
    }
}

#[test]
fn trees() {
    let chain = |depth| [vec![0xB1; depth], vec![0xB0]].concat();
    bounded::<Tree>(|n| list(n, |_| vec![0xB0]));
    for depth in [1, 2, 100] {
        bounded::<Tree>(|n| list(n, |_| chain(depth)));
    }
    bounded::<Tree>(|n| list(n, |i| chain(i % 3)));
    for depth in [1, 120] {
        bounded::<Vec<Chain>>(|n| {
            list(n, |i| {
                if i == 0 {
                    [hex("f701046e657874").repeat(depth), vec![0xE0]].concat()
                } else {
                    [vec![0xA0; depth], vec![0xE0]].concat()
                }
            })
        });
    }
}

#[test]
fn texts_and_bytes() {
    for len in [0, 1, 2, 40, 2_000, 100_000] {
        bounded::<Vec<String>>(texts(len));
        bounded::<Vec<Box<str>>>(texts(len));
        bounded::<Vec<Cow<'static, str>>>(texts(len));
        bounded::<Vec<ByteBuf>>(|n| list(n, |_| bytes(&vec![b'x'; len])));
    }
    bounded::<String>(|n| text(&vec![b'x'; n]));
    bounded::<ByteBuf>(|n| bytes(&vec![b'x'; n]));
    bounded::<ByteBuf>(ints);
    bounded::<ByteBuf>(packed(2, 2));
    bounded::<Vec<String>>(variants(30, &[]));
    bounded::<Vec<char>>(texts(1));
}

#[test]
fn maps() {
    bounded::<HashMap<u8, u64>>(int_map);
    bounded::<HashMap<u64, u64>>(int_map);
    bounded::<HashMap<u16, ()>>(|n| map(n, |i| (int(i & 0xFFFF), vec![0xE0])));
    bounded::<HashMap<String, u64>>(text_map(1));
    bounded::<HashMap<String, u64>>(text_map(100));
    bounded::<HashMap<u64, Wide>>(|n| map(n, |i| (int(i), vec![0xC0])));
    bounded::<BTreeMap<u8, u64>>(int_map);
    bounded::<BTreeMap<u64, u64>>(int_map);
    bounded::<BTreeMap<u64, u64>>(|n| map(n, |i| (int(n - i), vec![1])));
    bounded::<BTreeMap<u64, u64>>(|n| map(n, |i| (int(i * 7919 % 100_003), vec![1])));
    bounded::<BTreeMap<String, u64>>(text_map(1));
    bounded::<BTreeMap<u64, Wide>>(|n| map(n, |i| (int(i), vec![0xC0])));
}

#[test]
fn small_maps() {
    for each in [0, 1, 2, 3, 4, 8, 12, 15] {
        let wide = move |n| list(n, |_| map(each, |i| (int(i), vec![0xC0])));
        bounded::<Vec<HashMap<u8, u64>>>(|n| list(n, |_| int_map(each)));
        bounded::<Vec<HashMap<String, u64>>>(|n| list(n, |_| text_map(1)(each)));
        bounded::<Vec<HashMap<u64, Wide>>>(wide);
        bounded::<Vec<BTreeMap<u8, u64>>>(|n| list(n, |_| int_map(each)));
        bounded::<Vec<BTreeMap<String, u64>>>(|n| list(n, |_| text_map(1)(each)));
        bounded::<Vec<BTreeMap<u64, Wide>>>(wide);
    }
}

#[test]
fn sets() {
    let distinct = |n| list(n, int);
    bounded::<HashSet<u8>>(ints);
    bounded::<HashSet<u16>>(|n| list(n, |i| int(i & 0xFFFF)));
    bounded::<HashSet<u64>>(distinct);
    bounded::<HashSet<String>>(|n| list(n, |i| text_of(i, 1)));
    bounded::<BTreeSet<u8>>(ints);
    bounded::<BTreeSet<u64>>(distinct);
    for each in [0, 1, 2, 4, 8, 12, 15, 30, 113] {
        bounded::<Vec<HashSet<u8>>>(lists(each));
        bounded::<Vec<HashSet<u64>>>(lists(each));
        bounded::<Vec<BTreeSet<u8>>>(lists(each));
        bounded::<Vec<BTreeSet<u64>>>(lists(each));
    }
}

#[test]
fn structs_and_enums() {
    let short = |_| text(b"x");
    let nil = |_| vec![0xE0];
    let one = |_| vec![1];
    let named = |n| records(n, &[(b"first", &short), (b"second", &one), (b"third", &nil)]);
    bounded::<Vec<Named>>(named);
    bounded::<Vec<Named>>(|n| {
        records(n, &[(b"first", &short), (b"second", &one), (b"third", &short)])
    });
    bounded::<Vec<HashMap<String, Value>>>(named);
    bounded::<Vec<Strict>>(|n| records(n, &[(b"only", &nil)]));
    bounded::<Vec<Strict>>(|n| records(1, &[(&vec![b'n'; n], &nil)]));
    bounded::<Vec<Choice>>(|n| list(n, |_| text(b"Unit")));
    bounded::<Vec<Choice>>(|n| list(n, |_| hex("c1834e65778178")));
    bounded::<Vec<Choice>>(|n| list(n, |_| hex("c1865265636f7264c2846c697374b101847465787480")));
    bounded::<Choice>(|n| [vec![0xD0], name(&vec![b'v'; n])].concat());
    bounded::<Choice>(|n| text(&vec![b'v'; n]));
}

#[test]
fn boxes() {
    bounded::<Vec<Box<u64>>>(ints);
    bounded::<Vec<Option<Box<u64>>>>(ints);
    bounded::<Vec<(Box<u64>, Box<u64>)>>(|n| list(n, |_| hex("ba0102")));
    bounded::<Vec<Box<Wide>>>(empties);
    bounded::<Vec<Option<Box<Wide>>>>(empties);
    bounded::<Vec<Box<[u64; 8]>>>(|n| list(n, |_| [hex("f308"), vec![1; 8]].concat()));
    bounded::<Vec<Box<Value>>>(nils);
    bounded::<Vec<Box<Vec<u64>>>>(lists(0));
    bounded::<HashMap<u64, Box<Wide>>>(|n| map(n, |i| (int(i), vec![0xC0])));
}

#[test]
fn buffered_by_serde() {
    bounded::<Vec<Untagged>>(ints);
    bounded::<Vec<Untagged>>(texts(1));
    bounded::<Vec<Untagged>>(texts(100));
    bounded::<Untagged>(ints);
    bounded::<Vec<Untagged>>(lists(1));
    bounded::<Vec<Untagged>>(lists(8));
    bounded::<Vec<Untagged>>(|n| list(n, |_| text_map(1)(1)));
    bounded::<Untagged>(text_map(1));
    bounded::<Vec<Untagged>>(|n| records(n, &[(b"first", &|_| text(b"x"))]));
    bounded::<Internal>(|n| {
        map(3, |i| match i {
            0 => (text(b"t"), text(b"A")),
            1 => (text(b"list"), ints(n)),
            _ => (text(b"text"), text(&vec![b'x'; n])),
        })
    });
    bounded::<Adjacent>(|n| {
        map(2, |i| match i {
            0 => (text(b"c"), texts(3)(n)),
            _ => (text(b"t"), text(b"A")),
        })
    });
    bounded::<Flat>(|n| {
        map(n, |i| if i == 0 { (text(b"first"), vec![1]) } else { (text_of(i, 3), vec![1]) })
    });
}

#[test]
fn values() {
    bounded::<Value>(nils);
    bounded::<Value>(packed(0, 1));
    bounded::<Value>(texts(1));
    bounded::<Value>(texts(2_000));
    bounded::<Value>(|n| text(&vec![b'x'; n]));
    bounded::<Value>(|n| bytes(&vec![b'x'; n]));
    for each in [0, 1, 2, 3, 5, 9] {
        bounded::<Value>(lists(each));
        bounded::<Value>(|n| list(n, |_| int_map(each)));
        bounded::<Value>(|n| list(n, |_| [hex("f4"), count(each), vec![1; each]].concat()));
        bounded::<Value>(|n| {
            let one = |_: usize| vec![1_u8];
            let names = [&b"a"[..], b"b", b"c", b"d", b"e", b"f", b"g", b"h", b"i"];
            let fields: Vec<Field<'_>> =
                names[..each].iter().map(|name| (*name, &one as _)).collect();
            records(n, &fields)
        });
    }
    bounded::<Value>(int_map);
    bounded::<Value>(text_map(10));
    bounded::<Value>(|n| list(n, |_| hex("e3e0")));
    bounded::<Value>(|n| list(n, |_| hex("e3e3e3e3e3e0")));
    bounded::<Value>(|n| list(n, |_| hex("ff00e0")));
    bounded::<Value>(|n| list(n, |_| hex("ff00ff00ff00ff00ff00e0")));
    bounded::<Value>(variants(3, &[]));
    bounded::<Value>(variants(3, &[0xE0]));
    bounded::<Value>(variants(3, &[0xD8, 0xD8, 0xD8, 0xE0]));
    bounded::<Value>(|n| list(n, |_| [vec![0xEC, 9], vec![1; 9]].concat()));
    bounded::<Value>(|n| [vec![0xEC], count(n + 9), vec![1; n + 9]].concat());
    bounded::<HashMap<String, Value>>(text_map(3));
    bounded::<Vec<(Value, Value)>>(|n| list(n, |_| hex("ba01b0")));
}

#[test]
fn tables_of_names() {
    fn all(make: impl Fn(usize) -> Vec<u8>) {
        bounded::<Value>(&make);
        bounded::<IgnoredAny>(&make);
        bounded::<Vec<Wide>>(&make);
        bounded::<Vec<HashMap<String, IgnoredAny>>>(&make);
        bounded::<Vec<Strict>>(&make);
    }
    let nil = |_: usize| vec![0xE0];
    // one long name; many names in one shape; many shapes; many variant names
    all(|n| list(2, |_| [vec![0xF7, 1], name(&vec![b'n'; n]), vec![0xE0]].concat()));
    all(|n| {
        list(1, |_| {
            let mut out = [vec![0xF7], count(n)].concat();
            (0..n).for_each(|i| out.extend([name(format!("{i}").as_bytes()), nil(i)].concat()));
            out
        })
    });
    all(|n| list(n, |_| hex("f700")));
    all(|n| list(n, |_| hex("f7010161e0")));
    all(|n| list(n, |i| [vec![0xF7, 1], name(format!("{i:0100}").as_bytes()), nil(i)].concat()));
    all(|n| {
        list(n, |_| {
            let mut out = vec![0xF7, 20];
            (0..20).for_each(|i| out.extend([name(format!("{i}").as_bytes()), nil(i)].concat()));
            out
        })
    });
    all(|n| {
        list(n, |i| match i {
            0..4 => [vec![0xD8 + i as u8], name(b"v"), nil(i)].concat(),
            _ => [vec![0xFB], count(i), name(b"v"), nil(i)].concat(),
        })
    });
}

/// What is passed over is free, and must not make room for claims that follow.
#[test]
fn claims_behind_much_input() {
    for open in ["f2fdffffffff", "f2fcffff", "f2fc0010"] {
        for levels in [1, 2, 10, 100] {
            let message = |n: usize| {
                let claims = hex(&open.repeat(levels));
                let long = text(&vec![b'x'; n]);
                let tail = vec![0xB0; 70_000];
                [hex("f7020161"), long, name(b"wanted"), claims, tail].concat()
            };
            for budget in [0, KIB, 64 * KIB] {
                for n in [0, MIB / 2] {
                    let message = message(n);
                    within::<Behind<Tree>>(&message, budget);
                    within::<Behind<Fat>>(&message, budget);
                    within::<Behind<Vec<Vec<Wide>>>>(&message, budget);
                    within::<Behind<Vec<HashMap<u64, Wide>>>>(&message, budget);
                    within::<Behind<Vec<[Wide; 16]>>>(&message, budget);
                    within::<Behind<Value>>(&message, budget);
                }
            }
        }
    }
}

/// An error says where it is by names, one for each level, which may be long.
#[test]
fn errors() {
    let long = vec![b'v'; 100_000];
    for budget in [0, KIB, 200 * KIB, MIB] {
        let nested = [vec![0xD8], name(&long), vec![0xD8; 120], vec![0xDC]].concat();
        within::<Value>(&nested, budget);
        let record = [vec![0xF7, 1], name(&long), vec![0xE0]].concat();
        let nested = [vec![0xF3, 2], record, vec![0xA0; 120], vec![0xDC]].concat();
        within::<Value>(&nested, budget);
        within::<Vec<HashMap<String, u8>>>(&nested, budget);
        let twice = [vec![0xF7, 2], name(&long), vec![0xE0], name(&long)].concat();
        within::<Value>(&twice, budget);
        within::<Strict>(&twice, budget);
        within::<Choice>(&[vec![0xD0], name(&long)].concat(), budget);
        within::<u8>(&text(&long), budget);
    }
}

/// Each message of a stream has the budget to itself: nothing is kept from the one before.
#[test]
fn streams() {
    let budget = 256 * KIB;
    let nil = |_: usize| vec![0xE0];
    let long = |_: usize| [vec![0xF7, 1], name(&vec![b'n'; 200_000]), vec![0xE0]].concat();
    let many = |_: usize| list(3_000, |_| hex("f700"));
    for first in [long(0), many(0)] {
        for second in [packed(0, 1)(5_000), ints(30_000), nil(0), texts(100)(1_500)] {
            let stream = [first.clone(), second].concat();
            let de = || {
                mrna::Deserializer::from_reader(&stream[..]).limits(Limits::new().memory(budget))
            };
            let (_, _, peak) = measured(|| de().into_iter::<Value>().map(drop).count());
            assert!(peak <= 3 * budget + 64 * KIB, "{peak}");
        }
        let stream = [first, nil(0)].concat();
        let mut de = mrna::Deserializer::from_reader(&stream[..]).into_iter::<Value>();
        let (two, _, _) = measured(|| (de.next().is_some(), de.next().is_some()));
        let held = crate::COUNTS.get().1;
        assert_eq!(two, (true, true));
        assert!(held <= 4 * KIB as isize, "{held} bytes are kept from message to message");
    }
}
