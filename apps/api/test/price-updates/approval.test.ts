import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from '../support/portal.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import {
  calculated,
  edit,
  excluded,
  fresh,
  gone,
  openStage,
  other,
  own,
  permanent,
  row,
  type Stage,
} from './approval-stage.ts';
import { readList, seedUpdate, type SeedUpdateRow } from './support.ts';

describe('approval', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  // Rules 3.5, 6.5, 6.6, 6.18 and 6.24.
  describe('approving', () => {
    test('an MDP takes the new prices, ends own prices, keeps exclusions and permanent prices (rule 6.14)', async () => {
      const { portal, pharmacy, owner, at, approve, list, events } = stage;
      const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
        { pzn: calculated, truePrice: '8.49', avp: '13.00' },
        { pzn: excluded },
        { pzn: own },
        { pzn: permanent },
      ]);
      const answer = await approve(owner, 'mdp', id);
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: 'OK', loaded: 4, changed: 2, leftOut: 0, left: 0, contractActivated: false },
      ]);
      expect(await list()).toEqual({
        [calculated]: row(0, '8.49'),
        [excluded]: row(1, '8.49'),
        [own]: row(0, '8.49'),
        [permanent]: row(3, '8.49', '7.00'),
        [gone]: row(0, '9.99'),
      });
      expect(await events()).toEqual(['Monatsupdate freigegeben / Anna Berger / true']);
      const item = await portal.database.prisma.priceItem.findFirstOrThrow({ where: { pzn: calculated } });
      expect([item.avp?.toFixed(2), item.priceOld?.toFixed(2), item.changedAt]).toEqual([
        '13.00',
        '9.99',
        portal.clock.now(),
      ]);
      const changes = await portal.database.prisma.priceChange.findMany({ orderBy: { pzn: 'asc' } });
      expect(changes.map(({ pzn, oldPrice, newPrice }) => [pzn, oldPrice?.toFixed(2), newPrice?.toFixed(2)])).toEqual(
        [
          [calculated, '9.99', '8.49'],
          [own, '8.00', '8.49'],
        ].sort(),
      );
      const read = (await owner.get(at('mdp', id))).body;
      expect(read).toMatchObject({ approvalStatus: 1, approver: 'Anna Berger', mayReopen: false, mayDelete: false });
    });

    test('edits make own and permanent prices and exclusions; an exclusion wins over a price (rule 6.16)', async () => {
      const { portal, pharmacy, owner, approve, list } = stage;
      const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
        { pzn: calculated },
        { pzn: excluded },
        { pzn: own },
        { pzn: permanent },
      ]);
      const answer = await approve(owner, 'mdp', id, [
        edit(calculated, 5.01),
        edit(excluded, 6.02, true),
        edit(own, 7.03, false, true),
        edit(permanent, null),
      ]);
      expect([answer.status, answer.body.changed]).toEqual([200, 4]);
      expect(await list()).toMatchObject({
        [calculated]: row(2, '8.49', '5.01'),
        [excluded]: row(3, '8.49', '6.02'),
        [own]: row(1, '8.49'),
        [permanent]: row(0, '8.49'),
      });
    });

    test('a QDP adds products and keeps own prices; stored drafts count', async () => {
      const { portal, pharmacy, owner, approve, list } = stage;
      const id = await seedUpdate(portal.database, pharmacy, 'QDP', [
        { pzn: fresh, truePrice: '3.33' },
        { pzn: own },
        { pzn: calculated, draft: { price: '4.44' } },
        { pzn: other },
        { pzn: gone, inactive: true },
      ]);
      const answer = await approve(owner, 'qdp', id);
      expect(answer.body).toEqual({
        status: 'OK',
        loaded: 3,
        changed: 2,
        leftOut: 2,
        left: 0,
        contractActivated: false,
      });
      expect(await list()).toEqual({
        [calculated]: row(2, '8.49', '4.44'),
        [excluded]: row(1, '9.99'),
        [own]: row(2, '8.49', '8.00'),
        [permanent]: row(3, '9.99', '7.00'),
        [gone]: row(0, '9.99'),
        [fresh]: row(0, '3.33'),
      });
      expect(Object.keys(await readList(portal.database, pharmacy.apoId, 'FREIWAHL'))).toEqual([other]);
    });

    test('an LZD with choice 0 replaces the list and drops every mark; with choice 1 it updates and keeps them', async () => {
      const { portal, pharmacy, owner, approve, list, events } = stage;
      const rows = [{ pzn: calculated }, { pzn: excluded }, { pzn: own }, { pzn: permanent }, { pzn: fresh }];
      const first = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 1 });
      expect(
        (
          await approve(
            owner,
            'lzd',
            first,
            rows.map(({ pzn }) => ({ pzn, editedPrice: null })),
          )
        ).status,
      ).toBe(200);
      expect(await list()).toEqual({
        [calculated]: row(0, '8.49'),
        [excluded]: row(1, '8.49'),
        [own]: row(2, '8.49', '8.00'),
        [permanent]: row(3, '8.49', '7.00'),
        [gone]: row(0, '9.99'),
        [fresh]: row(0, '8.49'),
      });
      const second = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
      expect((await approve(owner, 'lzd', second, [edit(own, 2.5)])).status).toBe(200);
      expect(await list()).toEqual({
        [calculated]: row(0, '8.49'),
        [excluded]: row(0, '8.49'),
        [own]: row(2, '8.49', '2.50'),
        [permanent]: row(0, '8.49'),
        [fresh]: row(0, '8.49'),
      });
      expect(await events()).toEqual([
        'Neuberechnung freigegeben / Anna Berger / true',
        // It resets a list that exists: a new calculation, not the first one.
        'Neuberechnung freigegeben / Anna Berger / true',
      ]);
    });

    test('the first LZD activates the contract, later ones do not again (rule 6.20)', async () => {
      const { portal, pharmacy, owner, at, approve, events } = stage;
      const ordered = { active: 0, contractStatus: 0 };
      await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: ordered });
      const first = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
      expect((await owner.get(at('lzd', first))).body.pharmacy).toMatchObject({ contractStatus: 0, active: 0 });
      expect((await approve(owner, 'lzd', first)).body.contractActivated).toBe(true);
      expect((await owner.get(at('lzd', first))).body.pharmacy).toMatchObject({ contractStatus: 1, active: 1 });
      const second = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
      expect((await approve(owner, 'lzd', second)).body.contractActivated).toBe(false);
      expect(await events()).toEqual([
        'Neuberechnung freigegeben / Anna Berger / true',
        'Vertrag aktiviert / Anna Berger / false',
        'Neuberechnung freigegeben (keine Preisänderung) / Anna Berger / false',
      ]);
    });

    test('frees the list and its blocked products', async () => {
      const { portal, pharmacy, owner, approve } = stage;
      const mdp = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
      const lzd = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
      const read = async () => (await owner.get(`/api/price/${pharmacy.path}/OTC`)).body;
      expect(await read()).toMatchObject({ blockEdit: true, blockedProducts: [{ pzn: calculated }] });
      await approve(owner, 'lzd', lzd);
      expect(await read()).toMatchObject({ blockEdit: false, blockedProducts: [{ pzn: calculated }] });
      await approve(owner, 'mdp', mdp);
      expect(await read()).toMatchObject({ blockEdit: false, blockedProducts: [] });
    });
  });

  test('an approval that changes no price says so', async () => {
    const { portal, pharmacy, owner, approve, events } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated, truePrice: '9.99' }]);
    expect((await approve(owner, 'mdp', id)).body).toMatchObject({ loaded: 1, changed: 0, leftOut: 0 });
    expect(await events()).toEqual(['Monatsupdate freigegeben (keine Preisänderung) / Anna Berger / false']);
  });
});

