//! The work on both sides of the pipe, which is the same whatever goes through it.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use indicatif::ProgressBar;
use xxhash_rust::xxh3::Xxh3;

use crate::protocol::Digest;

/// A file to send, as it was when opened.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) size: u64,
    file: File,
    modified: Option<SystemTime>,
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|e| format!("can't open {}: {e}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self::new(name.into_owned(), file)
    }

    pub(crate) fn new(name: String, file: File) -> Result<Self, String> {
        let metadata = file.metadata().map_err(|e| format!("can't examine {name}: {e}"))?;
        if !metadata.is_file() {
            return Err(format!("{name} is not a regular file"));
        }
        Ok(Source { name, size: metadata.len(), file, modified: metadata.modified().ok() })
    }

    /// Whether the file is no longer what it was.
    fn has_changed(&self) -> io::Result<bool> {
        let metadata = self.file.metadata()?;
        Ok(metadata.len() != self.size || metadata.modified().ok() != self.modified)
    }
}

/// The sender's work: reads the source, digests, moves the progress bar.
pub(crate) struct Input<'a> {
    source: &'a Source,
    /// Bytes read.
    pub(crate) done: u64,
    /// Whether there is other work than to move bytes.
    is_whole: bool,
    digest: Xxh3,
    bar: ProgressBar,
}

impl<'a> Input<'a> {
    pub(crate) fn new(source: &'a Source, is_whole: bool, bar: ProgressBar) -> io::Result<Self> {
        (&source.file).rewind()?;
        Ok(Input { source, done: 0, is_whole, digest: Xxh3::new(), bar })
    }

    /// The next bytes, as many as go into the buffer; none at the end.
    pub(crate) fn next<'b>(&mut self, buffer: &'b mut [u8]) -> Result<&'b [u8], String> {
        let left = usize::try_from(self.source.size - self.done).unwrap_or(usize::MAX);
        let len = left.min(buffer.len());
        let bytes = buffer.get_mut(..len).unwrap_or_default();
        if self.is_whole {
            let name = &self.source.name;
            (&self.source.file).read_exact(bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => format!("{name} shrank while being sent"),
                _ => format!("can't read {name}: {error}"),
            })?;
            if left == len && self.source.has_changed().map_err(|e| e.to_string())? {
                return Err(format!("{name} changed while being sent"));
            }
            self.digest.update(bytes);
        }
        self.done += len as u64;
        self.bar.inc(len as u64);
        Ok(bytes)
    }

    pub(crate) fn digest(&self) -> Digest {
        self.digest.digest128()
    }
}

/// The receiver's work: digests and writes a file, or only counts.
pub(crate) struct Output {
    file: Option<(File, Partial)>,
    digest: Xxh3,
    /// Bytes taken.
    pub(crate) done: u64,
}

impl Output {
    /// Writes to this file, which must not be there yet.
    pub(crate) fn new(partial: Option<PathBuf>) -> Result<Self, String> {
        let file =
            partial.map(|path| match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => Ok((file, Partial(path))),
                Err(error) => Err(format!("can't create {}: {error}", path.display())),
            });
        let file = file.transpose()?;
        Ok(Output { file, digest: Xxh3::new(), done: 0 })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        if let Some((file, Partial(path))) = &mut self.file {
            file.write_all(bytes).map_err(|e| format!("can't write {}: {e}", path.display()))?;
            self.digest.update(bytes);
        }
        self.done += bytes.len() as u64;
        Ok(())
    }

    pub(crate) fn digest(&self) -> Digest {
        self.digest.digest128()
    }

    /// Puts the finished file in its place.
    pub(crate) fn keep(self, to: &Path) -> Result<(), String> {
        let Some((file, partial)) = self.file else { return Ok(()) };
        drop(file);
        fs::rename(&partial.0, to).map_err(|e| format!("can't put {} in place: {e}", to.display()))
    }
}

/// A file that isn't finished, and goes away with this unless it was renamed.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        // After the renaming it isn't there any more; and there is nobody to tell.
        let _ = fs::remove_file(&self.0);
    }
}
