//! The formats side by side, behind one interface.

use core::{fmt::Debug, mem};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// A format with its settings.
pub(crate) trait Format {
    const NAME: &str;

    /// Writes a message at `out[at..]` and gives its end. The buffer is one that was used before;
    /// what it has behind the end means nothing.
    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize;

    /// Reads a message, borrowing from it what `T` wants to borrow; `None` from a format that
    /// can't lend.
    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T>;

    /// Reads a message.
    fn read<T: DeserializeOwned>(bytes: &[u8]) -> T {
        done(Self::borrow(bytes).ok_or("can't lend"))
    }
}

/// Something to do with each of the formats.
pub(crate) trait Visit {
    fn visit<F: Format>(&mut self);
}

/// Visits all formats but those of these names.
pub(crate) fn each(without: &[&str], visit: &mut impl Visit) {
    one::<Mrna>(without, visit);
    one::<Rmp>(without, visit);
    one::<RmpNamed>(without, visit);
    one::<Cbor4ii>(without, visit);
    one::<Ciborium>(without, visit);
    one::<Json>(without, visit);
    one::<Postcard>(without, visit);
    one::<Bincode>(without, visit);
    one::<BincodeFixed>(without, visit);
}

/// A message in a buffer of its own size.
pub(crate) fn message<F: Format>(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let len = F::write(value, &mut bytes, 0);
    bytes.truncate(len);
    bytes
}

fn one<F: Format>(without: &[&str], visit: &mut impl Visit) {
    if !without.contains(&F::NAME) {
        visit.visit::<F>();
    }
}

struct Mrna;
/// Structs as arrays.
struct Rmp;
/// Structs as maps.
struct RmpNamed;
struct Cbor4ii;
struct Ciborium;
struct Json;
struct Postcard;
struct Bincode;
/// Integers at their full width.
struct BincodeFixed;

impl Format for Mrna {
    const NAME: &str = "mrna";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        appended(out, at, |out| mrna::append(out, value))
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(done(mrna::from_slice(bytes)))
    }
}

impl Format for Rmp {
    const NAME: &str = "rmp-serde";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        appended(out, at, |out| value.serialize(&mut rmp_serde::Serializer::new(out)))
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(done(rmp_serde::from_slice(bytes)))
    }
}

impl Format for RmpNamed {
    const NAME: &str = "rmp-serde named";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        appended(out, at, |out| {
            value.serialize(&mut rmp_serde::Serializer::new(out).with_struct_map())
        })
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(done(rmp_serde::from_slice(bytes)))
    }
}

impl Format for Cbor4ii {
    const NAME: &str = "cbor4ii";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        appended(out, at, |out| {
            cbor4ii::serde::to_vec(mem::take(out), value).map(|bytes| *out = bytes)
        })
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(done(cbor4ii::serde::from_slice(bytes)))
    }
}

impl Format for Ciborium {
    const NAME: &str = "ciborium";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        appended(out, at, |out| ciborium::into_writer(value, out))
    }

    fn borrow<'de, T: Deserialize<'de>>(_: &'de [u8]) -> Option<T> {
        None
    }

    fn read<T: DeserializeOwned>(bytes: &[u8]) -> T {
        done(ciborium::from_reader(bytes))
    }
}

impl Format for Json {
    const NAME: &str = "serde_json";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        appended(out, at, |out| serde_json::to_writer(out, value))
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(done(serde_json::from_slice(bytes)))
    }
}

impl Format for Postcard {
    const NAME: &str = "postcard";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        filled(out, at, |out| postcard::to_slice(value, out).ok().map(|written| written.len()))
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(done(postcard::from_bytes(bytes)))
    }
}

impl Format for Bincode {
    const NAME: &str = "bincode";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        bincode_write(value, out, at, bincode::config::standard())
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(bincode_read(bytes, bincode::config::standard()))
    }
}

impl Format for BincodeFixed {
    const NAME: &str = "bincode fixed";

    fn write<T: Serialize>(value: &T, out: &mut Vec<u8>, at: usize) -> usize {
        bincode_write(value, out, at, bincode::config::legacy())
    }

    fn borrow<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
        Some(bincode_read(bytes, bincode::config::legacy()))
    }
}

fn bincode_write<T: Serialize, C: bincode::config::Config>(
    value: &T,
    out: &mut Vec<u8>,
    at: usize,
    config: C,
) -> usize {
    filled(out, at, |out| bincode::serde::encode_into_slice(value, out, config).ok())
}

fn bincode_read<'de, T: Deserialize<'de>, C: bincode::config::Config>(
    bytes: &'de [u8],
    config: C,
) -> T {
    done(bincode::serde::borrow_decode_from_slice(bytes, config)).0
}

/// For formats that write at the end of a `Vec`.
fn appended<E: Debug>(
    out: &mut Vec<u8>,
    at: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
) -> usize {
    out.resize(at, 0);
    done(write(out));
    out.len()
}

/// For formats that are at their best when they write into a slice: one that has room, from the
/// second time on.
fn filled(
    out: &mut Vec<u8>,
    at: usize,
    mut write: impl FnMut(&mut [u8]) -> Option<usize>,
) -> usize {
    loop {
        if let Some(written) = out.get_mut(at..).and_then(&mut write) {
            return at + written;
        }
        out.resize(at + 1_024 + out.len() * 2, 0);
    }
}

#[expect(clippy::expect_used, reason = "there is nothing to measure then")]
fn done<T, E: Debug>(result: Result<T, E>) -> T {
    result.expect("a format failed")
}
