//! Output files: whole or not at all, and nothing overwritten by accident.

use std::io::Read;
use std::process::Stdio;

use super::super::program;
use super::*;

const PUZZLE: &str = "1..2......34....";

#[test]
fn a_file_that_is_there_is_not_overwritten_without_force() {
    let folder = Folder::new();
    let output = folder.write("mine.txt", "precious");
    let message = corpus(&["convert", &shipped("easy.txt"), "-o", &output]).failed(2);
    assert!(message.contains("mine.txt already exists") && message.contains("--force"), "{message}");
    assert_eq!(read(&output), "precious");
    piped(&["convert", "-o", &output, "--force"], PUZZLE).ok();
    assert_eq!(read(&output), format!("{PUZZLE}\n"));
    assert_eq!(folder.names(), ["mine.txt"]);
    assert!(
        piped(&["convert", "-o", folder.0.path().to_str().unwrap()], PUZZLE)
            .failed(2)
            .contains("is a folder")
    );
    let nowhere = folder.path("no/such/folder.txt");
    assert!(piped(&["convert", "-o", &nowhere], PUZZLE).failed(2).contains("cannot write"));
}

#[test]
fn the_input_may_be_the_output() {
    let folder = Folder::new();
    let path = folder.write("a.txt", &read(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/easy.txt")));
    let before = digest(&path);
    for tool in [&["shuffle"][..], &["sort", "--by", "clues"], &["dedupe"], &["convert", "--blank", "0"]] {
        corpus(&[tool, &[&path, "-o", &path, "--force"]].concat()).ok();
        assert_eq!(digest(&path), before, "{tool:?}");
    }
    // The folder that is read is also the one that is written to.
    let all = folder.path("all.txt");
    corpus(&["convert", folder.0.path().to_str().unwrap(), "-o", &all]).ok();
    assert_eq!(digest(&all), before);
    assert_eq!(folder.names(), ["a.txt", "all.txt"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_pipe_a_pipe() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let file = folder.write("file.txt", "old");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path("link.txt");
    symlink(&file, &link).unwrap();
    piped(&["convert", "-o", &link, "--force"], PUZZLE).ok();
    assert!(Path::new(&link).is_symlink());
    assert_eq!(read(&file), format!("{PUZZLE}\n"));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    piped(&["convert", "-o", "/dev/null"], PUZZLE).ok();
    assert_eq!(piped(&["convert", "-o", "-"], PUZZLE).ok(), format!("{PUZZLE}\n"));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for tool in [&["isomorphs", "--count", "200"][..], &["shuffle"], &["convert", "--to", "csv"]] {
        let mut command = program();
        command
            .arg("corpus")
            .args(tool)
            .arg(shipped("easy.txt"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{tool:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{tool:?}");
    }
}

#[test]
fn a_corpus_is_split_by_class_size_or_number() {
    let folder = Folder::new();
    let nine = "1".to_owned() + &".".repeat(80);
    let input = format!("{PUZZLE} easy\n{nine} hard\n2{} easy\n{PUZZLE} ../x\n", &PUZZLE[1..]);
    let into = folder.path("classes");
    let out = piped(&["split", "--by", "class", "--class-by", "label", "--out", &into], &input).ok();
    assert_eq!(out.lines().count(), 3, "{out}");
    assert_eq!(read(format!("{into}/easy.txt")), format!("{PUZZLE} easy\n2{} easy\n", &PUZZLE[1..]));
    assert_eq!(read(format!("{into}/hard.txt")), format!("{nine} hard\n"));
    assert_eq!(read(format!("{into}/x.txt")), format!("{PUZZLE} ../x\n"));
    let into = folder.path("sizes");
    piped(&["split", "--by", "size", "--out", &into, "--to", "csv", "--compress", "gz"], &input).ok();
    assert_eq!(corpus(&["convert", &format!("{into}/9x9.csv.gz")]).ok(), format!("{nine} hard\n"));
    let into = folder.path("parts");
    piped(&["split", "--by", "3", "--out", &into], &input).ok();
    assert_eq!(read(format!("{into}/part-000001.txt")).lines().count(), 3);
    assert_eq!(read(format!("{into}/part-000002.txt")), format!("{PUZZLE} ../x\n"));
}

#[test]
fn a_split_is_all_or_nothing() {
    let folder = Folder::new();
    let into = folder.path("");
    let input = format!("{PUZZLE}\n").repeat(5);
    folder.write("part-000002.txt", "precious");
    let message = piped(&["split", "--by", "2", "--out", &into], &input).failed(2);
    assert!(message.contains("part-000002.txt already exists"), "{message}");
    assert_eq!(folder.names(), ["part-000002.txt"]);
    piped(&["split", "--by", "2", "--out", &into, "--force"], &input).ok();
    assert_eq!(folder.names(), ["part-000001.txt", "part-000002.txt", "part-000003.txt"]);
    let message = corpus(&["split", "--by", "2", "--out", &folder.path("new"), "missing.txt"]).failed(2);
    assert!(message.contains("nothing was written"), "{message}");
    assert!(
        piped(&["split", "--by", "0", "--out", &into], &input).failed(2).contains("expected class, size")
    );
}
