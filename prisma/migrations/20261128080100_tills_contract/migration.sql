-- What the former build has written while both ran goes to the tills; then its tables go.

-- transaction
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = 'public' AND table_name = 'till_state') THEN
    INSERT INTO till (apo_id, account, cursor, loaded_at, cursor_at, seen_at, held_cursor, held_count, held_digest, differs_since)
    SELECT apo_id, 'job', cursor, loaded_at, seen_at, seen_at, held_cursor, held_count, held_digest, differs_since FROM till_state s
     WHERE NOT EXISTS (SELECT FROM till t WHERE t.apo_id = s.apo_id AND t.account LIKE 'job:%')
    ON CONFLICT (apo_id, account) DO UPDATE
      SET cursor = excluded.cursor, loaded_at = excluded.loaded_at, cursor_at = excluded.cursor_at, seen_at = excluded.seen_at, held_cursor = excluded.held_cursor,
          held_count = excluded.held_count, held_digest = excluded.held_digest, differs_since = excluded.differs_since
      WHERE excluded.seen_at > till.seen_at;
  END IF;
END $$;

-- transaction
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = 'public' AND table_name = 'till_inventory') THEN
    INSERT INTO till_stock (apo_id, account, taken_at, source, cursor, file_name, user_name, actor, pzns, cents, position, acknowledged,
                            acknowledged_at, deviation_count, deviating, deviating_cents, unreadable)
    SELECT i.apo_id, CASE WHEN t.apo_id IS NULL AND source = 'file' THEN 'files' ELSE 'job' END, taken_at, source, i.cursor, file_name,
           user_name, actor, pzns, cents, position, acknowledged, acknowledged_at,
           CASE WHEN checked_at = taken_at THEN deviation_count END, deviating, deviating_cents, unreadable
      FROM till_inventory i LEFT JOIN till t ON t.apo_id = i.apo_id AND t.account = 'job'
     WHERE NOT EXISTS (SELECT FROM till_stock o WHERE o.apo_id = i.apo_id AND o.taken_at >= i.taken_at)
       AND NOT EXISTS (SELECT FROM till o WHERE o.apo_id = i.apo_id AND o.account LIKE 'job:%')
    ON CONFLICT (apo_id, account) DO UPDATE
      SET taken_at = excluded.taken_at, source = excluded.source, cursor = excluded.cursor, file_name = excluded.file_name,
          user_name = excluded.user_name, actor = excluded.actor, pzns = excluded.pzns, cents = excluded.cents,
          position = excluded.position, acknowledged = excluded.acknowledged, acknowledged_at = excluded.acknowledged_at,
          deviation_count = excluded.deviation_count, deviating = excluded.deviating, deviating_cents = excluded.deviating_cents,
          unreadable = excluded.unreadable;
  END IF;
END $$;

-- transaction
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = 'public' AND table_name = 'till_refusal') THEN
    INSERT INTO till_refused (apo_id, account, pzn, reason, told_at)
    SELECT r.apo_id, 'job', r.pzn, r.reason, r.told_at FROM till_refusal r
     WHERE NOT EXISTS (SELECT FROM till t WHERE t.apo_id = r.apo_id AND t.account LIKE 'job:%')
    ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- transaction
INSERT INTO till (apo_id, account, seen_at) SELECT apo_id, account, taken_at FROM till_stock
ON CONFLICT DO NOTHING;

-- transaction
DROP TABLE IF EXISTS till_refusal;

-- transaction
DROP TABLE IF EXISTS till_inventory;

-- transaction
DROP TABLE IF EXISTS till_state;
