import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { dashboardSchema, type PharmacyListEntry, pharmacyListSchema, userDataSchema } from '@portal/contracts';
import { brokenInvariants, readList, seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedList, seedOpenUpdate, seedPharmacy, testPzn } from './support/seed.ts';

describe('settings', () => {
  const A = testPzn(1);
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let owner: Client;
  let next = 0;

  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal?.close());
  /** Packages arrive on 10 March; the flag is changed on the 12th. */
  beforeEach(async () => {
    portal.clock.set('2026-03-12T12:00:00Z');
    pharmacy = await seedPharmacy(portal.database, ++next);
    owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: A, calculated: '4.99' }]);
  });

  const arrived = { createdAt: new Date('2026-03-10T08:00:00Z'), updatedAt: new Date('2026-03-10T08:00:00Z') };
  const open = (kind: 'MDP' | 'QDP', overrides: object = {}) =>
    seedUpdate(portal.database, pharmacy, kind, [{ pzn: A, truePrice: '5.55' }], { ...arrived, ...overrides });
  const setFlag = (flag: number, group = 'OTC') =>
    owner.post(`/api/pharmacy/approvalflag/${pharmacy.path}/${group}/${flag}`);
  const setQdpFlag = (flag: number, group = 'OTC') =>
    owner.post(`/api/pharmacy/qdpapprovalflag/${pharmacy.path}/${group}/${flag}`);
  const read = async () => (await owner.get(`/api/pharmacy/settings/${pharmacy.path}`)).body;
  const events = async () => {
    const rows = await portal.database.prisma.historyEntry.findMany({
      where: { apoId: pharmacy.apoId },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ event, userName, productType }) => [event, userName, productType]);
  };

  // Rules 7.8, 12.1 and 12.5.
  test('the settings name every group with its flags, count and open packages', async () => {
    const id = await open('MDP', { autoActionAt: new Date('2026-03-15T23:00:00Z'), autoAction: 'approve' });
    expect(await read()).toMatchObject({
      status: 'OK',
      now: '2026-03-12T12:00:00.000Z',
      pharmacy: { apoId: pharmacy.apoId },
      parentPharmacy: null,
      mirrorPharmacies: [],
      flags: [
        {
          productGroup: 'OTC',
          count: 1,
          flag: 0,
          qdpFlag: 0,
          mdp: {
            id,
            createdAt: '2026-03-10T08:00:00.000Z',
            reopenedAt: null,
            deadline: { at: '2026-03-15T23:00:00.000Z', action: 'approve' },
          },
          qdp: null,
        },
        { productGroup: 'FREIWAHL', count: 0, flag: 0, qdpFlag: 0, mdp: null, qdp: null },
        { productGroup: 'HILFSMITTEL', count: 0, flag: 0, qdpFlag: 0, mdp: null, qdp: null },
      ],
    });
  });

  test('without pilot access there are no flags', async () => {
    await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { pilotAccess: false } });
    expect(await read()).toMatchObject({ status: 'NO_PILOT', flags: [] });
  });

  describe('a changed flag acts on the open package (rule 12.2)', () => {
    test('monthly 2: it stays open without a deadline; 0: the fifth day counts from arrival', async () => {
      await open('MDP', { autoActionAt: new Date('2026-03-15T23:00:00Z'), autoAction: 'approve' });
      expect((await setFlag(2)).body).toEqual({ status: 'OK', approvedId: null });
      expect((await read()).flags[0]).toMatchObject({ flag: 2, mdp: { deadline: null } });
      await setFlag(0);
      expect((await read()).flags[0]).toMatchObject({
        flag: 0,
        mdp: { deadline: { at: '2026-03-15T23:00:00.000Z', action: 'approve' } },
      });
    });

    test('monthly 0 when the fifth day has passed: it counts from the change', async () => {
      await open('MDP');
      await setFlag(2);
      portal.clock.set('2026-03-20T12:00:00Z');
      await setFlag(0);
      // The end of 25 March in Berlin.
      expect((await read()).flags[0].mdp.deadline).toEqual({ at: '2026-03-25T23:00:00.000Z', action: 'approve' });
    });

    test('monthly 1: it is approved at once by System', async () => {
      const id = await open('MDP');
      expect((await setFlag(1)).body).toEqual({ status: 'OK', approvedId: id });
      expect(await readList(portal.database, pharmacy.apoId)).toMatchObject({ [A]: { calculated: '5.55' } });
      expect(await events()).toEqual([
        [
          'Freigabe der Monatsupdates geändert: Sofort automatisch, ohne manuelle Freigabe (bisher: Manuelle Freigabe, nach 5 Tagen automatisch)',
          'Olga Owner',
          'OTC',
        ],
        ['Monatsupdate freigegeben', 'System', 'OTC'],
      ]);
      expect(await brokenInvariants(portal.database)).toEqual([]);
    });

    test('quarterly 0: deleted on the 23rd; 1: approved on the 22nd; 2: at once', async () => {
      const id = await open('QDP');
      await setQdpFlag(1);
      expect((await read()).flags[0].qdp.deadline).toEqual({ at: '2026-03-21T23:00:00.000Z', action: 'approve' });
      await setQdpFlag(0);
      expect((await read()).flags[0].qdp.deadline).toEqual({ at: '2026-03-22T23:00:00.000Z', action: 'delete' });
      expect((await setQdpFlag(2)).body).toEqual({ status: 'OK', approvedId: id });
      expect((await read()).flags[0].qdp).toBeNull();
    });

    test('a cancelled pharmacy gets no automatic action, at-once flags included', async () => {
      await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { active: 3 } });
      const id = await open('MDP');
      expect((await setFlag(1)).body).toEqual({ status: 'OK', approvedId: null });
      expect((await read()).flags[0]).toMatchObject({ flag: 1, mdp: { id, deadline: null } });
    });

    test('a cancelled pharmacy is shown no deadline anywhere, since the clock passes over it', async () => {
      const mdp = await open('MDP');
      await setFlag(2);
      await setFlag(0);
      const shown = async () => {
        const dashboard = (await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`)).body;
        const screen = (await owner.get(`/api/price/mdp/${pharmacy.path}/${mdp}/OTC`)).body;
        const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
        const overview = (await sales.get('/api/admin/overview')).body.packages;
        const row = overview.find(({ id }: { id: number }) => id === mdp);
        return [dashboard.tpData[0].mdpDeadline, (await read()).flags[0].mdp.deadline, screen.deadline, row.deadline];
      };
      expect((await shown()).map((deadline) => deadline?.action)).toEqual(Array.from({ length: 4 }, () => 'approve'));
      await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { active: 3 } });
      expect(await shown()).toEqual([null, null, null, null]);
    });

    test('only its own kind and group follow', async () => {
      const mdp = await open('MDP');
      const qdp = await open('QDP');
      await setFlag(1, 'FREIWAHL');
      await setQdpFlag(1);
      const flags = (await read()).flags;
      expect(flags[0]).toMatchObject({ flag: 0, qdpFlag: 1, mdp: { id: mdp, deadline: null }, qdp: { id: qdp } });
      expect(flags[1]).toMatchObject({ productGroup: 'FREIWAHL', flag: 1, qdpFlag: 0 });
    });
  });

  test('setting a flag again leaves no second entry', async () => {
    await setFlag(2);
    expect((await setFlag(2)).body).toEqual({ status: 'OK', approvedId: null });
    expect(await events()).toHaveLength(1);
  });

  test.each(['3', '-1', 'x', '01'])('%p is no flag', async (flag) => {
    expect((await owner.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/${flag}`)).status).toBe(400);
  });

  test('two changes at once leave the flag and the package of one of them', async () => {
    await open('MDP');
    await Promise.all([setFlag(1), setFlag(2), setFlag(1), setFlag(2)]);
    const [update] = await portal.database.prisma.priceUpdate.findMany({ where: { apoId: pharmacy.apoId } });
    expect(update?.status).toBe(1);
    expect(await brokenInvariants(portal.database)).toEqual([]);
  });
});

