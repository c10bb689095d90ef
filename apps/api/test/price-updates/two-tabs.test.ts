import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, joinPieces, type LzdRow, UPDATE_WIRE_NAMES, type updateColumns } from '@portal/contracts';
import type { UpdateKind } from '@portal/rules';
import type { z } from 'zod';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { calculated, edit, openStage, own, type Stage } from './approval-stage.ts';
import { brokenInvariants, readList, seedUpdate } from './support.ts';

describe('two tabs', () => {
  const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  /** One person; the two tabs differ by the version they have loaded. */
  let owner: Client;

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }, { pzn: c }]);
    owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  });
  afterEach(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  const price = (pzn: string, editedPrice: number | null) => ({ pzn, editedPrice });

  describe.each(['MDP', 'QDP', 'LZD'] as const)('%s in two tabs of one person', (kind: UpdateKind) => {
    let id: number;
    const call = (step: string) => `/api/price/${step}${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`;
    const load = async () => (await owner.get(call(''))).body as { version: number; listVersion: number };
    const save = (products: object[], version?: number) =>
      owner.put(call('save/'), { products, ...(version === undefined ? {} : { version }) });
    const approve = (products: object[], version?: number) =>
      owner.put(call('approve/'), { products, ...(version === undefined ? {} : { version }) });
    const drafts = async () =>
      (await portal.database.prisma.priceUpdateItem.findMany({ where: { updateId: id }, orderBy: { pzn: 'asc' } })).map(
        ({ editedPrice }) => editedPrice?.toString() ?? null,
      );
    const entries = () => portal.database.prisma.historyEntry.count();

    beforeEach(async () => {
      id = await seedUpdate(
        portal.database,
        pharmacy,
        kind,
        [a, b, c].map((pzn) => ({ pzn })),
      );
    });

    test('the same row in both is a conflict, another row is none, the version loaded again goes through', async () => {
      const { version } = await load();
      expect((await save([price(a, 1.11)], version)).status).toBe(200);
      const late = await save([price(a, 2.22), price(b, 3.33)], version);
      expect([late.status, late.body.reason, late.body.pzns]).toEqual([409, 'changed_by_somebody_else', [a]]);
      expect(late.body.message).toMatch(
        /^Einen Artikel haben Sie inzwischen selbst bearbeitet \(in einem anderen Fenster, oder/,
      );
      const deputy = await portal.as('Jonas Klein', [`TP_admin_${pharmacy.crmCompanyId}`]);
      const others = await deputy.put(call('save/'), { products: [price(a, 2.22)], version });
      expect([others.status, others.body.message]).toEqual([
        409,
        expect.stringMatching(/von jemand anderem bearbeitet/),
      ]);
      expect(await drafts()).toEqual(['1.11', null, null]);
      expect((await save([price(b, 3.33)], version)).status).toBe(200);
      expect((await save([price(a, 2.22)], (await load()).version)).status).toBe(200);
      expect(await drafts()).toEqual(['2.22', '3.33', null]);
    });

    test('a draft taken back in one tab is a conflict in the other', async () => {
      await save([price(a, 1.11)], 1);
      const { version } = await load();
      expect((await save([price(a, null)], version)).status).toBe(200);
      expect((await save([price(a, 2.22)], version)).status).toBe(409);
      expect(await drafts()).toEqual([null, null, null]);
    });

    test('the same request again, as after a lost answer, is OK and leaves nothing', async () => {
      const { version } = await load();
      const first = await save([price(a, 1.11), price(b, null)], version);
      const [drafted, told] = [await drafts(), await entries()];
      const again = await save([price(a, 1.11), price(b, null)], version);
      expect([first.status, again.status, again.body.saved]).toEqual([200, 200, 0]);
      expect(again.body.version).toBe(first.body.version);
      expect([await drafts(), await entries()]).toEqual([drafted, told]);
    });

    test('nothing is approved that this tab has not seen, in rows it sends and in others', async () => {
      const { version } = await load();
      await save([price(a, 1.11)], version);
      for (const products of [[], [price(b, 3.33)], [price(a, 2.22)]]) {
        const refused = await approve(products, version);
        expect([refused.status, refused.body.pzns]).toEqual([409, [a]]);
        expect(refused.body.message).toMatch(/^Einen Artikel haben Sie inzwischen selbst bearbeitet/);
      }
      // What it sends is what is stored: it has seen the same.
      expect((await approve([price(a, 1.11)], version)).status).toBe(200);
      expect((await readList(portal.database, pharmacy.apoId))[a]).toMatchObject({ type: 2, manual: '1.11' });
    });

    test('without a version the last writer wins', async () => {
      await save([price(a, 1.11)]);
      expect((await save([price(a, 2.22)])).status).toBe(200);
      expect((await approve([])).status).toBe(200);
      expect((await readList(portal.database, pharmacy.apoId))[a]).toMatchObject({ type: 2, manual: '2.22' });
    });
  });
});

