//! Messages of any structure, from seeds.

use std::collections::{BTreeMap, HashMap, HashSet};

use fastrand::Rng;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_bytes::ByteBuf;

use mrna::Value;

use crate::KIB;
use crate::budget::within;
use crate::build::{bytes, count, int, name, text};
use crate::types::{Chain, Choice, Fat, Flat, Maps, Named, Strict, Tree, Untagged, Wide};

/// Writes values at random, well-formed but for a lie or a stray byte here and there.
struct Writer {
    rng: Rng,
    shapes: Vec<usize>,
    variants: usize,
    /// One in so many lengths is a lie.
    lies: usize,
    out: Vec<u8>,
}

impl Writer {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let lies = *rng.choice(&[20, 1_000, usize::MAX]).as_ref().unwrap();
        Writer { rng, shapes: Vec::new(), variants: 0, lies: *lies, out: Vec::new() }
    }

    /// A length, most often a small one.
    fn len(&mut self) -> usize {
        match self.rng.u8(..) {
            0..=119 => self.rng.usize(..3),
            120..=239 => self.rng.usize(..12),
            240..=253 => self.rng.usize(..300),
            _ => self.rng.usize(..20_000),
        }
    }

    fn counted(&mut self, long: u8, short: Option<(u8, usize)>, n: usize) {
        if self.lies < usize::MAX && self.rng.usize(..self.lies) == 0 {
            self.out.push(long);
            self.out.extend(count(self.rng.usize(..) >> self.rng.u8(..64)));
            return;
        }
        match short {
            Some((lead, room)) if n < room => self.out.push(lead + n as u8),
            _ => self.out.extend([vec![long], count(n)].concat()),
        }
    }

    fn name(&mut self) -> Vec<u8> {
        let n = self.rng.usize(..30);
        let known = [&b"first"[..], b"second", b"third", b"next", b"Unit", b"New", b"a", b"only"];
        match n {
            0..8 => name(known[n]),
            8 => name(&vec![b'n'; self.rng.usize(..5_000)]),
            _ => name(format!("{}", self.rng.u16(..)).as_bytes()),
        }
    }

    fn values(&mut self, n: usize, depth: usize) {
        // Alike, as in most lists, or any.
        let kind = self.rng.bool().then(|| self.rng.u8(..));
        (0..n).for_each(|_| self.value(depth, kind));
    }

    fn value(&mut self, depth: usize, kind: Option<u8>) {
        if self.out.len() > 200_000 {
            return self.out.push(0xE0);
        }
        let kind = kind.unwrap_or_else(|| self.rng.u8(..)) % if depth == 0 { 12 } else { 24 };
        let len = self.len();
        match kind {
            0 => self.out.push(0xE0),
            1 => self.out.push(0xE1 + self.rng.u8(..2)),
            2 | 3 => self.out.push(self.rng.u8(..0x80)),
            4 => self.out.extend(int(self.rng.usize(..))),
            5 => self.out.extend(mrna::to_vec(&self.rng.f64()).unwrap()),
            6 | 7 => self.out.extend(text(&vec![b'x'; len])),
            8 => self.out.extend(bytes(&vec![b'x'; len])),
            9 => self.out.extend([vec![0xEC], count(len + 9), vec![1; len + 9]].concat()),
            10 | 11 => {
                let kind = self.rng.u8(..10);
                let width = [1, 1, 2, 2, 4, 4, 8, 8, 4, 8][usize::from(kind)];
                let lead = 0xFC + self.rng.u8(..2);
                self.out.extend([vec![lead, kind], count(len), vec![1; len * width]].concat());
            }
            12 | 13 => {
                self.counted(0xF2, Some((0xB0, 8)), len);
                self.values(len, depth - 1);
            }
            14 => {
                self.counted(0xF3, Some((0xB8, 8)), len);
                self.values(len, depth - 1);
            }
            15 => {
                let lead = 0xF4 + self.rng.u8(..2);
                self.counted(lead, None, len);
                self.values(len, depth - 1);
            }
            16 | 17 => {
                self.counted(0xF6, Some((0xC0, 8)), len);
                for _ in 0..len {
                    let key = self.rng.choice([2, 4, 6]);
                    self.value(depth - 1, key);
                    self.value(depth - 1, None);
                }
            }
            18 => {
                let len = len.min(40);
                self.counted(0xF7, None, len);
                for i in 0..len {
                    let name = if i < 3 { self.name() } else { name(format!("f{i}").as_bytes()) };
                    self.out.extend(name);
                    self.value(depth - 1, None);
                }
                self.shapes.push(len);
            }
            19 | 20 => match self.shapes.len() {
                0 => self.value(depth, Some(18)),
                known => {
                    let shape = self.rng.usize(..known);
                    match shape {
                        0..16 => self.out.push(0xA0 + shape as u8),
                        _ => self.out.extend([vec![0xF8], count(shape)].concat()),
                    }
                    self.values(self.shapes[shape], depth - 1);
                }
            },
            21 | 22 => {
                let number = self.rng.usize(..=self.variants);
                let unit = self.rng.bool();
                let (short, room, long) = if unit { (0xD0, 8, 0xFA) } else { (0xD8, 4, 0xFB) };
                match number < room {
                    true => self.out.push(short + number as u8),
                    false => self.out.extend([vec![long], count(number)].concat()),
                }
                if number == self.variants {
                    self.variants += 1;
                    let name = self.name();
                    self.out.extend(name);
                }
                if !unit {
                    self.value(depth - 1, None);
                }
            }
            _ => {
                if self.rng.bool() {
                    self.out.extend([0xE3, 0xE0]);
                } else {
                    self.out.extend([vec![0xFF], count(len)].concat());
                    self.value(depth - 1, None);
                }
            }
        }
    }
}

pub fn message(seed: u64) -> Vec<u8> {
    let mut writer = Writer::new(seed);
    let depth = writer.rng.usize(1..8);
    // Most often something with parts.
    let kind = writer.rng.u8(12..24);
    writer.value(depth, Some(kind));
    if writer.rng.u8(..4) == 0 {
        let at = writer.rng.usize(..writer.out.len());
        writer.out[at] = writer.rng.u8(..);
    }
    writer.out
}

fn all<T: DeserializeOwned>(message: &[u8]) -> usize {
    let budgets = [0, KIB, 16 * KIB, 256 * KIB];
    budgets.into_iter().filter(|budget| within::<T>(message, *budget)).count()
}

#[test]
fn random_messages() {
    let mut read = 0;
    for seed in 0..if cfg!(debug_assertions) { 150 } else { 1_500 } {
        let message = message(seed);
        read += all::<Value>(&message);
        all::<IgnoredAny>(&message);
        all::<Tree>(&message);
        all::<Fat>(&message);
        all::<Maps>(&message);
        all::<Chain>(&message);
        all::<Vec<Value>>(&message);
        all::<Vec<Option<Box<Wide>>>>(&message);
        all::<Vec<Untagged>>(&message);
        all::<Untagged>(&message);
        all::<Vec<Choice>>(&message);
        all::<Vec<Named>>(&message);
        all::<Vec<Strict>>(&message);
        all::<Vec<String>>(&message);
        all::<Vec<ByteBuf>>(&message);
        all::<HashSet<u64>>(&message);
        all::<HashMap<String, Value>>(&message);
        all::<BTreeMap<u64, Value>>(&message);
        all::<Vec<BTreeMap<String, IgnoredAny>>>(&message);
        all::<Flat>(&message);
    }
    assert!(read > 50, "only {read} were whole");
}
