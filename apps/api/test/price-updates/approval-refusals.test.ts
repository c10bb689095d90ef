import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { seedPharmacy } from '../support/seed.ts';
import { calculated, edit, excluded, fresh, gone, openStage, own, permanent, type Stage } from './approval-stage.ts';
import { seedUpdate } from './support.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

// Rules 6.5, 6.19, 6.23 and 13.6.
describe('approving', () => {
  test('answers 409 the second time and says who approved', async () => {
    const { portal, pharmacy, owner, deputy, approve } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
    await approve(owner, 'mdp', id);
    const again = await approve(deputy, 'mdp', id);
    expect([again.status, again.body.message]).toEqual([
      409,
      'Das Update wurde bereits am 10.03.2026 10:00 von Anna Berger freigegeben.',
    ]);
  });

  test('refuses invalid rows, unknown products and locked ones by name; nothing is stored', async () => {
    const { portal, pharmacy, owner, approve, save, events, status } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
      { pzn: calculated },
      { pzn: excluded },
      { pzn: own, inactive: true },
      { pzn: fresh },
    ]);
    const issues: [object, string][] = [
      [edit(calculated, 0), 'Der Preis muss größer als 0 sein.'],
      [edit(calculated, 1.005), 'Der Preis hat mehr als zwei Nachkommastellen.'],
      [edit(calculated, 100_000), 'Der Preis darf höchstens 99.999,99 € betragen.'],
      [edit(calculated, 5, true, true), 'Dauerpreis und Ausschluss schließen sich aus.'],
      [edit(calculated, null, true), 'Ein Dauerpreis braucht einen Preis.'],
      [edit(excluded, null), 'Ein Ausschluss kann nur mit einem neuen Preis aufgehoben werden.'],
      [edit(own, 5), 'Der Artikel ist inaktiv und kann nicht bearbeitet werden.'],
      [edit(fresh, 5), 'Der Artikel ist inaktiv und kann nicht bearbeitet werden.'],
      [edit(gone, 5), 'Der Artikel ist nicht Teil des Updates.'],
    ];
    for (const step of [approve, save]) {
      for (const [product, message] of issues) {
        const { status: code, body } = await step(owner, 'mdp', id, [product, edit(permanent, 3)].slice(0, 1));
        expect([code, body.issues[0]?.message]).toEqual([422, message]);
      }
      const twice = await step(owner, 'mdp', id, [edit(calculated, 5), edit(calculated, 6)]);
      expect([twice.status, twice.body.pzns]).toEqual([422, [calculated]]);
    }
    expect(await status(id)).toBe(0);
    expect(await events()).toEqual([]);
  });

  test('a package of another pharmacy, kind or group is unknown', async () => {
    const { portal, pharmacy, sales, at } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
    const foreign = await seedPharmacy(portal.database, 2);
    for (const path of [
      at('qdp', id),
      at('mdp', id).replace('OTC', 'FREIWAHL'),
      at('mdp', id).replace(pharmacy.path, foreign.path),
      at('mdp', id + 1),
    ]) {
      expect((await sales.get(path)).status).toBe(404);
    }
  });

  test('a reset that would leave the list empty is refused', async () => {
    const { portal, pharmacy, sales, approve, list } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: calculated, inactive: true }], {
      resetChoice: 0,
    });
    expect((await approve(sales, 'lzd', id)).status).toBe(409);
    expect(Object.keys(await list())).toHaveLength(5);
  });
});

describe('release and access', () => {
  test('an unreleased LZD answers 403 to customers and 409 to staff who approve; release needs access', async () => {
    const { portal, pharmacy, owner, sales, at, approve, events } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }], { readyForApproval: false });
    await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { userEmails: null } });
    expect((await owner.get(at('lzd', id))).status).toBe(403);
    expect((await approve(owner, 'lzd', id)).status).toBe(403);
    expect((await approve(sales, 'lzd', id)).status).toBe(409);
    const release = () => sales.get(`/api/price/initapproval/lzd/${pharmacy.apoId}/${id}`);
    expect((await release()).status).toBe(409);
    const { token, crmCompanyId } = pharmacy;
    const activate = (more = {}) =>
      sales.post('/api/solvena/activateUsers', { pharmacyId: crmCompanyId, token, ...more });
    expect((await activate()).body).toEqual({ status: 'OK', activatedUsers: ['Test-Apotheke 1'] });
    expect((await activate({ demo: true })).status).toBe(200);
    expect((await release()).body).toEqual({ status: 'OK' });
    expect((await sales.post(`/api/price/initapproval/lzd/${pharmacy.crmCompanyId}/${id}`)).body).toEqual({
      status: 'OK',
    });
    expect((await owner.get(at('lzd', id))).body).toMatchObject({
      readyForApproval: true,
      pharmacy: { userEmails: 'issued' },
    });
    expect((await approve(owner, 'lzd', id)).status).toBe(200);
    expect(await events()).toEqual([
      'Apothekenzugriff aktiviert / Tobias Sommer / false',
      'Neuberechnung für Apotheke freigeschaltet / Tobias Sommer / false',
      'Neuberechnung freigegeben / Anna Berger / true',
    ]);
  });
});

describe('a mirror', () => {
  test("reads its main pharmacy's package and may change nothing", async () => {
    const { portal, pharmacy, owner, sales, approve } = stage;
    const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
    const path = (step = '') => `/api/price/${step}mdp/${mirror.path}/${id}/OTC`;
    expect((await sales.get(path())).body).toMatchObject({
      isShadowPharmacy: true,
      mayDelete: false,
      mayReopen: false,
    });
    for (const step of ['approve/', 'save/']) {
      expect((await sales.put(path(step), { products: [] })).status).toBe(403);
    }
    await approve(owner, 'mdp', id);
    expect((await sales.get(path())).body).toMatchObject({
      mayReopen: false,
      reopenMessage: 'Das Update kann nur in der Hauptapotheke bearbeitet werden..',
    });
    expect((await sales.delete(path('approve/'))).status).toBe(403);
  });
});