describe('two forms', () => {
  type Columns = z.infer<typeof updateColumns>;

  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  /** More than a piece holds, and not a multiple of it. */
  const COUNT = 1_037;
  const pzns = Array.from({ length: COUNT }, (_, at) => testPzn(at + 1));

  /** Values that differ from row to row and from column to column, among them none, 0.10 and the largest price. */
  const VARIED = `UPDATE price_update_item SET
    avp_old = (position % 89 + 1) / 10.0, avp = (position % 83 + 2) / 10.0, aep = (position % 79 + 1) / 7.0,
    vhp = CASE WHEN position % 5 > 0 THEN 3.99 + position END, ravp = (position % 71 + 1) / 3.0,
    ravp_regio = 99999.99 - position, ravp_national = CASE WHEN position % 3 = 0 THEN 0.01 + position END,
    true_price_old = CASE WHEN position % 2 = 0 THEN 4.50 + position END, pe_cluster = nullif(position % 4, 3), vh_cluster = position % 3,
    units = CASE WHEN position % 7 > 0 THEN position * 3 END,
    check_reason = CASE WHEN position % 9 = 0 THEN 'Grund "' || position::text || '"' END
  WHERE update_id = $1`;
  const PRODUCTS = `UPDATE product SET content = '10 ' || pzn, brand = CASE WHEN pzn > $1 THEN 'Marke; ' || pzn END,
    norm_size = 'N2', atc = CASE WHEN pzn < $1 THEN 'N02BE01' END`;

  const euros = (cents: number | null) => (cents === null ? null : cents / 100);
  const PRICES = ['avpOld', 'avp', 'aep', 'vhp', 'ravp', 'ravpRegio', 'ravpNational'] as const;
  const OWN = ['calculatedPrice', 'formerCalculatedPrice', 'ownPrice', 'draftOwnPrice'] as const;
  const FLAGS = ['priceType', 'draftPermanent', 'draftExclusion'] as const;
  const PLAIN = [
    'pzn',
    'name',
    'content',
    'producer',
    'brand',
    'normSize',
    'atc',
    'peCluster',
    'vhCluster',
    'units',
  ] as const;

  /** What the specified row says of a product, as far as both forms say it. */
  function specified(row: LzdRow & { avpNew?: number }, kind: string): Record<string, unknown> {
    const prices = kind === 'MDP' ? { avpOld: row.avpOld, avp: row.avpNew } : take(PRICES, (name) => row[name]);
    return {
      ...take(PLAIN, (name) => row[name]),
      ...prices,
      ...take([...OWN, ...FLAGS], (name) => row[UPDATE_WIRE_NAMES[name]]),
      inactive: row.inactive,
      ...(kind === 'LZD' ? { checkReason: row.checkReason } : {}),
    };
  }

  function byColumns(columns: Columns, at: number, kind: string): Record<string, unknown> {
    const shown = kind === 'MDP' ? (['avpOld', 'avp'] as const) : PRICES;
    return {
      ...take([...PLAIN, ...FLAGS], (name) => columns[name][at]),
      ...take([...shown, ...OWN], (name) => euros(columns[name][at] as number | null)),
      inactive: columns.inactive[at],
      ...(kind === 'LZD' ? { checkReason: columns.checkReason[at] } : {}),
    };
  }

  const take = <Name extends string>(names: readonly Name[], of: (name: Name) => unknown): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, of(name)]));

  test.each(['MDP', 'QDP', 'LZD'] as const)(
    'the columns of a package say the same as its specified rows, open and approved: %s (rules 2.28 and 6.7)',
    async (kind) => {
      const { portal, pharmacy, owner, at } = stage;
      const { pool } = portal.database;
      await seedList(
        portal.database,
        pharmacy,
        'HILFSMITTEL',
        pzns
          .filter((_, each) => each % 4 < 3)
          .map((pzn, each) => {
            const type = (each % 4) as 0 | 1 | 2 | 3;
            return { pzn, type, ...(type > 1 ? { manual: '12.34' } : {}) };
          })
          .filter(({ pzn }) => !KNOWN.has(pzn)),
      );
      const id = await seedUpdate(
        portal.database,
        pharmacy,
        kind,
        pzns
          .filter((pzn) => !KNOWN.has(pzn))
          .map((pzn, each) => ({
            pzn,
            truePrice: (0.5 + each * 0.37).toFixed(2),
            inactive: each % 13 === 0,
            ...(each % 11 === 0 ? { draft: { price: (each + 1.05).toFixed(2), permanent: each % 2 === 0 } } : {}),
          })),
        { productGroup: 'HILFSMITTEL' },
      );
      await pool.query(VARIED, [id]);
      await pool.query(PRODUCTS, [pzns[500]]);
      const path = at(kind.toLowerCase(), id).replace('/OTC', '/HILFSMITTEL');
      const compare = async () => {
        const rows = await owner.get(path);
        expect(rows.status).toBe(200);
        const whole = await owner
          .get(path)
          .set('Accept', COLUMNS_MEDIA_TYPE)
          .buffer(true)
          .parse(asText as never);
        const answer = JSON.parse(whole.body as string);
        expect(answer.pieces.length).toBe(Math.ceil(rows.body.products.length / 500));
        const { columns } = joinPieces(answer) as unknown as { columns: Columns };
        const expected = (rows.body.products as LzdRow[]).map((row) => specified(row, kind));
        expect(columns.pzn.map((_, each) => byColumns(columns, each, kind))).toEqual(expected);
        const { products: _, ...head } = rows.body;
        expect(answer).toMatchObject(head);
        return expected;
      };
      const open = await compare();
      expect(new Set(open.map((row) => row.priceType)).size).toBe(4);
      const { status } = await owner.put(path.replace('/price/', '/price/approve/'), { products: [] });
      expect(status).toBe(200);
      await compare();
    },
  );

  /** Products of the stage are on its lists of other groups. */
  const KNOWN = new Set(pzns.slice(0, 7));

  const asText = (response: NodeJS.ReadableStream, done: (error: Error | null, text: string) => void) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => done(null, Buffer.concat(parts).toString()));
  };
});

