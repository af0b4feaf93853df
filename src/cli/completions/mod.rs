//! `dlxbench completions`: writes shell scripts that complete subcommands, options and their values.
//!
//! clap writes the scripts. This module adds which arguments are files, folders, records or corpora, judged by the
//! names of their values, and the shipped corpora for bash, zsh and fish.

use clap::{Arg, ArgAction, Args, Command, ValueHint};
use clap_complete::Shell;
use dlxbench::corpus::Source;

use super::console::Stdout;
use super::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  dlxbench completions bash > ~/.local/share/bash-completion/completions/dlxbench
  dlxbench completions zsh > ~/.zfunc/_dlxbench
  dlxbench completions fish > ~/.config/fish/completions/dlxbench.fish";

/// Write a shell script that completes subcommands, options, engines, shipped corpora and records
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Shell to write the script for
    shell: Shell,
}

pub(crate) fn run(args: CompletionsArgs, command: Command) -> anyhow::Result<Exit> {
    let mut command = hinted(command);
    // Not directly to standard output, because the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dlxbench", &mut script);
    let script = String::from_utf8(script)?;
    let script = match args.shell {
        Shell::Bash => script + &bash_values(&command),
        Shell::Zsh => with_zsh_corpora(&script),
        Shell::Fish => script + &fish_corpora(&command),
        _ => script,
    };
    Stdout::new().own(&script)?;
    Ok(Exit::Success)
}

/// What the value of an argument stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Corpus,
    Record,
    Folder,
    File,
    Other,
}

/// Returns what an argument stands for, judged by the name of its value in help.
fn kind(argument: &Arg) -> Kind {
    let names = argument.get_value_names().unwrap_or_default();
    match names.first().map_or("", |name| name.as_str()) {
        name if name.contains("CORPUS") => Kind::Corpus,
        "RECORD" | "BASE" | "NEW" => Kind::Record,
        "DIR" => Kind::Folder,
        name if name.contains("FILE") => Kind::File,
        _ => Kind::Other,
    }
}

/// Returns the command with a hint for each value.
fn hinted(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        if !argument.get_action().takes_values() {
            return argument;
        }
        let hint = match kind(&argument) {
            Kind::Corpus => ValueHint::AnyPath,
            Kind::Record | Kind::Folder => ValueHint::DirPath,
            Kind::File => ValueHint::FilePath,
            Kind::Other => ValueHint::Other,
        };
        argument.value_hint(hint)
    });
    command.mut_subcommands(hinted)
}

fn shipped() -> Vec<String> {
    let famous = Source::shipped_named("famous").map(|source| source.name);
    Source::shipped_names().into_iter().chain(famous).collect()
}

/// Returns the subcommands that take this kind of positional argument, or have a subcommand that does.
fn taking(command: &Command, wanted: Kind) -> Vec<&str> {
    fn takes(command: &Command, wanted: Kind) -> bool {
        command.get_positionals().any(|argument| kind(argument) == wanted)
            || command.get_subcommands().any(|command| takes(command, wanted))
    }
    command.get_subcommands().filter(|command| takes(command, wanted)).map(Command::get_name).collect()
}

/// Returns the options of the command and of all its subcommands that take a value.
fn value_options(command: &Command, is_wanted: &dyn Fn(&Arg) -> bool) -> Vec<String> {
    let takes_value = |option: &&Arg| matches!(option.get_action(), ArgAction::Set | ArgAction::Append);
    let options = command.get_opts().filter(takes_value).filter(|option| is_wanted(option));
    let mut names: Vec<String> = options
        .flat_map(|option| {
            let (long, short) = (option.get_long(), option.get_short());
            long.map(|long| format!("--{long}")).into_iter().chain(short.map(|short| format!("-{short}")))
        })
        .collect();
    names.extend(command.get_subcommands().flat_map(|command| value_options(command, is_wanted)));
    names.sort();
    names.dedup();
    names
}

fn bash_values(command: &Command) -> String {
    include_str!("values.bash")
        .replace("RECORD_OPTIONS", &value_options(command, &|option| kind(option) == Kind::Record).join(" "))
        .replace("VALUE_OPTIONS", &value_options(command, &|_| true).join(" "))
        .replace("RECORD_COMMANDS", &taking(command, Kind::Record).join(" "))
        .replace("CORPUS_COMMANDS", &taking(command, Kind::Corpus).join(" "))
        .replace("SHIPPED", &shipped().join(" "))
}

/// Makes zsh complete the shipped corpora wherever it completes the path of a corpus.
fn with_zsh_corpora(script: &str) -> String {
    let function = format!(
        "_dlxbench_corpora() {{\n    _alternative 'shipped:shipped corpus:({})' 'files:file:_files'\n}}\n\n",
        shipped().join(" ").replace(':', "\\:")
    );
    let lines = script.lines().map(|line| match line.strip_suffix(":_files' \\") {
        Some(argument) if argument.contains("shipped\\:NAME") => {
            format!("{argument}:_dlxbench_corpora' \\\n")
        }
        _ => format!("{line}\n"),
    });
    let mut lines: Vec<String> = lines.collect();
    // The first line tells zsh what the file is for.
    lines.insert(1, format!("\n{function}"));
    lines.concat()
}

fn fish_corpora(command: &Command) -> String {
    let corpora = shipped().join(" ");
    let line = |subcommand: &str| {
        format!("complete -c dlxbench -n \"__fish_seen_subcommand_from {subcommand}\" -a \"{corpora}\"\n")
    };
    taking(command, Kind::Corpus).into_iter().map(line).collect()
}
