import { afterAll, beforeAll, expect, test, describe } from '@jest/globals';
import { acquireTestDatabase } from '@portal/dev/test-database.ts';
import { detachYears } from '@portal/migrate/detach-years.ts';
import {
  approvalBaseType,
  approvalEditIssue,
  approvalEditOnLoad,
  effectivePrice,
  type PriceState,
  type PriceType,
  type ResetChoice,
  resolveApproval,
  type UpdateKind,
} from '@portal/rules';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { resolutionSql } from '../../src/modules/price-updates/resolve-sql.ts';
import { effectiveSql } from '../../src/modules/price-writing/effective-sql.ts';
import { csv, upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { edit } from '../support/save-stage.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { readList, seedUpdate } from './support.ts';

describe('large packages', () => {
  // Large packages in a database of which PostgreSQL has no statistics, as a fresh or just restored one (rule 3.39).
  const ROWS = 20_000;
  const pzns = Array.from({ length: ROWS + 1_000 }, (_, n) => testPzn(1_000 + n * 2));
  const listed = pzns.slice(0, ROWS);
  /** Half of the list leaves, 1,000 products come. */
  const delivered = pzns.slice(ROWS / 2);

  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let sales: Client;
  beforeAll(async () => {
    portal = await startPortal('2026-03-10T09:00:00.000Z');
    const { pool } = portal.database;
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of rows) await pool.query(`ALTER TABLE "${name}" SET (autovacuum_enabled = false)`);
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(
      portal.database,
      pharmacy,
      'OTC',
      listed.map((pzn) => ({ pzn })),
    );
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterAll(() => portal?.close());

  let id = 0;
  const approvePath = () => `/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`;

  test('an LZD of 11,000 rows is taken in', async () => {
    const file = {
      name: 'ZumDurchsehen_OTC_500001_Muster_10_3_2026.csv',
      content: csv(delivered.map((pzn) => [pzn, '5,55'])),
    };
    const path = `/api/price/lzd/upload/${pharmacy.path}`;
    const { body } = await upload(portal, sales, path, file, { resetChoice: '0', despiteRed: '1' });
    expect(body).toMatchObject({ status: 'OK', rows: delivered.length, leaving: { count: ROWS / 2 } });
    id = body.id;
    await portal.database.prisma.priceUpdate.updateMany({ where: { id }, data: { readyForApproval: true } });
  });

  test('it is approved with an own price in each row, and half of the list leaves', async () => {
    const products = delivered.map((pzn) => ({ pzn, editedPrice: 7.77, editedPermanent: false, editedIgnore: false }));
    const { body } = await sales.put(approvePath(), { products });
    expect(body).toMatchObject({ status: 'OK', loaded: delivered.length, changed: pzns.length, left: ROWS / 2 });
    expect(Object.keys(await readList(portal.database, pharmacy.apoId)).toSorted()).toEqual(delivered.toSorted());
  });

  test('the approval is taken back', async () => {
    expect((await sales.delete(approvePath())).body).toMatchObject({ status: 'OK' });
    expect(Object.keys(await readList(portal.database, pharmacy.apoId)).toSorted()).toEqual(listed.toSorted());
  });
});

describe('dropped years', () => {
  const YEAR = new Date().getUTCFullYear();
  const [saved, untouched] = [testPzn(1), testPzn(2)];

  // Rule 6.21, ADR 72.
  test('a package is not reopened where a row was changed after it, in a year whose price changes were dropped', async () => {
    const portal = await startPortal(`${YEAR}-03-10T09:00:00Z`);
    try {
      const { pool } = portal.database;
      const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
      const pharmacy = await seedPharmacy(portal.database, 1);
      await seedList(portal.database, pharmacy, 'OTC', [{ pzn: saved }, { pzn: untouched }]);
      const approve = async (pzn: string) => {
        const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn, truePrice: '9.99' }]);
        const path = `mdp/${pharmacy.path}/${id}/OTC`;
        expect((await sales.put(`/api/price/approve/${path}`, { products: [] })).body).toMatchObject({ status: 'OK' });
        return async () => (await sales.get(`/api/price/${path}`)).body.mayReopen as boolean;
      };
      const mayReopen = await approve(saved);
      expect(await mayReopen()).toBe(true);
      // Changed and changed back: its values are those of the approval again.
      for (const price of [4.5, null]) {
        const body = { products: [edit(saved, price)] };
        expect((await sales.put(`/api/price/${pharmacy.path}`, body)).body).toMatchObject({ status: 'OK' });
      }
      portal.clock.set(`${YEAR + 1}-03-10T09:00:00Z`);
      await detachYears(pool.options.connectionString as string, YEAR, { now: new Date(`${YEAR + 11}-01-02`) });
      await pool.query('DROP TABLE price_change_first');
      expect(await mayReopen()).toBe(false);
      const mayReopenLast = await approve(untouched);
      expect(await mayReopenLast()).toBe(true);
    } finally {
      await portal.close();
    }
  });
});

