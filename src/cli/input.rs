//! What a command reads, as it is typed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use dlxbench::corpus::{Column, Decompressor, FoundSources, InputFormat, Source, SourceError};
use dlxbench::engine::EngineKind;
use dlxbench::sudoku::{Geometry, is_cell};

use super::console::say;
use super::value;

/// How files of puzzles are read.
#[derive(Args)]
pub(super) struct ReadArgs {
    /// Format of the puzzle files [default: detected from the beginning of each]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<InputFormat>(), help_heading = "Input")]
    pub(super) input: Option<InputFormat>,

    /// Column of the puzzles in a table (CSV), field of JSON lines, or word of lines: its name, or its number from 1; means --input table if there is none [default: detected]
    #[arg(long, value_name = "NAME|N", help_heading = "Input")]
    pub(super) column: Option<Column>,

    /// Report what each input turned out to be (compression, format, columns), and what is left out of folders, on standard error
    #[arg(long, short, help_heading = "Input")]
    pub(super) verbose: bool,
}

/// What a folder stands for, to begin the help of a command with.
pub(super) fn with_folders(help: &str) -> String {
    format!(
        "\
A folder stands for the puzzle files in it and in its folders, by their names:
.txt .sdm .sdk .ss .csv .tsv .jsonl .ndjson, also with .gz .zst .xz, and .zip. A
file that is named, or matches a pattern, may be called anything. -v says what is
left out.

{help}"
    )
}

/// What an argument stands for; the files that are left out of folders are named if `verbose`.
pub(super) fn found_sources(argument: &str, verbose: bool) -> Result<Vec<Source>, SourceError> {
    let FoundSources { sources, left_out, .. } = Source::find(argument)?;
    for path in left_out.iter().filter(|_| verbose) {
        say(format!("{}: left out, by its name no puzzle file", path.display()));
    }
    Ok(sources)
}

/// Opens a file that is not a corpus, or standard input for `-`, and unpacks it; the name is for messages.
pub(super) fn open_unpacked(path: &str) -> anyhow::Result<(String, impl BufRead)> {
    const BUFFER: usize = 256 << 10;
    let (name, reader): (_, Box<dyn BufRead + Send>) = match path {
        "-" => ("standard input", Box::new(BufReader::with_capacity(BUFFER, io::stdin()))),
        path if Path::new(path).is_dir() => {
            bail!("{path} is a folder; expected a file, or - for standard input")
        }
        path => {
            let file = File::open(path).with_context(|| format!("cannot open {path}"))?;
            (path, Box::new(BufReader::with_capacity(BUFFER, file)))
        }
    };
    Ok((name.to_owned(), Decompressor::new(reader)))
}

/// What to say of an engine that does not solve puzzles of a size.
pub(super) fn wrong_size(engine: EngineKind, geometry: Geometry) -> String {
    let other = EngineKind::default_for(geometry);
    format!("engine {engine} does not solve {geometry} puzzles; {other} does, the default for this size")
}

/// Whether an argument is meant as a puzzle: long, mostly cells, and not a path.
pub(super) fn looks_like_puzzle(argument: &str) -> bool {
    let cells = argument.chars().filter(|c| is_cell(*c) || c.is_whitespace()).count();
    let signs = argument.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '*' | '_')).count();
    let length = argument.chars().count();
    length >= 12 && cells * 10 >= length * 8 && signs * 2 >= length && !argument.contains(['/', '\\'])
}

/// A text from outside, cut to a readable length.
pub(super) fn shortened(argument: &str) -> String {
    const SHOWN: usize = 100;
    let mut text: String = argument.chars().take(SHOWN).collect();
    if text.len() < argument.len() {
        text.push('…');
    }
    text
}

/// The arguments, or standard input if there are none and something is piped in.
pub(super) fn or_standard_input(arguments: Vec<String>, wanted: &str) -> anyhow::Result<Vec<String>> {
    if !arguments.is_empty() {
        return Ok(arguments);
    }
    if io::stdin().is_terminal() {
        bail!("no input: give {wanted}, or - for standard input (try --help)");
    }
    Ok(vec!["-".to_owned()])
}
