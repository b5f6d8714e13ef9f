//! One Chromium: the page as one person sees and uses it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fantoccini::Client;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MOUSE_BUTTON_RIGHT, MouseActions,
    PointerAction, TouchActions,
};
use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::CmdError;
pub use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use url::{ParseError, Url};

use crate::TIMEOUT;
use crate::server::target_folder;

/// Functions for the scripts of tests.
const PAGE: &str = include_str!("page.js");
/// The pause before a condition is checked again.
const PAUSE: Duration = Duration::from_millis(40);

/// The key under which WebDriver passes elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with its own profile. It ends with its test bed.
pub struct Browser {
    client: Client,
    runtime: Arc<Runtime>,
    origin: String,
}

impl Browser {
    pub(crate) fn new(client: Client, runtime: Arc<Runtime>, origin: &str) -> Browser {
        Browser {
            client,
            runtime,
            origin: origin.to_owned(),
        }
    }

    fn wait<T>(&self, future: impl Future<Output = Result<T, CmdError>>) -> Result<T, CmdError> {
        self.runtime.block_on(future)
    }

    /// Opens a path of the server, or a whole URL.
    ///
    /// # Panics
    /// If the page does not load.
    #[track_caller]
    pub fn open(&self, path: &str) {
        let address = if path.starts_with('/') {
            format!("{}{path}", self.origin)
        } else {
            path.to_owned()
        };
        self.wait(self.client.goto(&address))
            .unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Reloads the page.
    ///
    /// # Panics
    /// If it does not load.
    #[track_caller]
    pub fn reload(&self) {
        self.wait(self.client.refresh()).expect("the page reloads");
    }

    /// The URL without the server.
    ///
    /// # Panics
    /// If the browser has ended.
    #[must_use]
    #[track_caller]
    pub fn path(&self) -> String {
        let url = self
            .wait(self.client.current_url())
            .expect("the browser has a URL");
        url.as_str().trim_start_matches(&self.origin).to_owned()
    }

    /// Runs the body of a function in the page, with the functions of `page.js` and `args`.
    ///
    /// # Errors
    /// What it threw, or why it could not run.
    pub fn try_run(&self, script: &str, args: &[Value]) -> Result<Value, String> {
        self.try_run_bare(&format!("{PAGE}\n{script}"), args)
    }

    fn try_run_bare(&self, script: &str, args: &[Value]) -> Result<Value, String> {
        let whole = format!(
            "const done = arguments[arguments.length - 1];
             const args = [...arguments].slice(0, -1);
             (async () => {{ {script} }})().then(
               (value) => done([value ?? null, null]),
               (error) => done([null, String(error?.stack ?? error)]));"
        );
        let answer = self
            .wait(self.client.execute_async(&whole, args.to_vec()))
            .map_err(|error| error.to_string())?;
        match answer.get(1).and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer.get(0).cloned().unwrap_or_default()),
        }
    }

    /// Like [`Browser::try_run`].
    ///
    /// # Panics
    /// If it throws.
    #[track_caller]
    pub fn run(&self, script: &str, args: &[Value]) -> Value {
        match self.try_run(script, args) {
            Ok(value) => value,
            Err(error) => self.fail(&format!("{script}\n{error}")),
        }
    }

    /// Runs the body of a function in a page whose own scripts did not load.
    ///
    /// # Panics
    /// If it throws.
    #[track_caller]
    pub fn run_bare(&self, script: &str, args: &[Value]) -> Value {
        match self.try_run_bare(script, args) {
            Ok(value) => value,
            Err(error) => self.fail(&format!("{script}\n{error}")),
        }
    }

    /// Waits until a script returns something that is neither `null` nor `false`.
    ///
    /// # Panics
    /// With what is on the page, after a timeout.
    #[track_caller]
    pub fn until(&self, what: &str, script: &str, args: &[Value]) -> Value {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let answer = self.try_run(script, args);
            match &answer {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(value) => return value.clone(),
            }
            if Instant::now() > deadline {
                self.fail(&format!("waiting for {what}: {answer:?}"));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Fails the test with everything that helps to understand why.
    #[track_caller]
    fn fail(&self, why: &str) -> ! {
        let text = self
            .wait(self.client.execute(
                "return location.href + '\\n' + document.body.innerText",
                Vec::new(),
            ))
            .unwrap_or_default();
        let test = std::thread::current()
            .name()
            .unwrap_or_default()
            .replace("::", "-");
        let picture = std::env::temp_dir().join(format!("yiqi-failed-{test}.png"));
        let picture = self.save_picture(&picture);
        panic!(
            "{why}\n--- page ({picture})\n{}\n--- console\n{}",
            text.as_str().unwrap_or("?"),
            self.console().join("\n")
        );
    }

    fn save_picture(&self, path: &Path) -> String {
        match self.wait(self.client.screenshot()) {
            Ok(bytes) if std::fs::write(path, &bytes).is_ok() => path.display().to_string(),
            _ => "no picture".to_owned(),
        }
    }

    /// Saves a screenshot if the variable `YIQI_SHOTS` names a folder.
    ///
    /// # Panics
    /// If it cannot be saved.
    #[track_caller]
    pub fn shot(&self, name: &str) {
        let Some(folder) = std::env::var_os("YIQI_SHOTS").map(PathBuf::from) else {
            return;
        };
        std::fs::create_dir_all(&folder).expect("the folder for screenshots is writable");
        // Wait for animations to end.
        self.until("animations to end", "await stillness(); return true", &[]);
        self.save_picture(&folder.join(format!("{name}.png")));
    }

    /// Presses the control with this name.
    ///
    /// # Panics
    /// If there is none, or something covers it.
    #[track_caller]
    pub fn press(&self, name: &str) {
        self.click_on(name, "return named(CONTROLS, args[0]);", &[json!(name)]);
    }

    /// Clicks on the element with this selector.
    ///
    /// # Panics
    /// If there is none, or something covers it.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let script = "return [...root().querySelectorAll(args[0])].find(isShown)";
        self.click_on(selector, script, &[json!(selector)]);
    }

    #[track_caller]
    fn click_on(&self, what: &str, script: &str, args: &[Value]) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let element = self.element(what, script, args);
            // It may be moving, or have just been replaced.
            match self.wait(element.click()) {
                Ok(()) => return,
                Err(error) if Instant::now() > deadline => {
                    self.fail(&format!("pressing {what}: {error}"))
                }
                Err(_) => {
                    // An element under a fixed one is scrolled to the middle.
                    let middle = "args[0].scrollIntoView({ block: 'center' }); return true";
                    let _ = self.try_run(
                        middle,
                        &[json!({ELEMENT: element.element_id().to_string()})],
                    );
                    std::thread::sleep(PAUSE);
                }
            }
        }
    }

    #[track_caller]
    fn element(&self, what: &str, script: &str, args: &[Value]) -> Element {
        let found = self.until(what, script, args);
        let id = found
            .as_object()
            .and_then(|object| object.values().next())
            .and_then(Value::as_str);
        match id {
            Some(id) => {
                Element::from_element_id(self.client.clone(), ElementRef::from(id.to_owned()))
            }
            None => self.fail(&format!("{what} is not an element: {found}")),
        }
    }

    /// Types into the field with this name, replacing its contents.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn write(&self, name: &str, text: &str) {
        let field = self.element(name, "return named(FIELDS, args[0]);", &[json!(name)]);
        self.wait(field.clear()).expect("the field is editable");
        self.wait(field.send_keys(text))
            .expect("the field is editable");
    }

    /// Types into the field with this selector, replacing its contents.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn write_into(&self, selector: &str, text: &str) {
        let script = "return root().querySelector(args[0])";
        let field = self.element(selector, script, &[json!(selector)]);
        self.wait(field.clear()).expect("the field is editable");
        self.wait(field.send_keys(text))
            .expect("the field is editable");
    }

    /// Selects an option of a list.
    ///
    /// # Panics
    /// If there is no such list or option.
    #[track_caller]
    pub fn select(&self, selector: &str, value: &str) {
        let script = "return root().querySelector(args[0])";
        let list = self.element(selector, script, &[json!(selector)]);
        self.wait(list.select_by_value(value))
            .unwrap_or_else(|error| panic!("{selector} {value}: {error}"));
    }

    /// Waits until a text is shown.
    ///
    /// # Panics
    /// If it does not appear.
    #[track_caller]
    pub fn see(&self, text: &str) {
        let script = "return shownText().includes(tidy(words(args[0])))";
        self.until(&format!("the text {text:?}"), script, &[json!(text)]);
    }

    /// Waits until a text is no longer shown.
    ///
    /// # Panics
    /// If it stays.
    #[track_caller]
    pub fn see_gone(&self, text: &str) {
        let script = "return !shownText().includes(tidy(words(args[0])))";
        self.until(&format!("no text {text:?}"), script, &[json!(text)]);
    }

    /// Waits until an element with this selector is visible.
    ///
    /// # Panics
    /// If it does not appear.
    #[track_caller]
    pub fn see_element(&self, selector: &str) {
        let script = "return [...root().querySelectorAll(args[0])].some(isShown)";
        self.until(selector, script, &[json!(selector)]);
    }

    /// The number of visible elements with this selector.
    #[must_use]
    #[track_caller]
    pub fn count(&self, selector: &str) -> u64 {
        let script = "return [...root().querySelectorAll(args[0])].filter(isShown).length";
        self.run(script, &[json!(selector)])
            .as_u64()
            .unwrap_or_default()
    }

    /// The stones on the board: `b`, `w` and `.` from the top left.
    #[must_use]
    #[track_caller]
    pub fn stones(&self) -> String {
        let stones = self.run("return stones()", &[]);
        stones.as_str().unwrap_or_default().to_owned()
    }

    /// The moves in the list next to the board.
    #[must_use]
    #[track_caller]
    pub fn moves(&self) -> String {
        let moves = self.run("return moves().join(' ')", &[]);
        moves.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the list has exactly these moves, separated by spaces.
    ///
    /// # Panics
    /// If it does not.
    #[track_caller]
    pub fn see_moves(&self, moves: &str) {
        let script = "return moves().join(' ') === args[0]";
        self.until(&format!("the moves {moves:?}"), script, &[json!(moves)]);
    }

    /// Waits until it is this person's turn, clicks on a point, and waits for the move.
    ///
    /// # Panics
    /// If it does not become this person's turn, or the move is not made.
    #[track_caller]
    pub fn play(&self, point: &str) {
        self.see_element("yiqi-board[playable]");
        self.click_point(point);
        let script = "return moves().includes(args[0])";
        self.until(&format!("the move {point}"), script, &[json!(point)]);
    }

    /// Clicks on a point with the mouse.
    ///
    /// # Panics
    /// If there is no board.
    #[track_caller]
    pub fn click_point(&self, point: &str) {
        let (x, y) = self.place(point);
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo {
                duration: None,
                x,
                y,
            })
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            })
            .then(PointerAction::Up {
                button: MOUSE_BUTTON_LEFT,
            });
        self.wait(self.client.perform_actions(mouse))
            .expect("the mouse clicks");
    }

    /// Presses the right mouse button on a point and releases it on another.
    ///
    /// # Panics
    /// If there is no board.
    #[track_caller]
    pub fn drag_right(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.place(from), self.place(to));
        let move_to = |x, y| PointerAction::MoveTo {
            duration: None,
            x,
            y,
        };
        let button = MOUSE_BUTTON_RIGHT;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(move_to(x, y))
            .then(PointerAction::Down { button })
            .then(move_to(to_x, to_y))
            .then(PointerAction::Up { button });
        self.wait(self.client.perform_actions(mouse))
            .expect("the mouse drags");
    }

    /// Taps a point.
    ///
    /// # Panics
    /// If there is no board.
    #[track_caller]
    pub fn tap_point(&self, point: &str) {
        let (x, y) = self.place(point);
        let finger = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveTo {
                duration: None,
                x,
                y,
            })
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            })
            .then(PointerAction::Up {
                button: MOUSE_BUTTON_LEFT,
            });
        self.wait(self.client.perform_actions(finger))
            .expect("the finger taps");
    }

    #[track_caller]
    fn place(&self, point: &str) -> (f64, f64) {
        let place = self.until("a board", "return place(args[0])", &[json!(point)]);
        let number = |name: &str| place[name].as_f64().unwrap_or_default();
        (number("x"), number("y"))
    }

    /// Types characters and keys into the focused element.
    ///
    /// # Panics
    /// If the browser has ended.
    #[track_caller]
    pub fn keys(&self, keys: impl IntoIterator<Item = char>) {
        let mut typed = KeyActions::new("keyboard".to_owned());
        for value in keys {
            typed = typed
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        self.wait(self.client.perform_actions(typed))
            .expect("the keyboard types");
    }

    /// Presses Tab until something with this name has the focus.
    ///
    /// # Panics
    /// If Tab does not reach it.
    #[track_caller]
    pub fn tab_to(&self, name: &str) {
        self.until("messages", "words(args[0]); return true", &[json!(name)]);
        self.tab_until(name, "nameOf(at).startsWith(words(args[0]))");
    }

    /// Presses Tab until the board has the focus.
    ///
    /// # Panics
    /// If Tab does not reach it.
    #[track_caller]
    pub fn tab_to_board(&self) {
        self.tab_until("the board", "at.matches('yiqi-board')");
    }

    #[track_caller]
    fn tab_until(&self, what: &str, condition: &str) {
        let script = format!(
            "const at = document.activeElement; return [{condition}, nameOf(at).slice(0, 40)]"
        );
        let mut seen = Vec::new();
        for _ in 0..80 {
            let at = self.run(&script, &[json!(what)]);
            if at[0] == true {
                return;
            }
            seen.push(at[1].as_str().unwrap_or_default().to_owned());
            self.keys([Key::Tab.into()]);
        }
        self.fail(&format!("{what} cannot be reached with Tab: {seen:?}"));
    }

    /// Sends a request to the server as the page does.
    ///
    /// # Panics
    /// If it refuses.
    #[track_caller]
    pub fn api(&self, method: &str, path: &str, body: &Value) -> Value {
        let script = "return await api(args[0], args[1], args[2])";
        self.run(script, &[json!(method), json!(path), body.clone()])
    }

    /// Sends a DevTools command (`Emulation.setTouchEmulationEnabled`).
    ///
    /// # Panics
    /// If it refuses.
    #[track_caller]
    pub fn devtools(&self, command: &str, params: &Value) -> Value {
        let body = json!({"cmd": command, "params": params});
        let command = Vendor("goog/cdp/execute", body);
        self.wait(self.client.issue_cmd(command))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Emulates a phone of this size.
    ///
    /// # Panics
    /// If it refuses.
    #[track_caller]
    pub fn be_phone(&self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 2, "mobile": true});
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        let touch = json!({"enabled": true, "maxTouchPoints": 1});
        self.devtools("Emulation.setTouchEmulationEnabled", &touch);
    }

    /// The page's console errors since the last call: errors in scripts, and what the browser
    /// refused to load or to run. Network failures are left to tests.
    #[must_use]
    pub fn console(&self) -> Vec<String> {
        let log = self
            .wait(
                self.client
                    .issue_cmd(Vendor("se/log", json!({"type": "browser"}))),
            )
            .unwrap_or_default();
        let entries = log.as_array().cloned().unwrap_or_default();
        entries
            .iter()
            .filter(|entry| entry["source"] != "network" && entry["level"] != "INFO")
            // Chromium warns that a page without user interaction makes no sound.
            .filter(|entry| !entry["message"].to_string().contains("AudioContext"))
            .map(|entry| format!("{}: {}", entry["source"], entry["message"]))
            .collect()
    }

    /// # Panics
    /// If the console has errors.
    #[track_caller]
    pub fn check_console(&self) {
        let said = self.console();
        assert!(said.is_empty(), "{said:#?}");
    }

    /// Accessibility violations on the current page, found by axe-core. Empty `rules` means all
    /// rules.
    ///
    /// # Panics
    /// If axe-core is missing.
    #[must_use]
    #[track_caller]
    pub fn barriers(&self, rules: &[&str]) -> Vec<String> {
        let axe = target_folder().join("../npm/node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(&axe).unwrap_or_else(|error| {
            panic!(
                "{}: {error}: scripts/test installs what these tests need",
                axe.display()
            )
        });
        // Half-finished animations would be reported.
        let script = "
            await stillness();
            const runOnly = args[0].length ? { type: 'rule', values: args[0] } : undefined;
            const answer = await window.axe.run(document, { resultTypes: ['violations'], runOnly });
            return answer.violations.flatMap(({ id, help, nodes }) =>
              nodes.map((node) => `${id} (${help}): ${node.target} ${node.html.slice(0, 160)} ${node.failureSummary}`));";
        self.wait(self.client.execute(&axe, Vec::new()))
            .unwrap_or_else(|error| panic!("axe-core: {error}"));
        let found = self.run(script, &[json!(rules)]);
        let found = found.as_array().cloned().unwrap_or_default();
        found
            .iter()
            .map(|one| one.as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

/// A command that only Chromium supports.
#[derive(Debug)]
struct Vendor(&'static str, Value);

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.0
        ))
    }

    fn method_and_body(&self, _url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.1.to_string()))
    }
}
