//! `dlxbench man`: manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Command};
use clap_mangen::Man;

use super::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  dlxbench man | man -l -
  dlxbench man cover | man -l -
  dlxbench man --dir ~/.local/share/man/man1";

/// Write the manual page of dlxbench or of one of its subcommands
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// The subcommand to describe; without it, dlxbench as a whole
    subcommand: Option<String>,

    /// Write all pages, one file each, to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "subcommand")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: ManArgs, mut root: Command) -> anyhow::Result<Exit> {
    root.build();
    if let Some(dir) = args.dir {
        write_all(&root, &dir)?;
        return Ok(Exit::Success);
    }
    let page = match args.subcommand {
        None => page(&root)?,
        Some(name) => match root.get_subcommands().find(|command| command.get_name() == name) {
            Some(command) => page(command)?,
            None => bail!("there is no subcommand {name:?}; dlxbench --help lists them"),
        },
    };
    io::stdout().write_all(&page)?;
    Ok(Exit::Success)
}

fn write_all(root: &Command, dir: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    write_tree(root, "dlxbench", dir)
}

/// Writes the page of a command, and those of its subcommands.
fn write_tree(command: &Command, name: &str, dir: &Path) -> anyhow::Result<()> {
    let path = dir.join(format!("{name}.1"));
    fs::write(&path, page(command)?).with_context(|| format!("cannot write {}", path.display()))?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        write_tree(subcommand, &format!("{name}-{}", subcommand.get_name()), dir)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    // Examples are lines of their own: they must not be stretched to the margin.
    let text = String::from_utf8_lossy(&page);
    Ok(text.replacen("\n.SH NAME", "\n.ad l\n.nh\n.SH NAME", 1).into_bytes())
}
