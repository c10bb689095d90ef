import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OwnHistoryEntry } from '@portal/contracts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { edit } from '../support/save-stage.ts';
import { type SeededPharmacy, seedList, seedOpenUpdate, seedPharmacy, testPzn } from '../support/seed.ts';

const [A, B] = [testPzn(1), testPzn(2)] as [string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let [owner, deputy, sales] = [] as unknown as [Client, Client, Client];
let next = 0;

beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  pharmacy = await seedPharmacy(portal.database, ++next);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: A }, { pzn: B }]);
  owner = await portal.as('Olga Owner', ['solvena_customer', `TP_admin_${pharmacy.crmCompanyId}`]);
  deputy = await portal.as('Dora Deputy', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
});

const path = (query = '') => `/api/pharmacy/ownhistory/${pharmacy.path}${query}`;
const entriesOf = async (client: Client, query = '') =>
  (await client.get(path(query))).body.entries as OwnHistoryEntry[];
const logOf = (client: Client, id: number | undefined) =>
  client.get(`/api/pharmacy/ownhistory/${pharmacy.path}/log/${id}`);
const save = (client: Client, ...rows: object[]) => client.put(`/api/price/${pharmacy.path}`, { products: rows });

describe("the history of one's own pharmacy (rule 11.8)", () => {
  test('counts types that change at the same price apart from prices, as the start page does', async () => {
    await save(owner, edit(A, 5.55));
    await save(owner, { ...edit(A, 5.55), editedPermanent: true }, edit(B, 6.66));
    // the first whose price changed
    expect((await entriesOf(owner))[0]).toMatchObject({
      changed: 2,
      typesOnly: 1,
      article: { pzn: B, after: { priceType: 2, effectivePrice: 666 } },
    });
    await save(owner, { ...edit(B, 6.66), editedPermanent: true });
    expect((await entriesOf(owner))[0]).toMatchObject({ typesOnly: 1, article: { pzn: B, after: { priceType: 3 } } });
  });

  test('has what everybody did: who, when, what, how many prices, and whether it can be taken back', async () => {
    const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [A]);
    await sales.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] });
    await save(owner, edit(A, 5.55), edit(B, 6.66));
    await sales.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/2`);
    const at = { createdAt: '2026-03-10T09:00:00.000Z', productGroup: 'OTC', undone: null, update: null };
    expect(await entriesOf(deputy)).toEqual([
      expect.objectContaining({ ...at, userName: 'Tobias Sommer', changed: 0, hasLog: false, mayUndo: false }),
      {
        ...at,
        id: expect.any(Number),
        event: 'Preisliste gespeichert',
        userName: 'Olga Owner',
        changed: 2,
        typesOnly: 0,
        article: expect.objectContaining({ before: { priceType: 0, effectivePrice: expect.any(Number) } }),
        hasLog: true,
        mayUndo: true,
      },
      expect.objectContaining({
        ...at,
        event: 'Monatsupdate freigegeben',
        userName: 'Tobias Sommer',
        update: { kind: 'MDP', id, opens: true },
        changed: 1,
        hasLog: false,
        mayUndo: false,
      }),
    ]);
  });

  test('says which packages the caller may open', async () => {
    const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [A]);
    await sales.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] });
    const opens = async (client: Client) => (await entriesOf(client)).map(({ update }) => update?.opens);
    expect(await opens(owner)).toEqual([true]);
    await portal.database.prisma.priceUpdate.updateMany({ where: { id }, data: { status: -1 } });
    expect(await opens(owner)).toEqual([false]);
    expect((await owner.get(`/api/price/mdp/${pharmacy.path}/${id}/OTC`)).status).toBe(403);
    expect(await opens(sales)).toEqual([true]);
    expect((await sales.get(`/api/price/mdp/${pharmacy.path}/${id}/OTC`)).status).toBe(200);
    const other = await seedPharmacy(portal.database, ++next);
    await portal.database.prisma.pharmacy.update({
      where: { apoId: pharmacy.apoId },
      data: { parentApoId: other.apoId },
    });
    expect(await opens(sales)).toEqual([false]);
  });

  test('says nothing to the pharmacy of an LZD that is not released, as its start page does', async () => {
    const { database } = portal;
    const older = await seedOpenUpdate(database, pharmacy, 'LZD', 'OTC', [A], { status: -1, readyForApproval: true });
    const id = await seedOpenUpdate(database, pharmacy, 'LZD', 'OTC', [A, B], { readyForApproval: false });
    const entry = (event: string, lzd: number, at: string) =>
      database.pool.query(
        `INSERT INTO history_entry (apo_id, created_at, product_type, event, user_name, lzd_import_id, by_staff, actor)
         VALUES ($1, $2, 'OTC', $3, 'Tobias Sommer', $4, true, 'x')`,
        [pharmacy.apoId, at, event, lzd],
      );
    await entry(`Neuberechnung ersetzt durch ${id}`, older, '2026-03-10T08:00:00Z');
    await entry('Neuberechnung hochgeladen', id, '2026-03-10T08:00:00Z');
    await sales.put(`/api/price/save/lzd/${pharmacy.path}/${id}/OTC`, {
      products: [{ pzn: A, editedPrice: 5.55, editedPermanent: false, editedIgnore: false }],
    });
    await save(owner, edit(B, 6.66)); // refused: the list is locked
    const eventsOf = async (client: Client, query = '') => (await entriesOf(client, query)).map(({ event }) => event);
    expect(await eventsOf(sales)).toEqual([
      'Neuberechnung zwischengespeichert',
      'Neuberechnung hochgeladen',
      `Neuberechnung ersetzt durch ${id}`,
    ]);
    for (const client of [owner, deputy]) {
      for (const query of ['', '?productGroup=OTC', '?limit=1'])
        expect(await eventsOf(client, query)).toEqual(['Neuberechnung ersetzt']);
      expect((await client.get(path('?limit=1'))).body.next).toBeNull();
      expect((await entriesOf(client)).map(({ update }) => update?.id)).toEqual([older]);
    }
    const hidden = (await entriesOf(sales))[0]?.id;
    for (const each of [
      `/api/pharmacy/ownhistory/${pharmacy.path}/log/${hidden}`,
      `/api/price/undo/${pharmacy.path}/${hidden}`,
    ])
      expect([each, (await owner.get(each)).status]).toEqual([each, 404]);
    for (const each of [
      `/api/price/lzd/${pharmacy.path}/${id}/OTC`,
      `/api/price/logfile/${pharmacy.path}/lzd/${id}/OTC`,
    ])
      expect([each, (await owner.get(each)).status]).toEqual([each, 403]);
    // Deleted without a release there was nothing for the pharmacy; once released it has had all of it.
    await sales.delete(`/api/price/lzd/${id}/${pharmacy.path}`);
    expect(await eventsOf(owner)).toEqual(['Neuberechnung ersetzt']);
    await database.prisma.priceUpdate.updateMany({ where: { id }, data: { readyForApproval: true } });
    expect(await eventsOf(owner)).toEqual([
      'Neuberechnung gelöscht',
      'Neuberechnung zwischengespeichert',
      'Neuberechnung hochgeladen',
      'Neuberechnung ersetzt',
    ]);
  });

  test('says who took a save back last', async () => {
    await save(owner, edit(A, 5.55));
    const [saved] = await entriesOf(owner);
    const undo = `/api/price/undo/${pharmacy.path}/${saved?.id}`;
    await deputy.post(undo, { preview: (await deputy.get(undo)).body.preview });
    const [undone, first] = await entriesOf(owner);
    expect(first).toMatchObject({ undone: { createdAt: '2026-03-10T09:00:00.000Z', userName: 'Dora Deputy' } });
    expect(undone).toMatchObject({ mayUndo: true, undone: null, changed: 1, userName: 'Dora Deputy' });
  });

  test("gives the logs of one's own people and of the clock, to staff those of everybody", async () => {
    await save(deputy, edit(A, 5.55));
    await save(sales, edit(A, 6.66));
    const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [B]);
    await portal.database.prisma.priceUpdate.updateMany({
      where: { id },
      data: { autoActionAt: new Date('2026-03-10T08:00:00Z'), autoAction: 'approve' },
    });
    await runDueActions(portal.deps);
    const seen = await entriesOf(owner);
    expect(seen.map((entry) => [entry.userName, entry.hasLog])).toEqual([
      ['System', true],
      ['Tobias Sommer', false],
      ['Dora Deputy', true],
    ]);
    const ids = seen.map((entry) => entry.id);
    const status = async (client: Client) => {
      const answers = [];
      for (const entry of ids) answers.push((await logOf(client, entry)).status);
      return answers;
    };
    expect(await status(owner)).toEqual([200, 404, 200]);
    expect(await status(sales)).toEqual([200, 200, 200]);
    const file = await logOf(owner, ids[2]);
    expect(file.headers['content-disposition']).toBe(`attachment; filename=Log_${ids[2]}.csv`);
    expect(file.text.split('\r\n')[1]).toContain('9,99;5,55;Berechneter TruePrice;Eigener Preis;Dora Deputy');
  });

  test('of entries from before it was kept who was staff, only its actor has the log', async () => {
    await save(owner, edit(A, 5.55));
    const { rows } = await portal.database.pool.query(
      `INSERT INTO history_entry (apo_id, created_at, product_type, event, has_log, user_name, actor)
       SELECT apo_id, created_at, product_type, event, true, user_name, actor FROM history_entry WHERE apo_id = $1 RETURNING id`,
      [pharmacy.apoId],
    );
    const id = Number(rows[0].id);
    expect([(await logOf(owner, id)).status, (await logOf(deputy, id)).status]).toEqual([200, 404]);
  });

  test('comes by pages and by product group', async () => {
    await portal.database.pool.query(
      `INSERT INTO history_entry (apo_id, created_at, product_type, event, user_name)
       SELECT $1, now(), (ARRAY['OTC', 'FREIWAHL'])[n % 2 + 1], 'Ereignis ' || n, 'Test' FROM generate_series(1, 150) n`,
      [pharmacy.apoId],
    );
    const first = (await owner.get(path())).body;
    expect([first.entries.length, first.entries[0].event]).toEqual([100, 'Ereignis 150']);
    const second = (await owner.get(path(`?before=${first.next}`))).body;
    expect([second.entries.length, second.entries.at(-1).event, second.next]).toEqual([50, 'Ereignis 1', null]);
    expect(new Set((await entriesOf(owner, '?productGroup=Freiwahl')).map((entry) => entry.productGroup))).toEqual(
      new Set(['FREIWAHL']),
    );
    for (const query of ['?limit=0', '?before=x', '?productGroup=nein'])
      expect((await owner.get(path(query))).status).toBe(400);
  });

  test("is one's own pharmacy's only; at a mirror it is the mirror's, and nothing can be taken back", async () => {
    await save(owner, edit(A, 5.55));
    const other = await seedPharmacy(portal.database, ++next);
    const stranger = await portal.as('Fremd', ['solvena_customer', `TP_admin_${other.crmCompanyId}`]);
    expect((await stranger.get(path())).status).toBe(403);
    const [saved] = await entriesOf(owner);
    expect((await logOf(stranger, saved?.id)).status).toBe(403);
    const foreign = `/api/pharmacy/ownhistory/${other.path}`;
    expect((await stranger.get(foreign)).body).toEqual({ entries: [], next: null });
    expect((await stranger.get(`${foreign}/log/${saved?.id}`)).status).toBe(404);
    await portal.database.prisma.pharmacy.update({
      where: { apoId: pharmacy.apoId },
      data: { parentApoId: other.apoId },
    });
    expect((await entriesOf(owner)).map((entry) => [entry.event, entry.mayUndo])).toEqual([
      ['Preisliste gespeichert', false],
    ]);
  });

  test('a link of mirrors takes rows off a list and is no save', async () => {
    const main = await seedPharmacy(portal.database, ++next);
    await sales.post('/api/pharmacy/shadow', { pharmacy: main.apoId, shadowPharmacy: pharmacy.apoId });
    await sales.delete(`/api/pharmacy/shadow/${main.apoId}/${pharmacy.apoId}`);
    const seen = await entriesOf(owner);
    expect(seen.some((entry) => entry.changed === 2)).toBe(true);
    expect(seen.map((entry) => entry.mayUndo)).toEqual(seen.map(() => false));
  });
});
