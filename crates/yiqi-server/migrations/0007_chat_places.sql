-- Chat messages say whether they belong to a table or to a tournament. Those of tournaments had the
-- negative key of the tournament as that of a table.
ALTER TABLE chat RENAME TO older_chat;
CREATE TABLE chat (
    -- table, tournament
    place TEXT NOT NULL CHECK (place IN ('table', 'tournament')),
    place_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    room TEXT NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    seat TEXT,
    text TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (place, place_key, number)
) STRICT, WITHOUT ROWID;
INSERT INTO chat (place, place_key, number, room, person, name, seat, text, at_ms)
    SELECT CASE WHEN table_key < 0 THEN 'tournament' ELSE 'table' END, abs(table_key),
        number, room, person, name, seat, text, at_ms FROM older_chat;
DROP TABLE older_chat;
CREATE INDEX chat_by_person ON chat (person);
CREATE INDEX chat_by_time ON chat (at_ms);
