//! Limits on password attempts.
//!
//! Somebody who guesses must be slowed down, but must not be able to keep the owner out. So an
//! attempt from a device on which the account logged in before counts for that device alone: nobody
//! else can use up its allowance. All other attempts count for their network, for the name on that
//! network, and, against guessing from many networks, for the account; the last does not apply to
//! networks from which the account logged in before.

use std::net::IpAddr;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::denied::Denied;
use crate::limits::{KeyedLimiter, block};
use crate::nodes::Nodes;
use crate::notices::{Notice, Password, Spent};
use crate::store::{Known, PersonKey, TokenHash};

/// A rate: a count within a time window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// The most within the window.
    pub(crate) count: u32,
    /// The length of the window.
    pub(crate) window: Duration,
}

impl Allowance {
    fn limiter(self) -> KeyedLimiter {
        KeyedLimiter::new(self.count, self.window)
    }
}

/// How many password attempts are allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttemptOptions {
    /// From one network, for any names.
    pub(crate) per_network: Allowance,
    /// For one name from one network, on one known device, or with one login.
    pub(crate) per_name: Allowance,
    /// For one account from all networks from which it never logged in before.
    pub(crate) per_account: Allowance,
}

impl Default for AttemptOptions {
    fn default() -> AttemptOptions {
        const MINUTE: Duration = Duration::from_secs(60);
        AttemptOptions {
            per_network: Allowance {
                count: 300,
                window: MINUTE.saturating_mul(10),
            },
            per_name: Allowance {
                count: 20,
                window: MINUTE.saturating_mul(15),
            },
            per_account: Allowance {
                count: 100,
                window: MINUTE.saturating_mul(24 * 60),
            },
        }
    }
}

/// A login attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt<'a> {
    pub(super) address: IpAddr,
    /// The letters of the name.
    pub(super) name: &'a str,
    /// The account with that name, if any.
    pub(super) account: Option<PersonKey>,
    /// Whether that account logged in there before.
    pub(super) known: Known,
    /// The hash of the device's secret.
    pub(super) device: Option<TokenHash>,
}

/// Recent password attempts.
#[derive(Debug)]
pub(super) struct Attempts {
    by_network: KeyedLimiter,
    by_name: KeyedLimiter,
    by_account: KeyedLimiter,
    by_device: KeyedLimiter,
    by_login: KeyedLimiter,
}

impl Attempts {
    pub(super) fn new(options: AttemptOptions) -> Attempts {
        Attempts {
            by_network: options.per_network.limiter(),
            by_name: options.per_name.limiter(),
            by_account: options.per_account.limiter(),
            by_device: options.per_name.limiter(),
            by_login: options.per_name.limiter(),
        }
    }

    /// Counts an attempt from this network.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(super) fn network(&self, address: IpAddr, nodes: &Nodes) -> Result<(), Denied> {
        self.pass(
            &Password {
                network: Some(block(address)),
                ..Password::default()
            },
            nodes,
        )
    }

    /// Counts a login attempt.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(super) fn login(&self, attempt: Attempt<'_>, nodes: &Nodes) -> Result<(), Denied> {
        let Attempt { known, device, .. } = attempt;
        let counted = match (known.device, device) {
            (true, Some(device)) => Password {
                device: Some(device),
                ..Password::default()
            },
            _ => Password {
                network: Some(block(attempt.address)),
                name: Some(attempt.name.to_owned()),
                // Only accounts are counted, so that made-up names cannot fill the memory. Whether
                // a name is taken is public.
                account: attempt.account.filter(|_| !known.network).map(|key| key.0),
                ..Password::default()
            },
        };
        self.pass(&counted, nodes)
    }

    /// Counts a password sent with a login, to confirm that its holder is the owner.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(super) fn confirmation(&self, login: &TokenHash, nodes: &Nodes) -> Result<(), Denied> {
        self.pass(
            &Password {
                login: Some(*login),
                ..Password::default()
            },
            nodes,
        )
    }

    /// Counts an attempt at another node.
    pub(super) fn note_spent(&self, spent: &Password) {
        // Whoever has tried too often already is refused here too.
        let _ = self.count(spent);
    }

    /// Counts an attempt here and at all other nodes.
    fn pass(&self, spent: &Password, nodes: &Nodes) -> Result<(), Denied> {
        self.count(spent)?;
        nodes.publish(Notice::Spent(Spent::Password(spent.clone())));
        Ok(())
    }

    fn count(&self, spent: &Password) -> Result<(), Denied> {
        if let Some(device) = &spent.device {
            self.by_device.pass(device)?;
        }
        if let Some(login) = &spent.login {
            self.by_login.pass(login)?;
        }
        let Some(network) = spent.network else {
            return Ok(());
        };
        self.by_network.pass(&network)?;
        if let Some(name) = &spent.name {
            self.by_name.pass(&(name, network))?;
        }
        if let Some(account) = spent.account {
            self.by_account.pass(&account)?;
        }
        Ok(())
    }

    pub(super) fn sweep(&self) {
        let Attempts {
            by_network,
            by_name,
            by_account,
            by_device,
            by_login,
        } = self;
        for limiter in [by_network, by_name, by_account, by_device, by_login] {
            limiter.sweep();
        }
    }
}

/// The hash under which it is stored that an account logged in from a network. It depends on the
/// name, so that equal networks of two accounts do not show.
pub(super) fn network_hash(name: &str, address: IpAddr) -> TokenHash {
    Sha256::digest(format!("{name} {}", block(address)).as_bytes()).into()
}
