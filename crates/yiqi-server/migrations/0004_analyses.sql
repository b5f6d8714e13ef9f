-- The engine's analysis of finished games: each game once, and once more with more time.
CREATE TABLE analyses (
    table_key INTEGER PRIMARY KEY,
    -- Whether more time was asked for.
    deep INTEGER NOT NULL,
    -- Whether every position is there.
    done INTEGER NOT NULL
) STRICT;
-- To go on with after a restart.
CREATE INDEX analyses_by_done ON analyses (done);

CREATE TABLE analyzed (
    table_key INTEGER NOT NULL,
    -- How many moves led to the position.
    ply INTEGER NOT NULL,
    deep INTEGER NOT NULL,
    -- Depth, evaluation, certainty and best line, as JSON.
    body TEXT NOT NULL,
    PRIMARY KEY (table_key, ply)
) STRICT, WITHOUT ROWID;
