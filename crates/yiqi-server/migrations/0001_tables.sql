-- Tables, their entries, what was said, and when the service was away.
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    -- What was agreed, as JSON: game, names, clock, colors, start.
    terms TEXT NOT NULL,
    first_person INTEGER,
    second_person INTEGER,
    -- Programs of the server at the seats.
    first_player TEXT,
    second_player TEXT,
    owner INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    private INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    invite TEXT,
    -- waiting, playing, paused, over
    stage TEXT NOT NULL,
    ended_ms INTEGER,
    ply_count INTEGER NOT NULL DEFAULT 0,
    -- Whether the first seat has black, once that is known.
    first_has_black INTEGER,
    result TEXT,
    board TEXT,
    -- Where the same two play on.
    next TEXT
) STRICT;
CREATE INDEX tables_by_stage ON tables (stage, listed, created_ms);
CREATE INDEX tables_by_first ON tables (first_person, ended_ms);
CREATE INDEX tables_by_second ON tables (second_person, ended_ms);

-- The log is the lock: who inserts a number first has the say.
CREATE TABLE entries (
    table_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    -- Whose command it was, and the name they gave it.
    person INTEGER,
    command TEXT,
    -- CRC-32 of all of the above: SQLite does not notice a bit that flips in a text.
    sum INTEGER NOT NULL,
    PRIMARY KEY (table_key, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    table_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    room TEXT NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    seat TEXT,
    text TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (table_key, number)
) STRICT, WITHOUT ROWID;

-- Times in which the service was away: clocks get them back.
CREATE TABLE gaps (
    from_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT;
