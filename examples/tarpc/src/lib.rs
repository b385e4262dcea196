//! A store of measurements, called by tarpc over TCP, with mrna as the wire format.

use std::{collections::HashMap, pin::Pin};

use bytes::{Bytes, BytesMut};
use mrna::{Limits, tokio::Codec};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tarpc::{serde_transport::Transport, tokio_util::codec::LengthDelimitedCodec};
use tokio::net::TcpStream;
use tokio_util::codec::Framed;

/// What is called.
#[tarpc::service]
pub trait Store {
    /// Keeps values; says how many there are of that sensor now.
    async fn add(sensor: String, values: Vec<f64>) -> Result<usize, Refused>;
    /// What is known of a sensor.
    async fn summary(sensor: String) -> Option<Summary>;
}

/// Why values were not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refused {
    /// The value at this index is none.
    NotANumber { index: usize },
}

/// What is known of a sensor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub mean: f64,
    pub least: f64,
    pub greatest: f64,
}

/// The measurements by sensor.
pub type Measurements = HashMap<String, Vec<f64>>;

/// No call needs more, whoever calls.
const MAX_LEN: usize = 1 << 20;

fn limits() -> Limits {
    Limits::new().depth(16).memory(4 * MAX_LEN)
}

/// Messages one after the other, each as mrna writes it.
pub fn direct<Out, In>(stream: TcpStream) -> Framed<TcpStream, Codec<Out, In>> {
    Framed::new(stream, Codec::new().limits(limits()).max_len(MAX_LEN))
}

/// Messages through tokio-serde, in tarpc's frames: a length before each.
pub fn tokio_serde<Out, In>(stream: TcpStream) -> Transport<TcpStream, In, Out, Mrna>
where
    Out: Serialize,
    In: DeserializeOwned,
{
    let frames = LengthDelimitedCodec::builder().max_frame_length(MAX_LEN).new_codec();
    tarpc::serde_transport::new(Framed::new(stream, frames), Mrna)
}

/// mrna as a format for tokio-serde.
#[derive(Clone, Copy, Debug)]
pub struct Mrna;

impl<T: Serialize> ::tokio_serde::Serializer<T> for Mrna {
    type Error = std::io::Error;

    fn serialize(self: Pin<&mut Self>, item: &T) -> Result<Bytes, Self::Error> {
        Ok(mrna::to_vec(item)?.into())
    }
}

impl<T: DeserializeOwned> ::tokio_serde::Deserializer<T> for Mrna {
    type Error = std::io::Error;

    fn deserialize(self: Pin<&mut Self>, frame: &BytesMut) -> Result<T, Self::Error> {
        Ok(mrna::from_slice_with(frame, limits())?)
    }
}

/// The arguments of both programs: an address, and whether to go through tokio-serde.
pub fn arguments() -> Option<(String, bool)> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next()?;
    match arguments.next().as_deref() {
        None => Some((address, false)),
        Some("--tokio-serde") => Some((address, true)),
        Some(_) => None,
    }
}
