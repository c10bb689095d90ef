import type { TillSettings } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { berlinDay, centsSql } from '../../db/price-columns.ts';
import { askOne, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

const ROW = `i.pzn, i.product_group AS "productGroup", ${centsSql(EFFECTIVE_PRICE)} AS price, ${centsSql('i.avp')} AS avp,
            i.price_type AS type, p.name, ${berlinDay('i.changed_at')} AS "validFrom"`;
const ITEMS = 'price_item i JOIN product p USING (pzn)';
const LIST = `${ITEMS} WHERE i.apo_id = $1`;

const SAMPLE = statement<{ rows: TillSettings['rows']; nameCharacters: string }>(
  { rows: 'json', nameCharacters: 'text' },
  `SELECT (SELECT coalesce(json_agg(sample ORDER BY sample.pzn), '[]')
             FROM ((SELECT ${ROW} FROM ${LIST} AND i.price_type <> 1 ORDER BY i.pzn LIMIT 6)
                   UNION ALL (SELECT ${ROW} FROM ${LIST} AND i.price_type = 1 ORDER BY i.pzn LIMIT 2)) sample) AS rows,
          (SELECT coalesce(string_agg(DISTINCT letter[1], ''), '')
             FROM ${ITEMS} CROSS JOIN regexp_matches(normalize(p.name), '[^ -~]', 'g') letter
            WHERE i.apo_id = $1 AND octet_length(p.name) > char_length(p.name)) AS "nameCharacters"`,
);

export async function readTillSample(
  db: Queryable,
  listApoId: number,
): Promise<Pick<TillSettings, 'rows' | 'nameCharacters'>> {
  return askOne(db, SAMPLE, [listApoId]);
}
