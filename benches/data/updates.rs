//! What a game's server tells its players many times a second: small integers, floats, options
//! and enums, deep in records.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

pub(crate) type Updates = Vec<Update>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Update {
    contacts: Vec<Contact>,
    score: u32,
    world_radius: f32,
    terrain: Vec<Terrain>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Contact {
    damage: u8,
    object_number: u32,
    vessel: Option<Craft>,
    steering: Steering,
    captain_number: Option<u16>,
    launchers: Vec<bool>,
    motion: Motion,
    gun_bearings: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Craft {
    Raft,
    Ferry,
    Tug,
    Barge,
    Cutter,
    Frigate,
    Corvette,
    Submarine,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Steering {
    course: u16,
    submerged: bool,
    speed: i16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Motion {
    height: i8,
    heading: u16,
    position: (f32, f32),
    velocity: i16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Terrain {
    chunk: (i8, i8),
    data: Vec<u8>,
}

/// What is built how often, with how many launchers and guns.
struct Kind {
    craft: Craft,
    frequency: u32,
    launchers: u32,
    guns: u32,
}

const fn kind(craft: Craft, frequency: u32, launchers: u32, guns: u32) -> Kind {
    Kind { craft, frequency, launchers, guns }
}

const KINDS: [Kind; 8] = [
    kind(Craft::Raft, 29, 11, 3),
    kind(Craft::Ferry, 5, 28, 3),
    kind(Craft::Tug, 29, 2, 0),
    kind(Craft::Barge, 16, 8, 2),
    kind(Craft::Cutter, 4, 17, 4),
    kind(Craft::Frigate, 5, 20, 1),
    kind(Craft::Corvette, 3, 12, 4),
    kind(Craft::Submarine, 9, 14, 0),
];

const UPDATES: usize = 1_000;

pub(crate) fn generate() -> Updates {
    let rng = &mut Rng::with_seed(4);
    (0..UPDATES).map(|_| update(rng)).collect()
}

fn update(rng: &mut Rng) -> Update {
    let captains = rng.u16(200..400);
    Update {
        contacts: (0..rng.u32(20..40)).map(|_| contact(rng, captains)).collect(),
        score: if rng.u8(..4) == 0 { rng.u32(..5_000) } else { rng.u32(..200) },
        world_radius: (f32::from(captains) * 15_000.0).sqrt() + rng.f32(),
        terrain: (0..rng.u32(3..10)).map(|_| terrain(rng)).collect(),
    }
}

fn contact(rng: &mut Rng, captains: u16) -> Contact {
    let kind = pick_kind(rng);
    let is_seen = rng.u8(..10) < 7;
    let dives = matches!(kind.craft, Craft::Submarine) && rng.u8(..10) < 9;
    let (launchers, guns) = if is_seen { (kind.launchers, kind.guns) } else { (0, 0) };
    let readiness = rng.u8(..);
    Contact {
        damage: if rng.bool() { 0 } else { rng.u8(..200) },
        object_number: rng.u32(..u32::from(captains) * 20),
        vessel: is_seen.then_some(kind.craft),
        steering: Steering { course: rng.u16(..), submerged: dives, speed: speed(rng) },
        captain_number: is_seen.then(|| rng.u16(..captains)),
        launchers: (0..launchers).map(|_| rng.u8(..) < readiness).collect(),
        motion: Motion {
            height: if dives { rng.i8(-120..-35) } else { 0 },
            heading: rng.u16(..),
            position: (rng.f32() * 1_500.0 - 750.0, rng.f32() * 1_500.0 - 750.0),
            velocity: speed(rng),
        },
        gun_bearings: (0..guns).map(|_| rng.u16(..)).collect(),
    }
}

fn pick_kind(rng: &mut Rng) -> &'static Kind {
    let [.., last] = &KINDS;
    let mut n = rng.u32(..KINDS.iter().map(|kind| kind.frequency).sum::<u32>());
    for kind in &KINDS {
        if n < kind.frequency {
            return kind;
        }
        n -= kind.frequency;
    }
    last
}

/// Mostly ahead, at times still or astern.
fn speed(rng: &mut Rng) -> i16 {
    match rng.u8(..10) {
        0 => 0,
        1 => rng.i16(-220..-30),
        _ => rng.i16(140..900),
    }
}

/// A new chunk now and then, or a few changes to a known one.
fn terrain(rng: &mut Rng) -> Terrain {
    let len = if rng.u8(..50) == 0 { rng.u32(900..1_100) } else { rng.u32(3..9) };
    Terrain { chunk: (rng.i8(-2..2), rng.i8(-2..2)), data: (0..len).map(|_| rng.u8(..)).collect() }
}
