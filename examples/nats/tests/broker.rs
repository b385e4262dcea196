//! Both programs and a real broker, run as their users run them.

use std::{
    error::Error,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Nothing here takes longer, unless it hangs.
const DEADLINE: Duration = Duration::from_secs(60);

/// A process that is ended whatever becomes of the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The broker and its address, on a port that it chooses; `None` if it isn't installed.
fn broker() -> Result<Option<(Process, String)>> {
    let mut command = Command::new("nats-server");
    command.args(["--addr", "127.0.0.1", "--port", "-1"]).stdin(Stdio::null());
    let mut broker = match command.stderr(Stdio::piped()).spawn() {
        Ok(broker) => Process(broker),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut log = BufReader::new(broker.0.stderr.take().ok_or("no stderr")?);
    let mut address = String::new();
    let mut line = String::new();
    while !line.contains("Server is ready") {
        line.clear();
        if log.read_line(&mut line)? == 0 {
            return Err("the broker has ended".into());
        }
        if let Some((_, found)) = line.split_once("Listening for client connections on ") {
            address = found.trim().into();
        }
    }
    // It must be able to go on writing.
    thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    Ok(Some((broker, address)))
}

/// Publishes payloads by the protocol itself, and waits until the broker has them.
fn publish_raw(address: &str, payloads: &[&[u8]]) -> Result {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(b"CONNECT {\"verbose\":false}\r\n")?;
    for payload in payloads {
        write!(stream, "PUB {} {}\r\n", mrna_nats::SUBJECT, payload.len())?;
        stream.write_all(payload)?;
        stream.write_all(b"\r\n")?;
    }
    stream.write_all(b"PING\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    let pong = lines.find(|line| line.as_ref().map_or(true, |line| line == "PONG"));
    pong.ok_or("no answer")??;
    Ok(())
}

/// As the README has it.
fn printed() -> Result<&'static str> {
    let readme = include_str!("../README.md");
    let (_, behind) = readme.split_once("```text\n").ok_or("no output in the README")?;
    Ok(behind.split_once("```").ok_or("no end")?.0)
}

#[test]
fn publish_and_consume() -> Result {
    let Some((_broker, address)) = broker()? else {
        println!("skipped: nats-server is not installed (apt-get install nats-server)");
        return Ok(());
    };
    let mut consume = Command::new(env!("CARGO_BIN_EXE_consume"));
    consume.args([&address, "3"]).stdin(Stdio::null());
    let mut consumer = Process(consume.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
    let mut stdout = BufReader::new(consumer.0.stdout.take().ok_or("no stdout")?);
    let mut found = String::new();
    stdout.read_line(&mut found)?;
    assert_eq!(found, "ready\n");

    // Malformed, of another type, too deep, and a claim that is never an order to allocate.
    let hostile = [&[0xDC][..], &[0x01], &[0xB1; 100], &[0xF2, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF]];
    publish_raw(&address, &hostile)?;
    let mut publish = Command::new(env!("CARGO_BIN_EXE_publish"));
    assert!(publish.arg(&address).stdin(Stdio::null()).status()?.success());

    let (sender, rest) = mpsc::channel();
    thread::spawn(move || sender.send(std::io::read_to_string(stdout)));
    found += &rest.recv_timeout(DEADLINE)??;
    assert_eq!(found, printed()?);
    assert!(consumer.0.wait()?.success());
    let mut reported = String::new();
    consumer.0.stderr.take().ok_or("no stderr")?.read_to_string(&mut reported)?;
    assert_eq!(reported.lines().count(), hostile.len(), "{reported}");
    assert!(reported.contains("passed over: reserved byte 0xdc"), "{reported}");
    Ok(())
}
