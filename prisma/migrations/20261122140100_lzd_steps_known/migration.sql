-- What the history knows of these steps, for LZD that are open. Apart from the new columns, so that nobody waits for it.
UPDATE price_update u
   SET released_at = (SELECT min(h.created_at) FROM history_entry h
                       WHERE h.apo_id = u.apo_id AND h.lzd_import_id = u.id AND h.event LIKE '%für Apotheke freigeschaltet'),
       draft_saved_at = (SELECT max(h.created_at) FROM history_entry h
                          WHERE h.apo_id = u.apo_id AND h.lzd_import_id = u.id AND h.event LIKE '%zwischengespeichert')
 WHERE u.kind = 'LZD' AND u.status = 0;
