//! Attacks the program as a hostile user, file or machine would, and reports what broke.
//!
//! The seed and the number of a case determine it completely. A case prepares a folder, runs the program there, and checks
//! the promises of every run (see `trial`) and those of its kind (see the file of the kind). `docs/promises.md` lists
//! both.
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
    eprintln!("the attack needs signals, a shell and a pseudoterminal: run it on Unix");
}
