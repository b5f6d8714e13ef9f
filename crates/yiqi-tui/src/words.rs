//! Sentences about invalid addresses and failed connections.

use yiqi_client::{AddressError, Reason, TlsProblem};
use yiqi_text::{Args, Text};

use crate::remote::printable;

/// Why a text is not the address of a table.
#[must_use]
pub fn address_error(text: &Text, error: &AddressError) -> String {
    let about = |value: &str| Args::new().text("value", printable(value, 60));
    match error {
        AddressError::Empty => text.say("net-address-empty"),
        AddressError::Scheme(scheme) => text.fill("net-address-scheme", about(scheme)),
        AddressError::Host(host) => text.fill("net-address-host", about(host)),
        AddressError::Port(port) => text.fill("net-address-port", about(port)),
        AddressError::NoTable => text.say("net-address-no-table"),
        AddressError::Name(name) => text.fill("net-address-name", about(name)),
    }
}

/// Why a connection to a server ended.
#[must_use]
pub fn reason(text: &Text, server: &str, reason: &Reason) -> String {
    let about = || Args::new().text("server", server);
    match reason {
        Reason::Left => text.say("net-closed-left"),
        Reason::Unreachable(problem) => text.fill(
            "net-closed-unreachable",
            about().text("problem", printable(problem, 120)),
        ),
        Reason::Tls(problem) => tls_problem(text, server, problem),
        Reason::NeedsHttps => text.fill("net-closed-needs-https", about()),
        Reason::NotYiqi => text.fill("net-closed-not-yiqi", about()),
        Reason::NoTable => text.fill("net-closed-no-table", about()),
        Reason::Refused(fault) => text.fill(
            "net-closed-refused",
            about().text("problem", printable(&fault.text, 200)),
        ),
        Reason::Elsewhere => text.say("net-closed-elsewhere"),
        Reason::Policy => text.say("net-closed-policy"),
        Reason::Version => text.fill("net-closed-version", about()),
        Reason::Protocol(code) => text.fill(
            "net-closed-protocol",
            Args::new().text("code", code.to_string()),
        ),
    }
}

/// Why there is no secure connection to a server.
#[must_use]
pub fn tls_problem(text: &Text, server: &str, problem: &TlsProblem) -> String {
    let about = Args::new().text("server", server);
    let key = match problem {
        TlsProblem::UnknownIssuer => "net-tls-unknown-issuer",
        TlsProblem::Expired => "net-tls-expired",
        TlsProblem::NotYetValid => "net-tls-not-yet-valid",
        TlsProblem::WrongName => "net-tls-wrong-name",
        TlsProblem::NotTls => "net-tls-not-tls",
        TlsProblem::NoAuthorities => return text.say("net-tls-no-authorities"),
        TlsProblem::BadFile { path, problem } => {
            let args = Args::new().text("path", path.display().to_string());
            return match problem {
                Some(problem) => {
                    let args = args.text("problem", printable(problem, 120));
                    text.fill("net-tls-unreadable-file", args)
                }
                None => text.fill("net-tls-empty-file", args),
            };
        }
        TlsProblem::Other(problem) => {
            let args = about.text("problem", printable(problem, 200));
            return text.fill("net-tls-other", args);
        }
    };
    text.fill(key, about)
}
