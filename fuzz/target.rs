//! Feeds the bytes of a fuzzer to the target that has the name of this program.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yiqi_fuzz::check(env!("CARGO_BIN_NAME"), bytes));
