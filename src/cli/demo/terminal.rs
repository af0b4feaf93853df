//! The terminal: raw mode, the alternate screen, the mouse and bracketed paste while the demo runs, and everything as it
//! was at all other times: after the end, after a panic, and while the process is suspended.

use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, bail};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{execute, queue, terminal};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthStr;

use super::key::{Event, Key};
use crate::cli::console::{stdout_is_terminal, whole_terminal};

/// Whether the terminal is in raw mode, or was about to be.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Fails without a terminal to draw on.
pub(super) fn check() -> anyhow::Result<()> {
    if !stdout_is_terminal() {
        bail!("the demo draws on a terminal, and standard output is not one");
    }
    Ok(())
}

/// The terminal, which belongs to the demo until this is dropped.
pub(super) struct Terminal {
    output: BufWriter<Stdout>,
    /// What is on the terminal.
    shown: Buffer,
}

impl Terminal {
    /// Takes the terminal over.
    pub(super) fn open() -> anyhow::Result<Terminal> {
        leave_on_panic();
        let output = BufWriter::with_capacity(64 << 10, whole_terminal());
        // Dropped if entering fails half-way.
        let mut terminal = Terminal { output, shown: Buffer::empty(Rect::ZERO) };
        terminal.enter().context("cannot take the terminal over")?;
        Ok(terminal)
    }

    fn enter(&mut self) -> io::Result<()> {
        ENTERED.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        self.shown = Buffer::empty(Rect::ZERO);
        execute!(
            self.output,
            EnterAlternateScreen,
            Hide,
            event::EnableBracketedPaste,
            event::EnableMouseCapture
        )
    }

    /// Returns whether the terminal was left behind the back of this object: by a panic in another thread.
    pub(super) fn is_lost(&self) -> bool {
        !ENTERED.load(Ordering::SeqCst)
    }

    /// Returns the size in columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        terminal::size()
    }

    /// Draws the terminal anew, and writes what is different from before.
    pub(super) fn draw(&mut self, draw: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        let (width, height) = self.size()?;
        let area = Rect { x: 0, y: 0, width, height };
        let mut next = Buffer::empty(area);
        draw(area, &mut next);
        queue!(self.output, BeginSynchronizedUpdate)?;
        if self.shown.area != area {
            queue!(self.output, Clear(ClearType::All))?;
            self.shown = Buffer::empty(area);
        }
        write_changes(&self.shown, &next, &mut self.output)?;
        queue!(self.output, EndSynchronizedUpdate)?;
        self.output.flush()?;
        self.shown = next;
        Ok(())
    }

    /// Gives the terminal back to the shell, stops the process, and takes the terminal over again when it is continued.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        leave();
        // All processes of the job, as if the terminal had sent the signal.
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        self.enter()
    }

    /// There are no jobs on this system.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Whatever could not be written does not matter any more.
        _ = self.output.flush();
        leave();
    }
}

/// Restores the terminal, once. Nothing can be done about an error: the terminal may be closed.
fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        _ = execute!(
            whole_terminal(),
            event::DisableMouseCapture,
            event::DisableBracketedPaste,
            Show,
            EndSynchronizedUpdate,
            LeaveAlternateScreen
        );
        _ = terminal::disable_raw_mode();
    }
}

/// Restores the terminal before a panic prints its message, in whatever thread.
fn leave_on_panic() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            leave();
            print(panic);
        }));
    });
}

/// Writes the cells in which two screens differ.
fn write_changes(before: &Buffer, after: &Buffer, output: &mut impl Write) -> io::Result<()> {
    let (mut style, mut next) = (anstyle::Style::new(), None);
    for (x, y, cell) in before.diff(after) {
        if next != Some((x, y)) {
            queue!(output, MoveTo(x, y))?;
        }
        let of_cell = style_of(cell);
        if of_cell != style {
            write!(output, "\x1b[0m{of_cell}")?;
            style = of_cell;
        }
        write!(output, "{}", cell.symbol())?;
        next = Some((x + cell.symbol().width() as u16, y));
    }
    write!(output, "\x1b[0m")
}

