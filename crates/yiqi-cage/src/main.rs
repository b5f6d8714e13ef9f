//! The launcher alone, for the tests of this crate.

fn main() {
    yiqi_cage::run_if_asked();
}
