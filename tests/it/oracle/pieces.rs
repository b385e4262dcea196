use std::io::{self, BufRead, Read};

/// A reader that has at most so many bytes at a time.
pub struct Pieces<'a> {
    pub rest: &'a [u8],
    pub size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let size = into.len().min(self.size).min(self.rest.len());
        let (piece, rest) = self.rest.split_at(size);
        into[..size].copy_from_slice(piece);
        self.rest = rest;
        Ok(size)
    }
}

impl BufRead for Pieces<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.rest[..self.size.min(self.rest.len())])
    }

    fn consume(&mut self, size: usize) {
        assert!(size <= self.size, "more consumed than was there");
        self.rest = &self.rest[size..];
    }
}
