-- A listed product has a price unless it is an exclusion: type 0 needs the calculated one (types 2 and 3 have their own already).
-- Rows that were left without any price, by clearing the own price of an exclusion that never had a calculated one, become what
-- they were at the till all the time, exclusions, and history and log say so.
INSERT INTO history_entry (apo_id, created_at, product_type, event, has_log, user_name)
SELECT DISTINCT apo_id, now(), product_group, 'Artikel ohne Preis als Ausschluss geführt', true, 'System'
  FROM price_item WHERE price_type = 0 AND calculated_price IS NULL;

UPDATE list_version v
   SET version = greatest(v.version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint), last_change = now(),
       item_count = item_count - bare.count, negative_count = negative_count + bare.count
  FROM (SELECT apo_id, product_group, count(*)::int AS count FROM price_item
         WHERE price_type = 0 AND calculated_price IS NULL GROUP BY apo_id, product_group) bare
 WHERE bare.apo_id = v.apo_id AND bare.product_group = v.product_group;

INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, avp, old_type, new_type, list_version, history_id)
SELECT i.apo_id, i.pzn, i.product_group, h.created_at, h.event, h.user_name, i.avp, 0, 1, v.version, h.id
  FROM price_item i JOIN list_version v USING (apo_id, product_group)
  JOIN LATERAL (SELECT * FROM history_entry e WHERE e.apo_id = i.apo_id AND e.product_type = i.product_group
                 ORDER BY e.id DESC LIMIT 1) h ON true
 WHERE i.price_type = 0 AND i.calculated_price IS NULL ORDER BY i.apo_id, i.pzn;

UPDATE price_item i SET price_type = 1, price_old = NULL, changed_at = v.last_change, changed_version = v.version
  FROM list_version v
 WHERE i.price_type = 0 AND i.calculated_price IS NULL AND v.apo_id = i.apo_id AND v.product_group = i.product_group;

-- What a reopening would restore.
UPDATE price_update_outcome SET price_type = 1 WHERE price_type = 0 AND calculated_price IS NULL;

-- Two steps: the first needs no look at the rows, the second lets others write meanwhile.
ALTER TABLE price_item ADD CONSTRAINT price_item_has_price CHECK (price_type <> 0 OR calculated_price IS NOT NULL) NOT VALID;
ALTER TABLE price_item VALIDATE CONSTRAINT price_item_has_price;
