import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';
import { calculated, edit, excluded, fresh, openStage, own, permanent, row, type Stage } from './approval-stage.ts';
import { readList, seedUpdate, type SeedUpdateRow } from './support.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

// Rules 6.22, 6.24 and 13.6.
describe('reopening', () => {
  test('gives every row back what it was, keeps the edits, restarts the clock; the contract stays', async () => {
    const { portal, pharmacy, owner, sales, at, approve, list, events } = stage;
    const before = await portal.database.prisma.priceItem.findMany({ orderBy: { pzn: 'asc' } });
    const rows = [{ pzn: calculated, avp: '20.00' }, { pzn: excluded }, { pzn: own }, { pzn: fresh }];
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
    await approve(owner, 'lzd', id, [edit(own, 2.5)]);
    expect((await sales.get(at('lzd', id))).body).toMatchObject({ mayReopen: true, reopenMessage: null });
    expect((await owner.get(at('lzd', id))).body).toMatchObject({ mayReopen: false });
    portal.clock.set('2026-03-11T09:00:00Z');
    expect((await owner.delete(at('lzd', id, 'approve/'))).status).toBe(403);
    expect((await sales.delete(at('lzd', id, 'approve/'))).body).toEqual({ status: 'OK' });
    const after = await portal.database.prisma.priceItem.findMany({ orderBy: { pzn: 'asc' } });
    const values = (items: typeof before) =>
      items.map(({ changedAt: _a, changedVersion: _v, priceOld: _o, ...item }) => JSON.stringify(item));
    expect(values(after)).toEqual(values(before));
    const read = (await sales.get(at('lzd', id))).body;
    expect(read).toMatchObject({
      approved: 0,
      approver: null,
      approvalDate: null,
      mayDelete: true,
      readyForApproval: true,
    });
    expect(read.products.find((product: { pzn: string }) => product.pzn === own)).toMatchObject({ editedPrice: 2.5 });
    expect((await sales.delete(at('lzd', id, 'approve/'))).status).toBe(409);
    expect((await approve(owner, 'lzd', id)).status).toBe(200);
    expect(await list()).toMatchObject({ [own]: row(2, '8.49', '2.50'), [fresh]: row(0, '8.49') });
    expect(await events()).toContain('Freigabe zurückgenommen / Tobias Sommer / true');
  });

  test('leaves no price that somebody has changed since the package arrived, unless somebody has', async () => {
    const { portal, pharmacy, owner, sales, at, approve } = stage;
    const warning = async (id: number) => (await sales.get(at('mdp', id))).body.approvalWarning;
    const save = async (pzn: string, priceEdit: number) => {
      const product = { pzn, priceEdit, editedPermanent: false, editedIgnore: false };
      expect((await owner.put(`/api/price/${pharmacy.path}`, { products: [product] })).status).toBe(200);
    };
    const createdAt = new Date('2026-03-10T08:00:00Z');
    const rows = [
      { pzn: calculated, truePrice: '9.99' },
      { pzn: permanent, truePrice: '9.99' },
    ];
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows, { createdAt });
    await approve(owner, 'mdp', id);
    portal.clock.set('2026-03-11T09:00:00Z');
    expect((await sales.delete(at('mdp', id, 'approve/'))).status).toBe(200);
    expect(await warning(id)).toBeNull();
    await approve(owner, 'mdp', id);
    await sales.delete(at('mdp', id, 'approve/'));
    await sales.delete(`/api/price/mdp/${id}/${pharmacy.path}`);
    // 'gone' is changed by hand after this package has arrived
    const other = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: own }], {
      createdAt,
    });
    await portal.database.prisma.priceUpdate.updateMany({ where: { id: other }, data: { status: -1 } });
    await save(own, 4);
    await portal.database.prisma.priceUpdate.updateMany({ where: { id: other }, data: { status: 0 } });
    const message =
      'Ein Preis der Preisliste wurde nach dem Eingang dieses Updates geändert und wird mit der Freigabe neu gesetzt.';
    await approve(owner, 'mdp', other);
    await sales.delete(at('mdp', other, 'approve/'));
    expect(await warning(other)).toMatchObject({ message });
  });

  test('is refused with its message when a newer package or a later change stands against it', async () => {
    const { portal, pharmacy, owner, sales, at, approve } = stage;
    const message = 'Das Update kann nicht mehr zum Bearbeiten geöffnet werden, da es aktuelle Preis-Updates gibt.';
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
    await approve(owner, 'mdp', id);
    const newer = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: fresh }]);
    expect((await sales.get(at('mdp', id))).body).toMatchObject({ mayReopen: false, reopenMessage: message });
    expect((await sales.delete(at('mdp', id, 'approve/'))).body.message).toBe(message);
    await sales.delete(`/api/price/qdp/${newer}/${pharmacy.path}`);
    expect((await sales.get(at('mdp', id))).body.mayReopen).toBe(true);
    const { version } = (await owner.get(`/api/price/${pharmacy.path}/OTC`)).body;
    const product = { pzn: calculated, priceEdit: 4, editedPermanent: false, editedIgnore: false };
    expect((await owner.put(`/api/price/${pharmacy.path}`, { products: [product], version })).status).toBe(200);
    expect((await sales.get(at('mdp', id))).body).toMatchObject({ mayReopen: false, reopenMessage: message });
    expect((await sales.delete(at('mdp', id, 'approve/'))).status).toBe(409);
  });
});

