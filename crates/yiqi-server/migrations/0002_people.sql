-- Guests, accounts, their tokens and their ratings.
CREATE TABLE people (
    -- A number is never given twice: seats and entries name it for ever.
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    public TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- What the name looks like, by its letters and by its shape; only accounts have these, and no
    -- two the same.
    name_skeleton TEXT UNIQUE,
    name_shape TEXT UNIQUE,
    -- Hashed with argon2; only accounts have one.
    password TEXT,
    created_ms INTEGER NOT NULL,
    CHECK ((name_skeleton IS NULL) = (password IS NULL)),
    CHECK ((name_shape IS NULL) = (password IS NULL))
) STRICT;

CREATE TABLE sessions (
    -- SHA-256 of the token: who reads this file cannot be anybody.
    token_hash BLOB NOT NULL PRIMARY KEY,
    person INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('cookie', 'bot')),
    label TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person, kind, used_ms);
CREATE INDEX sessions_by_expiry ON sessions (expires_ms);

-- Glicko-2.
CREATE TABLE ratings (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- The tables that were counted: each once.
CREATE TABLE rated (
    table_key INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    first_person INTEGER NOT NULL,
    second_person INTEGER NOT NULL,
    -- first, second, or neither
    winner TEXT,
    at_ms INTEGER NOT NULL
) STRICT;