describe('locked rows', () => {
  // A row is locked once its product stands on the list of another group, also after it was cached as open.
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let owner: Client;
  const [fresh, other] = [testPzn(1), testPzn(2)];

  beforeAll(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: other }]);
    owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  });
  afterAll(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  test.each(['QDP', 'LZD'] as const)(
    'a %s shows a product as locked as soon as another group has taken it in',
    async (kind) => {
      const pzn = kind === 'QDP' ? fresh : testPzn(3);
      const id = await seedUpdate(portal.database, pharmacy, kind, [{ pzn }, { pzn: other }]);
      const path = `/api/price/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`;
      const locked = ({ body }: { body: { products: { pzn: string; inactive: boolean }[] } }) =>
        body.products.filter(({ inactive }) => inactive).map((row) => row.pzn);
      const before = await owner.get(path);
      expect(locked(before)).toEqual([]);

      const beside = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn }], { productGroup: 'FREIWAHL' });
      const approved = await owner.put(`/api/price/approve/qdp/${pharmacy.path}/${beside}/FREIWAHL`, { products: [] });
      expect(approved.status).toBe(200);
      const after = await owner.get(path).set('If-None-Match', String(before.headers.etag));
      expect([after.status, locked(after)]).toEqual([200, [pzn]]);
    },
  );
});

