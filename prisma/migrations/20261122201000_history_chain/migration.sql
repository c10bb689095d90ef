-- Each history entry is a link of its pharmacy's chain: its number, and a digest over the entry, its price changes and the digest of the
-- link before (docs/adr/0064-a-chain-of-entries.md). Entries from before have none and stay unproved.

-- transaction
ALTER TABLE history_entry ADD COLUMN IF NOT EXISTS chain_no BIGINT, ADD COLUMN IF NOT EXISTS digest BYTEA;

-- transaction
-- The end of each chain: whoever writes an entry locks its row. `unproved_…`: up to these ids entries and changes may be without a link.
CREATE TABLE IF NOT EXISTS history_head (
    "apo_id" INTEGER NOT NULL,
    "chain_no" BIGINT NOT NULL DEFAULT 0,
    "digest" BYTEA NOT NULL DEFAULT '',
    "unproved_entry" BIGINT NOT NULL DEFAULT 0,
    "unproved_change" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "history_head_pkey" PRIMARY KEY ("apo_id")
);
REVOKE DELETE ON history_head FROM portal_app;

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS history_entry_apo_id_chain_no_key;
CREATE UNIQUE INDEX CONCURRENTLY history_entry_apo_id_chain_no_key ON history_entry (apo_id, chain_no);
