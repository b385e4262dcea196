//! Both programs, run as their users run them.

use std::{
    error::Error,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::Duration,
};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The server, which is ended whatever becomes of the test.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// On a port that the system chooses.
    fn start(options: &[&str]) -> Result<Self> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
        command.arg("127.0.0.1:0").args(options).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut server = Server { process: command.spawn()?, address: String::new() };
        let mut line = String::new();
        BufReader::new(server.process.stdout.take().ok_or("no stdout")?).read_line(&mut line)?;
        server.address = line.trim().strip_prefix("listening on ").ok_or("no address")?.into();
        Ok(server)
    }

    /// What the client prints.
    fn call(&self, options: &[&str]) -> Result<String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_client"));
        let output = command.arg(&self.address).args(options).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// As the README has it, for the first client.
fn printed() -> Result<&'static str> {
    let readme = include_str!("../README.md");
    let (_, behind) = readme.split_once("```text\n").ok_or("no output in the README")?;
    Ok(behind.split_once("```").ok_or("no end")?.0)
}

fn check(options: &[&str]) -> Result {
    let server = Server::start(options)?;
    assert_eq!(server.call(options)?, printed()?);
    // The server keeps what it was given.
    assert!(server.call(options)?.starts_with("intake: 6 values\n"));
    Ok(())
}

#[test]
fn without_lengths() -> Result {
    check(&[])
}

#[test]
fn through_tokio_serde() -> Result {
    check(&["--tokio-serde"])
}

/// Who claims 4 GB is cut off at once, the others go on.
#[test]
fn a_hostile_client() -> Result {
    let server = Server::start(&[])?;
    for hostile in [&[0xF1, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF][..], &[0xDC], &[0xB1; 100]] {
        let mut stream = TcpStream::connect(&server.address)?;
        // Not what decides: the server answers, or the test fails.
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.write_all(hostile)?;
        match stream.read(&mut [0]) {
            Ok(read) => assert_eq!(read, 0),
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
        }
    }
    assert!(server.call(&[])?.starts_with("intake: 3 values\n"));
    Ok(())
}
