//! Tells the program what it was built from: recorded with every run.

use std::process::Command;

fn main() {
    let run = |program: &str, arguments: &[&str]| -> String {
        let output =
            Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
    };
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    println!(
        "cargo:rustc-env=DLXBENCH_COMMIT={}",
        run("git", &["describe", "--always", "--dirty", "--abbrev=12"])
    );
    println!("cargo:rustc-env=DLXBENCH_RUSTC={}", run(&rustc, &["--version"]));
    println!("cargo:rustc-env=DLXBENCH_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    // Where the version control keeps them: in a linked working tree that is not the folder `.git`, and a path that does
    // not exist would have everything built again every time.
    let kept = ["HEAD", "refs/heads"].map(|name| run("git", &["rev-parse", "--git-path", name]));
    let sources = ["src", "Cargo.toml"].map(str::to_owned);
    for path in sources.iter().chain(&kept).filter(|path| !path.is_empty()) {
        println!("cargo:rerun-if-changed={path}");
    }
}
