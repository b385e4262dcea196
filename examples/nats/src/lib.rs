//! What goes through the broker.

use mrna::Limits;
use serde::{Deserialize, Serialize};

/// Where it is published.
pub const SUBJECT: &str = "measurements";

/// What a sensor has measured since the last message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    pub sensor: String,
    pub number: u64,
    pub state: State,
    pub values: Vec<f32>,
}

/// How a sensor is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum State {
    Ok,
    Failing { since: u64 },
}

/// A message from the bus, to which anybody may publish.
///
/// # Errors
///
/// If it is malformed, of another type, or takes more than any sensor has to say.
pub fn read(payload: &[u8]) -> mrna::Result<Measured> {
    mrna::from_slice_with(payload, Limits::new().depth(4).memory(1 << 20))
}
