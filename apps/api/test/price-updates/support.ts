import type { PriceType, ProductGroup, UpdateKind } from '@portal/rules';
import type { Database } from '../../src/db/database.ts';

export type SeedUpdateRow = {
  pzn: string;
  truePrice?: string;
  avp?: string;
  inactive?: boolean;
  draft?: { price?: string | null; permanent?: boolean; ignore?: boolean; by?: string };
};

/** A package as intake leaves it behind: open, released, without a deadline unless told otherwise. */
export async function seedUpdate(
  { prisma }: Database,
  pharmacy: { apoId: number },
  kind: UpdateKind,
  rows: SeedUpdateRow[],
  overrides: Partial<Parameters<Database['prisma']['priceUpdate']['create']>[0]['data']> & {
    productGroup?: ProductGroup;
  } = {},
): Promise<number> {
  const at = new Date('2026-03-09T08:00:00Z');
  await prisma.product.createMany({
    data: rows.map(({ pzn }) => ({ pzn, name: `Produkt ${pzn}`, producer: 'Muster Pharma GmbH' })),
    skipDuplicates: true,
  });
  const { id } = await prisma.priceUpdate.create({
    data: {
      kind,
      apoId: pharmacy.apoId,
      productGroup: 'OTC',
      createdAt: at,
      updatedAt: at,
      itemCount: rows.length,
      resetChoice: kind === 'LZD' ? 1 : null,
      ...(overrides as object),
    },
  });
  await prisma.priceUpdateItem.createMany({
    data: rows.map((row, position) => ({
      updateId: id,
      pzn: row.pzn,
      apoId: pharmacy.apoId,
      position,
      truePrice: row.truePrice ?? '8.49',
      avp: row.avp ?? null,
      inactive: row.inactive ?? false,
      ...(row.draft
        ? {
            editedPrice: row.draft.price ?? null,
            editedPermanent: row.draft.permanent ?? false,
            editedIgnore: row.draft.ignore ?? false,
            editedBy: row.draft.by ?? 'Somebody',
            editedActor: row.draft.by ?? 'somebody',
            editedVersion: 1,
          }
        : {}),
    })),
  });
  return id;
}

export type ListRow = { type: PriceType; calculated: string | null; manual: string | null };

/** The list by PZN. */
export async function readList({ pool }: Database, apoId: number, group: ProductGroup = 'OTC') {
  const { rows } = await pool.query<ListRow & { pzn: string }>(
    `SELECT pzn, price_type AS type, calculated_price AS calculated, manual_price AS manual FROM price_item
      WHERE apo_id = $1 AND product_group = $2 ORDER BY pzn`,
    [apoId, group],
  );
  return Object.fromEntries(rows.map(({ pzn, ...row }) => [pzn, row]));
}

export { brokenInvariants } from '../support/invariants.ts';
