import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../src/db/database.ts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { runDuePeriods } from '../../src/modules/price-periods/index.ts';
import { csv, upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants, readList, seedUpdate } from './support.ts';

// Rules 6.17 and 6.31: parts, saves, approvals, taking back and the clock of two instances at once; no row is approved twice or lost.
const ROUNDS = 6;
const PZNS = Array.from({ length: 200 }, (_, index) => testPzn(index));
const slip = PZNS.at(-1) as string;
const DULL = PZNS.slice(0, -1);
/** Listed, and in no package. */
const outside = testPzn(PZNS.length);

let portal: TestPortal;
let other: ReturnType<typeof openDatabase>;
let pharmacy: SeededPharmacy;
let id: number;
let owner: Client;
let deputy: Client;
let sales: Client;

beforeEach(async () => {
  portal = await startPortal();
  const every = (role: string) => Array.from({ length: ROUNDS }, (_, round) => `${role}${700_001 + round}`);
  owner = await portal.as('Anna Berger', every('TP_admin_'));
  deputy = await portal.as('Jonas Klein', every('TP_user_'));
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  other = openDatabase(portal.deps.config.database, pino({ level: 'silent' }));
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  const { rows } = await portal.database.pool.query(
    `SELECT apo_id, pzn FROM (
       SELECT c.apo_id, c.pzn, count(*) AS times FROM price_change c JOIN history_entry h ON h.apo_id = c.apo_id AND h.id = c.history_id
        WHERE h.event LIKE '%freigegeben%' GROUP BY c.apo_id, c.pzn, h.mdp_import_id) approved
       LEFT JOIN (SELECT apo_id, count(*) AS back FROM history_entry WHERE event LIKE '%zurückgenommen' GROUP BY apo_id) taken USING (apo_id)
      WHERE times > 1 + coalesce(back, 0)`,
  );
  expect(rows).toEqual([]);
  await other.close();
  await portal.close();
});

const path = (step = '') => `/api/price/${step}mdp/${pharmacy.path}/${id}/OTC`;
const sent = async () => {
  const { version, listVersion } = (await owner.get(path())).body;
  return { version, listVersion };
};
const edit = (pzn: string, editedPrice: number) => ({ pzn, editedPrice, editedPermanent: false, editedIgnore: false });
const price = async (pzn: string) => {
  const row = (await readList(portal.database, pharmacy.apoId))[pzn];
  return row?.manual ?? row?.calculated;
};
const update = () => portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id } });
const parts = () => portal.database.prisma.priceUpdateApproval.findMany({ where: { updateId: id } });
/** The clock of this instance and of another one. */
const clocks = () => [portal.database, other].map((database) => () => runDueActions({ ...portal.deps, database }));

/** Each round has a package of its own, all of whose rows but one are dull; the calls begin in another order each time. */
async function rounds<Answers>(
  calls: (versions: { version: number; listVersion: number }) => (() => PromiseLike<unknown>)[],
  outcome: (answers: Answers) => Promise<void>,
  due: object = {},
  prepare = async () => {},
): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    pharmacy = await seedPharmacy(portal.database, round);
    const listed = [...PZNS, outside].map((pzn) => ({ pzn }));
    await seedList(portal.database, pharmacy, 'OTC', listed);
    await prepare();
    const rows = PZNS.map((pzn) => ({ pzn, avp: '12.00', truePrice: pzn === slip ? '99.90' : '9.49' }));
    id = await seedUpdate(portal.database, pharmacy, 'MDP', rows, due);
    const starting = calls(await sent());
    const running: PromiseLike<unknown>[] = [];
    for (let at = 0; at < starting.length; at++) {
      const index = (at + round) % starting.length;
      running[index] = Promise.resolve(starting[index]?.());
    }
    await outcome((await Promise.all(running)) as Answers);
  }
}
type Answer = Awaited<ReturnType<Client['put']>>;
const approvePart = (client: Client, versions: object, pzns = DULL) =>
  client.put(path('approvepart/'), { pzns, ...versions });

