//! Accounts: registering, logging in, changing the password, and deleting.

use std::net::IpAddr;

use yiqi_wire::{Credentials, PasswordChange};

use super::attempts::{Attempt, network_hash};
use super::name::{self, NameForms};
use super::{LOGINS_MAX, People, Token, public_id, token_hash};
use crate::denied::Denied;
use crate::security::SecurityEvent;
use crate::store::{KnownHashes, NewAccount, Person, TokenHash, TokenKind};

/// A successful login.
#[derive(Clone, Debug)]
pub(crate) struct LoggedIn {
    pub(crate) token: Token,
    /// The secret by which this device is known from now on, see [`super::attempts`].
    pub(crate) device: Token,
    pub(crate) person: Person,
}

impl People {
    /// Creates an account, upgrading the guest if there is one. Revokes all earlier tokens and
    /// returns a new one, so that knowing the guest's token does not help.
    ///
    /// # Errors
    /// If the name is taken, or the name or the password is not allowed.
    pub(crate) async fn register(
        &self,
        guest: Option<&Person>,
        credentials: &Credentials,
        address: IpAddr,
    ) -> Result<LoggedIn, Denied> {
        if guest.is_some_and(|person| person.account) {
            let what = "there is an account already, log out first";
            return Err(Denied::BadMessage(what.to_owned()));
        }
        self.shared.attempts.network(address, &self.shared.nodes)?;
        let name = name::account_name(&credentials.name)?;
        let NameForms { letters, shape } = NameForms::of(&name);
        // A cheap check before the costly hash; the store decides when the account is written.
        if self.store().is_name_taken(&letters, &shape).await? {
            return Err(Denied::NameTaken);
        }
        let passwords = &self.shared.passwords;
        let password = passwords.hash(&credentials.password, &name).await?;
        let (token, device) = (Token::new()?, Token::new()?);
        let login = self.new_login(&token, TokenKind::Cookie, "", true);
        let known = KnownHashes {
            device: device.hash(),
            network: network_hash(&letters, address),
        };
        let public = match guest {
            Some(guest) => guest.public.clone(),
            None => public_id()?,
        };
        let account = NewAccount {
            public: public.clone(),
            name: name.clone(),
            skeleton: letters,
            shape,
            password,
        };
        let guest = guest.map(|guest| guest.key);
        let adding = self.store().add_account(guest, account, login, known);
        let (key, old) = adding.await?.ok_or(Denied::NameTaken)?;
        self.revoke_all(&old, Some(key));
        let person = Person {
            key,
            public,
            name,
            account: true,
        };
        tracing::info!(person = %person.public, "new account");
        Ok(LoggedIn {
            token,
            device,
            person,
        })
    }

    /// Logs in to an account with a new token. `device` is the secret from an earlier login, if
    /// any.
    ///
    /// # Errors
    /// If the name or the password is wrong, or after too many attempts.
    pub(crate) async fn login(
        &self,
        credentials: &Credentials,
        device: Option<&str>,
        address: IpAddr,
    ) -> Result<LoggedIn, Denied> {
        let Ok(name) = name::account_name(&credentials.name) else {
            self.shared.attempts.network(address, &self.shared.nodes)?;
            self.note_failed_login(None, address);
            return Err(Denied::WrongPassword);
        };
        let skeleton = NameForms::of(&name).letters;
        let device_hash = device.map(token_hash);
        let network = network_hash(&skeleton, address);
        let found = self
            .store()
            .account_to_check(&skeleton, device_hash, network)
            .await?;
        let known = found.as_ref().map(|found| found.known).unwrap_or_default();
        // Counted before the password is checked, so that concurrent attempts count too.
        let attempt = Attempt {
            address,
            name: &skeleton,
            account: found.as_ref().map(|found| found.person.key),
            known,
            device: device_hash,
        };
        self.shared.attempts.login(attempt, &self.shared.nodes)?;
        let (person, hash) = found.map(|found| (found.person, found.password)).unzip();
        let is_right = self
            .shared
            .passwords
            .is_right(&credentials.password, hash)
            .await?;
        let Some(person) = person.as_ref().filter(|_| is_right).cloned() else {
            self.note_failed_login(person.as_ref(), address);
            return Err(Denied::WrongPassword);
        };
        let token = Token::new()?;
        // A secret that this account has not seen may come from somebody else.
        let device = match device {
            Some(device) if known.device => Token(device.to_owned()),
            _ => Token::new()?,
        };
        let login = self.new_login(&token, TokenKind::Cookie, "", true);
        let known = KnownHashes {
            device: device.hash(),
            network,
        };
        let adding = self.store().add_login(person.key, login, known, LOGINS_MAX);
        self.revoke_all(&adding.await?, None);
        Ok(LoggedIn {
            token,
            device,
            person,
        })
    }

