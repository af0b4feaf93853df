//! Shards and their merge: together they are exactly a single run. And runs that are killed and resumed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::{Ran, program};

/// A folder with corpora, in which commands are run.
struct Place(tempfile::TempDir);

const OPTIONS: [&str; 5] = ["--per-puzzle", "--engine", "sweep,masks", "--threads", "2"];

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().unwrap().into()
    }

    /// A mixed corpus: several files and formats, malformed lines, wrong solutions, puzzles without a unique solution.
    fn with_corpora() -> Place {
        let place = Place::new();
        let shipped = |name: &str| {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/");
            let text = std::fs::read_to_string(format!("{path}{name}.txt")).unwrap();
            let puzzles: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(150).collect();
            puzzles.join("\n")
        };
        let mut mixed = String::new();
        for (number, line) in shipped("hard").lines().chain(shipped("easy").lines()).enumerate() {
            mixed += &format!("{line}\n");
            match number % 40 {
                7 => mixed += "nonsense\n",
                13 => mixed += "# a comment\n\n",
                21 => mixed += &format!("{}12\n", ".".repeat(79)),
                30 => mixed += &format!("{} {}\n", &line[..81], "1".repeat(81)),
                _ => {}
            }
        }
        place.write("mixed.txt", &mixed);
        let mut table = "id,puzzle,level\n".to_owned();
        let medium = shipped("medium");
        let blocks = medium.lines().enumerate().map(|(number, line)| {
            table += &format!("{number},{},medium\n", &line[..81]);
            let rows: Vec<&str> = (0..9).map(|row| &line[row * 9..row * 9 + 9]).collect();
            format!("Grid {number}\n{}\n", rows.join("\n"))
        });
        let blocks: String = blocks.collect();
        place.write("blocks.txt", &blocks);
        place.write("table.csv", &table);
        place
    }

    fn json(&self, record: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.path(record).join("run.json")).unwrap()).unwrap()
    }

    /// The rows of a table without the columns of times, in order.
    fn rows(&self, record: &str, table: &str) -> Vec<BTreeMap<String, String>> {
        let Ok(mut reader) = csv::Reader::from_path(self.path(record).join(table)) else { return Vec::new() };
        let rows = reader.deserialize().map(|row| row.unwrap());
        rows.map(|mut row: BTreeMap<String, String>| {
            row.retain(|name, _| !name.ends_with("_ns") && name != "puzzles_per_second");
            row
        })
        .collect()
    }

    /// All that does not depend on times and machines.
    fn work(&self, record: &str) -> Value {
        let mut run = self.json(record);
        for result in run["results"].as_array_mut().unwrap() {
            let _ = ["total_ns", "latency", "puzzles_per_second"]
                .map(|name| result.as_object_mut().unwrap().remove(name));
        }
        for speedup in run["speedups"].as_array_mut().unwrap() {
            let _ =
                ["ratio", "low", "high", "verdict"].map(|name| speedup.as_object_mut().unwrap().remove(name));
        }
        run["slowest"].as_array_mut().unwrap().iter_mut().for_each(|slow| slow["time_ns"] = Value::Null);
        let run = run.as_object_mut().unwrap();
        let of_machines =
            ["commit", "command", "started", "wall_ns", "environment", "warnings", "merged", "name", "noise"];
        let _ = of_machines.map(|name| run.remove(name));
        run.clone().into()
    }

    #[track_caller]
    fn assert_same(&self, one: &str, other: &str) {
        assert_eq!(self.work(one), self.work(other));
        for table in ["puzzles.csv", "malformed.csv", "summary.csv"] {
            assert_eq!(self.rows(one, table), self.rows(other, table), "{table}");
        }
    }
}

const CORPORA: [&str; 3] = ["mixed.txt", "blocks.txt", "table.csv"];

fn bench(more: &[&str]) -> Vec<String> {
    [&["bench"], &CORPORA[..], &OPTIONS, more].concat().into_iter().map(str::to_owned).collect()
}

