//! Attacks the program as a hostile user, file or machine would, and says what broke.
//!
//! A case is determined by the seed and its number alone: it prepares a folder, runs the program there, and checks what every
//! run must keep (see `trial`) and what its kind must keep (see the file of the kind). `docs/promises.md` lists both.
//!
//! Run it with `scripts/attack`. Without cargo's `--bench`, as in `cargo test --benches`, it does nothing.

#[cfg(unix)]
mod arguments;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod meaning;
#[cfg(unix)]
mod mutate;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod packing;
#[cfg(unix)]
mod records;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod samples;
#[cfg(unix)]
mod schedule;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod trial;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    schedule::main()
}

#[cfg(not(unix))]
fn main() {
    eprintln!("the attack needs signals, a shell and a pseudo-terminal: run it on Unix");
}
