-- Where an account logged in before: limits on login attempts spare its owner there.
CREATE TABLE known (
    person INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('device', 'network')),
    -- SHA-256: of the device's secret, or of the account's name and the network.
    hash BLOB NOT NULL,
    used_ms INTEGER NOT NULL,
    PRIMARY KEY (person, kind, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_by_use ON known (used_ms);

-- To delete what a person wrote, and whoever has neither a game nor a message.
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX tables_by_owner ON tables (owner);
-- To delete old messages.
CREATE INDEX chat_by_time ON chat (at_ms);