fn texts(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// Runs all shards into folders `NAME-1` to `NAME-N`, and returns their names.
fn run_shards(place: &Place, name: &str, count: usize, more: &[&str]) -> Vec<String> {
    let names = (1..=count).map(|index| {
        let out = format!("{name}-{index}");
        let shard = format!("{index}/{count}");
        let ran = place.run(&texts(&bench(&[&["--shard", &shard, "--out", &out], more].concat())));
        assert!(ran.code.is_some_and(|code| code <= 1), "{}", ran.err);
        out
    });
    names.collect()
}

fn merge(place: &Place, shards: &[String], out: &str) -> Ran {
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    place.run(&[&["merge"], &shards[..], &["--out", out]].concat())
}

#[test]
fn merged_shards_are_a_single_run_to_the_digit() {
    let place = Place::with_corpora();
    assert_eq!(place.run(&texts(&bench(&["--out", "single"]))).code, Some(1));
    for count in [3, 7] {
        let mut shards = run_shards(&place, &format!("s{count}"), count, &[]);
        shards.reverse();
        let merged = format!("merged{count}");
        let ran = merge(&place, &shards, &merged);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.out.contains(&format!("merged from {count} shards on 1 machine")), "{}", ran.out);
        place.assert_same("single", &merged);
        // The histogram of the machine is that of the run.
        let machine = &place.json(&merged)["merged"]["machines"][0];
        assert_eq!(machine["shards"], count);
        assert!(place.path(&merged).join("machines.hlog").exists());
        // It is a record like any other.
        let report = place.run(&["report", &merged]);
        assert!(report.ok().contains("merged from"));
    }
}

#[test]
fn more_shards_than_lines_leave_some_empty() {
    let place = Place::new();
    let four = "1..2......34....\n12............21\n";
    place.write("mixed.txt", four);
    place.write("blocks.txt", four);
    place.write("table.csv", four);
    let options = ["bench", "mixed.txt", "blocks.txt", "table.csv", "--engine", "masks", "--per-puzzle"];
    place.run(&[&options[..], &["--out", "single"]].concat());
    let shards: Vec<String> = (1..=20).map(|index| format!("s{index}")).collect();
    for (index, out) in shards.iter().enumerate() {
        let shard = format!("{}/20", index + 1);
        let ran = place.run(&[&options[..], &["--shard", &shard, "--out", out]].concat());
        assert!(ran.code.is_some_and(|code| code <= 1), "{}", ran.err);
    }
    assert!(merge(&place, &shards, "merged").code.is_some_and(|code| code <= 1));
    place.assert_same("single", "merged");
}

#[test]
fn shards_that_do_not_fit_are_refused_by_name() {
    let place = Place::with_corpora();
    run_shards(&place, "s", 3, &[]);
    let refused = |shards: &[&str]| {
        let shards: Vec<String> = shards.iter().map(|name| (*name).to_owned()).collect();
        let error = merge(&place, &shards, "merged").failed(2);
        assert!(!place.path("merged").exists());
        error
    };
    assert!(refused(&["s-1", "s-3"]).contains("1 of 3 shard is missing: 2/3"));
    assert!(refused(&["s-1", "s-2", "s-2", "s-3"]).contains("shard 2/3 is there twice: s-2 and s-2"));
    place.run(&texts(&bench(&["--out", "whole"])));
    assert!(refused(&["whole"]).contains("whole is not the record of a shard"));
    let other = |out: &str, shard: &str, more: &[&str]| {
        let all =
            [&["bench"], &CORPORA[..], &["--per-puzzle", "--shard", shard, "--out", out], more].concat();
        place.run(&all);
    };
    other("engine", "2/3", &["--engine", "dlx"]);
    assert!(
        refused(&["s-1", "engine", "s-3"])
            .contains("the engines differ: s-1 has sweep,masks, engine has dlx")
    );
    other("limit", "2/3", &["--engine", "sweep,masks", "--limit", "1"]);
    assert!(refused(&["s-1", "limit", "s-3"]).contains("the settings (limit) differ"));
    other("count", "2/4", &["--engine", "sweep,masks"]);
    assert!(refused(&["s-1", "count", "s-3"]).contains("the numbers of shards differ"));
    let text = std::fs::read_to_string(place.path("mixed.txt")).unwrap();
    place.write("mixed.txt", &text.replace("nonsense", "Nonsense"));
    other("corpus", "2/3", &["--engine", "sweep,masks"]);
    assert!(refused(&["s-1", "corpus", "s-3"]).contains("the corpora differ: s-1 has mixed.txt"));
    // What cannot be divided exactly is refused before anything runs.
    for (more, reason) in [
        (&["--shard", "1/2"][..], "add --out DIR"),
        (&["--shard", "1/2", "--out", "x", "--passes", "2"], "--passes"),
        (&["--shard", "1/2", "--out", "x", "--isomorphs"], "--isomorphs"),
        (&["--shard", "1/2", "--out", "x", "--sample", "5"], "--sample"),
        (&["--shard", "1/2", "--out", "x", "--class-by", "clues"], "--class-by clues"),
        (&["--shard", "auto", "--out", "x"], "finds no array job"),
        (&["--resume"], "--out"),
    ] {
        let error = place.run(&[&["bench", "table.csv"], more].concat()).failed(2);
        assert!(error.contains(reason), "{error}");
    }
    let from_array = place
        .command(&["bench", "table.csv", "--shard", "auto", "--out", "array"])
        .envs([("SLURM_ARRAY_TASK_ID", "9"), ("SLURM_ARRAY_TASK_MIN", "5"), ("SLURM_ARRAY_TASK_MAX", "9")])
        .env("SLURM_ARRAY_TASK_STEP", "2")
        .output();
    let ran: Ran = from_array.unwrap().into();
    assert!(ran.err.contains("shard 3/3, from SLURM_ARRAY_TASK_ID"), "{}", ran.err);
    assert_eq!(place.json("array")["shard"], "3/3");
}

