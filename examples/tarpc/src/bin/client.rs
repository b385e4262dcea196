//! Gives measurements to the server and asks what it makes of them.

use std::error::Error;

use mrna_tarpc::{Refused, StoreClient};
use tarpc::{client::Config, context};
use tokio::net::TcpStream;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (address, through_tokio_serde) =
        mrna_tarpc::arguments().ok_or("usage: client ADDRESS [--tokio-serde]")?;
    let stream = TcpStream::connect(address).await?;
    let store = if through_tokio_serde {
        StoreClient::new(Config::default(), mrna_tarpc::tokio_serde(stream)).spawn()
    } else {
        StoreClient::new(Config::default(), mrna_tarpc::direct(stream)).spawn()
    };

    for (sensor, values) in [("intake", vec![20.5, 20.0, 21.0]), ("exhaust", vec![80.0, f64::NAN])]
    {
        match store.add(context::current(), sensor.into(), values).await? {
            Ok(count) => println!("{sensor}: {count} values"),
            Err(Refused::NotANumber { index }) => {
                println!("refused: value {index} is not a number")
            }
        }
        match store.summary(context::current(), sensor.into()).await? {
            Some(s) => println!("{sensor}: mean {}, from {} to {}", s.mean, s.least, s.greatest),
            None => println!("{sensor}: nothing is known"),
        }
    }
    Ok(())
}
