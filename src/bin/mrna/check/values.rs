//! What decoding each message says: whether it is valid and canonical, and the memory it takes.

use std::{
    fmt::{self, Display, Formatter},
    io::BufRead,
};

use mrna::{Limits, Value, to_vec, to_vec_canonical};

use super::recorded::Recorded;
use crate::{failure::Result, input::Input, messages::Messages};

/// Of the messages that are whole.
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) messages: u64,
    pub(crate) canonical: Canonical,
    pub(crate) memory: Memory,
    /// What is wrong behind them.
    pub(crate) error: Option<String>,
}

/// Whether each message has the one spelling that its contents have.
#[derive(Debug)]
pub(crate) enum Canonical {
    Yes,
    /// The first that is not, where it begins, and why.
    No {
        message: u64,
        offset: u64,
        why: &'static str,
    },
    /// So are those that are whole, but not all are.
    Unknown,
    /// Its messages are not by themselves.
    Session,
}

/// What [`Limits::memory`] must be to decode the message that takes the most.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    bytes: usize,
    message: u64,
}

impl Values {
    pub(crate) fn read(input: &Input, reader: impl BufRead) -> Result<Self> {
        let messages = Messages::new(Recorded::new(reader), Limits::new());
        let mut messages = messages.map_err(|error| input.failed(error))?;
        let canonical = if messages.is_session() { Canonical::Session } else { Canonical::Yes };
        let mut facts = Values { messages: 0, canonical, memory: Memory::default(), error: None };
        loop {
            let offset = messages.byte_offset();
            let value = match messages.next::<Value>() {
                Ok(Some(value)) => value,
                Ok(None) => return Ok(facts),
                Err(error) if error.is_io() => return Err(input.refused(&error)),
                Err(error) => {
                    facts.error = Some(format!("message {}: {error}", facts.messages + 1));
                    if let Canonical::Yes = facts.canonical {
                        facts.canonical = Canonical::Unknown;
                    }
                    return Ok(facts);
                }
            };
            let bytes = messages.reader_mut().take();
            facts.messages += 1;
            let message = facts.messages;
            if messages.memory_used() > facts.memory.bytes {
                facts.memory = Memory { bytes: messages.memory_used(), message };
            }
            // Asked only where it matters: it costs the names of each message of a session.
            if matches!(facts.canonical, Canonical::Yes)
                && let Some(why) = not_canonical(&value, &bytes)
            {
                facts.canonical = Canonical::No { message, offset, why };
            }
        }
    }
}

/// Why a message with this value is not canonical, if it isn't.
fn not_canonical(value: &Value, bytes: &[u8]) -> Option<&'static str> {
    match to_vec_canonical(value) {
        Ok(canonical) if canonical == bytes => None,
        Ok(_) if to_vec(value).is_ok_and(|written| written == bytes) => {
            Some("a map or a set is not in order")
        }
        Ok(_) => Some("the writer spells it otherwise"),
        Err(_) => Some("a key or member is there twice"),
    }
}

impl Display for Canonical {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Canonical::Yes => f.write_str("yes"),
            Canonical::No { message, offset, why } => {
                write!(f, "no: {why}, at byte {offset}, message {message}")
            }
            Canonical::Unknown => f.write_str("not known, as it is not valid"),
            Canonical::Session => f.write_str("not applicable to a session"),
        }
    }
}

impl Display for Memory {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.message {
            0 => write!(f, "0 bytes"),
            message => write!(f, "{} bytes, message {message}", self.bytes),
        }
    }
}
