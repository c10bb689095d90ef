import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { undistribute } from '@portal/migrate/distribute.ts';
import { startPortal } from '../support/portal.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';

const MIGRATION = new URL(
  '../../../../prisma/migrations/20261122050000_no_product_without_a_price/migration.sql',
  import.meta.url,
);

test('rows without any price become the exclusions they were at the till; history, log, counts and version say so', async () => {
  const portal = await startPortal();
  const { pool, prisma } = portal.database;
  const pharmacy = await seedPharmacy(portal.database, 1);
  await undistribute(portal.ownerUrl); // the migration is older than installations on several servers
  await pool.query('ALTER TABLE price_item DROP CONSTRAINT price_item_has_price');
  const [bare, priced, own] = [1, 2, 3].map(testPzn) as [string, string, string];
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: bare, calculated: null },
    { pzn: priced },
    { pzn: own, calculated: null, type: 2, manual: '4.00' },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: testPzn(4) }]);
  await pool.query(await readFile(MIGRATION, 'utf8'));
  const items = await prisma.priceItem.findMany({ where: { productGroup: 'OTC' }, orderBy: { pzn: 'asc' } });
  expect(items.map(({ pzn, priceType }) => [pzn, priceType])).toEqual([
    [bare, 1],
    [priced, 0],
    [own, 2],
  ]);
  const lists = await prisma.listVersion.findMany({ orderBy: { productGroup: 'asc' } });
  expect(lists.map((list) => [list.productGroup, list.itemCount, list.negativeCount, list.version > 1n])).toEqual([
    ['FREIWAHL', 1, 0, false],
    ['OTC', 2, 1, true],
  ]);
  expect(await prisma.historyEntry.findMany()).toMatchObject([
    { productType: 'OTC', event: 'Artikel ohne Preis als Ausschluss geführt', hasLog: true, userName: 'System' },
  ]);
  expect(await prisma.priceChange.findMany()).toMatchObject([{ pzn: bare, oldType: 0, newType: 1, newPrice: null }]);
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});
