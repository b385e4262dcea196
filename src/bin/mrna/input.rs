//! Where bytes come from: a file, or the standard input.

use std::{
    fmt::{self, Display, Formatter},
    fs::{File, Metadata},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::{Failure, Result};

/// Input from here on has a progress bar, on a terminal.
const LARGE: u64 = 16 << 20;

/// How much is read at a time.
const BUFFER: usize = 128 << 10;

/// A file, or `-` for the standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

impl From<PathBuf> for Input {
    fn from(path: PathBuf) -> Self {
        if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path) }
    }
}

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("standard input"),
            Input::File(path) => path.display().fmt(f),
        }
    }
}

impl Input {
    /// What the name ends with, behind its last dot.
    pub(crate) fn extension(&self) -> Option<&str> {
        match self {
            Input::Stdin => None,
            Input::File(path) => path.extension()?.to_str(),
        }
    }

    /// Whether it is the file of this path.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        match self {
            Input::Stdin => false,
            Input::File(file) => match (file.canonicalize(), path.canonicalize()) {
                (Ok(file), Ok(path)) => file == path,
                _ => false,
            },
        }
    }

    /// Begins to read, once.
    pub(crate) fn open(&self) -> Result<Box<dyn BufRead>> {
        match self {
            Input::Stdin => Ok(Box::new(BufReader::with_capacity(BUFFER, io::stdin().lock()))),
            Input::File(path) => {
                let file = File::open(path).map_err(|error| self.failed(error))?;
                let metadata = file.metadata().map_err(|error| self.failed(error))?;
                Ok(Box::new(BufReader::with_capacity(BUFFER, watched(file, &metadata))))
            }
        }
    }

    /// Keeps what is read, to read it more than once: what is no regular file, such as a pipe,
    /// goes into a file that nobody else sees and that goes away by itself.
    pub(crate) fn keep(&self) -> Result<Kept> {
        let file = match self {
            Input::Stdin => copied(&mut io::stdin().lock()),
            Input::File(path) => File::open(path).and_then(|mut file| {
                if file.metadata()?.is_file() { Ok(file) } else { copied(&mut file) }
            }),
        };
        let file = file.map_err(|error| self.failed(error))?;
        Ok(Kept { file, input: self.clone() })
    }

    /// What was read is no message, or could not be read.
    pub(crate) fn refused(&self, error: &mrna::Error) -> Failure {
        if error.is_io() { Failure::new(self, error) } else { Failure::damaged(self, error) }
    }

    /// A read that failed.
    pub(crate) fn failed(&self, error: io::Error) -> Failure {
        Failure::io(self, error)
    }
}

/// An input that can be read from its beginning again.
#[derive(Debug)]
pub(crate) struct Kept {
    file: File,
    input: Input,
}

impl Kept {
    /// How many bytes there are.
    pub(crate) fn len(&self) -> Result<u64> {
        let metadata = self.file.metadata().map_err(|error| self.input.failed(error))?;
        Ok(metadata.len())
    }

    /// Reads from the beginning.
    pub(crate) fn rewind(&mut self) -> Result<BufReader<Box<dyn Read + '_>>> {
        self.file.seek(SeekFrom::Start(0)).map_err(|error| self.input.failed(error))?;
        let metadata = self.file.metadata().map_err(|error| self.input.failed(error))?;
        Ok(BufReader::with_capacity(BUFFER, watched(&mut self.file, &metadata)))
    }
}

fn copied(reader: &mut impl Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(reader, &mut file)?;
    file.flush()?;
    Ok(file)
}

/// The file, with a progress bar if it is large and a person looks on.
fn watched<'f>(file: impl Read + 'f, metadata: &Metadata) -> Box<dyn Read + 'f> {
    if !metadata.is_file() || metadata.len() <= LARGE {
        return Box::new(file);
    }
    // It draws nothing where the standard error is no terminal.
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(metadata.len()), target);
    let style = "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    Box::new(bar.wrap_read(file))
}

/// The next byte, which stays; none at the end.
pub(crate) fn peek<B: BufRead + ?Sized>(reader: &mut B) -> io::Result<Option<u8>> {
    loop {
        match reader.fill_buf() {
            Ok(bytes) => return Ok(bytes.first().copied()),
            // A signal came in between.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
