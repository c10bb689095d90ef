import { type AnswerOf, type getPricePeriods, MAX_PERIODS, type PricePeriod } from '@portal/contracts';
import { isoDay, type PriceType, type ProductGroup } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { beneathOf, centsSql } from '../../db/price-columns.ts';
import sql from 'sql-template-tag';
import { ask, askOne, statement, typed } from '../../db/statement.ts';
import { effectiveSql } from '../price-writing/index.ts';

/** Of those that are over. */
const MAX_ENDED = 500;

const BENEATH = beneathOf('i');
const BENEATH_PRICE = effectiveSql(sql`(${BENEATH.price_type})`, sql`i.calculated_price`, BENEATH.manual_price).text;

/** `next`: what begins on the day after, else what is entered without an end until then. */
const PERIODS = statement(
  {
    id: 'bigint',
    pzn: 'text',
    name: 'text',
    content: 'text?',
    productGroup: typed<ProductGroup>('text'),
    state: typed<PricePeriod['state']>('text'),
    effectivePrice: 'int',
    priceType: typed<PriceType>('int'),
    validFrom: 'text',
    validTo: 'text?',
    userName: 'text',
    endedAt: 'time?',
    endedBy: 'text?',
    effectivePriceAfter: 'int?',
  },
  `SELECT p.id, p.pzn, coalesce(product.name, '') AS name, product.content, p.product_group AS "productGroup", p.state, ${centsSql('p.price')} AS "effectivePrice",
          p.price_type AS "priceType", p.begins_on::text AS "validFrom", p.ends_on::text AS "validTo", p.user_name AS "userName",
          p.ended_at AS "endedAt", p.ended_by AS "endedBy",
          ${centsSql(`coalesce(next.price, ${BENEATH_PRICE})`)} AS "effectivePriceAfter"
     FROM ((SELECT * FROM price_period WHERE apo_id = $1 AND pzn = coalesce($2, pzn) AND state = 'running' ORDER BY ends_on NULLS LAST, id LIMIT $3)
           UNION ALL
           (SELECT * FROM price_period WHERE apo_id = $1 AND pzn = coalesce($2, pzn) AND state = 'coming' ORDER BY begins_on, id LIMIT $3)) p
     LEFT JOIN product ON product.pzn = p.pzn
     LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = p.pzn
     LEFT JOIN LATERAL (SELECT n.price FROM price_period n
                         WHERE n.apo_id = $1 AND n.pzn = p.pzn AND n.state = 'coming' AND n.id <> p.id
                           AND (n.begins_on = p.ends_on + 1 OR (n.ends_on IS NULL AND n.begins_on <= p.ends_on))
                         ORDER BY n.begins_on DESC LIMIT 1) next ON true
    UNION ALL
   SELECT p.id, p.pzn, coalesce(product.name, ''), product.content, p.product_group, p.state, ${centsSql('p.price')}, p.price_type, p.begins_on::text,
          p.ends_on::text, p.user_name, p.ended_at, p.ended_by, NULL
     FROM (SELECT * FROM price_period WHERE apo_id = $1 AND pzn = coalesce($2, pzn) AND state = 'ended' ORDER BY ended_at DESC, id DESC
            LIMIT ${MAX_ENDED}) p
     LEFT JOIN product ON product.pzn = p.pzn`,
);

const COUNTS = statement(
  { running: 'int', coming: 'int', ended: 'int' },
  `SELECT count(*) FILTER (WHERE state = 'running')::int AS running, count(*) FILTER (WHERE state = 'coming')::int AS coming,
          count(*) FILTER (WHERE state = 'ended')::int AS ended FROM price_period WHERE apo_id = $1 AND pzn = coalesce($2, pzn)`,
);

/** The first to end and to begin. Rule 17.9; of one article where `pzn` names it. */
export async function readPeriods(
  { database, clock }: { database: Database; clock: Clock },
  apoId: number,
  pzn: string | undefined,
): Promise<AnswerOf<typeof getPricePeriods>> {
  const counts = await askOne(database.pool, COUNTS, [apoId, pzn ?? null]);
  const rows = await ask(database.pool, PERIODS, [apoId, pzn ?? null, MAX_PERIODS]);
  const periods = rows
    .map(({ id, endedAt, ...row }) => ({ ...row, id: Number(id), endedAt: endedAt?.toISOString() ?? null }))
    .sort(inTurn);
  return { today: isoDay(clock.now()), periods, counts };
}

const TURN: readonly PricePeriod['state'][] = ['running', 'coming', 'ended'];
const NEVER = '9999-12-31';

/** Joins keep no order. */
function inTurn(a: PricePeriod, b: PricePeriod): number {
  if (a.state !== b.state) return TURN.indexOf(a.state) - TURN.indexOf(b.state);
  const order = {
    running: () => (a.validTo ?? NEVER).localeCompare(b.validTo ?? NEVER),
    coming: () => a.validFrom.localeCompare(b.validFrom),
    ended: () => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''),
  }[a.state]();
  return order || (a.state === 'ended' ? b.id - a.id : a.id - b.id);
}
