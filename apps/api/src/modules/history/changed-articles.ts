import type { ChangedArticle } from '@portal/contracts';
import type { PriceType } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { PRICE_AFTER, PRICE_BEFORE } from '../../db/price-columns.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

/** How many rows an entry `e` has changed, and in how many of them only the type. */
export const COUNTS = `
  CASE WHEN e.has_log THEN (SELECT count(*) FROM price_change c WHERE c.apo_id = e.apo_id AND c.history_id = e.id) ELSE 0 END::int AS changed,
  CASE WHEN e.has_log THEN (SELECT count(*) FROM price_change c WHERE c.apo_id = e.apo_id AND c.history_id = e.id
    AND c.old_price IS NOT DISTINCT FROM c.new_price) ELSE 0 END::int AS "typesOnly"`;

type Entry = { readonly id: string; readonly changed: number; readonly hasLog: boolean };

type Row = {
  historyId: string;
  pzn: string;
  name: string;
  content: string | null;
  effectivePrice: number | null;
  priceType: PriceType | null;
  formerPrice: number | null;
  formerType: PriceType | null;
};

const COLUMNS: ColumnsOf<Row> = {
  historyId: 'bigint',
  pzn: 'text',
  name: 'text',
  content: 'text?',
  effectivePrice: 'int?',
  priceType: 'int?',
  formerPrice: 'int?',
  formerType: 'int?',
};

const CHANGES = statement<Row>(
  COLUMNS,
  `SELECT c.history_id AS "historyId", c.pzn, coalesce(p.name, c.pzn) AS name, p.content, ${PRICE_AFTER}, ${PRICE_BEFORE}
     FROM price_change c LEFT JOIN product p USING (pzn)
    WHERE c.apo_id = $1 AND c.history_id IS NOT NULL AND c.history_id = ANY($2::bigint[])`,
);

/** The article of each entry that has changed one, where its log may be read (rules 11.3 and 11.8). */
export async function readChangedArticles(
  db: Queryable,
  apoId: number,
  entries: readonly Entry[],
): Promise<(id: string) => ChangedArticle | null> {
  const ids = entries.filter(({ changed, hasLog }) => hasLog && changed === 1).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await ask(db, CHANGES, [apoId, ids]);
  const articles = new Map(rows.map((row) => [row.historyId, articleOf(row)]));
  return (id) => articles.get(id) ?? null;
}

function articleOf({ pzn, name, content, effectivePrice, priceType, formerPrice, formerType }: Row): ChangedArticle {
  return {
    pzn,
    name,
    content,
    before: { priceType: formerType, effectivePrice: formerPrice },
    after: { priceType, effectivePrice },
  };
}
