//! A server and the browsers of those who visit it.

use std::sync::Arc;

use tokio::runtime::Runtime;

use crate::browser::Browser;
use crate::driver::Driver;
use crate::server::Server;

/// A server, a chromedriver, and a place for what is asked of them.
pub struct House {
    /// The server under test.
    pub server: Server,
    driver: Driver,
    runtime: Arc<Runtime>,
}

impl House {
    /// Starts everything but browsers.
    ///
    /// # Panics
    /// If something does not start.
    #[must_use]
    pub fn open() -> House {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("threads can be started");
        House {
            server: Server::start(),
            driver: Driver::start(),
            runtime: Arc::new(runtime),
        }
    }

    /// Starts a browser at an address of the server: somebody new.
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

impl Drop for House {
    fn drop(&mut self) {
        if std::thread::panicking() {
            #[expect(
                clippy::print_stderr,
                reason = "whoever reads why a test failed wants to know what the server said"
            )]
            {
                eprintln!("--- server\n{}", self.server.log());
            }
        }
    }
}
