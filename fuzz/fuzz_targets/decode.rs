#![no_main]

#[path = "../../tests/it/oracle/mod.rs"]
#[allow(dead_code, unused_imports, reason = "each target has its own")]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| oracle::decode(bytes));
