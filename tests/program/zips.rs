//! Zip archives as they are found: every command reads their files, and names them.

use std::io::Write;

use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::bench::{Record, rows};
use super::{program, run, run_with_input};

const EASY: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
const EASY_SOLVED: &str = "261375894537894162948216357694751238825943671713628945356482719489167523172539486";
const HARD: &str = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";
const HARD_SOLVED: &str = "839465712146782953752391486391824675564173829287659341628537194913248567475916238";

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for &(name, text) in members {
        let file = archive.new_file(EntryPath::verbatim(name.as_bytes()));
        let (mut entry, config) = file.compression_method(CompressionMethod::STORE).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// An archive in a folder of its own, and its path.
fn fixture(members: &[(&str, &[u8])]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.zip");
    std::fs::write(&path, zip(members)).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Two puzzles in files of different formats, one of them compressed.
fn two() -> (tempfile::TempDir, String) {
    let table = format!("id,puzzle,solution\n7,{HARD},{HARD_SOLVED}\n");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(table.as_bytes()).unwrap();
    let table = encoder.finish().unwrap();
    fixture(&[("data/easy.txt", format!("{EASY}\n").as_bytes()), ("data/.x", b"?"), ("hard.csv.gz", &table)])
}

#[test]
fn every_command_reads_the_files_of_an_archive() {
    let (folder, path) = two();
    assert_eq!(run(&["solve", &path, "--lines"]).ok(), format!("{EASY_SOLVED}\n{HARD_SOLVED}\n"));
    let checked = run(&["check", &path, "--duplicates", "-v"]);
    let easy = format!("{path}/data/easy.txt");
    assert!(checked.err.contains(&format!("{easy}: zip; lines: ")), "{}", checked.err);
    assert!(checked.err.contains(&format!("{path}/hard.csv.gz: zip, gzip; table: ")), "{}", checked.err);
    assert!(checked.ok().contains(&easy));
    assert_eq!(rows(&run(&["rate", &path, "--format", "csv"]).ok())[0]["file"], easy);
    assert!(run(&["corpus", "stats", &path]).ok().contains("2"));
    assert_eq!(run(&["corpus", "convert", &path]).ok().lines().count(), 2);
    // With a folder, the archive is read once for each time that it is named.
    let twice = run(&["corpus", "dedupe", &path, folder.path().to_str().unwrap()]);
    assert_eq!(twice.ok().lines().count(), 2);
}

#[test]
fn a_record_has_the_files_of_an_archive_as_corpora() {
    let (_folder, path) = two();
    let (record, ran) = Record::of(&[&path, "--passes", "2", "--threads", "2", "--per-puzzle"]);
    ran.ok();
    let json = record.json();
    let names: Vec<&str> =
        json["corpora"].as_array().unwrap().iter().map(|corpus| corpus["name"].as_str().unwrap()).collect();
    assert_eq!(names, [format!("{path}/data/easy.txt"), format!("{path}/hard.csv.gz")]);
    let classes: Vec<String> =
        record.rows("summary.csv").into_iter().map(|mut row| row.remove("class").unwrap()).collect();
    assert_eq!(classes, ["easy", "hard", "all"]);
}

#[test]
fn an_archive_that_is_not_a_file_of_its_own_is_refused_with_what_to_do() {
    let remedy =
        "a zip archive; zip is not read from a pipe or inside another archive: save or unpack it first";
    let inner = zip(&[("easy.txt", EASY.as_bytes())]);
    let ran = run_with_input(&["solve", "-", "--lines"], &inner);
    assert!(ran.out.is_empty() && ran.failed(1).contains(remedy));
    let (_folder, path) = fixture(&[("inner.zip", &inner), ("easy.txt", EASY.as_bytes())]);
    let ran = run(&["solve", &path, "--lines"]);
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    let message = ran.failed(1);
    assert!(message.contains(&format!("{path}/inner.zip, line 1")) && message.contains(remedy), "{message}");
    #[cfg(unix)]
    {
        let (fifo, archive) = (_folder.path().join("fifo"), _folder.path().join("data.zip"));
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let mut writer =
            std::process::Command::new("cp").args([&archive, &fifo]).spawn().expect("there is cp");
        let ran = super::Ran::from(program().arg("solve").arg(&fifo).output().unwrap());
        writer.wait().unwrap();
        assert!(ran.failed(1).contains(remedy));
    }
    // A spreadsheet is an archive of something else.
    let (_folder, path) = fixture(&[("[Content_Types].xml", b"<x>"), ("xl/sheet.txt", EASY.as_bytes())]);
    let ran = run(&["solve", &path, "--lines"]);
    assert!(
        ran.out.is_empty() && ran.failed(1).contains("an Office document (.xlsx, .docx); save the sheet")
    );
}

#[test]
fn a_damaged_archive_fails_behind_what_could_be_read_and_others_are_read() {
    let (folder, path) = two();
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(81).position(|bytes| bytes == EASY.as_bytes()).unwrap();
    // A given less: another puzzle, which only the checksum tells.
    bytes[at + 1] = b'.';
    std::fs::write(&path, &bytes).unwrap();
    std::fs::write(folder.path().join("cut.zip"), &bytes[..bytes.len() - 9]).unwrap();
    for command in [&["solve", "--lines"][..], &["check"], &["bench", "--warmup", "0"]] {
        let ran = run(&[command, &[folder.path().to_str().unwrap()]].concat());
        assert!(ran.out.lines().count() > 1, "the table is read all the same");
        // The report of a benchmark lists all that was not read.
        let message = ran.out.clone() + &ran.failed(2);
        let damaged = "the zip archive is truncated or damaged";
        for (name, reason) in [
            ("data.zip/data/easy.txt", "the checksum does not match"),
            ("cut.zip", "its directory cannot be read"),
        ] {
            let name = folder.path().join(name);
            let expected = format!("cannot read {}: {damaged} ({reason}", name.display());
            assert!(message.contains(&expected), "{message}");
        }
    }
}

#[test]
fn names_in_an_archive_do_not_reach_the_terminal_raw() {
    let (_folder, path) = fixture(&[("a\x1b[31m\u{202e}.txt", b"12345\n")]);
    for command in [&["solve", "-v"][..], &["check", "-v"], &["bench", "-v"]] {
        let ran = run(&[command, &[&path]].concat());
        assert!(ran.err.contains(r"data.zip/a\u{1b}[31m\u{202e}.txt"), "{}", ran.err);
        assert!(!ran.err.contains('\x1b') && !ran.err.contains('\u{202e}'));
    }
}
