//! The thin shell: the real terminal, the event loop, and every way out.

use std::io::{self, Stdout, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::cursor::Show;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use yiqi_desk::Desk;
use yiqi_text::Text;

use crate::app::App;
use crate::network::Network;
use crate::options::AppOptions;

/// The longest time between checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(250);

/// Runs the app in the terminal until the person quits or a signal ends it. The terminal is
/// restored on every way out: at the end, on Ctrl-C, SIGTERM, SIGHUP and SIGINT, and when the app
/// panics. Every unfinished game is already on disk by then.
///
/// # Errors
/// If the terminal cannot be set up, written to or read from.
pub fn run(desk: Desk, network: Network, text: Text, options: AppOptions) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    watch_signals(&ended)?;
    let _watch = watch_terminal(&ended);
    let _hook = PanicHook::install();
    let _guard = TerminalGuard::enter()?;
    // Not cleared: the alternate screen is empty, and `clear` would query the cursor position,
    // which not every terminal reports.
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let size = terminal.size()?;
    let mut app = App::new(desk, network, text, options);
    app.resize(size.width, size.height);
    let result = event_loop(&mut app, &mut terminal, &ended);
    // Failing to write to a closed terminal is not an error of the app.
    if ended.load(Ordering::Relaxed) {
        return Ok(());
    }
    result
}

fn event_loop(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    ended: &AtomicBool,
) -> io::Result<()> {
    app.tick(Instant::now());
    terminal.draw(|frame| app.draw(frame))?;
    while !app.is_done() && !ended.load(Ordering::Relaxed) {
        let timeout = app.needs_tick_within().min(SIGNAL_INTERVAL);
        let mut is_resized = false;
        if event::poll(timeout)? {
            // Handle everything that has arrived, then redraw once: a held key never falls behind.
            loop {
                match event::read()? {
                    Event::Key(key) if is_suspend(&key) => {
                        suspend()?;
                        is_resized = true;
                    }
                    Event::Key(key) => app.key(key),
                    Event::Mouse(mouse) => app.mouse(mouse),
                    Event::Paste(text) => app.paste(&text),
                    Event::Resize(cols, rows) => {
                        app.resize(cols, rows);
                        is_resized = true;
                    }
                    _ => {}
                }
                if app.is_done() || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        app.tick(Instant::now());
        if let Some(text) = app.take_copied() {
            yiqi_desk::copy(&text, &mut stdout())?;
        }
        if is_resized {
            // The contents may be lost even if the screen has its old size again: redraw
            // everything.
            execute!(stdout(), Clear(ClearType::All))?;
            terminal.swap_buffers();
        }
        terminal.draw(|frame| app.draw(frame))?;
    }
    Ok(())
}

/// Whether a key is Ctrl-Z, which suspends the program as everywhere in a shell.
fn is_suspend(key: &KeyEvent) -> bool {
    cfg!(unix)
        && key.kind == KeyEventKind::Press
        && key.modifiers == KeyModifiers::CONTROL
        && key.code == KeyCode::Char('z')
}

/// Gives the terminal back to the shell, stops this process, and takes the terminal again once the
/// shell continues it.
#[cfg(unix)]
fn suspend() -> io::Result<()> {
    restore();
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
    enter()
}

#[cfg(not(unix))]
fn suspend() -> io::Result<()> {
    Ok(())
}

/// Makes termination signals end the event loop instead of the program.
#[cfg(unix)]
fn watch_signals(ended: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(ended))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(ended: &Arc<AtomicBool>) -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(ended))?;
    Ok(())
}

/// How often to check whether the terminal is still there.
const HANGUP_INTERVAL: Duration = Duration::from_millis(250);

/// How long the event loop may take to end when it should.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Ends the program on a signal or when its terminal disappears, even if the event loop is blocked
/// reading from a terminal that no longer exists. Dropping the returned sender ends the thread.
fn watch_terminal(ended: &Arc<AtomicBool>) -> std::sync::mpsc::Sender<()> {
    let (alive, is_over) = std::sync::mpsc::channel();
    let ended = Arc::clone(ended);
    std::thread::spawn(move || {
        use std::sync::mpsc::RecvTimeoutError::Timeout;
        while is_over.recv_timeout(HANGUP_INTERVAL) == Err(Timeout) {
            if is_hung_up() {
                ended.store(true, Ordering::Relaxed);
            }
            if ended.load(Ordering::Relaxed)
                && is_over.recv_timeout(SHUTDOWN_TIMEOUT) == Err(Timeout)
            {
                restore();
                std::process::exit(1);
            }
        }
    });
    alive
}

/// Whether the other end of the terminal is closed.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::io::IsTerminal;
    use std::os::fd::AsFd;
    let stdin = io::stdin();
    // The standard input may have been a file; then the keys come from the terminal itself.
    let terminal = match stdin.is_terminal() {
        true => None,
        false => match std::fs::File::open("/dev/tty") {
            Ok(terminal) => Some(terminal),
            Err(_) => return true,
        },
    };
    let keys = terminal.as_ref().map_or(stdin.as_fd(), AsFd::as_fd);
    let mut fds = [PollFd::new(&keys, PollFlags::empty())];
    let no_time = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut fds, Some(&no_time)).is_ok() && fds[0].revents().contains(PollFlags::HUP)
}

#[cfg(not(unix))]
fn is_hung_up() -> bool {
    false
}

/// Whether the terminal is in our mode. A second restoration would move the cursor over the message
/// of a panic.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Restores the terminal when dropped, whatever the reason.
struct TerminalGuard;

impl TerminalGuard {
    fn enter() -> io::Result<TerminalGuard> {
        // The guard restores the terminal even if only a part of this succeeds.
        let guard = TerminalGuard;
        enter()?;
        Ok(guard)
    }
}

/// Puts the terminal into our mode.
fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    IS_OURS.store(true, Ordering::Relaxed);
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal as far as possible.
fn restore() {
    if !IS_OURS.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}

type Hook = dyn Fn(&std::panic::PanicHookInfo<'_>) + Sync + Send + 'static;

/// While it lives, a panic of this thread restores the terminal before it is reported. Panics of
/// other threads are players that died: the desk reports them, and their output would only garble
/// the screen.
struct PanicHook {
    before: Arc<Hook>,
}

impl PanicHook {
    fn install() -> PanicHook {
        let before: Arc<Hook> = Arc::from(std::panic::take_hook());
        let reporter = Arc::clone(&before);
        let own = std::thread::current().id();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == own {
                restore();
                reporter(info);
            }
        }));
        PanicHook { before }
    }
}

impl Drop for PanicHook {
    fn drop(&mut self) {
        // Setting a hook while panicking would itself panic.
        if !std::thread::panicking() {
            let before = Arc::clone(&self.before);
            std::panic::set_hook(Box::new(move |info| before(info)));
        }
    }
}