test('two people approve the same part: one does, the other reads so', () =>
  rounds(
    (versions) => [() => approvePart(owner, versions), () => approvePart(deputy, versions)],
    async (answers: Answer[]) => {
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await parts()).toHaveLength(1);
      expect([await price(PZNS[0] as string), await price(slip)]).toEqual(['9.49', '9.99']);
    },
  ));

test('two parts with rows in common: each row is in one of them', () =>
  rounds(
    (versions) => [
      () => approvePart(owner, versions, DULL.slice(0, 120)),
      () => approvePart(deputy, versions, DULL.slice(80)),
    ],
    async (answers: Answer[]) => {
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const rows = (await parts()).map(({ rowCount }) => rowCount).toSorted((a, b) => a - b);
      expect(rows.reduce((sum, count) => sum + count, 0)).toBe(DULL.length);
    },
  ));

test('a part against a draft for one of its rows: the row has the draft and is open, or is approved and the draft a conflict', () =>
  rounds(
    (versions) => [
      () => approvePart(owner, versions),
      () => deputy.put(path('save/'), { products: [edit(DULL[7] as string, 4.44)], ...versions }),
    ],
    async ([part, draft]: Answer[]) => {
      expect(part?.status).toBe(200);
      const [row] = (part?.body.stays.rows ?? []) as { pzn: string; why: string }[];
      if (draft?.status === 200) expect(row).toEqual({ pzn: DULL[7], why: 'edited' });
      else expect([draft?.status, row]).toEqual([409, undefined]);
      expect(await price(DULL[7] as string)).toBe(draft?.status === 200 ? '9.99' : '9.49');
    },
  ));

test('a part against the approval of all, and the clocks of two instances: all rows, each once', () =>
  rounds(
    (versions) => [
      () => approvePart(owner, versions),
      () => deputy.put(path('approve/'), { products: [], ...versions }),
      ...clocks(),
    ],
    async ([part, all, ...reports]: [Answer, Answer, ...Awaited<ReturnType<typeof runDueActions>>[]]) => {
      const automatic = reports.reduce((sum, { approved }) => sum + approved, 0);
      expect([automatic + Number(all.status === 200), reports.flatMap(({ failed }) => failed)]).toEqual([1, []]);
      expect([200, 409]).toContain(part.status);
      expect([(await update()).status, (await parts()).length]).toEqual([1, part.status === 200 ? 1 : 0]);
      expect([await price(DULL[0] as string), await price(slip)]).toEqual(['9.49', '99.90']);
      const outcomes = await portal.database.prisma.priceUpdateOutcome.count({ where: { updateId: id } });
      expect(outcomes).toBe(PZNS.length);
    },
    { autoActionAt: new Date('2026-03-10T09:00:00Z'), autoAction: 'approve' },
  ));

test('a part against deleting the rest, by staff and two clocks: it stands or is refused', () =>
  rounds(
    (versions) => [
      () => approvePart(owner, versions),
      () => sales.delete(`/api/price/mdp/${id}/${pharmacy.path}`),
      ...clocks(),
    ],
    async ([part]: Answer[]) => {
      const approved = part?.status === 200;
      expect([(await update()).status, await price(DULL[0] as string)]).toEqual([-1, approved ? '9.49' : '9.99']);
      expect((await update()).closedReason?.includes('199 Artikel vorher freigegeben')).toBe(approved);
    },
    { autoActionAt: new Date('2026-03-10T09:00:00Z'), autoAction: 'delete' },
  ));

test('a part against a newer package: both lists of rows are whole', () =>
  rounds(
    (versions) => [
      () => approvePart(owner, versions),
      () =>
        upload(portal, sales, `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`, {
          name: `newer-${pharmacy.apoId}.csv`,
          content: csv(PZNS.map((pzn) => [pzn, '9,59'] as const)),
        }),
    ],
    async ([part, newer]: Answer[]) => {
      expect([newer?.status, (await update()).status]).toEqual([200, -1]);
      expect(await price(DULL[0] as string)).toBe(part?.status === 200 ? '9.49' : '9.99');
    },
  ));

