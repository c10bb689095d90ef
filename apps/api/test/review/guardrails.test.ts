import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  COLUMNS_MEDIA_TYPE,
  joinPieces,
  type MdpColumnsAnswer,
  mdpPiecesSchema,
  type ReviewContext,
} from '@portal/contracts';
import { approvalEditsOnLoad, breakingRows, buildApprovalModel, reviewOfUpdate } from '@portal/list-view';
import { type Guardrails, NO_GUARDRAILS } from '@portal/rules';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { csv, upload } from '../intake/support.ts';
import { brokenInvariants, seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let sales: Client;
const [a, b] = [testPzn(1), testPzn(2)];

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  // 9,99 € each, AEP 5,00 €
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: a, aep: '5.00' },
    { pzn: b, aep: '5.00' },
  ]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

const set = (limits: Partial<Guardrails>, client = owner, path = pharmacy.path) =>
  client.put(`/api/pharmacy/guardrails/${path}/OTC`, { ...NO_GUARDRAILS, ...limits });
const settings = async (path = pharmacy.path) => (await sales.get(`/api/pharmacy/settings/${path}`)).body.flags;
const events = async () =>
  (await portal.database.prisma.historyEntry.findMany({ orderBy: { id: 'asc' } })).map(
    (entry) => `${entry.event} / ${entry.userName}`,
  );

describe('setting them (rule 12.6)', () => {
  test('they are those of a group, none at first, and the history says what changed', async () => {
    expect((await settings())[0].guardrails).toEqual(NO_GUARDRAILS);
    await set({ minMarginPercent: 10, maxChangePercent: 25 }).expect(200, { status: 'OK' });
    portal.clock.set('2026-03-11T09:00:00Z');
    await set({ maxAboveAvpPercent: 0, holdOnBreach: true }, sales).expect(200);
    const [otc, freiwahl] = await settings();
    expect(otc.guardrails).toEqual({ ...NO_GUARDRAILS, maxAboveAvpPercent: 0, holdOnBreach: true });
    expect(freiwahl.guardrails).toEqual(NO_GUARDRAILS);
    expect(await events()).toEqual([
      'Leitplanken geändert: Spanne mindestens 10 %, Änderung höchstens 25 % (bisher: keine) / Anna Berger',
      'Leitplanken geändert: höchstens 0 % über AVP, keine automatische Freigabe bei Verstoß (bisher: Spanne mindestens 10 %, Änderung höchstens 25 %) / Tobias Sommer',
    ]);
  });

  test('setting them again changes nothing', async () => {
    await set({ minMarginPercent: 10 }).expect(200);
    await set({ minMarginPercent: 10 }).expect(200);
    expect(await events()).toHaveLength(1);
  });

  test('a mirror shows those of its main pharmacy and cannot set any', async () => {
    const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
    await set({ minMarginPercent: 10 }).expect(200);
    expect((await settings(mirror.path))[0].guardrails).toMatchObject({ minMarginPercent: 10 });
    await set({ minMarginPercent: 5 }, sales, mirror.path).expect(403);
  });

  test.each([{ minMarginPercent: 100 }, { maxChangePercent: -1 }, { maxBelowUmfeldPercent: 2.5 }])(
    '%o is refused',
    async (limits) => {
      await set(limits).expect(422);
      expect(await events()).toEqual([]);
    },
  );
});

/** From 9,99 to 12,49 € it is 25.03 %, from 9,99 to 12,48 € 24.92 %. */
const BREACH = { truePrice: '12.49' };
const WITHIN = { truePrice: '12.48' };
const due = { autoActionAt: new Date('2026-03-09T23:00:00Z'), autoAction: 'approve' };
const deliver = (rows: Parameters<typeof seedUpdate>[3]) => seedUpdate(portal.database, pharmacy, 'MDP', rows, due);
const state = (id: number) =>
  portal.database.prisma.priceUpdate.findFirstOrThrow({
    where: { id },
    select: { status: true, approver: true, autoActionAt: true, heldAt: true, heldRows: true },
  });
const APPROVED = { status: 1, approver: 'System', autoActionAt: null, heldAt: null, heldRows: null };
const HELD = { status: 0, approver: null, autoActionAt: null, heldAt: new Date('2026-03-10T09:00:00Z'), heldRows: 1 };

test('what helps to review a package carries the limits as they are now (rule 12.6)', async () => {
  const id = await deliver([{ pzn: a, ...WITHIN }]);
  const context = async () => (await owner.get(`/api/price/review/mdp/${pharmacy.path}/${id}/OTC`).expect(200)).body;
  for (const maxChangePercent of [25, 30]) {
    await set({ maxChangePercent });
    expect((await context()).guardrails).toEqual({ ...NO_GUARDRAILS, maxChangePercent });
  }
});

