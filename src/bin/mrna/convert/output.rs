//! Where what was converted goes.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufWriter, StdoutLock, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};

/// How much is written at a time.
const BUFFER: usize = 128 << 10;

/// The standard output, or a file that is there when it is whole and not before.
pub(crate) struct Output {
    writer: BufWriter<Target>,
    /// What the user calls it, unless it is the standard output.
    name: Option<PathBuf>,
}

enum Target {
    Stdout(StdoutLock<'static>),
    /// What can't be replaced: a device, a pipe.
    Special(File),
    /// Beside the file, whose name it gets.
    Beside(NamedTempFile, PathBuf),
}

impl Output {
    /// Begins to write to this file, or to the standard output.
    pub(crate) fn create(path: Option<&Path>) -> Result<Self> {
        let path = path.filter(|path| path.as_os_str() != "-");
        let target = match path {
            None => Target::Stdout(io::stdout().lock()),
            Some(path) => {
                Target::create(path).map_err(|error| Failure::io(path.display(), error))?
            }
        };
        let writer = BufWriter::with_capacity(BUFFER, target);
        Ok(Output { writer, name: path.map(Path::to_owned) })
    }

    /// A write that failed.
    pub(crate) fn failed(&self, error: io::Error) -> Failure {
        failed(self.name.as_deref(), error)
    }

    /// Makes sure that all is written, and gives the file its name.
    pub(crate) fn finish(self) -> Result<()> {
        let Output { writer, name } = self;
        let finished = writer.into_inner().map_err(io::IntoInnerError::into_error);
        finished.and_then(Target::finish).map_err(|error| failed(name.as_deref(), error))
    }

    /// Leaves what isn't whole: it stays on the standard output, and there will be no file. Gives
    /// what to say about that.
    pub(crate) fn finish_early(mut self) -> Result<Option<&'static str>> {
        if let Target::Beside(..) = self.writer.get_ref() {
            return Ok(Some(
                "the output file was not written; without --output what comes before this is printed",
            ));
        }
        self.writer.flush().map_err(|error| self.failed(error))?;
        Ok(None)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn failed(name: Option<&Path>, error: io::Error) -> Failure {
    match name {
        None => error.into(),
        Some(path) => Failure::io(path.display(), error),
    }
}

impl Target {
    fn create(path: &Path) -> io::Result<Self> {
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return File::options().write(true).open(path).map(Target::Special);
        }
        // A link stays one: what it leads to is replaced.
        let place = end_of_links(path)?;
        let dir = match place.parent() {
            Some(dir) if dir != Path::new("") => dir,
            _ => Path::new("."),
        };
        let mut prefix = place.file_name().unwrap_or(OsStr::new("mrna")).to_owned();
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        // Those of any new file, not a temporary one's.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(dir)?;
        if let Some(there) = there {
            file.as_file().set_permissions(there.permissions())?;
        }
        Ok(Target::Beside(file, place))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Target::Stdout(mut stdout) => stdout.flush(),
            Target::Special(mut file) => file.flush(),
            Target::Beside(file, place) => {
                file.persist(place).map(drop).map_err(|error| error.error)
            }
        }
    }
}

/// Where a path leads to, be there something or nothing yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // No more than there are links, since those in a ring are another error.
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(to) => end_of_links(&path.parent().unwrap_or(Path::new("")).join(to)),
            Err(_) => Ok(path.to_owned()),
        },
        found => found,
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Special(file) => file.write(bytes),
            Target::Beside(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Special(file) => file.flush(),
            Target::Beside(file, _) => file.flush(),
        }
    }
}