#[test]
fn a_file_whose_lines_change_their_form_is_not_merged() {
    let place = Place::new();
    let easy = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/easy.txt")).unwrap();
    let puzzle = &easy.lines().find(|line| !line.starts_with('#')).unwrap()[..81];
    let solution = "1".repeat(81);
    let rows = |count: usize| format!("{solution},{puzzle}\n").repeat(count);
    // The second table has its puzzles in another column, which a shard that begins behind its header cannot know.
    let second = format!("{puzzle},{solution}\n").repeat(2000);
    place.write("two.csv", &format!("other,puzzle\n{}puzzle,other\n{second}", rows(2000)));
    for index in ["1", "2", "3"] {
        place.run(&["bench", "two.csv", "--shard", &format!("{index}/3"), "--out", index]);
    }
    let error = place.run(&["merge", "1", "2", "3", "--out", "all"]).failed(2);
    assert!(error.contains("two.csv cannot be divided"), "{error}");
}

/// Starts a command and kills it after a time, unless it has ended.
fn killed(mut command: Command, after: Duration) {
    let mut child: Child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The names in a folder that begin like this.
fn names_like(folder: &Path, prefix: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(prefix)).collect()
}

/// Kills a run this many times at random moments, lets it end, and compares the record.
fn kill_bench(kills: u32, seed: u64) {
    let place = Place::with_corpora();
    let mut random = dlxbench::random::Random::new(seed);
    place.run(&texts(&bench(&["--repeat", "20", "--out", "single"])));
    let mut run = 0;
    let mut left = kills;
    while left > 0 {
        let out = format!("killed{run}");
        let command = bench(&["--repeat", "20", "--out", &out, "--resume", "--save-every", "0.005"]);
        for _ in 0..left.min(4) {
            killed(place.command(&texts(&command)), Duration::from_micros(random.below(700_000) as u64));
            left -= 1;
            // There is never half a record.
            assert!(!place.path(&out).exists() || place.path(&out).join("run.json").exists());
        }
        let ran = place.run(&texts(&command));
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        place.assert_same("single", &out);
        assert_eq!(names_like(place.0.path(), &format!("{out}.unfinished")), [""; 0]);
        assert!(!place.path(&out).join("journal").exists());
        // Once more: it is complete.
        let again = place.run(&texts(&command));
        assert!(again.code == Some(1) && again.err.contains("is complete already"), "{}", again.err);
        run += 1;
    }
}

#[test]
fn a_killed_run_goes_on_and_ends_like_one_that_was_not() {
    kill_bench(6, 1);
}

#[test]
#[ignore = "100 kills take minutes; scripts/check-kills runs it"]
fn a_hundred_kills_change_nothing() {
    kill_bench(100, 2);
}

#[test]
fn a_run_that_was_interrupted_resumes_only_the_same_work() {
    let place = Place::with_corpora();
    let of = |more: &[&str]| bench(&[&["--out", "run", "--resume", "--save-every", "0.005"], more].concat());
    let mut wait = 100;
    // Until it was killed early enough to leave something, and late enough to have saved a state.
    while place.path("run").exists() || names_like(place.0.path(), "run.unfinished").is_empty() {
        let _ = std::fs::remove_dir_all(place.path("run"));
        killed(place.command(&texts(&of(&["--repeat", "50"]))), Duration::from_millis(wait));
        wait = wait * 3 / 2 % 3000;
    }
    let refused = |more: &[&str]| place.run(&texts(&of(more))).failed(2);
    assert!(refused(&["--repeat", "49"]).contains("settings was"));
    let text = std::fs::read_to_string(place.path("table.csv")).unwrap();
    place.write("table.csv", &(text.clone() + "\n"));
    let error = refused(&["--repeat", "50"]);
    assert!(error.contains("cannot resume") && error.contains("table.csv was"), "{error}");
    assert!(!place.path("run").exists());
}

