//! Publishes three messages.

use std::error::Error;

use mrna_nats::{Measured, SUBJECT, State};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = std::env::args().nth(1).ok_or("usage: publish SERVER")?;
    let client = async_nats::connect(server).await?;
    let failing = State::Failing { since: 5 };
    for (sensor, number, state, values) in [
        ("intake", 7, State::Ok, vec![20.5, 20.0, 21.0]),
        ("exhaust", 8, failing, vec![80.0; 1_000]),
        ("intake", 9, State::Ok, vec![]),
    ] {
        let message = Measured { sensor: sensor.into(), number, state, values };
        client.publish(SUBJECT, mrna::to_vec(&message)?.into()).await?;
    }
    // Until then they may still wait in this process.
    client.flush().await?;
    Ok(())
}
