import type pg from 'pg';

/** One package to approve. */
export type SeededPackage = { id: number; apoId: number };

/**
 * Pharmacies of the bench's own, each with an OTC list of the first `rows` products of the master. Numbers from `first` on.
 */
export async function seedPharmacies(
  pool: pg.Pool,
  { first, count, rows }: { first: number; count: number; rows: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
     SELECT n, n, 'bench-' || n, 'Bench ' || n, '', '', '', 1, 1 FROM generate_series($1::int, $2::int) n`,
    [first, first + count - 1],
  );
  await pool.query(
    `INSERT INTO list_version (apo_id, product_group, version, item_count)
     SELECT n, 'OTC', 1, $3 FROM generate_series($1::int, $2::int) n`,
    [first, first + count - 1, rows],
  );
  await pool.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, price_type, avp, price_avg, pe_cluster, units,
                             changed_at, changed_version)
     SELECT n, p.pzn, 'OTC', 5 + (p.pzn::int % 4000) / 100.0, 0, 60, 55, 1, 7, now() - interval '40 days', 1
       FROM generate_series($1::int, $2::int) n,
            (SELECT pzn FROM product WHERE product_group = 'OTC' ORDER BY pzn LIMIT $3) p
      ORDER BY n, p.pzn`,
    [first, first + count - 1, rows],
  );
  await pool.query('ANALYZE pharmacy, list_version, price_item');
}

/**
 * An MDP with a new price for every row of each list, due since an hour.
 * @param raise euros on top of the list's price, so that every package changes every price
 */
export async function seedPackages(
  pool: pg.Pool,
  { first, count, raise, due = true }: { first: number; count: number; raise: number; due?: boolean },
): Promise<SeededPackage[]> {
  const { rows } = await pool.query<SeededPackage>(
    `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action, item_count)
     SELECT 'MDP', n, 'OTC', now() - interval '6 days', now() - interval '6 days',
            CASE WHEN $3 THEN now() - interval '1 hour' END, CASE WHEN $3 THEN 'approve' END,
            (SELECT item_count FROM list_version WHERE apo_id = n AND product_group = 'OTC')
       FROM generate_series($1::int, $2::int) n RETURNING id, apo_id AS "apoId"`,
    [first, first + count - 1, due],
  );
  await pool.query(
    `INSERT INTO price_update_item (update_id, pzn, apo_id, position, avp_old, avp, true_price, true_price_old)
     SELECT u.id, i.pzn, i.apo_id, row_number() OVER (PARTITION BY u.id ORDER BY i.pzn), 60, 60,
            i.calculated_price + $2, i.calculated_price
       FROM unnest($1::int[]) AS u(id) JOIN price_update p USING (id) JOIN price_item i ON i.apo_id = p.apo_id
      WHERE i.product_group = 'OTC'`,
    [rows.map(({ id }) => id), raise],
  );
  await pool.query('ANALYZE price_update, price_update_item');
  return rows;
}

const BEFORE = `calculated_price, manual_price, price_type, price_old, avp, aep, vhp, price_min, price_avg, price_max,
  pe_cluster, vh_cluster, units, changed_at`;
const OF_ITEM = BEFORE.replaceAll(/\w+/g, (column) => `i.${column}`);

/** Half of its rows in a part (rule 6.31), as far as reading tells. */
export async function approveHalf(pool: pg.Pool, { id, apoId }: SeededPackage): Promise<void> {
  const { rowCount } = await pool.query(
    `INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, ${BEFORE}, after_type, effective, part)
     SELECT $2, $1, i.pzn, true, ${OF_ITEM}, 0, true, 1
       FROM price_update_item u JOIN price_item i USING (apo_id, pzn)
      WHERE u.apo_id = $2 AND u.update_id = $1 AND u.position % 2 = 0`,
    [id, apoId],
  );
  await pool.query(
    `INSERT INTO price_update_approval (apo_id, update_id, number, user_name, approved_at, list_version, row_count, effect_cents,
                                        effect_rows, effect_missing, effect_added, effect_leaving)
     VALUES ($2, $1, 1, 'Bench', now(), 2, $3, 0, 0, 0, 0, 0)`,
    [id, apoId, rowCount],
  );
  await pool.query('ANALYZE price_update_outcome, price_update_approval');
}

/**
 * The writes of an approval in bare set-based SQL, one transaction: no locks, no drafts, no rules, no counts; before-images,
 * prices and price changes of all rows.
 */
export async function approveBare(pool: pg.Pool, { id, apoId }: SeededPackage): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(
      `UPDATE price_update SET status = 1, approver = 'System', approved_at = now(), auto_action_at = NULL,
              auto_action = NULL, approved_list_version = 2 WHERE apo_id = $2 AND id = $1`,
      [id, apoId],
    );
    await connection.query(
      `INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, ${BEFORE}, after_type, effective)
       SELECT $2, $1, i.pzn, true, ${OF_ITEM}, 0, true
         FROM price_update_item u JOIN price_item i USING (apo_id, pzn) WHERE u.apo_id = $2 AND u.update_id = $1`,
      [id, apoId],
    );
    await connection.query(
      `UPDATE price_item i SET price_old = i.calculated_price, calculated_price = u.true_price, changed_at = now(),
              changed_version = 2
         FROM price_update_item u WHERE u.apo_id = $2 AND u.update_id = $1 AND i.apo_id = $2 AND i.pzn = u.pzn`,
      [id, apoId],
    );
    await connection.query(
      `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, avp, old_price, new_price, old_type,
                                 new_type, list_version)
       SELECT $2, u.pzn, 'OTC', now(), 'Monatsupdate freigegeben', 'System', u.avp, u.true_price_old, u.true_price, 0, 0, 2
         FROM price_update_item u WHERE u.apo_id = $2 AND u.update_id = $1`,
      [id, apoId],
    );
    await connection.query(`UPDATE list_version SET version = 2, last_change = now() WHERE apo_id = $1`, [apoId]);
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}
