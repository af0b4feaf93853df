//! Which warnings are not wanted.

use clap::Args;
use dlxbench::bench::Warning;

use crate::cli::value;

/// Warnings that are not shown.
#[derive(Args)]
pub(crate) struct WarningArgs {
    /// Show no warnings, or none with these names
    ///
    /// A warning ends in its name. run.json keeps what is silenced, under "silenced"; no report shows it.
    #[arg(long, value_name = "NAME,…", value_parser = value::named::<Warning>(), value_delimiter = ',')]
    #[arg(num_args = 0..=1, require_equals = true, help_heading = "Output")]
    no_warnings: Option<Vec<Warning>>,
}

impl WarningArgs {
    /// The warnings to silence; without names, all.
    pub(crate) fn silenced(&self) -> Vec<Warning> {
        match self.no_warnings.as_deref() {
            None => Vec::new(),
            Some([]) => Warning::ALL.to_vec(),
            Some(named) => named.to_vec(),
        }
    }
}