describe('resolution', () => {
  let pool: pg.Pool;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await acquireTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
    drop = database.drop;
  });
  afterAll(async () => {
    await pool.end();
    await drop();
  });

  const cents = fc.integer({ min: 1, max: 9_999_999 });
  const flag = fc.constantFrom(null, true, false);
  const listRow: fc.Arbitrary<PriceState | null> = fc.oneof(
    fc.constant(null),
    fc.record({ priceType: fc.constantFrom<PriceType>(0, 1), calculatedPrice: cents, ownPrice: fc.constant(null) }),
    fc.record({ priceType: fc.constantFrom<PriceType>(2, 3), calculatedPrice: cents, ownPrice: cents }),
  );
  const draft = fc
    .record({ ownPrice: fc.option(cents), permanent: flag, exclusion: flag })
    .filter(({ permanent, exclusion }) => !(permanent && exclusion)); // the table refuses it
  const KINDS: [UpdateKind, ResetChoice | null][] = [
    ['MDP', null],
    ['QDP', null],
    ['LZD', 0],
    ['LZD', 1],
  ];

  type Row = {
    issue: string | null;
    type: PriceType;
    manual: number | null;
    changed: boolean;
    effective: number | null;
  };

  // Rules 3.4, 6.14 and 6.15.
  test.each(KINDS)('SQL and packages/rules agree on every row of %s %s', async (kind, resetChoice) => {
    // A package brings a price for every row; the rules hold for one that does not, too.
    const calculatedOf = fc.option(cents, { freq: 9 });
    const cases = fc.sample(fc.record({ listRow, draft, calculatedPrice: calculatedOf }), {
      numRuns: 4000,
      seed: 20_261_121,
    });
    const { text } = sql`
    SELECT r.issue, r.changed, r.after_type AS type, (r.after_manual * 100)::int AS manual,
           (${effectiveSql(sql`r.after_type`, sql`c.calculated`, sql`r.after_manual`)} * 100)::int AS effective
      FROM (SELECT list_type, list_manual / 100.0 AS list_manual, calculated / 100.0 AS calculated, price / 100.0 AS price,
                   permanent, ignore, nr
              FROM unnest($1::smallint[], $2::int[], $3::int[], $4::int[], $5::boolean[], $6::boolean[])
                   WITH ORDINALITY AS x(list_type, list_manual, calculated, price, permanent, ignore, nr)) c
      ${resolutionSql(kind, resetChoice, {
        listType: sql`c.list_type`,
        listOwnPrice: sql`c.list_manual`,
        ownPrice: sql`c.price`,
        permanent: sql`c.permanent`,
        exclusion: sql`c.ignore`,
        calculatedPrice: sql`c.calculated`,
      })} ORDER BY c.nr`;
    const { rows } = await pool.query<Row>(text, [
      cases.map((one) => one.listRow?.priceType ?? null),
      cases.map((one) => one.listRow?.ownPrice ?? null),
      cases.map((one) => one.calculatedPrice),
      cases.map((one) => one.draft.ownPrice),
      cases.map((one) => one.draft.permanent),
      cases.map((one) => one.draft.exclusion),
    ]);
    expect(rows).toHaveLength(cases.length);
    for (const [index, one] of cases.entries()) {
      const priceType = approvalBaseType(kind, one.listRow?.priceType ?? null, resetChoice);
      const base = { priceType, calculatedPrice: one.calculatedPrice };
      const edit = approvalEditOnLoad(base, one.draft);
      const expected = resolveApproval({
        calculatedPrice: one.calculatedPrice,
        edit,
        listRow: one.listRow,
        kind,
        resetChoice,
      });
      const row = rows[index] as Row;
      const context = JSON.stringify({ kind, resetChoice, ...one });
      // What a draft may not hold: the same issues as the rules name, for rows that are edited at all.
      if (row.changed) expect([context, row.issue]).toEqual([context, approvalEditIssue(base, edit) ?? null]);
      else expect([context, row.issue]).toEqual([context, expected.ok ? null : 'withoutPrice']);
      if (!expected.ok) {
        expect([context, expected.issue]).toEqual([context, row.issue]);
        continue;
      }
      const { priceType: type, ownPrice } = expected;
      const effective = effectivePrice(expected);
      expect([context, row.type, row.manual, row.effective]).toEqual([context, type, ownPrice, effective]);
    }
  });
});
