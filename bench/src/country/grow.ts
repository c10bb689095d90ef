import type pg from 'pg';

/** Numbers of the pharmacies, and of the mirrors: one for every 20 pharmacies, beside their number. */
export const FIRST = 1_000_000;
const FIRST_MIRROR = 2_000_000;
const PHARMACIES_A_MIRROR = 20;
/** Pharmacies that one statement makes. */
const PART = 500;
const PRODUCTS = 20_000;
/** Articles that are on the list and not in the open package, so that they can be saved before and after its approval. */
export const LISTED_ONLY = 50;
/** Entries of the history of each pharmacy: about five years. */
const HISTORY = 60;

/** Fills the product master. */
export async function seedProducts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO product (pzn, name, content, producer, product_group)
     SELECT lpad((n * 37)::text, 8, '0'), 'Artikel ' || n || ' Tabletten', (n % 100) || ' St', 'Hersteller ' || n % 400, 'OTC'
       FROM generate_series(1, $1::int) n`,
    [PRODUCTS],
  );
}

/**
 * Grows a database from so many pharmacies to so many. What belongs to a pharmacy is written in one go, as the portal does: otherwise the
 * rows of a list would lie in as many places as there are rows. Each has a list of `rows` articles, a price change of each, a history and an open MDP of new prices for all but the last of them.
 */
export async function grow(
  pool: pg.Pool,
  { from, to, rows }: { from: number; to: number; rows: number },
): Promise<void> {
  for (let done = from; done < to; done += PART) {
    const [first, last] = [FIRST + done, FIRST + Math.min(done + PART, to) - 1];
    await seedPharmacies(pool, first, last);
    await seedLists(pool, first, last, rows);
    await seedPast(pool, first, last);
    await seedPackages(pool, first, last, rows - LISTED_ONLY);
  }
  await pool.query('VACUUM (ANALYZE)');
  await pool.query('CHECKPOINT');
}

/** Pharmacies with an open package each and no lists: all that staff see of a country. */
export async function growForStaff(pool: pg.Pool, pharmacies: number): Promise<void> {
  await seedPharmacies(pool, FIRST, FIRST + pharmacies - 1);
  await seedPackages(pool, FIRST, FIRST + pharmacies - 1, 1);
  await pool.query('VACUUM (ANALYZE)');
}

async function seedPharmacies(pool: pg.Pool, first: number, last: number): Promise<void> {
  const columns = `apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status, user_access_activated,
                   user_emails, parent_apo_id`;
  const names = `(ARRAY['Adler', 'Bären', 'Engel', 'Hirsch', 'Linden', 'Löwen', 'Markt', 'Rosen', 'Sonnen', 'Stern'])`;
  const cities = `(ARRAY['Aachen', 'Berlin', 'Dresden', 'Erfurt', 'Freiburg', 'Köln', 'Leipzig', 'München', 'Ulm', 'Zwickau'])`;
  const card = (number: string) => `${number}, ${number}, md5(${number}::text),
    ${names}[1 + n * 7 % 10] || '-Apotheke ' || n, 'Hauptstraße ' || n % 200, lpad((n * 31 % 99999)::text, 5, '0'),
    ${cities}[1 + n * 3 % 10], 1, 1, true, 'issued'`;
  await pool.query(
    `INSERT INTO pharmacy (${columns}) SELECT ${card('n')}, NULL FROM generate_series($1::int, $2::int) n`,
    [first, last],
  );
  await pool.query(
    `INSERT INTO pharmacy (${columns}) SELECT ${card(`(n - ${FIRST} + ${FIRST_MIRROR})`)}, n
       FROM generate_series($1::int, $2::int) n WHERE n % ${PHARMACIES_A_MIRROR} = 0`,
    [first, last],
  );
}

async function seedLists(pool: pg.Pool, first: number, last: number, rows: number): Promise<void> {
  await pool.query(
    `INSERT INTO list_version (apo_id, product_group, version, item_count, last_change)
     SELECT n, 'OTC', 1, $3, now() - interval '40 days' FROM generate_series($1::int, $2::int) n`,
    [first, last, rows],
  );
  await pool.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, price_type, avp, price_avg, pe_cluster, units,
                             changed_at, changed_version)
     SELECT n, p.pzn, 'OTC', 5 + (p.pzn::int % 4000) / 100.0, 0, 60, 55, 1, 7, now() - interval '40 days', 1
       FROM generate_series($1::int, $2::int) n, (SELECT pzn FROM product ORDER BY pzn LIMIT $3) p ORDER BY n, p.pzn`,
    [first, last, rows],
  );
}

async function seedPast(pool: pg.Pool, first: number, last: number): Promise<void> {
  await pool.query(
    `INSERT INTO history_entry (apo_id, created_at, product_type, event, has_log, user_name)
     SELECT n, now() - (${HISTORY} - e) * interval '30 days', 'OTC', 'Preisliste gespeichert', e = ${HISTORY}, 'Bench'
       FROM generate_series($1::int, $2::int) n, generate_series(1, ${HISTORY}) e`,
    [first, last],
  );
  await pool.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, avp, old_price, new_price, old_type,
                               new_type, list_version, history_id)
     SELECT i.apo_id, i.pzn, 'OTC', now() - interval '40 days', 'Preisliste gespeichert', 'Bench', i.avp,
            i.calculated_price - 1, i.calculated_price, 0, 0, 1, h.id
       FROM price_item i JOIN (SELECT apo_id, max(id) AS id FROM history_entry GROUP BY apo_id) h USING (apo_id)
      WHERE i.apo_id BETWEEN $1 AND $2 ORDER BY i.apo_id, i.pzn`,
    [first, last],
  );
}

async function seedPackages(pool: pg.Pool, first: number, last: number, rows: number): Promise<void> {
  await pool.query(
    `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action, item_count)
     SELECT 'MDP', n, 'OTC', now() - interval '3 days', now() - interval '3 days', now() + interval '9 days', 'approve', $3
       FROM generate_series($1::int, $2::int) n`,
    [first, last, rows],
  );
  await pool.query(
    `INSERT INTO price_update_item (update_id, pzn, apo_id, position, avp_old, avp, true_price, true_price_old)
     SELECT u.id, p.pzn, u.apo_id, p.position, 60, 60, 6 + (p.pzn::int % 4000) / 100.0, 5 + (p.pzn::int % 4000) / 100.0
       FROM price_update u, (SELECT pzn, row_number() OVER (ORDER BY pzn) AS position FROM product ORDER BY pzn LIMIT $3) p
      WHERE u.apo_id BETWEEN $1 AND $2 ORDER BY u.apo_id, p.position`,
    [first, last, rows],
  );
}
