-- Chat messages say whether they belong to a table or to a tournament. Those of tournaments had the
-- negative key of the tournament as that of a table.
ALTER TABLE chat RENAME COLUMN table_key TO place_key;
ALTER TABLE chat ADD COLUMN place TEXT NOT NULL DEFAULT 'table'
    CHECK (place IN ('table', 'tournament'));
ALTER TABLE chat ALTER COLUMN place DROP DEFAULT;
ALTER TABLE chat DROP CONSTRAINT chat_pkey;
UPDATE chat SET place = 'tournament', place_key = -place_key WHERE place_key < 0;
ALTER TABLE chat ADD PRIMARY KEY (place, place_key, number);
