WITH checked_rows AS (
  SELECT r.pzn, i.product_group FROM intake_row r LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = r.pzn
   WHERE i.product_group <> $2 OR i.pzn IS NULL
)
DELETE FROM intake_row r USING checked_rows c WHERE r.pzn = c.pzn RETURNING r.line, r.pzn, c.product_group AS "group";
