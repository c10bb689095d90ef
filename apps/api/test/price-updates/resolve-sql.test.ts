import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { acquireTestDatabase } from '@portal/dev/test-database.ts';
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
import { resolutionSql } from '../../src/modules/price-updates/resolve-sql.ts';
import { effectiveSql } from '../../src/modules/price-writing/effective-sql.ts';

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

type Row = { issue: string | null; type: PriceType; manual: number | null; changed: boolean; effective: number | null };

// Rules 3.4, 6.14 and 6.15.
test.each(KINDS)('SQL and packages/rules agree on every row of %s %s', async (kind, resetChoice) => {
  // A package brings a price for every row; the rules hold for one that does not, too.
  const calculatedOf = fc.option(cents, { freq: 9 });
  const cases = fc.sample(fc.record({ listRow, draft, calculatedPrice: calculatedOf }), {
    numRuns: 4000,
    seed: 20_261_121,
  });
  const sql = `
    SELECT r.issue, r.changed, r.after_type AS type, (r.after_manual * 100)::int AS manual,
           (${effectiveSql('r.after_type', 'c.calculated', 'r.after_manual')} * 100)::int AS effective
      FROM (SELECT list_type, list_manual / 100.0 AS list_manual, calculated / 100.0 AS calculated, price / 100.0 AS price,
                   permanent, ignore, nr
              FROM unnest($1::smallint[], $2::int[], $3::int[], $4::int[], $5::boolean[], $6::boolean[])
                   WITH ORDINALITY AS x(list_type, list_manual, calculated, price, permanent, ignore, nr)) c
      ${resolutionSql(kind, resetChoice, {
        listType: 'c.list_type',
        listOwnPrice: 'c.list_manual',
        ownPrice: 'c.price',
        permanent: 'c.permanent',
        exclusion: 'c.ignore',
        calculatedPrice: 'c.calculated',
      })} ORDER BY c.nr`;
  const { rows } = await pool.query<Row>(sql, [
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
