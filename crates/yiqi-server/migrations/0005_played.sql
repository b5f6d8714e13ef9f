-- Search and statistics of a player's finished games, from these columns and two indexes alone.

-- The first moves, such as "f5 d6 c3".
ALTER TABLE tables ADD COLUMN opening TEXT;
UPDATE tables SET opening = (
    SELECT group_concat(move, ' ' ORDER BY number) FROM (
        SELECT number, json_extract(body, '$.move') AS move FROM entries
        WHERE table_key = key AND json_valid(body) AND json_extract(body, '$.event') = 'move'
        ORDER BY number LIMIT 12))
WHERE ended_ms IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM entries
        WHERE table_key = key AND json_valid(body) AND json_extract(body, '$.event') = 'take_back');

ALTER TABLE tables ADD COLUMN game TEXT GENERATED ALWAYS AS
    (iif(json_valid(terms), CAST(json_extract(terms, '$.game') AS TEXT), NULL)) VIRTUAL;
ALTER TABLE tables ADD COLUMN first_name TEXT GENERATED ALWAYS AS
    (iif(json_valid(terms), CAST(json_extract(terms, '$.names[0]') AS TEXT), NULL)) VIRTUAL;
ALTER TABLE tables ADD COLUMN second_name TEXT GENERATED ALWAYS AS
    (iif(json_valid(terms), CAST(json_extract(terms, '$.names[1]') AS TEXT), NULL)) VIRTUAL;
-- first, second or draw: who won.
ALTER TABLE tables ADD COLUMN outcome TEXT GENERATED ALWAYS AS (
    CASE substr(result, 1, 5)
        WHEN 'black' THEN iif(first_has_black, 'first', 'second')
        WHEN 'white' THEN iif(first_has_black, 'second', 'first')
        ELSE iif(substr(result, 1, 4) = 'draw', 'draw', NULL)
    END) VIRTUAL;

DROP INDEX tables_by_first;
DROP INDEX tables_by_second;
CREATE INDEX tables_by_first ON tables (first_person, ended_ms, ply_count, private, game,
    first_has_black, outcome, second_person, second_player, second_name, opening);
CREATE INDEX tables_by_second ON tables (second_person, ended_ms, ply_count, private, game,
    first_has_black, outcome, first_person, first_player, first_name, opening);

-- What a rated game changed, for both players.
ALTER TABLE rated ADD COLUMN first_change REAL;
ALTER TABLE rated ADD COLUMN second_change REAL;
