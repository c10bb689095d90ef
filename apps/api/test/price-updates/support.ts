import type { PriceType, ProductGroup, UpdateKind } from '@portal/rules';
import type { Database } from '../../src/db/database.ts';
import { insertProducts, insertRows } from '../support/insert-rows.ts';

export type SeedUpdateRow = {
  pzn: string;
  truePrice?: string;
  avp?: string;
  inactive?: boolean;
  draft?: { price?: string | null; permanent?: boolean; ignore?: boolean; by?: string };
};

/** A package as intake leaves it behind: open, released, without a deadline unless told otherwise. */
export async function seedUpdate(
  database: Database,
  pharmacy: { apoId: number },
  kind: UpdateKind,
  rows: SeedUpdateRow[],
  overrides: Partial<Parameters<Database['prisma']['priceUpdate']['create']>[0]['data']> & {
    productGroup?: ProductGroup;
  } = {},
): Promise<number> {
  const at = new Date('2026-03-09T08:00:00Z');
  await insertProducts(
    database,
    rows.map(({ pzn }) => ({ pzn })),
  );
  const { id } = await database.prisma.priceUpdate.create({
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
  await insertRows(
    database,
    'price_update_item',
    rows.map(({ pzn, truePrice = '8.49', avp = null, inactive = false, draft }, position) => ({
      update_id: id,
      pzn,
      apo_id: pharmacy.apoId,
      position,
      true_price: truePrice,
      avp,
      inactive,
      edited_price: draft?.price ?? null,
      edited_permanent: draft ? (draft.permanent ?? false) : null,
      edited_ignore: draft ? (draft.ignore ?? false) : null,
      edited_by: draft ? (draft.by ?? 'Somebody') : null,
      edited_actor: draft ? (draft.by ?? 'somebody') : null,
      edited_version: draft ? 1 : null,
    })),
  );
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
