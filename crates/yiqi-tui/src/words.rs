//! Sentences about invalid addresses and failed connections.

use yiqi_client::{AddressError, Reason};
use yiqi_text::{Args, Text};

use crate::remote::printable;

/// Why a text is not the address of a table.
#[must_use]
pub fn address_error(text: &Text, error: &AddressError) -> String {
    let about = |value: &str| Args::new().text("value", printable(value, 60));
    match error {
        AddressError::Empty => text.say("net-address-empty"),
        AddressError::Scheme(scheme) => text.fill("net-address-scheme", about(scheme)),
        AddressError::Secure => text.say("net-address-secure"),
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