describe('reopening past later packages (rule 6.21)', () => {
  const [a, b, w, x] = [81, 82, 83, 84].map(testPzn) as [string, string, string, string];
  const rows = (...pzns: string[]) => pzns.map((pzn) => ({ pzn }));
  type Group = 'OTC' | 'FREIWAHL';

  /** Seeds a package of this pharmacy and approves it. */
  async function approved(
    kind: 'MDP' | 'QDP' | 'LZD',
    productGroup: Group,
    seeded: SeedUpdateRow[],
    more: object = {},
  ) {
    const { portal, pharmacy, owner } = stage;
    const id = await seedUpdate(portal.database, pharmacy, kind, seeded, { productGroup, ...more });
    const path = `/api/price/approve/${kind.toLowerCase()}/${pharmacy.path}/${id}/${productGroup}`;
    expect((await owner.put(path, { products: [] })).body).toMatchObject({ status: 'OK' });
    return { id, kind: kind.toLowerCase(), productGroup };
  }
  const RESET = { resetChoice: 0 };

  /** Both ways ask the same: what the screen says, and what the call does. */
  async function mayReopen({ id, kind, productGroup }: { id: number; kind: string; productGroup: Group }) {
    const { pharmacy, sales } = stage;
    const path = `${kind}/${pharmacy.path}/${id}/${productGroup}`;
    const says = (await sales.get(`/api/price/${path}`)).body.mayReopen as boolean;
    const { status } = await sales.delete(`/api/price/approve/${path}`);
    expect(status).toBe(says ? 200 : 409);
    return says;
  }

  test('a row that it dropped was brought into another group and dropped there too', async () => {
    await approved('QDP', 'OTC', rows(a, b, x));
    const first = await approved('LZD', 'OTC', rows(a, b), RESET);
    await approved('QDP', 'FREIWAHL', rows(x, w));
    await approved('LZD', 'FREIWAHL', rows(w), RESET);
    expect(await mayReopen(first)).toBe(false);
    // At the till X is what it was: nothing.
    expect(await readList(stage.portal.database, stage.pharmacy.apoId)).not.toHaveProperty([x]);
  });

  test('a row that it dropped is in another group', async () => {
    await approved('QDP', 'OTC', rows(a, x));
    const first = await approved('LZD', 'OTC', rows(a), RESET);
    await approved('QDP', 'FREIWAHL', rows(x, w));
    expect(await mayReopen(first)).toBe(false);
  });

  test('a row that it dropped was excluded in another group by hand, and that was taken back', async () => {
    const { pharmacy, owner, sales } = stage;
    await approved('QDP', 'OTC', rows(a, x));
    const first = await approved('LZD', 'OTC', rows(a), RESET);
    await stage.portal.database.prisma.product.update({ where: { pzn: x }, data: { productGroup: null } });
    const exclusion = { pzn: x, priceEdit: null, editedPermanent: false, editedIgnore: true, productGroup: 'FREIWAHL' };
    expect((await owner.put(`/api/price/${pharmacy.path}`, { products: [exclusion] })).body).toMatchObject({
      status: 'OK',
    });
    const { entries } = (await owner.get(`/api/pharmacy/ownhistory/${pharmacy.path}`)).body;
    const undo = `/api/price/undo/${pharmacy.path}/${entries[0].id}`;
    const { preview } = (await owner.get(undo)).body;
    expect((await owner.post(undo, { preview })).body).toMatchObject({ status: 'OK', restored: 1 });
    expect((await sales.get(`/api/price/lzd/${pharmacy.path}/${first.id}/OTC`)).body.mayReopen).toBe(false);
    expect(await mayReopen(first)).toBe(false);
  });

  test('an older package, approved later, has dropped a row, or stored its calculated price without changing it', async () => {
    const { portal, pharmacy } = stage;
    const older = { createdAt: new Date('2026-03-08T08:00:00Z') };
    // \`permanent\` keeps its price of 7,00; only the calculated one below it changes.
    const first = await approved('MDP', 'OTC', [{ pzn: permanent, truePrice: '6.10' }]);
    const later = await approved('LZD', 'OTC', [{ pzn: permanent, truePrice: '6.20' }], older);
    expect(await mayReopen(first)).toBe(false);
    expect((await readList(portal.database, pharmacy.apoId))[permanent]).toEqual(row(3, '6.20', '7.00'));
    // Nor the older one: the first one came later.
    expect(await mayReopen(later)).toBe(false);
    const dropping = await approved('LZD', 'FREIWAHL', rows(w), { ...older, ...RESET });
    expect(await mayReopen(dropping)).toBe(true);
  });

  test('what later packages did to other rows is no obstacle, nor what was before the approval', async () => {
    await approved('QDP', 'FREIWAHL', rows(x, w));
    await approved('LZD', 'FREIWAHL', rows(w), RESET);
    // X comes from another list, and the approval only brings it here.
    const first = await approved('QDP', 'OTC', rows(a, x));
    await approved('QDP', 'FREIWAHL', rows(b));
    expect(await mayReopen(first)).toBe(true);
    expect(await readList(stage.portal.database, stage.pharmacy.apoId)).not.toHaveProperty([x]);
  });
});