describe('the state', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  const rows = [
    { pzn: calculated, truePrice: '5.00' },
    { pzn: own, truePrice: '6.00' },
  ];
  const stateAt = (kind: string, id: number) => `/api/price/state/${kind}/${stage.pharmacy.path}/${id}/OTC`;

  test('what became of a package, from its arrival to its approval (rule 6.25)', async () => {
    const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'MDP', rows);
    const loaded = await stage.owner.get(stage.at('mdp', id));
    const first = await stage.owner.get(stateAt('MDP', id));
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      approvalStatus: 0,
      version: loaded.body.version,
      approver: null,
      approvalDate: null,
      deletedAt: null,
      drafts: [],
      parts: 0,
    });

    await stage.save(stage.deputy, 'mdp', id, [edit(calculated, 7)]);
    await stage.save(stage.owner, 'mdp', id, [edit(own, 8)]);
    const saved = await stage.owner.get(stateAt('MDP', id));
    expect(saved.body.version).toBeGreaterThan(first.body.version);
    expect(saved.body.drafts).toEqual([
      { userName: 'Anna Berger', count: 1, savedAt: '2026-03-10T09:00:00.000Z' },
      { userName: 'Jonas Klein', count: 1, savedAt: '2026-03-10T09:00:00.000Z' },
    ]);

    await stage.approve(stage.sales, 'mdp', id);
    const approved = await stage.owner.get(stateAt('MDP', id));
    expect(approved.body).toMatchObject({
      approvalStatus: 1,
      approver: 'Tobias Sommer',
      approvalDate: '2026-03-10T09:00:00.000Z',
      deletedAt: null,
    });
  });

  test('who saved drafts last, and when; what an approval stored on the way has no such moment (rule 6.25)', async () => {
    const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'MDP', rows);
    await stage.save(stage.deputy, 'mdp', id, [edit(calculated, 7)]);
    stage.portal.clock.set('2026-03-10T09:05:00.000Z');
    await stage.save(stage.owner, 'mdp', id, [edit(own, 8)]);
    const drafts = async () => (await stage.owner.get(stateAt('MDP', id))).body.drafts;
    expect(await drafts()).toEqual([
      { userName: 'Anna Berger', count: 1, savedAt: '2026-03-10T09:05:00.000Z' },
      { userName: 'Jonas Klein', count: 1, savedAt: '2026-03-10T09:00:00.000Z' },
    ]);
    // the deputy's second save takes the owner's row over
    stage.portal.clock.set('2026-03-10T09:10:00.000Z');
    await stage.save(stage.deputy, 'mdp', id, [edit(own, 9)]);
    expect(await drafts()).toEqual([{ userName: 'Jonas Klein', count: 2, savedAt: '2026-03-10T09:10:00.000Z' }]);

    const other = await seedUpdate(stage.portal.database, stage.pharmacy, 'QDP', rows);
    await stage.approve(stage.sales, 'qdp', other, [edit(calculated, 7)]);
    const approved = await stage.owner.get(stateAt('QDP', other));
    expect(approved.body.drafts).toEqual([{ userName: 'Tobias Sommer', count: 1, savedAt: null }]);
  });

  test('a deleted package is gone for the pharmacy and dated for staff; another kind or pharmacy has no such package', async () => {
    const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'QDP', rows);
    expect((await stage.owner.get(stateAt('MDP', id))).status).toBe(404);
    await stage.sales.delete(`/api/price/qdp/${id}/${stage.pharmacy.path}`);
    expect((await stage.owner.get(stateAt('QDP', id))).status).toBe(403);
    const { body } = await stage.sales.get(stateAt('QDP', id));
    expect([body.approvalStatus, body.deletedAt]).toEqual([-1, '2026-03-10T09:00:00.000Z']);
  });

  test('an LZD that is not released tells the pharmacy nothing', async () => {
    const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'LZD', rows, { readyForApproval: false });
    expect((await stage.owner.get(stateAt('LZD', id))).status).toBe(403);
    expect((await stage.sales.get(stateAt('LZD', id))).status).toBe(200);
  });
});
