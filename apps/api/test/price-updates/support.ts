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

/**
 * What must hold whatever happened: each listed price that ever changed is what the last change says, every package that is
 * not open any more has its history entry, counts agree with the list, no package is half applied.
 */
export async function brokenInvariants({ pool }: Database): Promise<string[]> {
  const checks: Record<string, string> = {
    'a price that its last change does not explain': `
      SELECT c.pzn FROM (SELECT DISTINCT ON (apo_id, pzn) * FROM price_change ORDER BY apo_id, pzn, id DESC) c
        LEFT JOIN price_item i USING (apo_id, pzn)
       WHERE (c.new_type IS NULL) <> (i.pzn IS NULL) OR i.price_type <> c.new_type
          OR CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END
             IS DISTINCT FROM c.new_price`,
    'a chain of changes with a gap': `
      SELECT pzn FROM (SELECT pzn, old_price, old_type, lag(new_price) OVER w AS before_price,
                              lag(new_type) OVER w AS before_type, row_number() OVER w AS nr
                         FROM price_change WINDOW w AS (PARTITION BY apo_id, pzn ORDER BY id)) c
       WHERE nr > 1 AND (old_price, old_type) IS DISTINCT FROM (before_price, before_type)`,
    'a closed package without history': `
      SELECT u.id::text FROM price_update u WHERE u.status <> 0 AND NOT EXISTS (
        SELECT FROM history_entry h WHERE h.apo_id = u.apo_id AND u.id IN (h.mdp_import_id, h.qdp_import_id, h.lzd_import_id))`,
    'a count that is wrong': `
      SELECT v.apo_id::text FROM list_version v WHERE (item_count, negative_count) <> (
        SELECT count(*) FILTER (WHERE price_type <> 1), count(*) FILTER (WHERE price_type = 1)
          FROM price_item i WHERE i.apo_id = v.apo_id AND i.product_group = v.product_group)`,
    'outcomes of a package that is not approved': `
      SELECT u.id::text FROM price_update u WHERE u.status <= 0 AND EXISTS (
        SELECT FROM price_update_outcome o WHERE o.update_id = u.id)`,
    'an approved package whose outcomes miss changes': `
      SELECT o.pzn FROM price_update_outcome o JOIN price_update u ON u.id = o.update_id
       WHERE o.effective AND NOT EXISTS (SELECT FROM price_change c WHERE c.apo_id = u.apo_id AND c.pzn = o.pzn
             AND c.list_version = u.approved_list_version)`,
    'a log without rows or rows without a log': `
      SELECT h.id::text FROM history_entry h
       WHERE h.has_log <> EXISTS (SELECT FROM price_change c WHERE c.history_id = h.id)`,
  };
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(checks)) {
    const { rows } = await pool.query({ text: sql, rowMode: 'array' });
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 5).join(', ')}`);
  }
  return broken;
}
