//! Prints the first messages that come.

use std::error::Error;

use futures_util::StreamExt;
use mrna_nats::{SUBJECT, State};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: consume SERVER COUNT";
    let mut arguments = std::env::args().skip(1);
    let server = arguments.next().ok_or(usage)?;
    let mut left: usize = arguments.next().ok_or(usage)?.parse()?;
    let client = async_nats::connect(server).await?;
    let mut messages = client.subscribe(SUBJECT).await?;
    // From here on the broker knows of it.
    client.flush().await?;
    println!("ready");
    while left > 0 {
        let message = messages.next().await.ok_or("the broker has gone")?;
        let measured = match mrna_nats::read(&message.payload) {
            Ok(measured) => measured,
            Err(error) => {
                eprintln!("passed over: {error}");
                continue;
            }
        };
        left -= 1;
        let state = match measured.state {
            State::Ok => "ok".into(),
            State::Failing { since } => format!("failing since {since}"),
        };
        let (sensor, number, count) = (measured.sensor, measured.number, measured.values.len());
        println!("{sensor}, {number}: {count} values, {state}");
    }
    Ok(())
}