test('an approval that loads nothing says so, and can be taken back (rule 6.21)', async () => {
  const { portal, pharmacy, owner, sales, at, approve, list, events, status } = stage;
  // None of its products stands on the list any more; an MDP adds none.
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: fresh }, { pzn: testPzn(99), inactive: true }]);
  const before = await list();
  expect((await approve(owner, 'mdp', id)).body).toMatchObject({ status: 'OK', loaded: 0, changed: 0, leftOut: 2 });
  expect((await sales.get(at('mdp', id))).body).toMatchObject({ mayReopen: true, reopenMessage: null });
  expect((await sales.delete(at('mdp', id, 'approve/'))).status).toBe(200);
  expect([await status(id), await list()]).toEqual([0, before]);
  expect(await events()).toEqual([
    'Monatsupdate freigegeben (kein Artikel geladen) / Anna Berger / false',
    'Freigabe zurückgenommen / Tobias Sommer / false',
  ]);
  // A newer package stands against it as against any other.
  expect((await approve(owner, 'mdp', id)).status).toBe(200);
  await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: fresh }]);
  expect((await sales.get(at('mdp', id))).body.mayReopen).toBe(false);
  expect((await sales.delete(at('mdp', id, 'approve/'))).status).toBe(409);
});

describe('deleting', () => {
  test('closes an open package, shows it to staff only, and is refused the second time', async () => {
    const { portal, pharmacy, owner, sales, at, approve, events } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
    const remove = (client: Client) => client.delete(`/api/price/mdp/${id}/${pharmacy.path}`);
    expect((await remove(owner)).status).toBe(403);
    expect((await sales.get(at('mdp', id))).body.mayDelete).toBe(true);
    expect((await remove(sales)).body).toEqual({ status: 'OK' });
    expect((await sales.get(at('mdp', id))).body).toMatchObject({
      approvalStatus: -1,
      deletedAt: '2026-03-10T09:00:00.000Z',
      closedReason: 'gelöscht von Tobias Sommer',
      mayDelete: false,
    });
    expect((await owner.get(at('mdp', id))).status).toBe(403);
    expect((await remove(sales)).status).toBe(409);
    expect((await approve(sales, 'mdp', id)).status).toBe(409);
    expect((await approve(owner, 'mdp', id)).status).toBe(403);
    expect(await events()).toEqual(['Monatsupdate gelöscht / Tobias Sommer / false']);
  });
});
