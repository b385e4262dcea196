//! One value through all formats: sizes, then times.

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    formats::{self, Format, Visit, message},
    reading,
    timing::{self, Group},
    writing,
};

/// Measures writing and reading this value by all formats but those of these names, at places
/// that `vary` or at the same again and again.
pub(crate) fn value<T: Serialize + DeserializeOwned + PartialEq>(
    criterion: &mut Criterion,
    name: &str,
    value: &T,
    without: &[&str],
    vary: bool,
) {
    print!("{name:<20}");
    formats::each(without, &mut Sizes { value });
    println!();

    let mut group = timing::group(criterion, name);
    formats::each(without, &mut Times { group: &mut group, value, vary });
}

/// The heading of the lines that [`value`] prints.
pub(crate) fn heading(without: &[&str]) {
    print!("{:<20}", "bytes");
    formats::each(without, &mut Names);
    println!();
}

struct Names;

impl Visit for Names {
    fn visit<F: Format>(&mut self) {
        print!("{:>16}", F::NAME);
    }
}

struct Sizes<'a, T> {
    value: &'a T,
}

impl<T: Serialize + DeserializeOwned + PartialEq> Visit for Sizes<'_, T> {
    fn visit<F: Format>(&mut self) {
        let bytes = message::<F>(self.value);
        assert!(F::read::<T>(&bytes) == *self.value, "not what was written: {}", F::NAME);
        print!("{:>16}", bytes.len());
    }
}

struct Times<'a, 'b, T> {
    group: &'a mut Group<'b>,
    value: &'a T,
    vary: bool,
}

impl<T: Serialize + DeserializeOwned> Visit for Times<'_, '_, T> {
    fn visit<F: Format>(&mut self) {
        let bytes = message::<F>(self.value);
        self.group.throughput(Throughput::Bytes(bytes.len() as u64));
        writing::write(self.group, F::NAME, self.vary, |out, at| {
            F::write(black_box(self.value), out, at)
        });
        reading::read(
            self.group,
            BenchmarkId::new("read", F::NAME),
            self.vary,
            &bytes,
            F::read::<T>,
        );
    }
}