describe('pharmacies', () => {
  /** When `seedOpenUpdate` has its packages arrive. */
  const SEEDED = '2026-03-09T08:00:00.000Z';
  let portal: TestPortal;
  let main: SeededPharmacy;
  let mirror: SeededPharmacy;
  let noPilot: SeededPharmacy;
  let customer: Client;
  let sales: Client;
  beforeAll(async () => {
    portal = await startPortal();
    main = await seedPharmacy(portal.database, 1);
    mirror = await seedPharmacy(portal.database, 2, { parentApoId: main.apoId });
    noPilot = await seedPharmacy(portal.database, 3, { pilotAccess: false });
    await seedList(portal.database, main, 'OTC', [{ pzn: testPzn(1) }, { pzn: testPzn(2), type: 1 }]);
    await seedOpenUpdate(portal.database, main, 'MDP', 'OTC', [testPzn(1)]);
    await seedOpenUpdate(portal.database, main, 'LZD', 'FREIWAHL', [testPzn(3)], { readyForApproval: false });
    customer = await portal.as('Miriam Vogt', [
      'solvena_customer',
      `TP_user_${main.crmCompanyId}`,
      `TP_user_${mirror.crmCompanyId}`,
    ]);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterAll(() => portal?.close());

  // Rules 1.8, 2.8 and 2.12.
  test('staff see all pharmacies, mirrors below their main pharmacy, unreleased LZD counted', async () => {
    const { body } = await sales.get('/api/solvena/pharmacies');
    expect(pharmacyListSchema.parse(body)).toEqual(body);
    expect(body.pharmacies.map((row: { apoId: number }) => row.apoId)).toEqual([main.apoId, noPilot.apoId]);
    expect(body.pharmacies[0]).toMatchObject({
      mdpCount: 1,
      qdpCount: 0,
      lzdCount: 1,
      lzdActiveCount: 0,
      mdpSince: SEEDED,
      qdpSince: null,
      lzdSince: SEEDED,
      pharmacies: [{ apoId: mirror.apoId, mdpCount: 1, mdpSince: SEEDED }],
    });
  });

  test('customers see their own only, and no LZD before its release', async () => {
    const { body } = await customer.get('/api/solvena/pharmacies');
    expect(body.pharmacies).toHaveLength(1);
    expect(body.pharmacies[0]).toMatchObject({
      apoId: main.apoId,
      mdpCount: 1,
      lzdCount: 0,
      mdpSince: SEEDED,
      lzdSince: null,
    });
  });

  // Rule 2.8.
  test('the list names the next deadline of a pharmacy and its mirrors, none in a cancelled one', async () => {
    const { pool } = portal.database;
    await pool.query(
      `UPDATE price_update SET auto_action = 'approve', auto_action_at = '2026-03-15T23:00:00Z' WHERE kind = 'MDP'`,
    );
    const qdp = await seedOpenUpdate(portal.database, main, 'QDP', 'FREIWAHL', [testPzn(3)]);
    await pool.query(
      `UPDATE price_update SET auto_action = 'delete', auto_action_at = '2026-03-14T23:00:00Z' WHERE id = $1`,
      [qdp],
    );
    const next = async (client: Client) => {
      const { body } = await client.get('/api/solvena/pharmacies');
      const [entry] = body.pharmacies as PharmacyListEntry[];
      return [entry?.nextDeadline, entry?.pharmacies[0]?.nextDeadline];
    };
    const deletion = { at: '2026-03-14T23:00:00.000Z', action: 'delete', kind: 'QDP' };
    expect(await next(sales)).toEqual([deletion, deletion]);
    expect(await next(customer)).toEqual([deletion, deletion]);
    await pool.query('UPDATE price_update SET status = -1 WHERE id = $1', [qdp]);
    const approval = { at: '2026-03-15T23:00:00.000Z', action: 'approve', kind: 'MDP' };
    expect(await next(sales)).toEqual([approval, approval]);
    await pool.query('UPDATE pharmacy SET active = 3 WHERE apo_id = $1', [main.apoId]);
    for (const client of [sales, customer]) expect(await next(client)).toEqual([null, null]);
    await pool.query('UPDATE pharmacy SET active = 1 WHERE apo_id = $1', [main.apoId]);
  });

  test("a mirror whose main pharmacy is not the user's own stands on its own, and the main one shows no token", async () => {
    const user = await portal.as('Only Mirror', [`TP_user_${mirror.crmCompanyId}`]);
    const { body } = await user.get('/api/solvena/pharmacies');
    expect(body.pharmacies).toMatchObject([{ apoId: mirror.apoId, pharmacies: [] }]);
    const dashboard = await user.get(`/api/pharmacy/dashboard/${mirror.path}`);
    expect(dashboard.body.parentPharmacy).toMatchObject({ apoId: main.apoId, token: '' });
  });

  test('the dashboard shows groups, counts without exclusions, and tasks by role', async () => {
    const forSales = (await sales.get(`/api/pharmacy/dashboard/${main.path}`)).body;
    expect(dashboardSchema.parse(forSales)).toEqual(forSales);
    expect(forSales.tpData.map((entry: { productGroup: string }) => entry.productGroup)).toEqual([
      'OTC',
      'FREIWAHL',
      'HILFSMITTEL',
    ]);
    expect(forSales.tpData[0]).toMatchObject({ count: 1, negative: 1, mdpId: expect.any(Number) });
    expect(forSales.tpData[1]).toMatchObject({ lzdId: expect.any(Number), readyToApprove: false, lzdPending: true });
    const forCustomer = (await customer.get(`/api/pharmacy/dashboard/${main.path}`)).body;
    expect(forCustomer.tpData[1]).toMatchObject({ lzdId: null, readyToApprove: false, lzdPending: true });
    expect(forCustomer.shadowPharmacies).toMatchObject([{ apoId: mirror.apoId }]);
  });

  test("a mirror shows its main pharmacy's groups and tasks", async () => {
    const { body } = await customer.get(`/api/pharmacy/dashboard/${mirror.path}`);
    expect(body.tpData[0]).toMatchObject({ count: 1, mdpId: expect.any(Number) });
    expect(body.parentPharmacy.apoId).toBe(main.apoId);
  });

  test('without pilot access the dashboard carries the card alone', async () => {
    const { body } = await sales.get(`/api/pharmacy/dashboard/${noPilot.path}`);
    expect(body).toMatchObject({ status: 'NO_PILOT', tpData: [], latestApprovals: [] });
  });

  test('product group info leaves out groups without articles', async () => {
    const { body } = await customer.get(`/api/price/productgroupinfo/${main.path}`);
    expect(body).toEqual({ status: 'OK', data: [{ productGroup: 'OTC', count: 1, negative: 1 }] });
  });

  test('user data name the person, the derived roles and the own pharmacies, with a lasting number', async () => {
    const first = (await customer.get('/api/solvena/userData')).body;
    expect(userDataSchema.parse(first)).toEqual(first);
    expect(first).toMatchObject({ user: { firstname: 'Miriam', lastname: 'Vogt' }, country: 'DE' });
    expect(first.roles).toContain('TP_pharmacy');
    expect(first.pharmacies).toHaveLength(2);
    expect((await customer.get('/api/solvena/userData')).body.id).toBe(first.id);
  });

  test('the runtime configuration is public', async () => {
    const { body } = await portal.anonymous.get('/api/config');
    expect(body).toMatchObject({
      timeZone: 'Europe/Berlin',
      kcRealm: 'test',
      environment: 'test',
      baseUrl: 'http://localhost:3000',
    });
  });
});