    /// Gives the games of a guest to the account that the guest has logged in to.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn adopt_games(&self, guest: &Person, account: &Person) -> Result<(), Denied> {
        self.store().adopt_games(guest.key, account).await?;
        self.store().adopt_entries(guest.key, account).await?;
        Ok(())
    }

    /// Replaces the password of an account.
    ///
    /// # Errors
    /// If the old password is wrong, the new one is not allowed, or after too many attempts.
    pub(crate) async fn change_password(
        &self,
        person: &Person,
        login: &TokenHash,
        change: &PasswordChange,
    ) -> Result<(), Denied> {
        let old = self.confirm(person, login, &change.old).await?;
        let passwords = &self.shared.passwords;
        let new = passwords.hash(&change.new, &person.name).await?;
        if !self.store().replace_password(person.key, old, new).await? {
            // Somebody else changed it meanwhile.
            return Err(Denied::WrongPassword);
        }
        if change.log_out_others {
            self.end_logins(person, Some(*login)).await?;
        }
        self.note("password_changed", person);
        Ok(())
    }

    /// Ends all logins of an account, including those of bots, and forgets its devices.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn logout_everywhere(&self, person: &Person) -> Result<(), Denied> {
        self.end_logins(person, None).await?;
        self.note("logged_out_everywhere", person);
        Ok(())
    }

    /// Deletes an account. Its games stay, without its name.
    ///
    /// # Errors
    /// If the password is wrong, or after too many attempts.
    pub(crate) async fn delete_account(
        &self,
        person: &Person,
        login: &TokenHash,
        password: &str,
    ) -> Result<(), Denied> {
        self.confirm(person, login, password).await?;
        let old = self.store().delete_account(person.key).await?;
        self.revoke_all(&old, Some(person.key));
        self.note("account_deleted", person);
        Ok(())
    }

    /// Checks the password of somebody who is logged in, and returns its hash.
    async fn confirm(
        &self,
        person: &Person,
        login: &TokenHash,
        password: &str,
    ) -> Result<String, Denied> {
        self.shared
            .attempts
            .confirmation(login, &self.shared.nodes)?;
        let hash = self.store().password(person.key).await?;
        let passwords = &self.shared.passwords;
        let is_right = passwords.is_right(password, hash.clone()).await?;
        hash.filter(|_| is_right).ok_or_else(|| {
            self.note("failed_confirmation", person);
            Denied::WrongPassword
        })
    }

    fn note(&self, kind: &'static str, person: &Person) {
        self.shared.security.note(SecurityEvent {
            kind,
            person: Some(&person.public),
            ..SecurityEvent::default()
        });
    }

    fn note_failed_login(&self, person: Option<&Person>, address: IpAddr) {
        self.shared.security.note(SecurityEvent {
            kind: "failed_login",
            address: Some(address),
            person: person.map(|person| person.public.as_str()),
            name: person.map(|person| person.name.as_str()),
        });
    }

    async fn end_logins(&self, person: &Person, except: Option<TokenHash>) -> Result<(), Denied> {
        let old = self.store().remove_logins(person.key, except).await?;
        self.revoke_all(&old, None);
        Ok(())
    }
}
