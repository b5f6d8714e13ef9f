//! chromedriver and the browsers that it starts.

use std::process::{Command, Stdio};

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;

use crate::process::Process;

/// Flags without which Chromium does not start as root, contacts the network, or uses a GPU that
/// does not exist.
const FLAGS: [&str; 13] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--mute-audio",
    "--hide-scrollbars",
    // Otherwise timers of background windows are throttled.
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
];

/// How many times to try to start chromedriver.
const TRIES: usize = 5;

/// A chromedriver process.
pub(crate) struct Driver {
    _process: Process,
    address: String,
    /// The profiles of the browsers.
    folder: TempDir,
    browser_count: usize,
}

impl Driver {
    pub(crate) fn start() -> Driver {
        // It picks a port that is free for IPv4 and wants the same one for IPv6; if that is taken,
        // it exits.
        let (process, port) = (0..TRIES)
            .find_map(|_| {
                let mut command = Command::new("chromedriver");
                command.arg("--port=0").stderr(Stdio::null());
                Process::start(&mut command, |line| {
                    let (_, port) = line.split_once("started successfully on port ")?;
                    port.trim_end_matches('.').parse::<u16>().ok()
                })
            })
            .expect("chromedriver starts");
        Driver {
            _process: process,
            address: format!("http://127.0.0.1:{port}"),
            folder: tempfile::tempdir().expect("a temporary folder"),
            browser_count: 0,
        }
    }

    /// Starts a browser with a fresh profile.
    pub(crate) async fn browser(&mut self) -> Client {
        self.browser_count += 1;
        let profile = self.folder.path().join(self.browser_count.to_string());
        let mut args: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
        args.push(format!("--user-data-dir={}", profile.display()));
        args.push("--window-size=1280,900".to_owned());
        args.push("--lang=en".to_owned());
        let capabilities = json!({
            "goog:chromeOptions": {"args": args},
            "goog:loggingPrefs": {"browser": "ALL"},
            // An unexpected dialog is a failure and must not be dismissed.
            "unhandledPromptBehavior": "ignore",
        });
        let capabilities: Capabilities =
            serde_json::from_value(capabilities).expect("capabilities are an object");
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.address)
            .await
            .unwrap_or_else(|error| panic!("Chromium does not start: {error}"))
    }
}
