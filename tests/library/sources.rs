//! Around the reader: where puzzles come from, samples, digests, names of files, and what a file turned out to be.

use std::collections::HashSet;
use std::fs;

use dlxbench::corpus::{Compression, Detected, Digest, FileNames, InputFormat, Reservoir, Source};

#[test]
fn folders_and_patterns_give_their_files_in_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("more")).unwrap();
    for name in ["b.txt", "a.txt", "README.md", ".hidden", "more/hard.txt"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    let names = |argument: &str| -> Vec<String> {
        let sources = Source::from_argument(argument).unwrap();
        sources.iter().map(|source| source.class.clone()).collect()
    };
    let path = folder.path().to_str().unwrap();
    assert_eq!(names(path), ["a", "b", "hard"]);
    assert_eq!(names(&format!("{path}/*.txt")), ["a", "b"]);
    assert_eq!(names(&format!("{path}/mo*")), ["hard"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path(), folder.path().join("more/loop")).unwrap();
        assert_eq!(names(path), ["a", "b", "hard"]);
    }
    let error = |argument: &str| Source::from_argument(argument).unwrap_err().to_string();
    assert!(error(&format!("{path}/*.csv")).starts_with("no file matches the pattern"));
    assert_eq!(error("missing.txt"), "cannot read missing.txt");
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert!(
        error(&format!("{path}/empty"))
            .contains("holds no puzzle files (.txt .sdm .sdk .ss .csv .tsv .jsonl .ndjson, ")
    );
}

#[test]
fn every_member_is_equally_likely_and_the_order_is_kept() {
    let mut counts = [0; 20];
    for seed in 0..4000 {
        let mut reservoir = Reservoir::new(5, seed);
        (0..20).for_each(|number| reservoir.offer(|| number));
        let chosen: Vec<usize> = reservoir.into_chosen().collect();
        assert!(chosen.len() == 5 && chosen.is_sorted());
        chosen.iter().for_each(|&number| counts[number] += 1);
    }
    // 1000 each, give or take four standard deviations.
    assert!(counts.iter().all(|count| (890..=1110).contains(count)), "{counts:?}");
}

#[test]
fn a_short_stream_is_chosen_whole() {
    let mut reservoir = Reservoir::new(5, 1);
    ["a", "b"].into_iter().for_each(|member| reservoir.offer(|| member));
    assert!(reservoir.into_chosen().eq(["a", "b"]));
    let mut nothing = Reservoir::new(0, 1);
    nothing.offer(|| "a");
    assert_eq!(nothing.into_chosen().len(), 0);
}

#[test]
fn order_does_not_matter_but_every_cell_and_every_copy_does() {
    let of = |puzzles: &[[u8; 16]]| {
        let mut digest = Digest::default();
        puzzles.iter().for_each(|cells| digest.add(cells));
        digest
    };
    let (a, mut b) = ([1; 16], [2; 16]);
    assert_eq!(of(&[a, b]), of(&[b, a]));
    assert_ne!(of(&[a, b]), of(&[a]));
    assert_ne!(of(&[a, a]), of(&[a]));
    let before = of(&[b]);
    b[15] = 3;
    assert_ne!(of(&[b]), before);
    // The digest is part of records on disk: it must never change.
    assert_eq!(of(&[a]).to_string(), "d357a981fbaea2e57ac47fc49b8a1ae7-1");
}

#[test]
fn every_text_has_a_name_of_its_own() {
    let mut names = FileNames::default();
    let long = "\u{1d49c}".repeat(90);
    let texts = ["easy", "Easy", "...", "-", "a/b", "a b", &long, &format!("{long}x")];
    let files = texts.map(|text| names.unused(text));
    assert_eq!(files[..6], ["easy", "Easy-2", "unnamed", "unnamed-2", "a-b", "a-b-2"]);
    assert!(files.iter().all(|file| file.len() <= 82));
    let different: HashSet<String> = files.iter().map(|file| file.to_lowercase()).collect();
    assert_eq!(different.len(), texts.len());
}

#[test]
fn only_what_was_found_is_told() {
    assert_eq!(Detected::default().to_string(), "not compressed; no puzzles");
    let detected = Detected {
        is_zipped: false,
        compression: Some(Compression::Xz),
        format: Some(InputFormat::Blocks),
        reason: "rows".into(),
        puzzles: 2,
        malformed: 1,
    };
    assert_eq!(detected.to_string(), "xz; blocks: rows; 2 puzzles; 1 malformed");
}

#[test]
fn a_folder_stands_for_puzzle_files_and_says_what_it_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let taken = ["a.SDM", "b.csv.gz", "c.jsonl", "d.sdk.zst", "e.txt", "f.txt.xz", "g.zip"];
    let others = ["LICENSE", "README.md", "data.gz", "report.html", "run.json", "x.zip.gz"];
    for name in taken.iter().chain(&others).chain(&[".hidden.txt"]) {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let found = Source::find(path).unwrap();
    let file_names = |names: Vec<String>| -> Vec<String> {
        names.iter().map(|name| name.rsplit('/').next().unwrap().to_owned()).collect()
    };
    assert_eq!(file_names(found.sources.into_iter().map(|source| source.name).collect()), taken);
    let left_out = found.left_out.iter().map(|path| path.display().to_string());
    assert_eq!(file_names(left_out.collect()), others);
    // A file that is named, or matched, may be called anything.
    assert_eq!(Source::from_argument(&format!("{path}/LICENSE")).unwrap().len(), 1);
    assert_eq!(Source::from_argument(&format!("{path}/R*")).unwrap().len(), 1);
}
