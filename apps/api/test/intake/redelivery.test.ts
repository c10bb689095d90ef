import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { brokenInvariants } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

/** Rule 6.2: what staff deleted may be delivered again, all else is known and answers with its state. */
const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
let sales: Client;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

type Kind = 'mdp' | 'qdp' | 'lzd';
const FIRST = csv([[a, '8,49']]);
const SECOND = csv([[b, '7,49']]);
const deliver = async (kind: Kind, content: string, client = engine) => {
  const path = `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`;
  const { status, body } = await upload(portal, client, path, { name: `${kind}.csv`, content });
  expect([status, body.message && body.known === undefined ? body.message : null]).toEqual([200, null]);
  return body as {
    id: number;
    known: boolean;
    approved: boolean;
    knownState: string;
    knownText: string;
    message: string;
  };
};
const remove = async (kind: Kind, id: number) =>
  expect((await sales.delete(`/api/price/${kind}/${id}/${pharmacy.path}`)).status).toBe(200);
const open = async () =>
  (await portal.database.prisma.priceUpdate.findMany({ where: { status: 0 } })).map(({ id }) => id);
const known = ({ id, known, knownState, knownText }: Awaited<ReturnType<typeof deliver>>) => [
  id,
  known,
  knownState,
  knownText,
];

describe.each(['mdp', 'qdp', 'lzd'] as const)('a delivered %s', (kind) => {
  test('that staff deleted is taken in again, as often as it is deleted', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, known } = await deliver(kind, FIRST);
      expect([known, await open()]).toEqual([false, [id]]);
      expect(known === false && (await deliver(kind, FIRST)).knownState).toBe('open');
      await remove(kind, id);
      expect(await open()).toEqual([]);
    }
  });

  test('that a newer one replaced stays known and never displaces it, whether that is open, approved or gone', async () => {
    const first = await deliver(kind, FIRST);
    const second = await deliver(kind, SECOND);
    const replaced = [first.id, true, 'replaced', `ersetzt durch ${second.id}`];
    expect(known(await deliver(kind, FIRST))).toEqual(replaced);
    expect(await open()).toEqual([second.id]);
    await remove(kind, second.id);
    expect(known(await deliver(kind, FIRST))).toEqual(replaced);
    expect(await open()).toEqual([]);
  });

  test('that staff deleted stays known while a newer one has come since; the newer one deleted, it may come again', async () => {
    const first = await deliver(kind, FIRST);
    await remove(kind, first.id);
    const second = await deliver(kind, SECOND);
    const late = await deliver(kind, FIRST);
    expect(known(late)).toEqual([
      first.id,
      true,
      'deleted',
      `gelöscht am 10.03.2026, inzwischen gibt es ein neueres (ID ${second.id})`,
    ]);
    expect(late.message).toBe(
      `Diese Datei ist schon bekannt: ID ${first.id}, gelöscht am 10.03.2026, inzwischen gibt es ein neueres (ID ${second.id}).`,
    );
    expect(await open()).toEqual([second.id]);
    await remove(kind, second.id);
    expect((await deliver(kind, FIRST)).known).toBe(false);
  });

  test('several at once after a deletion make one package', async () => {
    await remove(kind, (await deliver(kind, FIRST)).id);
    const answers = await Promise.all([1, 2, 3].map(() => deliver(kind, FIRST)));
    expect(answers.map((answer) => answer.known).sort()).toEqual([false, true, true]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await open()).toEqual([answers[0]?.id]);
  });
});

test('an approved one is known with day and approver, reopened it is open, then deleted it may come again', async () => {
  const { id } = await deliver('mdp', FIRST);
  const url = `/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`;
  expect((await sales.put(url, { products: [] })).status).toBe(200);
  const again = await deliver('mdp', FIRST);
  expect([...known(again), again.approved]).toEqual([
    id,
    true,
    'approved',
    'freigegeben am 10.03.2026 von Tobias Sommer',
    true,
  ]);
  expect((await sales.delete(url)).status).toBe(200);
  expect((await deliver('mdp', FIRST)).knownText).toBe('offen');
  await remove('mdp', id);
  expect((await deliver('mdp', FIRST)).known).toBe(false);
});

test('one that the clock deleted stays known with the day', async () => {
  const { id } = await deliver('qdp', csv([[c, '8,49', 'Neu']]));
  // flag 0: deleted at the end of the 22nd, on the 23rd
  portal.clock.set('2026-03-24T10:00:00Z');
  await runDueActions(portal.deps);
  expect(await open()).toEqual([]);
  expect(known(await deliver('qdp', csv([[c, '8,49', 'Neu']])))).toEqual([
    id,
    true,
    'expired',
    'automatisch gelöscht am 24.03.2026',
  ]);
});

test('an upload by hand is a package of its own and says what became of the same file before', async () => {
  const name = `ZumDurchsehen_OTC_${pharmacy.apoId}_Test_9_3_2026.csv`;
  const send = async (content = FIRST) => {
    const path = `/api/price/lzd/upload/${pharmacy.path}`;
    const { status, body } = await upload(portal, sales, path, { name, content }, { resetChoice: '1' });
    expect(status).toBe(200);
    return body as { id: number; message: string | null };
  };
  const first = await send();
  expect(first.message).toBeNull();
  const second = await send();
  expect(second.message).toBe(`Dieselbe Datei war schon in TruePrice: ID ${first.id}, offen.`);
  await remove('lzd', second.id);
  const third = await send();
  expect(third.message).toBe(`Dieselbe Datei war schon in TruePrice: ID ${second.id}, gelöscht am 10.03.2026.`);
  expect((await send(SECOND)).message).toBeNull();
  expect(await open()).toHaveLength(1);
});
