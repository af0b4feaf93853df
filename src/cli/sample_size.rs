//! How many puzzles to choose: a number, or a share of all.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use dlxbench::corpus::Source;
use dlxbench::corpus::stream::{self, Options};
use dlxbench::report::units;

use super::value;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum SampleSize {
    Count(usize),
    Percent(f64),
}

impl FromStr for SampleSize {
    type Err = String;

    fn from_str(text: &str) -> Result<SampleSize, String> {
        let size = match text.strip_suffix('%') {
            Some(percent) => percent.parse().ok().map(SampleSize::Percent),
            None => text.parse().ok().map(SampleSize::Count),
        };
        let is_possible = |size: &SampleSize| match size {
            SampleSize::Count(count) => value::COUNT.contains(&(*count as u64)),
            SampleSize::Percent(percent) => *percent > 0.0 && *percent <= 100.0,
        };
        let most = units::count(*value::COUNT.end());
        let expected = || format!("expected a number of puzzles from 1 to {most}, or a share such as 10%");
        size.filter(is_possible).ok_or_else(expected)
    }
}

impl SampleSize {
    /// Returns the number of puzzles to choose. For a share, all puzzles are counted first, while `show` gets the
    /// puzzles and bytes so far. So `10%` chooses the same puzzles as the number that it stands for.
    pub(super) fn of(
        self,
        sources: &[Source],
        options: &Options,
        interrupt: &AtomicBool,
        mut show: impl FnMut(u64, u64) + Send,
    ) -> anyhow::Result<usize> {
        let percent = match self {
            SampleSize::Count(count) => return Ok(count),
            SampleSize::Percent(percent) => percent,
        };
        if let Some(source) = sources.iter().find(|source| source.bytes.is_none()) {
            let name = &source.name;
            bail!(
                "{name} can be read only once, so its puzzles cannot be counted for {percent}%; give a number"
            );
        }
        let mut puzzles = 0;
        stream::run(
            options,
            sources,
            interrupt,
            |_| (),
            |(), portion, _| Ok(Some(portion.batch.puzzles().len() as u64)),
            |portion, count| {
                puzzles += count;
                show(puzzles, portion.bytes_read);
                anyhow::Ok(())
            },
        )?;
        let count = (puzzles as f64 * percent / 100.0).round() as usize;
        if count == 0 && puzzles > 0 {
            bail!(
                "{percent}% of {} rounds to zero; choose a larger share",
                units::counted(puzzles, "puzzle")
            );
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_or_shares() {
        assert_eq!("12".parse(), Ok(SampleSize::Count(12)));
        assert_eq!(
            ["10%", "2.5%"].map(str::parse),
            [Ok(SampleSize::Percent(10.0)), Ok(SampleSize::Percent(2.5))]
        );
        for text in ["0", "0%", "101%", "-1", "1.5", "%", "", "ten", "1000000001", "NaN%", "inf%"] {
            let expected = "expected a number of puzzles from 1 to 1,000,000,000, or a share such as 10%";
            assert_eq!(text.parse::<SampleSize>(), Err(expected.to_owned()), "{text}");
        }
    }
}
