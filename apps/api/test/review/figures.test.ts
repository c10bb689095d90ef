import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, type ReviewContext, reviewContextSchema } from '@portal/contracts';
import { csv, upload } from '../intake/support.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import { NOW, ok, openStage, type Stage } from '../whole-rows/support.ts';

describe('figures', () => {
  // What a package comes to before it is opened (rule 14.37), and what its approval was worth (rule 14.36). All listed at 9,99.
  const [dearer, slip, excluded, unsold, drafted] = [1, 2, 3, 4, 5].map(testPzn) as [
    string,
    string,
    string,
    string,
    string,
  ];
  /** Of the first two in cents: (10,49 - 9,99) / 1,19 × 40 = 16,81 and (99,90 - 9,99) / 1,19 × 40 = 3.022,18. */
  const WORTH = { cents: 1681 + 302_218, rows: 2, missing: 1, lacks: { added: 0, leaving: 0, units: 1 } };
  let stage: Stage;
  let id: number;

  beforeEach(async () => {
    stage = await openStage();
    await stage.items('OTC', {
      [dearer]: {},
      [slip]: {},
      [excluded]: { price_type: 1 },
      [unsold]: { units: null },
      [drafted]: {},
    });
    id = await stage.update('MDP', {
      [dearer]: { true_price: '10.49' },
      [slip]: { true_price: '99.90' },
      [excluded]: {},
      [unsold]: { true_price: '9.49' },
      [drafted]: { edited_price: '9.99', edited_permanent: false, edited_ignore: false, edited_version: 1 },
    });
  });
  afterEach(() => stage?.close());

  const path = (kind = 'mdp', update = id) => `/api/price/reviewfigures/${kind}/${stage.pharmacy.path}/${update}/OTC`;
  const read = async (client = stage.owner) => (await client.get(path())).body;
  const mark = (client: Stage['owner'], ...marks: [pzn: string, price: number][]) =>
    ok(
      client.put(`/api/price/reviewmarks/mdp/${stage.pharmacy.path}/${id}/OTC`, {
        marks: marks.map(([pzn, price]) => ({ pzn, price, reviewed: true })),
      }),
    );
  const send = (step: string, products: object[]) =>
    stage.owner.put(`/api/price/${step}/mdp/${stage.pharmacy.path}/${id}/OTC`, { products });
  const dashboard = async () => (await stage.owner.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`)).body;

  describe('the figures of a package', () => {
    test('count what changes, what to look at and what it is worth, stored drafts included', async () => {
      expect(await read()).toEqual({
        rows: 5,
        approved: 0,
        open: 5,
        changed: 3, // the draft keeps 9,99
        toReview: 1,
        doubts: [],
        grossProfit: WORTH,
        reviewed: { count: 0, persons: [] },
      });
    });

    test('count marks of rows to look at, at the price they have now', async () => {
      await mark(stage.deputy, [slip, 9990], [dearer, 1049]);
      await mark(stage.owner, [slip, 999]);
      expect((await read()).reviewed).toEqual({
        count: 1,
        persons: [{ userName: 'Jonas Klein', mine: false, count: 1 }],
      });
    });

    test('count a row that a draft has put right for who reviewed it, not as one to look at', async () => {
      await ok(send('save', [{ pzn: slip, editedPrice: 9.99, editedPermanent: false, editedIgnore: false }]));
      await mark(stage.owner, [slip, 999]);
      expect((await read()).reviewed).toMatchObject({ count: 0, persons: [{ mine: true, count: 1 }] });
    });

    test('follow drafts and the list', async () => {
      await read();
      const edit = { pzn: slip, editedPrice: 10.99, editedPermanent: false, editedIgnore: false };
      await ok(send('save', [edit]));
      // (10,99 - 9,99) / 1,19 × 40 = 33,61, the largest effect of two
      expect(await read()).toMatchObject({ changed: 3, toReview: 1, grossProfit: { cents: 1681 + 3361, rows: 2 } });
      const { pool } = stage.portal.database;
      await pool.query(`UPDATE price_item SET price_type = 3, manual_price = 9.49 WHERE pzn = $1`, [unsold]);
      await pool.query('UPDATE list_version SET version = version + 1');
      expect(await read()).toMatchObject({ changed: 2, grossProfit: { missing: 0 } });
    });

    test('are for those who may see the package', async () => {
      const held = await stage.update('LZD', { [dearer]: {} }, { ready_for_approval: false });
      expect((await stage.owner.get(path('lzd', held))).status).toBe(403);
      expect((await stage.sales.get(path('lzd', held))).body).toMatchObject({ rows: 1 });
      expect((await stage.owner.get(path('qdp'))).status).toBe(404);
    });
  });

  describe('an approval', () => {
    test('keeps what it was worth, as the figures said', async () => {
      await ok(send('approve', []));
      expect((await dashboard()).approvalEffects).toEqual([
        { kind: 'MDP', id, productGroup: 'OTC', approvedAt: NOW, partial: false, effect: WORTH },
      ]);
      await stage.portal.database.pool.query('UPDATE price_item SET units = 1000');
      expect((await dashboard()).approvalEffects[0].effect).toEqual(WORTH);
      expect((await read()).grossProfit).toEqual(WORTH); // of the list as it was before
    });

    test('of new articles alone says so before and after it (rule 14.7)', async () => {
      const added = [6, 7].map(testPzn) as [string, string];
      const quarterly = await stage.update('QDP', { [added[0]]: {}, [added[1]]: { inactive: true } });
      const expected = { cents: 0, rows: 0, missing: 1, lacks: { added: 1, leaving: 0, units: 0 } };
      expect((await stage.owner.get(path('qdp', quarterly))).body).toMatchObject({ changed: 1, grossProfit: expected });
      const url = `/api/price/approve/qdp/${stage.pharmacy.path}/${quarterly}/OTC`;
      await ok(stage.owner.put(url, { products: [] }));
      expect((await dashboard()).approvalEffects).toEqual([expect.objectContaining({ kind: 'QDP', effect: expected })]);
    });
  });

  test('the start page says how many rows each package has, and what time it is', async () => {
    const { tpData, now, approvalEffects } = await dashboard();
    expect(tpData[0]).toMatchObject({ productGroup: 'OTC', mdpId: id, mdpRows: 5, qdpRows: null, lzdRows: null });
    expect([now, approvalEffects]).toEqual([NOW, []]);
  });
});

describe('context', () => {
  // What the list says of a package's rows (rule 14.24). One row of a kind each; every column has a value of its own.
  let stage: Awaited<ReturnType<typeof openStage>>;
  const [calculated, excluded, own, permanent, leaving, fresh, foreign] = [1, 2, 3, 4, 5, 6, 90].map(testPzn) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const PACKAGE = [calculated, excluded, own, permanent, fresh, foreign].toSorted();
  /** The references that the stage gives every product of a list. */
  const REFERENCES = { aep: 510, avp: 1250, vhp: 880, units: 40, priceMin: 777, priceAvg: 910, priceMax: 1111 };
  /** 2026-03-01, when the list was last changed. */
  const DATE = 1_772_323_200;
  const NOTHING = { aep: null, avp: null, vhp: null, units: null, priceMin: null, priceAvg: null, priceMax: null };
  const DELIVERED = { deliveredPriceMin: null, deliveredPriceMax: null };
  const unlisted = {
    effectivePrice: null,
    calculatedPrice: null,
    priceType: null,
    ownPrice: null,
    ...NOTHING,
    date: null,
    ...DELIVERED,
  };
  const listed = (effectivePrice: number | null, priceType: number, ownPrice: number | null = null) => {
    return { effectivePrice, calculatedPrice: 999, priceType, ownPrice, ...REFERENCES, date: DATE, ...DELIVERED };
  };
  /** What the list says, by hand. */
  const BEFORE = {
    [calculated]: listed(999, 0),
    [excluded]: listed(null, 1),
    [own]: listed(804, 2, 804),
    [permanent]: listed(745, 3, 745),
    [fresh]: unlisted,
    // The stage has it on the list of another group.
    [foreign]: unlisted,
  };

  beforeEach(async () => {
    stage = await openStage();
    await stage.items('OTC', {
      [calculated]: {},
      [excluded]: { price_type: 1 },
      [own]: { price_type: 2, manual_price: '8.04' },
      [permanent]: { price_type: 3, manual_price: '7.45' },
      [leaving]: { price_type: 2, manual_price: '6.00' },
    });
  });
  afterEach(() => stage?.close());

  const rows = () => Object.fromEntries(PACKAGE.map((pzn) => [pzn, {}]));
  const at = (kind: string, id: number) => `/api/price/review/${kind}/${stage.pharmacy.path}/${id}/OTC`;
  async function read(kind: string, id: number, client = stage.owner): Promise<ReviewContext> {
    const { status, body } = await client.get(at(kind, id));
    expect(status).toBe(200);
    return reviewContextSchema.strict().parse(body);
  }
  /** The columns as one object a product, by the package's order. */
  function byPzn({ columns }: ReviewContext): Record<string, object> {
    const members = Object.entries(columns);
    return Object.fromEntries(
      PACKAGE.map((pzn, index) => [pzn, Object.fromEntries(members.map(([name, values]) => [name, values[index]]))]),
    );
  }

  describe('an open package', () => {
    test('is answered in the order of its rows, with the endings of the whole list', async () => {
      const id = await stage.update('QDP', rows());
      const answer = await read('qdp', id);
      expect(byPzn(answer)).toEqual(BEFORE);
      // 9,99 and 8,04 and 7,45 and 6,00; the exclusion has none.
      expect(answer.listEndings).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 0, 1]);
      expect(answer.leaving).toBeNull();
      const opened = await stage.owner.get(`/api/price/qdp/${stage.pharmacy.path}/${id}/OTC`);
      expect(opened.body.products.map((row: { pzn: string }) => row.pzn)).toEqual(PACKAGE);
      expect([answer.version, answer.listVersion]).toEqual([opened.body.version, opened.body.listVersion]);
    });

    test('says what the package brings of the surroundings', async () => {
      const id = await stage.update('MDP', { [calculated]: { price_min: '7.01' }, [own]: { price_max: '11.02' } });
      const { columns } = await read('mdp', id);
      expect([columns.deliveredPriceMin, columns.deliveredPriceMax]).toEqual([
        [701, null],
        [null, 1102],
      ]);
    });

    test('an LZD that resets the list names what leaves it and all that ends', async () => {
      const id = await stage.update('LZD', rows(), { reset_choice: 0 });
      expect((await read('LZD', id)).leaving).toEqual({
        count: 1,
        listCount: 5,
        ownPrices: 2,
        permanentPrices: 1,
        exclusions: 1,
        periods: 0,
        approvedInParts: 0,
        articles: { pzn: [leaving], name: [`Produkt ${leaving}`], effectivePrice: [600], priceType: [2] },
      });
    });

    test('a product that an LZD names as inactive leaves the list that it resets', async () => {
      const id = await stage.update('LZD', { [calculated]: { inactive: true }, [fresh]: {} }, { reset_choice: 0 });
      const all = [calculated, excluded, own, permanent, leaving];
      expect((await read('lzd', id)).leaving).toMatchObject({ count: 5, listCount: 5, articles: { pzn: all } });
    });

    test('an LZD that updates the list takes nothing from it', async () => {
      const id = await stage.update('LZD', rows(), { reset_choice: 1 });
      expect((await read('lzd', id)).leaving).toBeNull();
    });

    test('is unchanged until the list or the package changes, and travels compressed', async () => {
      const id = await stage.update('MDP', { [calculated]: {} });
      const path = at('mdp', id);
      const first = await stage.owner
        .get(path)
        .set('Accept', COLUMNS_MEDIA_TYPE)
        .set('Accept-Encoding', 'gzip')
        .buffer();
      expect(first.headers['content-type']).toContain(COLUMNS_MEDIA_TYPE);
      expect(first.headers['content-encoding']).toBe('gzip');
      expect(first.headers['cache-control']).toBe('private, no-store');
      const tag = String((await stage.owner.get(path)).headers.etag);
      const again = () => stage.owner.get(path).set('If-None-Match', tag);
      expect((await again()).status).toBe(304);
      const edit = { pzn: calculated, editedPrice: 5, editedPermanent: false, editedIgnore: false };
      await stage.owner.put(`/api/price/save/mdp/${stage.pharmacy.path}/${id}/OTC`, { products: [edit] }).expect(200);
      expect((await again()).status).toBe(200);
    });
  });

  test('an approved package is answered with the list as it was before, left-out rows without anything', async () => {
    const id = await stage.update('LZD', rows(), { reset_choice: 0 });
    const before = await read('lzd', id);
    await stage.owner.put(`/api/price/approve/lzd/${stage.pharmacy.path}/${id}/OTC`, { products: [] }).expect(200);
    const after = await read('lzd', id);
    expect(byPzn(after)).toEqual(BEFORE);
    expect([after.leaving, after.listEndings]).toEqual([before.leaving, before.listEndings]);
    await stage.sales.delete(`/api/price/approve/lzd/${stage.pharmacy.path}/${id}/OTC`).expect(200);
    expect(byPzn(await read('lzd', id))).toMatchObject({
      [own]: { effectivePrice: 804, priceType: 2 },
      [fresh]: unlisted,
    });
  });

  describe('who may read it', () => {
    test('for everybody who may read the package: not an unreleased LZD, not a deleted package, for customers', async () => {
      const id = await stage.update('LZD', rows(), { ready_for_approval: false });
      expect((await stage.owner.get(at('lzd', id))).status).toBe(403);
      expect((await stage.sales.get(at('lzd', id))).status).toBe(200);
      const deleted = await stage.update('MDP', rows());
      await stage.sales.delete(`/api/price/mdp/${deleted}/${stage.pharmacy.path}`).expect(200);
      expect((await stage.owner.get(at('mdp', deleted))).status).toBe(403);
      expect((await stage.sales.get(at('mdp', deleted))).status).toBe(200);
    });

    test('a mirror reads that of its main pharmacy', async () => {
      const id = await stage.update('QDP', rows());
      const mirror = await seedPharmacy(stage.portal.database, 3, { parentApoId: stage.pharmacy.apoId });
      const { body } = await stage.sales.get(`/api/price/review/qdp/${mirror.path}/${id}/OTC`);
      expect(byPzn(body)).toEqual(BEFORE);
    });

    test('a package of another kind, group or pharmacy is unknown, a kind that does not exist is no path', async () => {
      const id = await stage.update('MDP', rows());
      expect((await stage.owner.get(at('qdp', id))).status).toBe(404);
      expect((await stage.owner.get(at('mdp', id).replace('/OTC', '/FREIWAHL'))).status).toBe(404);
      expect((await stage.owner.get(at('xdp', id))).status).toBe(400);
    });
  });
});

describe('leaving articles', () => {
  // An LZD that resets the list says what it takes from it, when it comes in and when it is approved (rule 14.24).
  let stage: Stage;
  const stays = testPzn(1);
  /** 23 more than 20, so that some are only counted. */
  const leaving = Array.from({ length: 23 }, (_, n) => testPzn(n + 2));
  const [own, permanent, excluded] = leaving as [string, string, string];

  beforeEach(async () => {
    stage = await openStage();
    await stage.items('OTC', {
      ...Object.fromEntries(leaving.map((pzn) => [pzn, {}])),
      [stays]: { price_type: 2, manual_price: '8.00' },
      [own]: { price_type: 2, manual_price: '7.00' },
      [permanent]: { price_type: 3, manual_price: '6.00' },
      [excluded]: { price_type: 1 },
    });
  });
  afterEach(() => stage?.close());

  const file = { name: 'ZumDurchsehen_OTC_500001_Test-Apotheke 1_10_3_2026.csv', content: csv([[stays, '8,49']]) };
  const named = leaving.toSorted().slice(0, 20);
  const WHAT_LEAVES = {
    count: 23,
    listCount: 24,
    ownPrices: 2,
    permanentPrices: 1,
    exclusions: 1,
    periods: 0,
    approvedInParts: 0,
    articles: {
      pzn: named,
      name: named.map((pzn) => `Produkt ${pzn}`),
      effectivePrice: [700, 600, null, ...Array(17).fill(999)],
      priceType: [2, 3, 1, ...Array(17).fill(0)],
    },
  };

  test.each([
    ['uploaded', 'sales', () => `/api/price/lzd/upload/${stage.pharmacy.path}`],
    ['delivered', 'sales', () => `/api/intake/lzd/${stage.pharmacy.crmCompanyId}/OTC`],
  ] as const)(
    'an LZD that is %s names the first articles that leave, and the approval counts them',
    async (_, who, path) => {
      const { status, body } = await upload(stage.portal, stage[who], path(), file, { resetChoice: '0' });
      expect([status, body.leaving]).toEqual([200, WHAT_LEAVES]);
      await stage.portal.database.pool.query('UPDATE price_update SET ready_for_approval = true');
      const approve = `/api/price/approve/lzd/${stage.pharmacy.path}/${body.id}/OTC`;
      expect((await stage.owner.put(approve, { products: [] })).body).toMatchObject({
        loaded: 1,
        left: 23,
        changed: 24,
      });
    },
  );

  test('an LZD that updates the list says nothing of leaving, and takes nothing from it', async () => {
    const path = `/api/price/lzd/upload/${stage.pharmacy.path}`;
    const { body } = await upload(stage.portal, stage.sales, path, file, { resetChoice: '1' });
    expect(body).toMatchObject({ status: 'OK', leaving: null });
    await stage.portal.database.pool.query('UPDATE price_update SET ready_for_approval = true');
    const approve = `/api/price/approve/lzd/${stage.pharmacy.path}/${body.id}/OTC`;
    expect((await stage.owner.put(approve, { products: [] })).body).toMatchObject({ loaded: 1, left: 0 });
  });
});
