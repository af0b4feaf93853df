//! `dlxbench man`: manual pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Args, Command};
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
    // Align left without hyphenation, so that examples are not stretched to the margin.
    let text = String::from_utf8_lossy(&page).replacen("\n.SH NAME", "\n.ad l\n.nh\n.SH NAME", 1);
    let (head, rest) = text.split_once("\n.SH SYNOPSIS\n").unwrap_or((&text, ""));
    let (_, tail) = rest.split_once("\n.SH ").unwrap_or(("", ""));
    Ok(format!("{head}\n.SH SYNOPSIS\n{}\n.SH {tail}", synopsis(command)))
}

/// Returns the command with its arguments and their values, which clap's own synopsis leaves out.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let mut words = vec![format!("\\fB{}\\fR", escaped(name))];
    let shown = |argument: &&Arg| !argument.is_hide_set();
    for option in command
        .get_opts()
        .chain(command.get_arguments().filter(|a| !a.is_positional() && !takes_value(a)))
        .filter(shown)
    {
        let long = option.get_long().map(|long| format!("--{long}"));
        let spelled = long.or(option.get_short().map(|short| format!("-{short}"))).unwrap_or_default();
        let value = if takes_value(option) {
            format!("\\ \\fI{}\\fR", escaped(&value(option)))
        } else {
            String::new()
        };
        words.push(bracketed(format!("\\fB{}\\fR{value}", escaped(&spelled)), option.is_required_set()));
    }
    for positional in command.get_positionals().filter(shown) {
        let dots = if matches!(positional.get_action(), ArgAction::Append) { "..." } else { "" };
        let value = format!("\\fI{}\\fR{dots}", escaped(&value(positional)));
        words.push(bracketed(value, positional.is_required_set()));
    }
    if command.has_subcommands() {
        words.push(format!("\\fI<{}>\\fR", command.get_subcommand_value_name().unwrap_or("COMMAND")));
    }
    words.join("\n")
}

fn takes_value(argument: &Arg) -> bool {
    argument.get_action().takes_values()
}

/// Returns the possible values of an argument, or the name of its value.
fn value(argument: &Arg) -> String {
    let values = argument.get_possible_values();
    let values: Vec<&str> =
        values.iter().filter(|value| !value.is_hide_set()).map(PossibleValue::get_name).collect();
    let names = argument.get_value_names().unwrap_or_default();
    match values.is_empty() {
        true => format!("<{}>", names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join("> <")),
        false if argument.get_value_delimiter().is_some() => format!("<{},...>", values.join("|")),
        false => format!("<{}>", values.join("|")),
    }
}

fn bracketed(text: String, is_required: bool) -> String {
    if is_required { text } else { format!("[{text}]") }
}

/// Escapes text for roff. A line may break after a bar.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('|', "|\\:").replace(' ', "\\ ")
}
