import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, reviewContextSchema, type ReviewContext } from '@portal/contracts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import { openStage } from '../whole-rows/support.ts';

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
    const first = await stage.owner.get(path).set('Accept', COLUMNS_MEDIA_TYPE).set('Accept-Encoding', 'gzip').buffer();
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
