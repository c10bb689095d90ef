import { pznCheckDigit, type PriceType, type ProductGroup, type UpdateKind } from '@portal/rules';
import type { Database } from '../../src/db/database.ts';

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

/** Puts products on a pharmacy's list, with the list's version 1 and its counts. */
export async function seedList(
  { prisma }: Database,
  pharmacy: { apoId: number },
  productGroup: ProductGroup,
  items: SeedItem[],
): Promise<void> {
  await prisma.product.createMany({
    data: items.map((item) => ({
      pzn: item.pzn,
      name: item.name ?? `Produkt ${item.pzn}`,
      producer: 'Muster Pharma GmbH',
    })),
    skipDuplicates: true,
  });
  await prisma.priceItem.createMany({
    data: items.map((item) => ({
      apoId: pharmacy.apoId,
      pzn: item.pzn,
      productGroup,
      calculatedPrice: item.calculated === undefined ? '9.99' : item.calculated,
      manualPrice: item.manual ?? null,
      priceType: item.type ?? 0,
      avp: item.avp === undefined ? '12.50' : item.avp,
      aep: item.aep ?? null,
      changedAt: new Date('2026-03-01T00:00:00Z'),
      changedVersion: 1,
    })),
  });
  const negativeCount = items.filter((item) => item.type === 1).length;
  await prisma.listVersion.create({
    data: { apoId: pharmacy.apoId, productGroup, itemCount: items.length - negativeCount, negativeCount },
  });
}

/** An open package with these products. */
export async function seedOpenUpdate(
  { prisma }: Database,
  pharmacy: { apoId: number },
  kind: UpdateKind,
  productGroup: ProductGroup,
  pzns: string[],
  overrides: { readyForApproval?: boolean } = {},
): Promise<number> {
  const at = new Date('2026-03-09T08:00:00Z');
  const update = await prisma.priceUpdate.create({
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
  await prisma.product.createMany({
    data: pzns.map((pzn) => ({ pzn, name: `Produkt ${pzn}`, producer: 'Muster Pharma GmbH' })),
    skipDuplicates: true,
  });
  await prisma.priceUpdateItem.createMany({
    data: pzns.map((pzn, position) => ({
      updateId: update.id,
      pzn,
      apoId: pharmacy.apoId,
      position,
      truePrice: '8.49',
    })),
  });
  return update.id;
}
