//! The addresses at which other machines reach the server.

use std::net::{IpAddr, SocketAddr};

/// Where a server that listens on this address is reached from the local network: on the addresses
/// of this machine's network interfaces, if it listens on all of them.
#[must_use]
pub fn network_addresses(listening: SocketAddr) -> Vec<SocketAddr> {
    let ip = listening.ip();
    if ip.is_loopback() {
        return Vec::new();
    }
    if !ip.is_unspecified() {
        return vec![listening];
    }
    let mut found: Vec<IpAddr> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .map(|interface| interface.ip())
        // A server on all IPv6 addresses is reached by IPv4 too, but not the other way around.
        .filter(|found| ip.is_ipv6() || found.is_ipv4())
        .collect();
    // The short ones first: somebody may have to type it.
    found.sort_by_key(|ip| (ip.is_ipv6(), *ip));
    found.dedup();
    found
        .into_iter()
        .map(|ip| SocketAddr::new(ip, listening.port()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_listens_beyond_this_machine_is_reached_from_the_network() {
        let at = |text: &str| network_addresses(text.parse().unwrap());
        assert!(at("127.0.0.1:7272").is_empty());
        assert_eq!(at("192.0.2.7:80"), ["192.0.2.7:80".parse().unwrap()]);
        for address in at("0.0.0.0:7272") {
            assert!(
                address.is_ipv4() && !address.ip().is_loopback(),
                "{address}"
            );
            assert_eq!(address.port(), 7272);
        }
    }
}
