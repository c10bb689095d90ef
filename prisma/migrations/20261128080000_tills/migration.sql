-- A pharmacy has several tills, one an account (rule 22.5): what was one row a pharmacy is one a till. What is known goes to 'job', which
-- the first account that calls takes over. The former build goes on with its own tables; the contract brings what it writes meanwhile.

-- transaction
CREATE TABLE IF NOT EXISTS till (
    "apo_id" INTEGER NOT NULL,
    "account" TEXT NOT NULL,
    "name" TEXT,
    "cursor" TEXT,
    "loaded_at" TIMESTAMPTZ(3),
    "cursor_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "fallen_from" TEXT,
    "held_cursor" TEXT,
    "held_count" INTEGER,
    "held_digest" TEXT,
    "differs_since" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "till_pkey" PRIMARY KEY ("apo_id", "account"),
    CONSTRAINT "till_account" CHECK (account IN ('job', 'files') OR account LIKE 'job:_%'),
    CONSTRAINT "till_loaded" CHECK ((cursor IS NULL) = (loaded_at IS NULL) AND (cursor IS NULL) = (cursor_at IS NULL)),
    CONSTRAINT "till_removed" CHECK (removed_at IS NULL OR account = 'files')
);

-- transaction
CREATE TABLE IF NOT EXISTS till_refused (
    "apo_id" INTEGER NOT NULL,
    "account" TEXT NOT NULL,
    "pzn" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "till_refused_pkey" PRIMARY KEY ("apo_id", "account", "pzn"),
    CONSTRAINT "till_refused_reason" CHECK (length(reason) <= 200)
);

-- transaction
CREATE TABLE IF NOT EXISTS till_stock (
    "apo_id" INTEGER NOT NULL,
    "account" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "cursor" TEXT,
    "file_name" TEXT,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,
    "pzns" INTEGER[] NOT NULL,
    "cents" INTEGER[] NOT NULL,
    "position" TEXT,
    "acknowledged" TEXT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "deviation_count" INTEGER,
    "deviating" INTEGER[],
    "deviating_cents" INTEGER[],
    "unreadable" INTEGER[],

    CONSTRAINT "till_stock_pkey" PRIMARY KEY ("apo_id", "account"),
    CONSTRAINT "till_stock_source" CHECK (source = 'till' AND file_name IS NULL AND actor IS NULL
                                       OR source = 'file' AND cursor IS NULL AND actor IS NOT NULL),
    CONSTRAINT "till_stock_rows" CHECK (cardinality(pzns) = cardinality(cents) AND cardinality(pzns) <= 100000)
);

-- transaction
INSERT INTO till (apo_id, account, cursor, loaded_at, cursor_at, seen_at, held_cursor, held_count, held_digest, differs_since)
SELECT apo_id, 'job', cursor, loaded_at, seen_at, seen_at, held_cursor, held_count, held_digest, differs_since
  FROM till_state
ON CONFLICT DO NOTHING;

-- transaction
INSERT INTO till_refused (apo_id, account, pzn, reason, told_at)
SELECT apo_id, 'job', pzn, reason, told_at FROM till_refusal
ON CONFLICT DO NOTHING;

-- An export that a person brought is the sync job's till where there is one.
-- transaction
INSERT INTO till_stock (apo_id, account, taken_at, source, cursor, file_name, user_name, actor, pzns, cents, position, acknowledged,
                        acknowledged_at, deviation_count, deviating, deviating_cents, unreadable)
SELECT i.apo_id, CASE WHEN i.source = 'till' OR s.apo_id IS NOT NULL THEN 'job' ELSE 'files' END, taken_at, source, i.cursor,
       file_name, user_name, actor, pzns, cents, position, acknowledged, acknowledged_at,
       CASE WHEN checked_at = taken_at THEN deviation_count END, deviating, deviating_cents, unreadable
  FROM till_inventory i LEFT JOIN till_state s USING (apo_id)
ON CONFLICT DO NOTHING;

-- transaction
INSERT INTO till (apo_id, account, seen_at) SELECT apo_id, account, taken_at FROM till_stock
ON CONFLICT DO NOTHING;