#[test]
fn two_writers_of_one_shard_do_no_harm() {
    let place = Place::with_corpora();
    let command =
        bench(&["--repeat", "10", "--shard", "1/2", "--out", "twice", "--resume", "--save-every", "0.01"]);
    let start =
        || place.command(&texts(&command)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = start();
    std::thread::sleep(Duration::from_millis(150));
    let second: Ran = start().wait_with_output().unwrap().into();
    assert!(second.code.is_some_and(|code| code <= 1), "{}", second.err);
    assert!(first.wait().unwrap().code().is_some_and(|code| code <= 1));
    assert_eq!(names_like(place.0.path(), "twice"), ["twice"]);
    place.run(&texts(&bench(&["--repeat", "10", "--shard", "1/2", "--out", "once"])));
    place.assert_same("once", "twice");
}

/// Writes a problem into the place.
fn with_problem(arguments: &[&str]) -> Place {
    let place = Place::new();
    let text = place.run(&[&["problem"], arguments].concat()).ok();
    place.write("problem.txt", &text);
    place
}

/// Searches all shards of the problem, each killed this many times, and merges them.
fn killed_search(place: &Place, (engine, mode): (&str, &str), shards: usize, kills: u32, seed: u64) -> Ran {
    let mut random = dlxbench::random::Random::new(seed);
    let outs: Vec<String> = (1..=shards).map(|index| format!("{engine}{mode}{index}")).collect();
    for (index, out) in outs.iter().enumerate() {
        let shard = format!("{}/{shards}", index + 1);
        let command = [
            &["cover", "problem.txt", mode, "--engine", engine, "--shard", &shard, "--out", out][..],
            &["--resume", "--save-every", "0.005", "--threads", "2"],
        ]
        .concat();
        for _ in 0..kills {
            killed(place.command(&command), Duration::from_micros(random.below(400_000) as u64));
            assert!(!place.path(out).exists() || place.path(out).join("cover.json").exists());
        }
        let ran = place.run(&command);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(names_like(place.0.path(), &format!("{out}.unfinished")), [""; 0]);
        assert!(place.run(&command).err.contains("is complete already"));
    }
    let merged = format!("{engine}{mode}");
    let outs: Vec<&str> = outs.iter().map(String::as_str).collect();
    place.run(&[&["merge"], &outs[..], &["--out", &merged]].concat())
}

#[test]
fn shards_of_a_search_add_up_and_their_solutions_come_in_order() {
    let place = with_problem(&["langford", "8"]);
    for engine in ["dlx", "dense"] {
        assert_eq!(killed_search(&place, (engine, "--count"), 3, 1, 1).ok(), "300\n");
        let json = |name: &str| -> Value {
            serde_json::from_slice(&std::fs::read(place.path(name).join("cover.json")).unwrap()).unwrap()
        };
        let single =
            place.run(&["cover", "problem.txt", "--count", "--engine", engine, "--format", "json"]).ok();
        let single: Value = serde_json::from_str(&single).unwrap();
        let merged = json(&format!("{engine}--count"));
        for counter in ["solutions", "nodes", "guesses"] {
            assert_eq!(merged[counter], single[counter], "{counter}");
        }
        assert_eq!(merged["updates"], *single.get("updates").unwrap_or(&0.into()));
        let ran = killed_search(&place, (engine, "--all"), 2, 1, 2);
        assert_eq!(ran.ok(), "300\n");
        let all = place.run(&["cover", "problem.txt", "--all", "--engine", engine, "--format", "json"]).ok();
        let merged = std::fs::read_to_string(place.path(&format!("{engine}--all")).join("solutions.jsonl"));
        let merged = merged.unwrap();
        // The last line of the single run is its outcome.
        let solutions: Vec<&str> = all.lines().collect();
        assert_eq!(merged.lines().collect::<Vec<_>>(), solutions[..solutions.len() - 1]);
    }
    let refused = |shards: &[&str]| place.run(&[&["merge"], shards, &["--out", "x"]].concat()).failed(2);
    assert!(refused(&["dlx--count1", "dlx--count3"]).contains("shard 2/3 is missing"));
    assert!(
        refused(&["dlx--count1", "dlx--count2", "dense--count3"])
            .contains("engine was dlx, and is now dense")
    );
    assert!(refused(&["dlx--count1", "dlx--count1"]).contains("is there twice"));
    let other = ["cover", "problem.txt", "--count", "--engine", "dense", "--out", "dlx--count1", "--resume"];
    assert!(place.run(&other).failed(2).contains("cannot resume"));
}

#[test]
#[ignore = "100 kills take minutes; scripts/check-kills runs it"]
fn pentominoes_are_counted_in_eight_shards_despite_a_hundred_kills() {
    let place = with_problem(&["pentominoes", "10x6"]);
    assert_eq!(killed_search(&place, ("dlx", "--count"), 8, 13, 3).ok(), "9356\n");
}
