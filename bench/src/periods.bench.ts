import { runDueActions } from '@portal/api/jobs/run-due-actions.ts';
import { runDuePeriods } from '@portal/api/modules/price-periods/index.ts';
import { pino } from 'pino';
import { startBenchPortal } from './bench-portal.ts';
import { AS_BROWSERS, load } from './call.ts';
import { interleave, median, report, sample } from './measure.ts';
import { seedPackages, seedPharmacies } from './package-data.ts';

/**
 * Chapter 17: a night with 100 running periods a pharmacy, 5 of which begin or end, and a list of 20,000 rows, each beside the
 * same without periods. Each pharmacy is a transaction of its own: a hundred of each by turns tell of the night of all that
 * `COUNTRY_SIZES` puts into the database, with `COUNTRY_ROWS` rows each.
 */
const portal = await startBenchPortal();
const clock = { now: () => new Date() };
const deps = { database: portal.database, clock, logger: pino({ level: 'silent' }) };
await portal.pool.query('UPDATE price_update SET auto_action_at = NULL, auto_action = NULL WHERE status = 0');

const ROWS = Number(process.env.COUNTRY_ROWS ?? 500);
const PHARMACIES = Number(process.env.COUNTRY_SIZES ?? 100);
const COUNT = 100;
const ROUNDS = 5;
const RUNNING = 100;
const [WITHOUT, WITH] = [700_000, 710_000];
await seedPharmacies(portal.pool, { first: WITHOUT, count: COUNT, rows: ROWS });
for (let done = 0; done < PHARMACIES; done += COUNT) {
  const count = Math.min(COUNT, PHARMACIES - done);
  await seedPharmacies(portal.pool, { first: WITH + done, count, rows: ROWS });
  await seedPeriods(WITH + done, count);
}

async function night(first: number, due: number): Promise<{ packages: number; periods: number }> {
  const { ms: packages } = await sample(async () => {
    const { approved } = await runDueActions(deps);
    if (approved !== COUNT) throw new Error(`${approved} packages of ${first} approved`);
  });
  const { ms: periods } = await sample(async () => {
    const { done, failed } = await runDuePeriods(deps);
    if (done !== due || failed > 0) throw new Error(`${done} of ${due} lists`);
  });
  return { packages: packages / COUNT, periods: periods / COUNT };
}

const nights = { without: [] as number[], with: [] as number[], periods: [] as number[] };
for (let round = 0; round <= ROUNDS; round += 1) {
  await seedPackages(portal.pool, { first: WITHOUT, count: COUNT, raise: 0.01 });
  const before = await night(WITHOUT, 0);
  await makeDue(WITH, COUNT, round);
  await seedPackages(portal.pool, { first: WITH, count: COUNT, raise: 0.01 });
  const after = await night(WITH, COUNT);
  if (round === 0) continue;
  nights.without.push(before.packages + before.periods);
  nights.with.push(after.packages + after.periods);
  nights.periods.push(after.periods);
}
process.stdout.write(
  `\nA night: ${PHARMACIES} pharmacies of ${ROWS} rows and ${RUNNING} periods each, ${COUNT} of them with 5 that begin or end\n`,
);
const [without, withPeriods] = [median(nights.without), median(nights.with)];
report('without periods, a pharmacy', `${without.toFixed(1)} ms`);
report('with periods, a pharmacy', `${withPeriods.toFixed(1)} ms`);
report('beginning and ending alone', `${median(nights.periods).toFixed(1)} ms`);
report('with / without', `${(withPeriods / without).toFixed(2)} x`, {
  text: '<= 1.2 x',
  holds: withPeriods <= 1.2 * without,
});

const [PLAIN, DATED] = [740_000, 740_001];
await seedPharmacies(portal.pool, { first: PLAIN, count: 2, rows: 20_000 });
await seedPeriods(DATED, 1);
const cold = (apoId: number) => async () => {
  await portal.pool.query(`UPDATE list_version SET version = version + 1 WHERE apo_id = $1`, [apoId]);
  await load(`${portal.url}/api/price/${apoId}/bench-${apoId}/OTC`, AS_BROWSERS);
};
const reads = await interleave({ plain: cold(PLAIN), dated: cold(DATED) }, 15);
process.stdout.write('\nReading a list of 20,000 rows, cold\n');
report('without periods', `${reads.plain.ms.toFixed(0)} ms`);
report('with 100', `${reads.dated.ms.toFixed(0)} ms`);
report('with / without', `${(reads.dated.ms / reads.plain.ms).toFixed(2)} x`, {
  text: '<= 1.1 x',
  holds: reads.dated.ms <= 1.1 * reads.plain.ms,
});
await portal.pool.end();
await portal.close();

/** The first articles of each list run until next year. */
async function seedPeriods(first: number, count: number): Promise<void> {
  const rows = `(SELECT apo_id, pzn, row_number() OVER (PARTITION BY apo_id ORDER BY pzn) AS n FROM price_item
                  WHERE apo_id >= $1 AND apo_id < $2 AND product_group = 'OTC') r`;
  const values = [first, first + count, RUNNING];
  await portal.pool.query(
    `INSERT INTO price_period (apo_id, pzn, product_group, price, price_type, begins_on, ends_on, state, began_version, began_at, created_at, user_name)
     SELECT apo_id, pzn, 'OTC', 4.49, 3, current_date - 5, current_date + 365, 'running', 1, now(), now(), 'Bench' FROM ${rows} WHERE n <= $3`,
    values,
  );
  await portal.pool.query(
    `UPDATE price_item i SET price_type = 3, manual_price = 4.49, base_type = 0, period_since = 1, period_end = current_date + 365
       FROM ${rows} WHERE i.apo_id = r.apo_id AND i.pzn = r.pzn AND r.n <= $3`,
    values,
  );
  await portal.pool.query('ANALYZE price_item, price_period');
}

/** Two end, three others begin for a year: as many run as before, but for one. */
async function makeDue(first: number, count: number, round: number): Promise<void> {
  await portal.pool.query(
    `UPDATE price_period p SET ends_on = current_date - 1
       FROM (SELECT apo_id, id, row_number() OVER (PARTITION BY apo_id ORDER BY id) AS n FROM price_period
              WHERE apo_id >= $1 AND apo_id < $2 AND state = 'running') r
      WHERE p.apo_id = r.apo_id AND p.id = r.id AND r.n <= 2`,
    [first, first + count],
  );
  await portal.pool.query(
    `UPDATE price_item i SET period_end = p.ends_on FROM price_period p
      WHERE i.apo_id >= $1 AND i.apo_id < $2 AND p.apo_id = i.apo_id AND p.pzn = i.pzn AND p.state = 'running' AND p.began_version = i.period_since`,
    [first, first + count],
  );
  await portal.pool.query(
    `INSERT INTO price_period (apo_id, pzn, product_group, price, price_type, begins_on, ends_on, state, created_at, user_name)
     SELECT apo_id, pzn, 'OTC', 3.99, 3, current_date, current_date + 365, 'coming', now(), 'Bench'
       FROM (SELECT apo_id, pzn, row_number() OVER (PARTITION BY apo_id ORDER BY pzn DESC) AS n FROM price_item
              WHERE apo_id >= $1 AND apo_id < $2 AND product_group = 'OTC') r WHERE n > 3 * $3 AND n <= 3 * $3 + 3`,
    [first, first + count, round],
  );
}
