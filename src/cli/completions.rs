//! `dlxbench completions`: scripts that teach a shell our subcommands and options.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;

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
    /// The shell to write the script for
    shell: Shell,
}

pub(crate) fn run(args: CompletionsArgs, mut command: Command) -> anyhow::Result<Exit> {
    // Written at once: the generator itself would panic on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dlxbench", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Success)
}
