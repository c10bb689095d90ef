-- The former build wrote entries without a link, also while it was being replaced. It is gone now: from here on each entry has one.
INSERT INTO history_head (apo_id, unproved_entry, unproved_change)
SELECT apo_id, max(id), (SELECT last_value FROM price_change_id_seq) FROM history_entry WHERE chain_no IS NULL GROUP BY apo_id
ON CONFLICT (apo_id) DO UPDATE SET unproved_entry = excluded.unproved_entry, unproved_change = excluded.unproved_change;