fn style_of(cell: &Cell) -> anstyle::Style {
    let color = |color: Color| Some(color).filter(|&color| color != Color::Reset);
    let style = Style { fg: color(cell.fg), bg: color(cell.bg), ..Style::new() };
    style.add_modifier(cell.modifier).into()
}

/// Passes on what happens at the terminal, from a thread of its own.
pub(super) fn listen(tell: impl Fn(Event) + Send + 'static) -> anyhow::Result<()> {
    let run = move || {
        while let Ok(happened) = event::read() {
            translated(happened).into_iter().for_each(&tell);
        }
    };
    thread::Builder::new().spawn(run).context("cannot start a thread")?;
    Ok(())
}

fn translated(happened: event::Event) -> Option<Event> {
    Some(match happened {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => Event::Key(translated_key(key)?),
        event::Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            Event::Click { column: mouse.column, row: mouse.row }
        }
        event::Event::Paste(text) => Event::Paste(text),
        event::Event::Resize(width, height) => Event::Resize { width, height },
        _ => return None,
    })
}

fn translated_key(key: event::KeyEvent) -> Option<Key> {
    let has_ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    Some(match key.code {
        KeyCode::Char(letter) if has_ctrl => Key::Ctrl(letter.to_ascii_lowercase()),
        KeyCode::Char(character) => Key::Char(character),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Tab => Key::Tab,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        _ => return None,
    })
}

/// Tells when a terminal is closed. Usually a signal comes too, but `nohup` keeps it away.
pub(super) struct Hangup {
    #[cfg(unix)]
    device: Option<std::fs::File>,
}

impl Hangup {
    pub(super) fn new() -> Hangup {
        Hangup {
            #[cfg(unix)]
            device: std::fs::File::open("/dev/tty").ok(),
        }
    }

    #[cfg(unix)]
    pub(super) fn has_come(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let Some(device) = &self.device else { return false };
        let mut watched = [PollFd::new(device, PollFlags::empty())];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut watched, Some(&now)).is_ok()
            && watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
    }

    #[cfg(not(unix))]
    pub(super) fn has_come(&self) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    /// Draws on the terminal of this test program, and panics in the main thread or in another one.
    fn panic_on_terminal(is_main: bool) {
        let mut terminal = Terminal::open().unwrap();
        terminal.draw(|_, buffer| buffer.set_string(0, 0, "drawn", Style::new())).unwrap();
        if is_main {
            panic!("on purpose");
        }
        let other = thread::spawn(|| panic!("on purpose"));
        assert!(other.join().is_err() && terminal.is_lost());
    }

    #[test]
    #[ignore = "runs in the terminal of the test below"]
    fn panic_in_the_main_thread() {
        panic_on_terminal(true);
    }

    #[test]
    #[ignore = "runs in the terminal of the test below"]
    fn panic_in_another_thread() {
        panic_on_terminal(false);
    }

    #[test]
    fn a_panic_in_any_thread_leaves_the_terminal_as_it_was() {
        for name in ["panic_in_the_main_thread", "panic_in_another_thread"] {
            let folder = tempfile::tempdir().unwrap();
            let program = std::env::current_exe().unwrap();
            let test = format!("cli::demo::terminal::tests::{name}");
            let line = format!(
                "stty rows 24 cols 80; stty -g > before; {} --exact {test} --ignored --nocapture; stty -g > after",
                program.display()
            );
            let mut script = Command::new("script");
            script.args(["-qec", &line, "/dev/null"]).env("SHELL", "/bin/sh").env("TERM", "xterm");
            let ran = script.current_dir(folder.path()).output().expect("util-linux has script");
            let screen = String::from_utf8_lossy(&ran.stdout);
            let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
            assert_eq!(read("before"), read("after"), "{screen}");
            // Taken over, drawn, given back, and only then the message.
            let parts = ["\x1b[?1049h", "drawn", "\x1b[?25h", "\x1b[?1049l", "on purpose"];
            let places: Vec<Option<usize>> = parts.iter().map(|part| screen.find(part)).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {screen}");
        }
    }
}
