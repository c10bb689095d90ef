import type { LabelRow, LabelState, PriceWay } from '@portal/contracts';
import type { Cents, ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { centsSql } from '../../db/price-columns.ts';
import { notFound } from '../../http/errors.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

/** Of a mirror its main pharmacy's. */
export type Shelf = Pick<PharmacyContext, 'apoId' | 'listApoId'>;

const PRICES = `SELECT pzn, product_group, ${EFFECTIVE_PRICE} AS price FROM price_item i WHERE apo_id = $2`;
const SHELF = 'SELECT pzn, product_group, price FROM shelf_label WHERE apo_id = $1';
const BOTH = `(${PRICES}) e FULL JOIN (${SHELF}) s USING (pzn)`;
const DIFFERENT = 'e.price IS DISTINCT FROM s.price';

export async function readLabelState(db: Queryable, { apoId, listApoId }: Shelf): Promise<LabelState> {
  const [latest] = await ask(db, LATEST, [apoId]);
  if (!latest) return { open: 0, toRemove: 0, latest: null };
  const counts = await askOne(db, COUNTS, [apoId, listApoId]);
  return { ...counts, latest: { ...latest, id: Number(latest.id), printedAt: latest.printedAt.toISOString() } };
}

const LATEST = statement(
  { id: 'bigint', userName: 'text', printedAt: 'time', labels: 'int', removed: 'int', mayUndo: 'bool' },
  `SELECT id, user_name AS "userName", printed_at AS "printedAt", labels, removed,
          EXISTS (SELECT FROM label_print_item WHERE apo_id = $1 AND print_id = p.id) AS "mayUndo"
     FROM label_print p WHERE apo_id = $1 AND undone_at IS NULL ORDER BY id DESC LIMIT 1`,
);

const COUNTS = statement(
  { open: 'int', toRemove: 'int' },
  `SELECT count(e.price)::int AS open, (count(*) - count(e.price))::int AS "toRemove"
     FROM ${BOTH} WHERE ${DIFFERENT}`,
);

/** By PZN; none before the first print (rule 16.10). */
export async function readOpenLabels(db: Queryable, { apoId, listApoId }: Shelf): Promise<LabelRow[]> {
  const [latest] = await ask(db, LATEST, [apoId]);
  return latest ? ask(db, OPEN_LABELS, [apoId, listApoId]) : [];
}

const ROW = {
  pzn: 'text',
  productGroup: 'text',
  name: 'text',
  content: 'text?',
  producer: 'text?',
  effectivePrice: 'int?',
  shelfPrice: 'int?',
} as const;
const COLUMNS = `pzn, coalesce(e.product_group, s.product_group) AS "productGroup", coalesce(p.name, '') AS name, p.content, p.producer,
   ${centsSql('e.price')} AS "effectivePrice", ${centsSql('s.price')} AS "shelfPrice"`;

const OPEN_LABELS = statement<LabelRow>(
  ROW,
  `SELECT ${COLUMNS} FROM ${BOTH} LEFT JOIN product p USING (pzn) WHERE ${DIFFERENT} ORDER BY pzn`,
);

const OUTDATED = statement(
  { pzn: 'text' },
  `SELECT pzn FROM ${BOTH} WHERE ${DIFFERENT} AND e.product_group = $3 ORDER BY pzn`,
);

/** Those of a list; null before the first print (rule 16.10). */
export async function readOutdatedLabels(
  db: Queryable,
  { apoId, listApoId }: Shelf,
  group: ProductGroup,
): Promise<string[] | null> {
  const [latest] = await ask(db, LATEST, [apoId]);
  return latest ? (await ask(db, OUTDATED, [apoId, listApoId, group])).map(({ pzn }) => pzn) : null;
}

const LABEL = statement(
  { price: 'int?', printedAt: 'time?' },
  `SELECT (SELECT ${centsSql('price')} FROM shelf_label WHERE apo_id = $1 AND pzn = $2) AS price,
          (SELECT max(p.printed_at) FROM label_print p JOIN label_print_item i ON i.apo_id = p.apo_id AND i.print_id = p.id
            WHERE p.apo_id = $1 AND i.pzn = $2 AND p.undone_at IS NULL) AS "printedAt"`,
);

/** What the label of an article says; null before the first print. */
export async function readLabel(
  db: Queryable,
  apoId: number,
  { pzn, price }: { pzn: string; price: Cents | null },
): Promise<PriceWay['label']> {
  const [latest] = await ask(db, LATEST, [apoId]);
  if (!latest) return null;
  const { price: said, printedAt } = await askOne(db, LABEL, [apoId, pzn]);
  return { price: said, printedAt: printedAt?.toISOString() ?? null, outdated: said !== price };
}

/**
 * Rule 16.8.
 * @throws PortalError 404
 */
export async function readChangedBy(db: Queryable, { apoId, listApoId }: Shelf, updateId: number): Promise<LabelRow[]> {
  const [approved] = await ask(db, APPROVED, [listApoId, updateId]);
  if (!approved) throw notFound();
  return ask(db, CHANGED_BY, [apoId, listApoId, approved.productGroup, approved.versions]);
}

const APPROVED = statement(
  { productGroup: 'text', versions: 'bigint[]' },
  `SELECT product_group AS "productGroup", array_remove(approved_list_version || parts.versions, NULL) AS versions
     FROM price_update u CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(list_version), '{}') AS versions FROM price_update_approval a WHERE a.apo_id = $1 AND a.update_id = u.id) parts
    WHERE apo_id = $1 AND id = $2 AND (status > 0 OR status = 0 AND parts.versions <> '{}')`,
);

const CHANGED_BY = statement<LabelRow>(
  ROW,
  `SELECT ${COLUMNS}
     FROM (SELECT DISTINCT pzn FROM price_change
            WHERE apo_id = $2 AND product_group = $3 AND list_version = ANY($4) AND old_price IS DISTINCT FROM new_price) changed
     LEFT JOIN (${PRICES}) e USING (pzn)
     LEFT JOIN (${SHELF}) s USING (pzn)
     LEFT JOIN product p USING (pzn) ORDER BY pzn`,
);
