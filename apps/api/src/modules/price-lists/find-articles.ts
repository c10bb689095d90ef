import { FOUND_ARTICLES_PER_LIST, type FoundArticles } from '@portal/contracts';
import {
  boundText,
  columnsWhere,
  normalizePzn,
  PRODUCT_GROUPS,
  type ProductGroup,
  readScan,
  SEARCH_MAX_LENGTH,
  searchText,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, prepared, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

type Row = {
  productGroup: ProductGroup;
  count: number;
  pzn: string;
  name: string;
  content: string | null;
  producer: string;
  effectivePrice: number | null;
};

const COLUMNS = {
  productGroup: 'text',
  count: 'int',
  pzn: 'text',
  name: 'text',
  content: 'text?',
  producer: 'text',
  effectivePrice: 'int?',
} as const;

const TEXTS = `concat_ws(chr(2), ${columnsWhere(({ searched }) => searched !== undefined)
  .map(([, { product, list }]) => (product ? `p.${product}` : `i.${list}`))
  .join(', ')})`;
/** Only the collation knows that 'Ü' is a capital 'ü'. */
const SEARCHED = `replace(lower(${TEXTS} COLLATE de_portal), 'ß', 'ss')`;
/** Asked first: a fifth of the work. */
const MAY_BE_FOUND = `strpos(lower(${TEXTS} COLLATE "C"), $6) > 0`;
const PRICE = `${centsSql(EFFECTIVE_PRICE)} AS "effectivePrice"`;
const IN_ORDER = 'name COLLATE de_portal_numeric, pzn';

/** Names may have composed or decomposed umlauts, so each word is tried both ways. The lateral part is computed once a row. */
const BY_WORDS = statement<Row>(
  COLUMNS,
  `WITH found AS MATERIALIZED (
     SELECT i.product_group, p.pzn, p.name, p.content, p.producer, ${PRICE}
       FROM price_item i JOIN product p USING (pzn), LATERAL (SELECT ${SEARCHED} AS searched WHERE ${MAY_BE_FOUND} OFFSET 0) t
      WHERE i.apo_id = $1 AND (strpos(searched, $4) > 0 OR strpos(searched, $5) > 0)
        AND NOT EXISTS (SELECT FROM unnest($2::text[], $3::text[]) AS word (composed, decomposed)
                         WHERE strpos(searched, composed) = 0 AND strpos(searched, decomposed) = 0)
   )
   SELECT list.product_group AS "productGroup", list.count, pzn, name, content, producer, "effectivePrice"
     FROM (SELECT product_group, count(*)::int AS count FROM found GROUP BY product_group) list
     JOIN LATERAL (SELECT pzn, name, content, producer, "effectivePrice" FROM found f WHERE f.product_group = list.product_group
                    ORDER BY ${IN_ORDER} LIMIT ${FOUND_ARTICLES_PER_LIST}) first ON true
    ORDER BY ${IN_ORDER}`,
);

const BY_PZN = prepared(
  statement<Row>(
    COLUMNS,
    `SELECT i.product_group AS "productGroup", 1 AS count, p.pzn, p.name, p.content, p.producer, ${PRICE}
       FROM price_item i JOIN product p USING (pzn) WHERE i.apo_id = $1 AND i.pzn = $2`,
  ),
);

/** Rule 2.42. */
export async function findArticles(db: Queryable, apoId: number, query: string): Promise<FoundArticles> {
  const pzn = readScan(query)?.pzn ?? normalizePzn(query);
  const listed = pzn === undefined ? [] : await ask(db, BY_PZN, [apoId, pzn]);
  return groupByList(listed.length > 0 ? listed : await findByWords(db, apoId, query));
}

async function findByWords(db: Queryable, apoId: number, query: string): Promise<Row[]> {
  // PostgreSQL takes no NUL.
  const words = searchText(query).replaceAll('\0', ' ').split(/\s+/).filter(Boolean);
  const [longest, ...others] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const decomposed = (word: string) => boundText(word, SEARCH_MAX_LENGTH, 'NFD');
  return ask(db, BY_WORDS, [apoId, others, others.map(decomposed), longest, decomposed(longest), plainPart(longest)]);
}

/** 'ß', 'İ' and the Kelvin sign become s, i and k. */
const NOT_PLAIN = /[^!-~]|[iks]/;

/** The longest part of a word that stands in a text however its letters were folded. */
function plainPart(word: string): string {
  return word.split(NOT_PLAIN).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function groupByList(rows: readonly Row[]): FoundArticles {
  return PRODUCT_GROUPS.flatMap((productGroup) => {
    const listed = rows.filter((row) => row.productGroup === productGroup);
    const [first] = listed;
    if (!first) return [];
    const articles = listed.map(({ productGroup: _group, count: _count, ...article }) => article);
    return [{ productGroup, count: first.count, articles }];
  });
}
