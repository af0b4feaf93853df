//! `dlxbench completions`: scripts that complete subcommands and options in a shell.

use clap::{Args, Command};
use clap_complete::Shell;

use super::console::Stdout;
use super::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  dlxbench completions bash > ~/.local/share/bash-completion/completions/dlxbench
  dlxbench completions zsh > ~/.zfunc/_dlxbench
  dlxbench completions fish > ~/.config/fish/completions/dlxbench.fish";

/// Write a script that completes dlxbench's subcommands and options in your shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Shell to write the script for
    shell: Shell,
}

pub(crate) fn run(args: CompletionsArgs, mut command: Command) -> anyhow::Result<Exit> {
    // Not straight to standard output: the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dlxbench", &mut script);
    Stdout::new().own(&String::from_utf8(script)?)?;
    Ok(Exit::Success)
}
