//! The option that silences warnings.

use clap::Args;
use dlxbench::bench::Warning;

use crate::cli::value;

#[derive(Args)]
pub(crate) struct WarningArgs {
    /// Silence all warnings, or only those named
    ///
    /// A warning ends in its name. run.json lists silenced warnings under "silenced"; reports leave them out.
    #[arg(long, value_name = "NAME,…", value_parser = value::named::<Warning>(), value_delimiter = ',')]
    #[arg(num_args = 0..=1, require_equals = true, help_heading = "Output")]
    no_warnings: Option<Vec<Warning>>,
}

impl WarningArgs {
    /// Returns the warnings to silence: those named, or all.
    pub(crate) fn silenced(&self) -> Vec<Warning> {
        match self.no_warnings.as_deref() {
            None => Vec::new(),
            Some([]) => Warning::ALL.to_vec(),
            Some(named) => named.to_vec(),
        }
    }
}