describe('drafts', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  // Rules 6.11 and 6.12.
  describe('a draft', () => {
    test('is stored, found again, and deleted when a row is back at its original; repeating it writes no history', async () => {
      const { portal, pharmacy, owner, at, save, events } = stage;
      const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: permanent }]);
      const first = await save(owner, 'mdp', id, [edit(calculated, 5.5), edit(permanent, null, true)]);
      expect(first.body).toEqual({ status: 'OK', version: expect.any(Number), saved: 1 });
      expect(first.body.version).toBeGreaterThan(1);
      expect((await save(owner, 'mdp', id, [edit(calculated, 5.5)])).body).toEqual({
        status: 'OK',
        version: first.body.version,
        saved: 0,
      });
      const read = async () => (await owner.get(at('mdp', id))).body;
      expect((await read()).products).toMatchObject([
        {
          pzn: calculated,
          editedPrice: 5.5,
          editedPermanent: false,
          editedIgnore: false,
          editedNegative: 2,
          negative: 0,
        },
        { pzn: permanent, editedPrice: null, editedPermanent: null, negative: 3, priceEdit: 7 },
      ]);
      const second = (await save(owner, 'mdp', id, [edit(calculated, null)])).body;
      expect(second).toMatchObject({ version: expect.any(Number), saved: 1 });
      expect(second.version).toBeGreaterThan(first.body.version);
      expect((await read()).products[0]).toMatchObject({
        editedPrice: null,
        editedPermanent: null,
        editedNegative: null,
      });
      expect(await events()).toEqual(Array(2).fill('Monatsupdate zwischengespeichert / Anna Berger / false'));
    });

    test('of an LZD carries sort order and filter', async () => {
      const { portal, pharmacy, owner, at, save } = stage;
      const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
      await save(owner, 'lzd', id, [], { sortOrderSetting: 'name:desc', filterSetting: 'checkReason:Neuer Artikel' });
      expect((await owner.get(at('lzd', id))).body).toMatchObject({
        sortOrderSetting: 'name:desc',
        filterSetting: 'checkReason:Neuer Artikel',
      });
      await save(owner, 'lzd', id, [edit(fresh, 4)]);
      expect((await owner.get(at('lzd', id))).body).toMatchObject({ sortOrderSetting: 'name:desc' });
    });

    test("somebody else's newer draft of the same row answers 409, of another row only an approval", async () => {
      const { portal, pharmacy, owner, deputy, approve, save, list } = stage;
      const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: own }]);
      await save(deputy, 'mdp', id, [edit(calculated, 5.5)], { version: 1 });
      const conflict = await save(owner, 'mdp', id, [edit(calculated, 6.5)], { version: 1 });
      expect([conflict.status, conflict.body.pzns, conflict.body.issues]).toEqual([
        409,
        [calculated],
        [{ path: calculated, message: 'Jonas Klein: 5,50 €' }],
      ]);
      const saved = await save(owner, 'mdp', id, [edit(own, 6.5)], { version: 1 });
      expect(saved.status).toBe(200);
      const unseen = await approve(owner, 'mdp', id, [edit(own, 6.5)], { version: 1 });
      expect([unseen.status, unseen.body.reason, unseen.body.pzns]).toEqual([
        409,
        'changed_by_somebody_else',
        [calculated],
      ]);
      expect((await approve(owner, 'mdp', id, [edit(own, 6.5)], { version: saved.body.version })).status).toBe(200);
      expect(await list()).toMatchObject({ [calculated]: row(2, '8.49', '5.50'), [own]: row(2, '8.49', '6.50') });
    });

    test('untouched rows of an LZD never lift what another package has made of them meanwhile (rule 6.16)', async () => {
      const { portal, pharmacy, owner, at, approve, list } = stage;
      const lzd = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: calculated }, { pzn: own }]);
      const { listVersion, version } = (await owner.get(at('lzd', lzd))).body;
      const mdp = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: own }]);
      await approve(owner, 'mdp', mdp, [edit(calculated, null, false, true), edit(own, 3, true)]);
      const sent = [edit(calculated, null), edit(own, null)];
      expect((await approve(owner, 'lzd', lzd, sent, { listVersion, version })).status).toBe(200);
      expect(await list()).toMatchObject({ [calculated]: row(1, '8.49'), [own]: row(3, '8.49', '3.00') });
    });
  });
});

describe('refusals', () => {
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
});

describe('reopening', () => {
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
      const exclusion = {
        pzn: x,
        priceEdit: null,
        editedPermanent: false,
        editedIgnore: true,
        productGroup: 'FREIWAHL',
      };
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
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
      { pzn: fresh },
      { pzn: testPzn(99), inactive: true },
    ]);
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
});
