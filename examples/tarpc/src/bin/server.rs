//! Keeps measurements for whoever calls.

use std::{
    error::Error,
    sync::{Arc, Mutex, PoisonError},
};

use futures_util::StreamExt;
use mrna_tarpc::{Measurements, Refused, Store, StoreRequest, StoreResponse, Summary};
use tarpc::{
    ClientMessage, Response, Transport,
    context::Context,
    server::{BaseChannel, Channel},
};
use tokio::net::TcpListener;

#[derive(Clone, Default)]
struct Server(Arc<Mutex<Measurements>>);

impl Store for Server {
    async fn add(self, _: Context, sensor: String, values: Vec<f64>) -> Result<usize, Refused> {
        if let Some(index) = values.iter().position(|value| value.is_nan()) {
            return Err(Refused::NotANumber { index });
        }
        let mut measurements = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = measurements.entry(sensor).or_default();
        kept.extend(values);
        Ok(kept.len())
    }

    async fn summary(self, _: Context, sensor: String) -> Option<Summary> {
        let measurements = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let values = measurements.get(&sensor).filter(|values| !values.is_empty())?;
        Some(Summary {
            mean: values.iter().sum::<f64>() / values.len() as f64,
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            greatest: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

/// Answers one connection until it ends.
async fn serve<T>(server: Server, transport: T)
where
    T: Transport<Response<StoreResponse>, ClientMessage<StoreRequest>> + Send + 'static,
{
    BaseChannel::with_defaults(transport)
        .execute(server.serve())
        .for_each(|call| async {
            tokio::spawn(call);
        })
        .await;
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (address, through_tokio_serde) =
        mrna_tarpc::arguments().ok_or("usage: server ADDRESS [--tokio-serde]")?;
    let listener = TcpListener::bind(address).await?;
    println!("listening on {}", listener.local_addr()?);
    let server = Server::default();
    loop {
        let (stream, _) = listener.accept().await?;
        let server = server.clone();
        if through_tokio_serde {
            tokio::spawn(serve(server, mrna_tarpc::tokio_serde(stream)));
        } else {
            tokio::spawn(serve(server, mrna_tarpc::direct(stream)));
        }
    }
}
