//! `--shard`: which part of a job this process does, named or found in the environment of a scheduler.

use std::env;

use anyhow::{Context, bail};
use clap::Args;
use dlxbench::shard::Shard;

use super::console::say;

/// The option that divides a job.
#[derive(Args)]
pub(super) struct ShardArgs {
    /// Do only part I of N, or auto: as the array job of Slurm or AWS Batch says, or Kubernetes with auto/N
    ///
    /// All parts together are exactly the whole job; dlxbench merge puts them together. See docs/cluster.md.
    #[arg(long, value_name = "I/N|auto[/N]", value_parser = parse, help_heading = "Shards")]
    pub(super) shard: Option<Wanted>,
}

/// A part as it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    Part(Shard),
    /// From the environment, with the number of parts if it is given.
    Auto(Option<u32>),
}

fn parse(text: &str) -> Result<Wanted, String> {
    if text == "auto" {
        return Ok(Wanted::Auto(None));
    }
    if let Some(count) = text.strip_prefix("auto/") {
        let count = count.parse().ok().filter(|&count| Shard::new(0, count).is_ok());
        return count.map(|count| Wanted::Auto(Some(count))).ok_or_else(|| "expected auto/N".to_owned());
    }
    text.parse().map(Wanted::Part).map_err(|error: dlxbench::shard::BadShard| error.to_string() + ", or auto")
}

impl ShardArgs {
    /// Returns the part to do, and says where it was found if that was not the command line.
    pub(super) fn shard(&self) -> anyhow::Result<Option<Shard>> {
        match self.shard {
            None => Ok(None),
            Some(Wanted::Part(shard)) => Ok(Some(shard)),
            Some(Wanted::Auto(count)) => {
                let variable = |name: &str| env::var(name).ok();
                let (shard, name) = found(&variable, count)?;
                say(format!("dlxbench: shard {shard}, from {name}"));
                Ok(Some(shard))
            }
        }
    }
}

/// Finds the part in the environment, and the variable that named it.
fn found(
    variable: &dyn Fn(&str) -> Option<String>,
    count: Option<u32>,
) -> anyhow::Result<(Shard, &'static str)> {
    let number = |name: &str| -> anyhow::Result<Option<i64>> {
        let Some(text) = variable(name) else { return Ok(None) };
        let number = text.trim().parse();
        number.map(Some).with_context(|| format!("{name} is {text:?}; expected a number"))
    };
    let needed = |name: &'static str| number(name)?.with_context(|| format!("{name} is not set"));
    let (index, of, name) = if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
        let (least, most) = (needed("SLURM_ARRAY_TASK_MIN")?, needed("SLURM_ARRAY_TASK_MAX")?);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        ((id - least) / step, Some((most - least) / step + 1), "SLURM_ARRAY_TASK_ID")
    } else if let Some(index) = number("AWS_BATCH_JOB_ARRAY_INDEX")? {
        (index, number("AWS_BATCH_JOB_ARRAY_SIZE")?, "AWS_BATCH_JOB_ARRAY_INDEX")
    } else if let Some(index) = number("JOB_COMPLETION_INDEX")? {
        (index, None, "JOB_COMPLETION_INDEX")
    } else {
        bail!(
            "--shard auto finds no array job: none of SLURM_ARRAY_TASK_ID, AWS_BATCH_JOB_ARRAY_INDEX and \
             JOB_COMPLETION_INDEX is set; name the part, such as --shard 2/8"
        );
    };
    let count = match (count.map(i64::from), of) {
        (Some(count), Some(of)) if count != of => bail!(
            "--shard auto/{count} does not fit an array of {of} ({name}); to run some of {count} parts again, name \
             each, such as --shard 2/{count}"
        ),
        (Some(count), _) | (None, Some(count)) => count,
        (None, None) => bail!("{name} does not say how many parts there are: use --shard auto/N"),
    };
    let shard = u32::try_from(index).ok().zip(u32::try_from(count).ok());
    let shard = shard.and_then(|(index, count)| Shard::new(index, count).ok());
    let shard =
        shard.with_context(|| format!("{name} is part {} of {count}, which does not exist", index + 1))?;
    Ok((shard, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)], count: Option<u32>) -> Result<String, String> {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        found(&variable, count).map(|(shard, _)| shard.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_index_in_a_slurm_array_is_not_the_task_id() {
        // sbatch --array=5-11:2
        let task = |id| {
            let array = [("SLURM_ARRAY_TASK_MIN", "5"), ("SLURM_ARRAY_TASK_MAX", "11")];
            let more = [("SLURM_ARRAY_TASK_STEP", "2"), ("SLURM_ARRAY_TASK_ID", id)];
            [array, more].concat()
        };
        let shards = ["5", "7", "9", "11"].map(|id| of(&task(id), None).unwrap());
        assert_eq!(shards, ["1/4", "2/4", "3/4", "4/4"]);
        assert_eq!(of(&task("7"), Some(4)).unwrap(), "2/4");
        assert!(of(&task("7"), Some(8)).unwrap_err().contains("does not fit an array of 4"));
    }

    #[test]
    fn other_schedulers_count_from_0() {
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("AWS_BATCH_JOB_ARRAY_SIZE", "4")];
        assert_eq!(of(&batch, None).unwrap(), "4/4");
        let kubernetes = [("JOB_COMPLETION_INDEX", "0")];
        assert_eq!(of(&kubernetes, Some(8)).unwrap(), "1/8");
        assert!(of(&kubernetes, None).unwrap_err().contains("auto/N"));
        assert!(of(&[("JOB_COMPLETION_INDEX", "8")], Some(8)).unwrap_err().contains("part 9 of 8"));
        assert!(of(&[("JOB_COMPLETION_INDEX", "x")], Some(8)).unwrap_err().contains("expected a number"));
        assert!(of(&[], None).unwrap_err().contains("no array job"));
    }
}
