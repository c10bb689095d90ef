import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants, seedUpdate } from './support.ts';

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
