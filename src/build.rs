//! Tells the program which compiler it was built with, and for which target: recorded with every run.
//!
//! It must not look at the sources or at the commit. A build script that runs again has the whole library compiled
//! again, at every change; the program finds its commit by itself (`src/cli/provenance.rs`).

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok().filter(|output| output.status.success());
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo:rustc-env=DLXBENCH_RUSTC={}", version.unwrap_or_default());
    println!("cargo:rustc-env=DLXBENCH_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    println!("cargo:rerun-if-changed=src/build.rs");
}
