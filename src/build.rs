//! Passes the compiler version and the target to the program, which records them with every run.
//!
//! The script must not depend on the sources or the commit: whenever it reran, Cargo would recompile the whole library.
//! The program determines its commit itself (`src/cli/provenance.rs`).

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok().filter(|output| output.status.success());
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo:rustc-env=DLXBENCH_RUSTC={}", version.unwrap_or_default());
    println!("cargo:rustc-env=DLXBENCH_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    println!("cargo:rerun-if-changed=src/build.rs");
}
