-- What is in the history without a link was in `history_head`, which the api's login writes: whoever had that login could insert entries and
-- have them counted as unproved. It moves to a table that only the owner writes, with counts, so that a row with an old number shows too
-- (docs/adr/0064-a-chain-of-entries.md).

-- transaction
CREATE TABLE IF NOT EXISTS history_unproved (
    "apo_id" INTEGER NOT NULL,
    "last_entry" BIGINT NOT NULL,
    "last_change" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,
    "changes" BIGINT NOT NULL,

    CONSTRAINT "history_unproved_pkey" PRIMARY KEY ("apo_id")
);
GRANT SELECT ON history_unproved TO portal_app, portal_readonly;
REVOKE INSERT, UPDATE, DELETE ON history_unproved FROM portal_app;

-- transaction
-- Every head gets a row, so that the contract adds none for a pharmacy whose head the api has written since.
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
ON CONFLICT (apo_id) DO NOTHING;
