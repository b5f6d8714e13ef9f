-- Tournaments: their terms, who takes part, and what happened.
CREATE TABLE tournaments (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    -- The organizer.
    owner INTEGER NOT NULL,
    -- Name, game, clock and format, as JSON.
    terms TEXT NOT NULL,
    -- upcoming, running, finished, canceled: as the log says, for lists.
    stage TEXT NOT NULL,
    -- When it begins or began, if that is known.
    starts_ms INTEGER,
    ended_ms INTEGER
) STRICT;
CREATE INDEX tournaments_by_stage ON tournaments (stage, starts_ms);
CREATE INDEX tournaments_by_owner ON tournaments (owner, stage);

-- The log is the lock, as for games. Each line carries its own checksum.
CREATE TABLE tournament_entries (
    tournament INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Who the players of the log are. Not in the log, because names can be deleted.
CREATE TABLE entrants (
    tournament INTEGER NOT NULL,
    player INTEGER NOT NULL,
    person INTEGER,
    -- A program of the server.
    program TEXT,
    name TEXT NOT NULL,
    -- Whether a bot joined with its token.
    bot INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entrants_by_person ON entrants (person, tournament) WHERE person IS NOT NULL;

-- The game of a tournament that is played at a table: each at one.
ALTER TABLE tables ADD COLUMN tournament INTEGER;
ALTER TABLE tables ADD COLUMN tournament_game INTEGER;
CREATE UNIQUE INDEX tables_by_tournament ON tables (tournament, tournament_game)
    WHERE tournament IS NOT NULL;

-- The leaderboard.
CREATE INDEX ratings_by_value ON ratings (game, value);
