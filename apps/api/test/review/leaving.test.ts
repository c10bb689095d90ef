import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { csv, upload } from '../intake/support.ts';
import { testPzn } from '../support/seed.ts';
import { openStage, type Stage } from '../whole-rows/support.ts';

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
    expect((await stage.owner.put(approve, { products: [] })).body).toMatchObject({ loaded: 1, left: 23, changed: 24 });
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