test('taking a part back against the approval of the rest: taken back first and approved with it, or refused', () =>
  rounds(
    () => [
      async () => {
        expect((await approvePart(owner, await sent())).status).toBe(200);
        return Promise.all([sales.delete(`${path('approvepart/')}/1`), deputy.put(path('approve/'), { products: [] })]);
      },
    ],
    async ([[back, all]]: [[Answer, Answer]]) => {
      expect([all.status, [200, 409].includes(back.status)]).toEqual([200, true]);
      expect([await price(DULL[0] as string), await price(slip)]).toEqual(['9.49', '99.90']);
      expect(await parts()).toHaveLength(back.status === 200 ? 0 : 1);
    },
  ));

// Rules 4.6, 6.30, 6.31 and 17.6.
test.each([
  ['which only begin periods', {}],
  ['which approve the rest, too', { autoActionAt: new Date('2026-03-11T00:00:00+01:00'), autoAction: 'approve' }],
])(
  'a part against saves of the price list and two clocks %s: every row once, and what was saved stays',
  async (_, due) => {
    const [typed = '', begins = ''] = DULL;
    const list = (client: Client, product: object) =>
      client.put(`/api/price/${pharmacy.path}`, { products: [{ editedIgnore: false, ...product }] });
    const own = (pzn: string, priceEdit: number) => ({ pzn, priceEdit, editedPermanent: false });
    const periodic = {
      pzn: begins,
      priceEdit: 8,
      editedPermanent: true,
      validFrom: '2026-03-11',
      validTo: '2026-03-12',
    };
    let startsAfterMs = -40;
    const calls = (versions: { version: number; listVersion: number }) => {
      // A part takes a while to judge its rows: the others begin before it, in its midst or after it.
      startsAfterMs += 40;
      const others = [
        () => list(deputy, own(typed, 4.44)),
        () => list(sales, own(outside, 5.55)),
        ...[portal.database, other].map((database) => async () => {
          await runDuePeriods({ ...portal.deps, database });
          return runDueActions({ ...portal.deps, database });
        }),
      ];
      const delayed = others.map((call) => async () => {
        await pause(startsAfterMs);
        return call();
      });
      return [() => approvePart(owner, versions), ...delayed];
    };
    const outcome = async ([part, save, beside, ...reports]: [Answer, Answer, Answer, { failed: unknown[] }]) => {
      expect([200, 422]).toContain(save.status);
      expect([beside.status, reports.flatMap(({ failed }) => failed)]).toEqual([200, []]);
      if ('autoAction' in due) expect([200, 409]).toContain(part.status);
      else expect(part.status).toBe(200);
      const [stays] = (part.body.stays?.rows ?? []) as { pzn: string; why: string }[];
      if (stays) expect(stays).toEqual({ pzn: begins, why: 'period' });
      const rest = await deputy.put(path('approve/'), { products: [] });
      expect([rest.status, (await update()).status]).toEqual(['autoAction' in due ? 409 : 200, 1]);
      expect([await price(typed), await price(outside)]).toEqual([save.status === 200 ? '4.44' : '9.49', '5.55']);
      const { rows } = await portal.database.pool.query(
        `SELECT (SELECT concat_ws(' ', price_type, manual_price, base_type, calculated_price) FROM price_item WHERE apo_id = $1 AND pzn = $2) AS row,
              (SELECT count(*)::int FROM price_change WHERE apo_id = $1 AND pzn = $2) AS changes,
              (SELECT count(DISTINCT pzn)::int FROM price_update_outcome WHERE apo_id = $1 AND update_id = $3) AS outcomes`,
        [pharmacy.apoId, begins, id],
      );
      const approvedFirst = part.status === 200 && !stays;
      expect(rows).toEqual([{ row: '3 8.00 0 9.49', changes: expect.any(Number), outcomes: PZNS.length }]);
      if (!('autoAction' in due)) expect(rows[0].changes).toBe(approvedFirst ? 2 : 1);
      portal.clock.set('2026-03-10T09:00:00Z');
    };
    portal.clock.set('2026-03-10T09:00:00Z');
    await rounds(
      (versions) => {
        portal.clock.set('2026-03-11T00:00:00+01:00');
        return calls(versions);
      },
      outcome,
      due,
      async () => {
        expect((await list(owner, periodic)).status).toBe(200);
      },
    );
  },
);
