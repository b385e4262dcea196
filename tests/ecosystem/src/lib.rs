//! Real types of crates that many use, through mrna and back.
#![cfg(test)]

mod adapters;
mod adapters_of_structs;
mod buffered;
mod containers;
mod dates;
mod dynamic;
mod hand_written;
mod ids;
mod numbers;
mod other_formats;
mod real_files;
mod round_trip;
mod table;
mod transcode;
mod wrapped;
