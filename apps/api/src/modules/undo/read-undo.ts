import { createHash } from 'node:crypto';
import {
  effectivePrice,
  type LeftReason,
  type LoggedPrice,
  type PriceState,
  type PriceType,
  undoStep,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { PRICE_AFTER, PRICE_BEFORE, PRICE_STATE } from '../../db/price-columns.ts';
import { ask, statement, typed, type RowOf } from '../../db/statement.ts';
import { createTurns } from '../../http/turns.ts';
import { requireEditable } from '../price-lists/index.ts';
import type { Save } from './find-save.ts';

/** A change of the product after the save. */
export type LaterChange = { readonly createdAt: Date; readonly event: string; readonly userName: string };

type Row = { readonly pzn: string; readonly name: string; readonly today: LoggedPrice };

export type Undo = {
  readonly restored: readonly (Row & { readonly state: PriceState | null })[];
  readonly left: readonly (Row & { readonly reason: LeftReason; readonly later: LaterChange | null })[];
  /** Stands for what would be restored, and to what. */
  readonly key: string;
};

const STEPS = statement(
  {
    pzn: 'text',
    name: 'text',
    formerType: typed<PriceType | null>('int?'),
    formerPrice: 'int?',
    priceType: typed<PriceType | null>('int?'),
    effectivePrice: 'int?',
    listedType: typed<PriceType | null>('int?'),
    calculatedPrice: 'int?',
    ownPrice: 'int?',
    elsewhere: 'bool',
    laterAt: 'time?',
    laterEvent: 'text?',
    laterBy: 'text?',
  },
  // Joined: one by one a stale estimate reads the log backwards per row.
  `WITH step AS MATERIALIZED (SELECT * FROM price_change WHERE history_id = $2 AND apo_id = $1
  ), later AS (
    SELECT DISTINCT ON (l.pzn) l.pzn, l.created_at, l.event, l.user_name
      FROM price_change l JOIN step USING (apo_id, pzn)
     WHERE l.apo_id = $1 AND l.id > step.id ORDER BY l.pzn, l.id DESC
  )
  SELECT c.pzn, coalesce(p.name, '') AS name, ${PRICE_BEFORE}, ${PRICE_AFTER},
         i."priceType" AS "listedType", i."calculatedPrice", i."ownPrice",
         coalesce(i.product_group <> c.product_group, false) AS elsewhere,
         l.created_at AS "laterAt", l.event AS "laterEvent", l.user_name AS "laterBy"
    FROM step c
    LEFT JOIN product p USING (pzn)
    LEFT JOIN (SELECT pzn, product_group, ${PRICE_STATE} FROM price_item i WHERE i.apo_id = $1) i USING (pzn)
    LEFT JOIN later l USING (pzn)
   ORDER BY pzn`,
);

type StepRow = RowOf<typeof STEPS>;

/**
 * Rule 11.9; stable under the list's lock.
 * @throws PortalError 409
 */
export async function readUndo(db: Queryable, apoId: number, save: Save): Promise<Undo> {
  const blocked = await requireEditable(db, apoId, [save.group]);
  const rows = await ask(db, STEPS, [apoId, save.id]);
  const restored: Undo['restored'][number][] = [];
  const left: Undo['left'][number][] = [];
  const key = createHash('sha256');
  const turns = createTurns();
  for (const [index, step] of rows.entries()) {
    if (index % 500 === 499) await turns.give();
    const row = rowOf(step);
    const later = laterOf(step);
    const named = { pzn: step.pzn, name: step.name, today: priceOf(row) };
    const result = undoStep(
      {
        before: { priceType: step.formerType, effectivePrice: step.formerPrice },
        after: { priceType: step.priceType, effectivePrice: step.effectivePrice },
      },
      { row, changedSince: later !== null || step.elsewhere, blocked: blocked.has(step.pzn) },
    );
    if ('left' in result) {
      left.push({ ...named, reason: result.left, later });
      continue;
    }
    const { priceType, effectivePrice: price } = priceOf(result.restored);
    key.update(`${step.pzn} ${priceType} ${price}\n`);
    restored.push({ ...named, state: result.restored });
  }
  return { restored, left, key: key.digest('base64url') };
}

export function priceOf(row: PriceState | null): LoggedPrice {
  return { priceType: row?.priceType ?? null, effectivePrice: row && effectivePrice(row) };
}

function rowOf({ listedType, calculatedPrice, ownPrice, elsewhere }: StepRow): PriceState | null {
  return listedType === null || elsewhere ? null : { priceType: listedType, calculatedPrice, ownPrice };
}

function laterOf({ laterAt, laterEvent, laterBy }: StepRow): LaterChange | null {
  return laterAt && { createdAt: laterAt, event: laterEvent ?? '', userName: laterBy ?? '' };
}
