//! The access log of a web server: mostly text, in records that are all alike.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// Texts are `String`, or `&str` to borrow them.
pub(crate) type Log<S> = Vec<Request<S>>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request<S> {
    peer: (u8, u8, u8, u8),
    identity: S,
    user: S,
    date: Date<S>,
    line: S,
    code: u16,
    size: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Date<S> {
    year: u16,
    month: u8,
    day: u8,
    /// The time of day with its zone.
    time: S,
}

const REQUESTS: usize = 10_000;

const USERS: [&str; 8] = ["-", "-", "-", "anna", "bartosz", "chloe", "dimitri", "emeka"];
const METHODS: [&str; 4] = ["GET", "HEAD", "POST", "OPTIONS"];
const PATHS: [&str; 8] = [
    "/index.html",
    "/robots.txt",
    "/search?q=ribosome&page=2",
    "/static/css/main.css",
    "/static/fonts/serif.woff2",
    "/images/header-wide@2x.png",
    "/account/settings/keys",
    "/api/v2/items/batch/7f3a",
];
const VERSIONS: [&str; 3] = ["HTTP/1.1", "HTTP/2", "HTTP/3"];
const CODES: [u16; 12] = [101, 200, 200, 201, 204, 206, 301, 304, 403, 404, 429, 503];

pub(crate) fn generate() -> Log<String> {
    let rng = &mut Rng::with_seed(1);
    (0..REQUESTS).map(|_| request(rng)).collect()
}

fn request(rng: &mut Rng) -> Request<String> {
    let line = format!("{} {} {}", pick(rng, &METHODS), pick(rng, &PATHS), pick(rng, &VERSIONS));
    Request {
        peer: (rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..)),
        identity: "-".into(),
        user: pick(rng, &USERS).into(),
        date: date(rng),
        line,
        code: pick(rng, &CODES),
        size: rng.u64(..100_000_000),
    }
}

fn date(rng: &mut Rng) -> Date<String> {
    let (hour, minute, second) = (rng.u8(..24), rng.u8(..60), rng.u8(..60));
    let sign = if rng.bool() { '+' } else { '-' };
    let zone = rng.u8(..=12);
    Date {
        year: rng.u16(1990..2030),
        month: rng.u8(1..=12),
        day: rng.u8(1..=28),
        time: format!("{hour:02}:{minute:02}:{second:02} {sign}{zone:02}00"),
    }
}

fn pick<T: Copy + Default>(rng: &mut Rng, from: &[T]) -> T {
    rng.choice(from).copied().unwrap_or_default()
}
