import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Board, createStaffBoard, showOpenPackages } from '../src/modules/pharmacies/index.ts';
import { seedUpdate } from './price-updates/support.ts';
import { startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, testPzn } from './support/seed.ts';

const NOW = new Date('2026-03-20T09:00:00.000Z');
const PHARMACIES = 12;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(NOW.toISOString());
});
afterAll(() => portal.close());

const query = (sql: string) => portal.database.pool.query(sql);
const shown = ({ pharmacies, packages }: Board) => ({
  pharmacies: pharmacies.map(({ text }) => JSON.parse(text)),
  packages: showOpenPackages(packages, NOW).map(({ text }) => JSON.parse(text)),
});

/** What happens to one pharmacy, or to a few at once. */
const NAMES = ['Adler', 'Bären', 'Zur Post', 'adler', 'Äskulap', 'Adler'];
const step = fc.record({
  what: fc.constantFrom(
    'name',
    'names',
    'city',
    'active',
    'parent',
    'main',
    'items',
    'due',
    'close',
    'open',
    'delete',
    'insert',
  ),
  one: fc.nat(PHARMACIES - 1),
  other: fc.nat(PHARMACIES - 1),
  number: fc.nat(27),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function sqlOf({ what, one, other, number }: Step, ids: readonly number[], added: number): string {
  const [id, second] = [ids[one], ids[other]] as [number, number];
  const name = NAMES[number % NAMES.length];
  const pharmacy = (set: string, where = `apo_id = ${id}`) => `UPDATE pharmacy SET ${set} WHERE ${where}`;
  const packages = (set: string) => `UPDATE price_update SET ${set} WHERE apo_id = ${id}`;
  const isMain = (apoId: number) => `EXISTS (SELECT FROM pharmacy WHERE apo_id = ${apoId} AND parent_apo_id IS NULL)`;
  const hasMirrors = (apoId: number) => `EXISTS (SELECT FROM pharmacy WHERE parent_apo_id = ${apoId})`;
  switch (what) {
    case 'name':
      return pharmacy(`name = '${name}'`);
    case 'names':
      return pharmacy(`name = '${name}' || apo_id % 3`, `apo_id % 5 > ${number % 5}`);
    case 'city':
      return pharmacy(`city = city || '${number}'`);
    case 'active':
      return pharmacy(`active = ${number % 4}`);
    case 'parent':
      return pharmacy(
        `parent_apo_id = ${second}`,
        `apo_id = ${id} AND ${id} <> ${second} AND ${isMain(second)} AND NOT ${hasMirrors(id)}`,
      );
    case 'main':
      return pharmacy('parent_apo_id = NULL');
    case 'items':
      return packages('item_count = item_count + 1');
    case 'due':
      return packages(`auto_action = 'approve', auto_action_at = '2026-03-${number + 1}T08:00:00Z'`);
    case 'close':
      return packages('status = -1');
    case 'open':
      return packages('status = 0');
    case 'delete':
      return `DELETE FROM pharmacy WHERE apo_id > 900000 AND apo_id % 2 = ${number % 2} AND NOT ${hasMirrors(id)}`;
    case 'insert':
      return `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
              VALUES (${900_000 + added}, ${900_000 + added}, 't${added}', '${name}', 'Markt', '10115', 'Berlin', 1, 1)`;
  }
}

test('after any changes an instance shows what one does that reads everything', async () => {
  const ids: number[] = [];
  for (let index = 1; index <= PHARMACIES; index += 1) {
    const pharmacy = await seedPharmacy(portal.database, index);
    ids.push(pharmacy.apoId);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
    if (index % 3 > 0) await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: testPzn(1) }]);
  }
  let added = 0;
  // Kept across runs, so that it is as old as an instance gets.
  const read = createStaffBoard(portal.deps.database.pool);
  let last = await read();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
      for (const steps of rounds) {
        for (const one of steps) await query(sqlOf(one, ids, (added += 1)));
        const before = JSON.stringify(shown(last));
        const now = await read();
        expect(JSON.stringify(shown(last))).toBe(before);
        const expected = shown(await createStaffBoard(portal.deps.database.pool)());
        expect(shown(now)).toEqual(expected);
        if (now.key === last.key) expect(JSON.stringify(expected)).toBe(before);
        last = now;
      }
    }),
    { numRuns: 25 },
  );
});