describe('a package that breaks one, at its deadline (rule 12.7)', () => {
  test('waits for a person, with a notice and one entry; a person approves it as ever', async () => {
    await set({ maxChangePercent: 25, holdOnBreach: true });
    const id = await deliver([
      { pzn: a, ...BREACH },
      { pzn: b, ...WITHIN },
    ]);
    await runDueActions(portal.deps);
    await runDueActions(portal.deps);
    expect(await state(id)).toEqual(HELD);
    const entry = 'Monatsupdate nicht automatisch freigegeben: ein Artikel außerhalb der Leitplanken / System';
    expect((await events()).slice(1)).toEqual([entry]);

    const notice = { at: '2026-03-10T09:00:00.000Z', rows: 1 };
    const path = `${pharmacy.path}/${id}/OTC`;
    expect((await owner.get(`/api/price/mdp/${path}`)).body).toMatchObject({ held: notice, deadline: null });
    const dashboard = await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
    expect(dashboard.body.tpData[0]).toMatchObject({ mdpId: id, mdpHeld: notice, mdpDeadline: null, qdpHeld: null });
    const overview = await sales.get('/api/admin/overview');
    expect(overview.body.packages).toMatchObject([{ id, held: notice, deadline: null, overdue: false }]);

    await owner.put(`/api/price/approve/mdp/${path}`, { products: [] }).expect(200);
    expect((await owner.get(`/api/price/mdp/${path}`)).body).toMatchObject({ held: null, approver: 'Anna Berger' });
    await sales.delete(`/api/price/approve/mdp/${path}`).expect(200);
    expect(await state(id)).toMatchObject({ status: 0, heldAt: null, heldRows: null, autoActionAt: expect.any(Date) });
  });

  test.each<[string, Partial<Guardrails>, Parameters<typeof seedUpdate>[3]]>([
    ['nobody has asked for it', { maxChangePercent: 25 }, [{ pzn: a, ...BREACH }]],
    ['no price breaks a limit', { maxChangePercent: 25, holdOnBreach: true }, [{ pzn: a, ...WITHIN }]],
    ['there is no limit', { holdOnBreach: true }, [{ pzn: a, ...BREACH }]],
    [
      'a draft keeps the price within',
      { maxChangePercent: 25, holdOnBreach: true },
      [{ pzn: a, ...BREACH, draft: { price: '10.99' } }],
    ],
    [
      'the row is left out',
      { maxChangePercent: 25, holdOnBreach: true },
      [
        { pzn: a, ...BREACH, inactive: true },
        { pzn: b, ...WITHIN },
      ],
    ],
  ])('is approved where %s', async (_, limits, rows) => {
    await set(limits);
    const id = await deliver(rows);
    await runDueActions(portal.deps);
    expect(await state(id)).toEqual(APPROVED);
  });

  test('figures that the package does not bring are those of the list, its own go before them', async () => {
    // 8,49 € are 7,13 € net, of which 29.9 % are above the list's AEP. Its AVP is 12,50 €.
    await set({ minMarginPercent: 30, maxAboveAvpPercent: 0, holdOnBreach: true });
    const id = await deliver([{ pzn: a, truePrice: '8.49' }]);
    await runDueActions(portal.deps);
    expect(await state(id)).toEqual(HELD);
    await set({ maxAboveAvpPercent: 0, holdOnBreach: true });
    const other = await seedUpdate(
      portal.database,
      pharmacy,
      'QDP',
      [
        { pzn: a, truePrice: '8.49' },
        { pzn: b, truePrice: '8.49', avp: '8.48' },
      ],
      due,
    );
    await runDueActions(portal.deps);
    expect(await state(other)).toEqual(HELD);
  });
});

