//! `dlxbench man`: manual pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;

use super::console::Stdout;
use super::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  dlxbench man | man -l -
  dlxbench man cover | man -l -
  dlxbench man --out ~/.local/share/man/man1";

/// Write the manual page of dlxbench or of one of its subcommands
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Subcommand to describe [default: dlxbench as a whole]
    subcommand: Option<String>,

    /// Write all pages to this folder, one file each
    #[arg(long, short, value_name = "DIR", conflicts_with = "subcommand")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: ManArgs, mut root: Command) -> anyhow::Result<Exit> {
    root.build();
    if let Some(folder) = args.out {
        fs::create_dir_all(&folder).with_context(|| format!("cannot create folder {}", folder.display()))?;
        write_tree(&root, "dlxbench", &folder)?;
        return Ok(Exit::Success);
    }
    let command = match args.subcommand {
        None => &root,
        Some(name) => root
            .find_subcommand(&name)
            .with_context(|| format!("no subcommand {name:?}; dlxbench --help lists them"))?,
    };
    Stdout::new().own(&page(command)?)?;
    Ok(Exit::Success)
}

/// Writes the page of a command and those of its subcommands.
fn write_tree(command: &Command, name: &str, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, page(command)?).with_context(|| format!("cannot write {}", path.display()))?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        write_tree(subcommand, &format!("{name}-{}", subcommand.get_name()), folder)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    // Align left and do not hyphenate: examples must not be stretched to the margin.
    let text = String::from_utf8_lossy(&page);
    Ok(text.replacen("\n.SH NAME", "\n.ad l\n.nh\n.SH NAME", 1))
}
