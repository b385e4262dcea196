//! A surface of triangles: nothing but floats.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

pub(crate) type Mesh = Vec<Triangle>;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Triangle {
    a: Vector,
    b: Vector,
    c: Vector,
    normal: Vector,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Vector {
    x: f32,
    y: f32,
    z: f32,
}

const TRIANGLES: usize = 125_000;

pub(crate) fn generate() -> Mesh {
    let rng = &mut Rng::with_seed(2);
    let triangle =
        |_| Triangle { a: vector(rng), b: vector(rng), c: vector(rng), normal: vector(rng) };
    (0..TRIANGLES).map(triangle).collect()
}

/// Within the unit cube.
fn vector(rng: &mut Rng) -> Vector {
    Vector { x: rng.f32(), y: rng.f32(), z: rng.f32() }
}
