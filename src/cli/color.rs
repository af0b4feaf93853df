//! When output is colored.

use std::io::{self, IsTerminal};

use dlxbench::report::Paint;

/// Colors and bold type on a terminal, unless NO_COLOR is set.
pub(super) fn auto_paint() -> Paint {
    let stdout = io::stdout();
    Paint(stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never)
}