describe('a package that breaks one, approved at once (rule 12.7)', () => {
  const arrive = async () => {
    const engine = await portal.as('Pricing Engine', ['pricing_engine']);
    const file = { name: 'monthly.csv', content: csv([[a, '12,49']]) };
    return (await upload(portal, engine, `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`, file)).body;
  };
  const setFlag = (flag: number) => owner.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/${flag}`);

  test('waits from its arrival on', async () => {
    await setFlag(1);
    await set({ maxChangePercent: 25, holdOnBreach: true });
    const { id, approved } = await arrive();
    expect(approved).toBe(false);
    expect(await state(id)).toEqual(HELD);
  });

  test('waits when the flag is set to at once; another flag gives it a deadline again', async () => {
    await set({ maxChangePercent: 25, holdOnBreach: true });
    const { id } = await arrive();
    expect((await setFlag(1)).body).toEqual({ status: 'OK', approvedId: null });
    expect(await state(id)).toEqual(HELD);
    await setFlag(0);
    expect(await state(id)).toMatchObject({ status: 0, heldAt: null, heldRows: null, autoActionAt: expect.any(Date) });
  });
});

test('the clock counts the rows that the screen names (rules 12.6 and 12.7)', async () => {
  const limits = {
    ...NO_GUARDRAILS,
    minMarginPercent: 20,
    maxChangePercent: 25,
    maxAboveAvpPercent: 0,
    maxAboveUmfeldPercent: 0,
    maxBelowUmfeldPercent: 10,
  };
  const pzn = (n: number) => testPzn(n + 100);
  const { prisma } = portal.database;
  // from 9,99 € each, AEP 5,00 €, AVP 12,50 €
  const rows = [
    { broken: true, truePrice: '12.49' },
    { broken: false, truePrice: '12.48' },
    { broken: true, truePrice: '7.49' },
    { broken: true, truePrice: '7.43' }, // two limits at once
    { broken: false, truePrice: '12.49', draft: { price: '10.99' } },
    { broken: true, truePrice: '10.99', draft: { price: '12.49', permanent: true } },
    { broken: false, truePrice: '12.49', draft: { ignore: true } },
    { broken: false, truePrice: '20.00', listed: { manual: '9.50', type: 3 as const } },
    { broken: true, truePrice: '9.99', listed: { manual: '20.00', type: 2 as const } },
    { broken: false, truePrice: '20.00', inactive: true },
    { broken: true, truePrice: '10.51', umfeld: { priceMax: '10.50' } },
    { broken: false, truePrice: '10.50', umfeld: { priceMax: '10.50' } },
    { broken: true, truePrice: '10.79', umfeld: { priceMin: '12.00' } },
    { broken: true, truePrice: '11.00', avp: '10.99' },
    // ends that do not belong to Ø: Ø decides (rule 14.60)
    { broken: true, truePrice: '10.51', umfeld: { priceAvg: '10.50', priceMax: '126.00' } },
    { broken: false, truePrice: '10.50', umfeld: { priceAvg: '10.50', priceMax: '126.00' } },
    { broken: true, truePrice: '10.79', umfeld: { priceMin: '0.01', priceAvg: '12.00' } },
    // neither Ø nor a pair of ends that fits: nothing to compare with
    { broken: false, truePrice: '10.50', umfeld: { priceMin: '12.00', priceMax: '9.00' } },
  ];
  const items = rows.map(({ listed }, n) => ({ pzn: pzn(n), aep: '5.00', ...listed }));
  await seedList(portal.database, pharmacy, 'FREIWAHL', items);
  for (const [n, { umfeld }] of rows.entries())
    if (umfeld) await prisma.priceItem.updateMany({ where: { pzn: pzn(n) }, data: umfeld });
  await owner.put(`/api/pharmacy/guardrails/${pharmacy.path}/FREIWAHL`, { ...limits, holdOnBreach: true }).expect(200);
  const delivered = rows.map(({ broken: _broken, listed: _listed, umfeld: _umfeld, ...row }, n) => ({
    pzn: pzn(n),
    ...row,
  }));
  const group = { productGroup: 'FREIWAHL' } as const;
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', delivered, { ...due, ...group });
  await runDueActions(portal.deps);
  const broken = rows.flatMap((row, n) => (row.broken ? [pzn(n)] : []));
  expect(await state(id)).toMatchObject({ status: 0, heldRows: broken.length });

  const read = async (call: string) =>
    JSON.parse((await owner.get(`/api/price/${call}/FREIWAHL`).set('Accept', COLUMNS_MEDIA_TYPE)).text);
  const answer: MdpColumnsAnswer = joinPieces(mdpPiecesSchema.parse(await read(`mdp/${pharmacy.path}/${id}`)));
  const context: ReviewContext = await read(`review/mdp/${pharmacy.path}/${id}`);
  const model = buildApprovalModel('MDP', answer.columns, { editable: true, approved: false });
  const review = reviewOfUpdate(model, context, approvalEditsOnLoad(model), { now: 0, guardrails: context.guardrails });
  expect([...breakingRows(review)].map((row) => model.columns.pzn[row])).toEqual(broken.sort());
});
