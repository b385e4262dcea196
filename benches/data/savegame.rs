//! The players of a game as it saves them: large records of all kinds of fields.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// Texts are `String`, or `&str` to borrow them.
pub(crate) type Players<S> = Vec<Player<S>>;

type Vector = (f64, f64, f64);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Player<S> {
    mode: Mode,
    last_mode: Mode,
    score: i64,
    world: S,
    hand_slot: u32,
    in_hand: Item<S>,
    home_world: Option<S>,
    home_x: i64,
    home_y: i64,
    home_z: i64,
    home_is_fixed: Option<bool>,
    asleep_for: u16,
    exhaustion: f32,
    saturation: f32,
    hunger_clock: u32,
    level: u32,
    level_progress: f32,
    experience: i32,
    enchantment_seed: i32,
    inventory: Vec<Item<S>>,
    vault: Vec<Item<S>>,
    powers: Powers,
    portal_entered_at: Option<Vector>,
    rides: Option<([u32; 4], Creature<S>)>,
    left_pet: Option<Creature<S>>,
    right_pet: Option<Creature<S>>,
    has_won: bool,
    recipes: Recipes<S>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Mode {
    Build,
    Explore,
    Survive,
    Watch,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Item<S> {
    count: i8,
    slot: u8,
    name: S,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "as such data is")]
struct Powers {
    walking_speed: f32,
    flying_speed: f32,
    may_fly: bool,
    flies: bool,
    is_immortal: bool,
    may_build: bool,
    builds_at_once: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "as such data is")]
struct Creature<S> {
    species: S,
    position: Vector,
    velocity: Vector,
    direction: (f32, f32),
    fallen: f32,
    burns_for: u16,
    breath: u16,
    is_on_ground: bool,
    is_weightless: bool,
    is_immortal: bool,
    portal_wait: i32,
    id: [u32; 4],
    nickname: Option<S>,
    shows_nickname: bool,
    is_silent: bool,
    glows: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "as such data is")]
struct Recipes<S> {
    known: Vec<S>,
    fresh: Vec<S>,
    filters_bench: bool,
    shows_bench: bool,
    filters_oven: bool,
    shows_oven: bool,
    filters_kiln: bool,
    shows_kiln: bool,
    filters_smoker: bool,
    shows_smoker: bool,
}

const PLAYERS: usize = 500;

const WORLDS: [&str; 3] = ["surface", "caverns", "sky"];
const ITEMS: [&str; 8] =
    ["clay", "basalt", "hatchet", "rope", "lantern", "bread", "breastplate", "coal"];
const SPECIES: [&str; 6] = ["goat", "heron", "wolf", "ghoul", "beetle", "salamander"];
const NICKNAMES: [&str; 6] = ["biscuit", "duchess", "otto", "pebble", "thunder", "zelda"];

pub(crate) fn generate() -> Players<String> {
    let rng = &mut Rng::with_seed(3);
    (0..PLAYERS).map(|_| player(rng)).collect()
}

fn player(rng: &mut Rng) -> Player<String> {
    Player {
        mode: mode(rng),
        last_mode: mode(rng),
        score: rng.i64(..),
        world: text(rng, &WORLDS),
        hand_slot: rng.u32(..),
        in_hand: item(rng),
        home_world: maybe(rng, |rng| text(rng, &WORLDS)),
        home_x: rng.i64(..),
        home_y: rng.i64(..),
        home_z: rng.i64(..),
        home_is_fixed: maybe(rng, Rng::bool),
        asleep_for: rng.u16(..),
        exhaustion: rng.f32(),
        saturation: rng.f32(),
        hunger_clock: rng.u32(..),
        level: rng.u32(..),
        level_progress: rng.f32(),
        experience: rng.i32(..),
        enchantment_seed: rng.i32(..),
        inventory: list(rng, 40, item),
        vault: list(rng, 27, item),
        powers: powers(rng),
        portal_entered_at: maybe(rng, vector),
        rides: maybe(rng, |rng| (id(rng), creature(rng))),
        left_pet: maybe(rng, creature),
        right_pet: maybe(rng, creature),
        has_won: rng.bool(),
        recipes: recipes(rng),
    }
}

fn mode(rng: &mut Rng) -> Mode {
    match rng.u8(..4) {
        0 => Mode::Build,
        1 => Mode::Explore,
        2 => Mode::Survive,
        _ => Mode::Watch,
    }
}

fn item(rng: &mut Rng) -> Item<String> {
    Item { count: rng.i8(..), slot: rng.u8(..), name: text(rng, &ITEMS) }
}

fn powers(rng: &mut Rng) -> Powers {
    Powers {
        walking_speed: rng.f32(),
        flying_speed: rng.f32(),
        may_fly: rng.bool(),
        flies: rng.bool(),
        is_immortal: rng.bool(),
        may_build: rng.bool(),
        builds_at_once: rng.bool(),
    }
}

fn creature(rng: &mut Rng) -> Creature<String> {
    Creature {
        species: text(rng, &SPECIES),
        position: vector(rng),
        velocity: vector(rng),
        direction: (rng.f32(), rng.f32()),
        fallen: rng.f32(),
        burns_for: rng.u16(..),
        breath: rng.u16(..),
        is_on_ground: rng.bool(),
        is_weightless: rng.bool(),
        is_immortal: rng.bool(),
        portal_wait: rng.i32(..),
        id: id(rng),
        nickname: maybe(rng, |rng| text(rng, &NICKNAMES)),
        shows_nickname: rng.bool(),
        is_silent: rng.bool(),
        glows: rng.bool(),
    }
}

fn recipes(rng: &mut Rng) -> Recipes<String> {
    Recipes {
        known: list(rng, 30, |rng| text(rng, &ITEMS)),
        fresh: list(rng, 10, |rng| text(rng, &ITEMS)),
        filters_bench: rng.bool(),
        shows_bench: rng.bool(),
        filters_oven: rng.bool(),
        shows_oven: rng.bool(),
        filters_kiln: rng.bool(),
        shows_kiln: rng.bool(),
        filters_smoker: rng.bool(),
        shows_smoker: rng.bool(),
    }
}

fn id(rng: &mut Rng) -> [u32; 4] {
    [rng.u32(..), rng.u32(..), rng.u32(..), rng.u32(..)]
}

/// In steps that have few enough decimal digits for JSON's readers, too, to be exact.
fn vector(rng: &mut Rng) -> Vector {
    let mut coordinate = || f64::from(rng.i32(-30_000_000..30_000_000)) / 1_024.0;
    (coordinate(), coordinate(), coordinate())
}

fn text(rng: &mut Rng, from: &[&str]) -> String {
    rng.choice(from).copied().unwrap_or_default().into()
}

fn maybe<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.bool().then(|| make(rng))
}

fn list<T>(rng: &mut Rng, below: u32, mut make: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    (0..rng.u32(..below)).map(|_| make(rng)).collect()
}
