//! A server and the browsers of its visitors.

use std::sync::Arc;

use tokio::runtime::Runtime;

use crate::browser::Browser;
use crate::driver::Driver;
use crate::server::Server;

/// A server, a chromedriver, and a runtime to drive them.
pub struct TestBed {
    /// The server under test.
    pub server: Server,
    driver: Driver,
    runtime: Arc<Runtime>,
}

impl TestBed {
    /// Starts everything but browsers.
    ///
    /// # Panics
    /// If something does not start.
    #[must_use]
    pub fn open() -> TestBed {
        TestBed::open_with("")
    }

    /// Starts everything but browsers, with a server that has these settings.
    ///
    /// # Panics
    /// If something does not start.
    #[must_use]
    pub fn open_with(settings: &str) -> TestBed {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("threads can be started");
        TestBed {
            server: Server::start(settings),
            driver: Driver::start(),
            runtime: Arc::new(runtime),
        }
    }

    /// Starts a browser at a path of the server, as a new person.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    #[track_caller]
    pub fn browser(&mut self, path: &str) -> Browser {
        let client = self.runtime.block_on(self.driver.browser());
        let browser = Browser::new(client, self.runtime.clone(), self.server.origin());
        browser.open(path);
        browser
    }
}

impl Drop for TestBed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            #[expect(
                clippy::print_stderr,
                reason = "the server's log explains why a test failed"
            )]
            {
                eprintln!("--- server\n{}", self.server.log());
            }
        }
    }
}
