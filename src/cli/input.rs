//! The inputs of a command, as they are typed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use dlxbench::corpus::{Column, Decompressor, FoundSources, InputFormat, Source, SourceError};
use dlxbench::engine::EngineKind;
use dlxbench::engine::external::EngineChoice;
use dlxbench::sudoku::{Geometry, is_cell};

use super::console::say;
use super::value;

/// The options for reading puzzle files.
#[derive(Args)]
pub(super) struct ReadArgs {
    /// Format of the input [default: detected from the beginning of each file]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<InputFormat>(), help_heading = "Input")]
    pub(super) input: Option<InputFormat>,

    /// Name, or number from 1, of the table column, JSON field or word that holds the puzzle; without --input, implies
    /// --input table [default: detected]
    #[arg(long, value_name = "NAME|N", help_heading = "Input")]
    pub(super) column: Option<Column>,

    /// Report the compression, format and columns of each input, and the files skipped in folders, on standard error
    #[arg(long, short, help_heading = "Input")]
    pub(super) verbose: bool,
}

/// Puts the rules for folders in front of the help of a command.
pub(super) fn with_folders(help: &str) -> String {
    format!(
        "\
A folder stands for the puzzle files in it and in its subfolders, by extension:
.txt .sdm .sdk .ss .csv .tsv .jsonl .ndjson, also with .gz .zst .xz, and .zip. A
file that is named, or matches a pattern, may have any extension. -v lists what is
skipped.

{help}"
    )
}

/// Returns the sources that an argument stands for; if `verbose`, reports the files that are skipped in folders.
pub(super) fn found_sources(argument: &str, verbose: bool) -> Result<Vec<Source>, SourceError> {
    let FoundSources { sources, left_out, .. } = Source::find(argument)?;
    for path in left_out.iter().filter(|_| verbose) {
        say(format!("{}: skipped, not a puzzle file by its extension", path.display()));
    }
    Ok(sources)
}

/// Opens a file that is not a corpus (`-` for standard input), and decompresses it. Also returns its name, for
/// messages.
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

/// Returns the message for an engine that does not support a size.
pub(super) fn wrong_size(engine: &EngineChoice, geometry: Geometry) -> String {
    let other = EngineKind::default_for(geometry);
    format!("engine {engine} does not support {geometry} puzzles; use {other}, the default for this size")
}

/// Returns whether an argument is probably meant as a puzzle: long, mostly cells, and not a path.
pub(super) fn looks_like_puzzle(argument: &str) -> bool {
    let cells = argument.chars().filter(|c| is_cell(*c) || c.is_whitespace()).count();
    let signs = argument.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '*' | '_')).count();
    let length = argument.chars().count();
    length >= 12 && cells * 10 >= length * 8 && signs * 2 >= length && !argument.contains(['/', '\\'])
}

/// Columns of an argument or of a line that a message repeats.
pub(super) const SHOWN: usize = 100;

/// Returns the arguments, or standard input if there are none and it is not a terminal.
pub(super) fn or_standard_input(arguments: Vec<String>, wanted: &str) -> anyhow::Result<Vec<String>> {
    if !arguments.is_empty() {
        return Ok(arguments);
    }
    if io::stdin().is_terminal() {
        bail!("no input: give {wanted}, or - for standard input (try --help)");
    }
    Ok(vec!["-".to_owned()])
}
