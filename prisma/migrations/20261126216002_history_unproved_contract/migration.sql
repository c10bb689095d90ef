-- An installation that comes from before the chain has its unproved entries counted by `history_chain_contract`, just now. Where the chain was
-- there already the first part has counted them, and what `history_head` says since is not believed.

-- transaction
DO $$
DECLARE
  has_columns boolean := EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = 'history_head' AND column_name = 'unproved_entry');
BEGIN
  -- Not one condition: on several servers no statement mixes a catalog with a distributed table.
  IF has_columns AND (SELECT count(*) FROM history_unproved) = 0 THEN
    INSERT INTO history_unproved (apo_id, last_entry, last_change, entries, changes)
    SELECT h.apo_id, h.unproved_entry, h.unproved_change, coalesce(entry.n, 0), coalesce(change.n, 0)
      FROM history_head h
      LEFT JOIN (SELECT e.apo_id, count(*) AS n
                   FROM history_entry e JOIN history_head h ON h.apo_id = e.apo_id
                  WHERE e.chain_no IS NULL AND e.id BETWEEN 1 AND h.unproved_entry GROUP BY e.apo_id) entry ON entry.apo_id = h.apo_id
      LEFT JOIN (SELECT c.apo_id, count(*) AS n
                   FROM price_change c JOIN history_head h ON h.apo_id = c.apo_id
                   LEFT JOIN history_entry e ON e.apo_id = c.apo_id AND e.id = c.history_id
                  WHERE e.chain_no IS NULL AND c.id BETWEEN 1 AND h.unproved_change GROUP BY c.apo_id) change ON change.apo_id = h.apo_id
     WHERE h.unproved_entry > 0 OR h.unproved_change > 0;
  END IF;
END $$;

-- A part of its own: several servers are given the text of the whole part, and take one statement.
-- transaction
ALTER TABLE history_head DROP COLUMN IF EXISTS unproved_entry, DROP COLUMN IF EXISTS unproved_change;
