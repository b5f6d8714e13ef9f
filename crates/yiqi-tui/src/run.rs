//! The thin shell: the real terminal, the event loop, and every way out.

use std::io::{self, Stdout, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use yiqi_desk::{Desk, Pictures};
use yiqi_text::Text;

use crate::app::App;
use crate::graphics::query::{self, Late, LateAnswer};
use crate::graphics::{Canvas, Protocol};
use crate::network::Network;
use crate::options::{AppOptions, ColorDepth};

/// The longest time between checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(250);

/// Runs the app in the terminal until the person quits or a signal ends it. The terminal is
/// restored on every way out: at the end, on Ctrl-C, SIGTERM, SIGHUP and SIGINT, and when the app
/// panics. Every unfinished game is already on disk by then.
///
/// Returns what to say afterward, if there is anything to say.
///
/// # Errors
/// If the terminal cannot be set up, written to or read from.
pub fn run(
    desk: Desk,
    network: Network,
    text: Text,
    options: AppOptions,
) -> io::Result<Option<String>> {
    let ended = Arc::new(AtomicBool::new(false));
    watch_signals(&ended)?;
    let resized = watch_resizes()?;
    let _watch = watch_terminal(&ended);
    let _hook = PanicHook::install();
    let _guard = TerminalGuard::enter()?;
    let asked = ask_for_pictures(desk.settings().pictures, options.color)?;
    // Not cleared: the alternate screen is empty, and `clear` would query the cursor position,
    // which not every terminal reports.
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let size = terminal.size()?;
    let mut app = App::new(desk, network, text, options);
    app.resize(size.width, size.height);
    app.tick(Instant::now());
    let late = LateAnswer::new(asked.is_some_and(|asked| !take_answer(&mut app, asked)));
    let result = event_loop(&mut app, &mut terminal, late, &ended, &resized);
    // Failing to write to a closed terminal is not an error of the app.
    if ended.load(Ordering::Relaxed) {
        return Ok(None);
    }
    result.map(|()| app.parting())
}

fn event_loop(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    mut late: LateAnswer,
    ended: &AtomicBool,
    resized: &AtomicBool,
) -> io::Result<()> {
    let mut canvas = Canvas::default();
    let mut title = String::new();
    draw(app, terminal, &mut canvas, false)?;
    while !app.is_done() && !ended.load(Ordering::Relaxed) {
        let timeout = app.needs_tick_within().min(SIGNAL_INTERVAL);
        let mut is_resized = false;
        if event::poll(timeout)? {
            // Handle everything that has arrived, then redraw once: a held key never falls behind.
            loop {
                match event::read()? {
                    Event::Key(key) if cfg!(unix) && is_control(&key, 'z') => {
                        app.stop_clocks();
                        suspend()?;
                        app.start_clocks();
                        is_resized = true;
                    }
                    Event::Key(key) if is_control(&key, 'l') => is_resized = true,
                    Event::Key(key) => match late.take(&key) {
                        Late::Key => app.key(key),
                        Late::Part => {}
                        Late::End(is_like_kitty) => take_late_answer(app, is_like_kitty),
                    },
                    Event::Mouse(mouse) => app.mouse(mouse),
                    Event::Paste(text) => app.paste(&text),
                    Event::Resize(cols, rows) => {
                        app.resize(cols, rows);
                        measure(app);
                        is_resized = true;
                    }
                    _ => {}
                }
                if app.is_done() || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if resized.swap(false, Ordering::Relaxed) {
            let size = terminal.size()?;
            app.resize(size.width, size.height);
            measure(app);
            is_resized = true;
        }
        app.tick(Instant::now());
        announce(app, &mut title)?;
        if let Some(text) = app.take_copied() {
            yiqi_desk::copy(&text, &mut stdout())?;
        }
        draw(app, terminal, &mut canvas, is_resized)?;
    }
    execute!(stdout(), Print(canvas.clear()))
}

/// Draws a frame: the characters, then the picture. With `is_lost`, nothing of the last frame is
/// expected to be left on the screen.
fn draw(
    app: &App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    canvas: &mut Canvas,
    is_lost: bool,
) -> io::Result<()> {
    let picture = app.picture();
    let has_pictures = picture.is_some() || canvas.must_clear(None);
    if has_pictures {
        // Characters and pictures appear together.
        queue!(stdout(), BeginSynchronizedUpdate)?;
    }
    if is_lost || canvas.must_clear(picture.as_ref()) {
        // The contents may be lost even if the screen has its old size again, and pictures do not go
        // away by themselves: redraw everything.
        queue!(stdout(), Print(canvas.clear()), Clear(ClearType::All))?;
        terminal.swap_buffers();
    }
    terminal.draw(|frame| app.draw(frame))?;
    if let Some(picture) = picture {
        queue!(stdout(), Print(canvas.show(picture)))?;
    }
    if has_pictures {
        execute!(stdout(), EndSynchronizedUpdate)?;
    }
    Ok(())
}

/// Asks the terminal which pictures it shows, and returns when, if there is anybody to answer.
#[cfg(unix)]
fn ask_for_pictures(choice: Pictures, color: ColorDepth) -> io::Result<Option<Instant>> {
    let term = std::env::var("TERM").unwrap_or_default();
    if choice == Pictures::Off || color == ColorDepth::None || !query::can_be_asked(&term) {
        return Ok(None);
    }
    // A terminal that does not understand it may show a part of it.
    execute!(
        stdout(),
        Print(query::QUESTION),
        Clear(ClearType::All),
        MoveTo(0, 0)
    )?;
    Ok(Some(Instant::now()))
}

#[cfg(not(unix))]
fn ask_for_pictures(_: Pictures, _: ColorDepth) -> io::Result<Option<Instant>> {
    Ok(None)
}

/// Waits for the answer of the terminal and gives the app what was typed meanwhile. Returns whether
/// it has answered.
#[cfg(unix)]
fn take_answer(app: &mut App, asked: Instant) -> bool {
    let Some((answer, keys)) =
        with_keyboard(|keyboard| query::wait(keyboard, asked, &mut stdout()))
    else {
        return false;
    };
    app.set_picture_support(answer.support(|name| std::env::var(name).ok()));
    measure(app);
    for key in keys {
        app.key(key);
    }
    answer.is_complete()
}

#[cfg(not(unix))]
fn take_answer(_: &mut App, _: Instant) -> bool {
    false
}

/// Uses what a terminal answered after nobody waited for it anymore.
fn take_late_answer(app: &mut App, is_like_kitty: bool) {
    let mut support = app.picture_support();
    if is_like_kitty && support.protocol.is_none() {
        support.protocol = Some(Protocol::Kitty);
        app.set_picture_support(support);
        measure(app);
    }
}

/// Asks the system for the size of a character, which may have changed, too.
fn measure(app: &mut App) {
    let Ok(window) = crossterm::terminal::window_size() else {
        return;
    };
    if window.width == 0 || window.height == 0 || window.columns == 0 || window.rows == 0 {
        return;
    }
    let size = (window.width / window.columns, window.height / window.rows);
    let mut support = app.picture_support();
    // Some terminals count their margins, too: then the answer of the terminal is more exact.
    let is_near = support.cell.is_some_and(|(width, height)| {
        (width..=width + 1).contains(&size.0) && (height..=height + 1).contains(&size.1)
    });
    if !is_near {
        support.cell = Some(size);
        app.set_picture_support(support);
    }
}

/// Tells people who look elsewhere about the game: the window's title, and a bell if they want one.
fn announce(app: &mut App, shown: &mut String) -> io::Result<()> {
    if app.take_bell() {
        execute!(stdout(), Print("\x07"))?;
    }
    let title = app.title();
    if *shown != title && has_title() {
        execute!(stdout(), Print(format!("\x1b]2;{title}\x1b\\")))?;
    }
    *shown = title;
    Ok(())
}

/// Whether the terminal may have a title. Some show what they do not understand.
fn has_title() -> bool {
    std::env::var("TERM").is_ok_and(|term| query::can_be_asked(&term))
}

/// Whether a key is Ctrl and a letter: Ctrl-Z suspends the program as everywhere in a shell, and
/// Ctrl-L draws everything again if another program has written on the screen.
fn is_control(key: &KeyEvent, letter: char) -> bool {
    key.kind == KeyEventKind::Press
        && key.modifiers == KeyModifiers::CONTROL
        && key.code == KeyCode::Char(letter)
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

/// A flag that is set whenever the window gets another size. The event for it is lost if a key
/// arrives at the same time, or if it came before anybody waited for events.
fn watch_resizes() -> io::Result<Arc<AtomicBool>> {
    let resized = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGWINCH, Arc::clone(&resized))?;
    Ok(resized)
}

/// How often to check whether the terminal is still there.
const HANGUP_INTERVAL: Duration = Duration::from_millis(100);

/// How long the event loop may take to end after its terminal has disappeared. It may be blocked
/// reading from it, and every game is already on disk.
const HANGUP_TIMEOUT: Duration = Duration::from_millis(200);

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
            let timeout = match is_hung_up() {
                true => HANGUP_TIMEOUT,
                false => SHUTDOWN_TIMEOUT,
            };
            if timeout == HANGUP_TIMEOUT {
                ended.store(true, Ordering::Relaxed);
            }
            if ended.load(Ordering::Relaxed) && is_over.recv_timeout(timeout) == Err(Timeout) {
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
    let no_time = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let is_closed = with_keyboard(|keyboard| {
        let mut fds = [PollFd::new(&keyboard, PollFlags::empty())];
        poll(&mut fds, Some(&no_time)).is_ok() && fds[0].revents().contains(PollFlags::HUP)
    });
    is_closed.unwrap_or(true)
}

/// Does something with the file that keys come from: the standard input, or the terminal itself if
/// that is something else. `None` if there is no terminal.
#[cfg(unix)]
fn with_keyboard<T>(act: impl FnOnce(std::os::fd::BorrowedFd<'_>) -> T) -> Option<T> {
    use std::io::IsTerminal;
    use std::os::fd::AsFd;
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return Some(act(stdin.as_fd()));
    }
    let terminal = std::fs::File::open("/dev/tty").ok()?;
    Some(act(terminal.as_fd()))
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
    if has_title() {
        execute!(stdout(), Print(KEEP_TITLE))?;
    }
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

/// The terminal remembers the title of its window, and shows it again.
const KEEP_TITLE: &str = "\x1b[22;2t";
const RESTORE_TITLE: &str = "\x1b[23;2t";

/// Restores the terminal as far as possible.
fn restore() {
    if !IS_OURS.swap(false, Ordering::Relaxed) {
        return;
    }
    if has_title() {
        let _ = execute!(stdout(), Print(RESTORE_TITLE));
    }
    // Emptied first: tmux keeps what is on a screen that has grown.
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        Clear(ClearType::All),
        MoveTo(0, 0),
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
