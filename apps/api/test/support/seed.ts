import { pznCheckDigit, type PriceType, type ProductGroup, type UpdateKind } from '@portal/rules';
import type { Database } from '../../src/db/database.ts';
import { insertProducts, insertRows } from './insert-rows.ts';

/** The n-th valid PZN of a test, counted over numbers whose check digit exists. */
export function testPzn(n: number): string {
  for (let base = 1_000_000 + n * 7; ; base += 1) {
    const digit = pznCheckDigit(String(base));
    if (digit !== undefined) return `${base}${digit}`;
  }
}

export type SeededPharmacy = { apoId: number; crmCompanyId: number; token: string; path: string };

/** A pharmacy that is active, with contract and pilot access, unless told otherwise. */
export async function seedPharmacy(
  { prisma }: Database,
  n: number,
  overrides: Partial<Parameters<Database['prisma']['pharmacy']['create']>[0]['data']> & { parentApoId?: number } = {},
): Promise<SeededPharmacy> {
  const token = `token-of-pharmacy-${n}`;
  const { apoId, crmCompanyId } = await prisma.pharmacy.create({
    data: {
      apoId: 500_000 + n,
      crmCompanyId: 700_000 + n,
      token,
      name: `Test-Apotheke ${n}`,
      street: `Marktplatz ${n}`,
      zipcode: '10115',
      city: 'Berlin',
      active: 1,
      contractStatus: 1,
      userAccessActivated: true,
      userEmails: 'issued',
      ...(overrides as object),
    },
  });
  return { apoId, crmCompanyId, token, path: `${crmCompanyId}/${token}` };
}

export type SeedItem = {
  pzn: string;
  name?: string;
  calculated?: string | null;
  manual?: string | null;
  type?: PriceType;
  avp?: string | null;
  aep?: string | null;
};

/** A pharmacy whose list OTC has these articles, with nothing else said of them. */
export async function seedListedPharmacy(database: Database, pzns: readonly string[]): Promise<SeededPharmacy> {
  const pharmacy = await seedPharmacy(database, 1);
  await seedList(
    database,
    pharmacy,
    'OTC',
    pzns.map((pzn) => ({ pzn })),
  );
  return pharmacy;
}

/** Puts products on a pharmacy's list, with the list's version 1 and its counts. */
export async function seedList(
  database: Database,
  pharmacy: { apoId: number },
  productGroup: ProductGroup,
  items: SeedItem[],
): Promise<void> {
  await insertProducts(database, items);
  await insertRows(
    database,
    'price_item',
    items.map((item) => ({
      apo_id: pharmacy.apoId,
      pzn: item.pzn,
      product_group: productGroup,
      calculated_price: item.calculated === undefined ? '9.99' : item.calculated,
      manual_price: item.manual ?? null,
      price_type: item.type ?? 0,
      avp: item.avp === undefined ? '12.50' : item.avp,
      aep: item.aep ?? null,
      changed_at: '2026-03-01T00:00:00Z',
      changed_version: 1,
    })),
  );
  const negativeCount = items.filter((item) => item.type === 1).length;
  await database.prisma.listVersion.create({
    data: { apoId: pharmacy.apoId, productGroup, itemCount: items.length - negativeCount, negativeCount },
  });
}

/** An open package with these products. */
export async function seedOpenUpdate(
  database: Database,
  pharmacy: { apoId: number },
  kind: UpdateKind,
  productGroup: ProductGroup,
  pzns: string[],
  overrides: { readyForApproval?: boolean; status?: number } = {},
): Promise<number> {
  const at = new Date('2026-03-09T08:00:00Z');
  const update = await database.prisma.priceUpdate.create({
    data: {
      kind,
      apoId: pharmacy.apoId,
      productGroup,
      createdAt: at,
      updatedAt: at,
      itemCount: pzns.length,
      ...overrides,
    },
  });
  await insertProducts(
    database,
    pzns.map((pzn) => ({ pzn })),
  );
  await insertRows(
    database,
    'price_update_item',
    pzns.map((pzn, position) => ({ update_id: update.id, pzn, apo_id: pharmacy.apoId, position, true_price: '8.49' })),
  );
  return update.id;
}
