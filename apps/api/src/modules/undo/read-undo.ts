import { createHash } from 'node:crypto';
import {
  type Day,
  effectivePrice,
  type LayeredRow,
  type LeftReason,
  type LoggedPrice,
  type PriceStep,
  type PriceType,
  shownState,
  type UndoneRow,
  undoStep,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { centsSql, LAYERED_STATE, layeredRow, PRICE_AFTER, PRICE_BEFORE } from '../../db/price-columns.ts';
import { ask, statement, typed, type RowOf } from '../../db/statement.ts';
import { createTurns } from '../../http/turns.ts';
import { requireEditable } from '../price-lists/index.ts';
import { type EndedPeriod, readEndedPeriods, readStandingSince, type StandingPeriod } from '../price-writing/index.ts';
import type { Save } from './find-save.ts';
import { UNDO_TEXT } from './undo-texts.ts';

/** A change of the product after the save. */
export type LaterChange = { readonly createdAt: Date; readonly event: string; readonly userName: string };

type ShownPrice = LoggedPrice & { readonly until?: Day };
type Row = {
  readonly pzn: string;
  readonly name: string;
  readonly content: string | null;
  readonly today: ShownPrice;
};

export type Undo = {
  readonly restored: readonly (Row & {
    readonly state: UndoneRow | null;
    /** Of the period that is resumed. */
    readonly since: string | null;
    readonly begins: boolean;
  })[];
  /** To come, ended by the save. */
  readonly back: readonly EndedPeriod[];
  /** Numbers of those to come that the save has entered or given back. */
  readonly ends: readonly string[];
  readonly left: readonly (Row & { readonly reason: LeftReason; readonly later: LaterChange | null })[];
  /** Stands for what would be restored, and to what. */
  readonly key: string;
};

const STEPS = statement(
  {
    pzn: 'text',
    name: 'text',
    content: 'text?',
    formerType: typed<PriceType | null>('int?'),
    formerPrice: 'int?',
    priceType: typed<PriceType | null>('int?'),
    effectivePrice: 'int?',
    listedType: typed<PriceType | null>('int?'),
    calculatedPrice: 'int?',
    ownPrice: 'int?',
    periodPrice: 'int?',
    periodEnd: 'text?',
    onPeriod: typed<'began' | 'changed' | null>('text?'),
    stillRuns: 'bool',
    listVersion: 'bigint',
    endedId: 'bigint?',
    endedSince: 'bigint?',
    endedUntil: 'text?',
    endedType: typed<PriceType | null>('int?'),
    endedPrice: 'int?',
    resumedType: typed<PriceType | null>('int?'),
    resumedPrice: 'int?',
    elsewhere: 'bool',
    laterAt: 'time?',
    laterEvent: 'text?',
    laterBy: 'text?',
  },
  // Joined: one by one a stale estimate reads the log backwards per row.
  `WITH step AS MATERIALIZED (SELECT * FROM price_change WHERE history_id = $2 AND apo_id = $1
  ), periods AS MATERIALIZED (
    SELECT step.id AS step, bool_or(p.ended_version IS DISTINCT FROM step.list_version) AS is_on,
           bool_or(step.list_version = p.began_version OR step.list_version = ANY(p.edges)) AS began,
           max(p.began_version) FILTER (WHERE p.ended_version IS DISTINCT FROM step.list_version) AS on_since,
           max(p.id) FILTER (WHERE step.list_version = ANY(p.edges)) AS resumed,
           max(p.id) FILTER (WHERE p.ended_version = step.list_version) AS ended
      FROM step JOIN price_period p USING (apo_id, pzn)
     WHERE p.apo_id = $1 AND p.ends_on IS NOT NULL AND p.began_version <= step.list_version
       AND coalesce(p.ended_version >= step.list_version, true)
     GROUP BY step.id
  ), later AS (
    SELECT DISTINCT ON (l.pzn) l.pzn, l.created_at, l.event, l.user_name
      FROM price_change l JOIN step USING (apo_id, pzn)
      LEFT JOIN periods a ON a.step = step.id
     WHERE l.apo_id = $1 AND l.id > step.id AND (a.is_on OR NOT EXISTS (
             SELECT FROM price_period p
              WHERE p.apo_id = $1 AND p.pzn = l.pzn AND p.ends_on IS NOT NULL AND p.began_version <= l.list_version
                AND coalesce(p.ended_version >= l.list_version, true)))
     ORDER BY l.pzn, l.id DESC
  )
  SELECT c.pzn, coalesce(p.name, '') AS name, p.content, ${PRICE_BEFORE}, ${PRICE_AFTER},
         i."priceType" AS "listedType", i."calculatedPrice", i."ownPrice", i."periodPrice", i."periodEnd",
         CASE WHEN a.is_on THEN CASE WHEN a.began THEN 'began' ELSE 'changed' END END AS "onPeriod",
         coalesce(a.on_since = i.period_since, false) AS "stillRuns", c.list_version AS "listVersion", e.id AS "endedId", e.began_version AS "endedSince", e.ends_on::text AS "endedUntil",
         e.base_type AS "endedType", ${centsSql('e.base_price')} AS "endedPrice",
         o.base_type AS "resumedType", ${centsSql('o.base_price')} AS "resumedPrice",
         coalesce(i.product_group <> c.product_group, false) AS elsewhere,
         l.created_at AS "laterAt", l.event AS "laterEvent", l.user_name AS "laterBy"
    FROM step c
    LEFT JOIN product p USING (pzn)
    LEFT JOIN (SELECT pzn, product_group, period_since, ${LAYERED_STATE} FROM price_item i WHERE i.apo_id = $1) i USING (pzn)
    LEFT JOIN later l USING (pzn)
    LEFT JOIN periods a ON a.step = c.id
    LEFT JOIN price_period e ON e.apo_id = $1 AND e.id = a.ended
    LEFT JOIN price_period o ON o.apo_id = $1 AND o.id = a.resumed
   ORDER BY c.pzn`,
);

type StepRow = RowOf<typeof STEPS>;

/** What a period begins above at once. */
const LISTED = statement(
  {
    pzn: 'text',
    name: 'text',
    content: 'text?',
    priceType: typed<PriceType>('int'),
    calculatedPrice: 'int?',
    ownPrice: 'int?',
    periodPrice: 'int?',
    periodEnd: 'text?',
  },
  `SELECT i.pzn, coalesce(p.name, '') AS name, p.content, ${LAYERED_STATE} FROM price_item i LEFT JOIN product p USING (pzn)
    WHERE i.apo_id = $1 AND i.product_group = $2 AND i.pzn = ANY($3::text[]) ORDER BY i.pzn`,
);

/**
 * Rule 11.9; stable under the list's lock.
 * @throws PortalError 409
 */
export async function readUndo(db: Queryable, apoId: number, save: Save, today: Day): Promise<Undo> {
  const blocked = await requireEditable(db, apoId, [save.group]);
  const rows = await ask(db, STEPS, [apoId, save.id]);
  const version = Number(rows[0]?.listVersion ?? 0);
  const ended = await readEndedPeriods(db, { apoId, group: save.group, version, today });
  const overlapped = new Map(ended.flatMap(({ id, stands }) => (stands ? [[id, stands] as const] : [])));
  const coming = Map.groupBy(
    ended.filter(({ beganVersion }) => beganVersion === null),
    ({ pzn }) => pzn,
  );
  const back: EndedPeriod[] = [];
  const restored: Undo['restored'][number][] = [];
  const left: Undo['left'][number][] = [];
  const key = createHash('sha256');
  const turns = createTurns();
  for (const [index, step] of rows.entries()) {
    if (index % 500 === 499) await turns.give();
    const row = rowOf(step);
    const later = laterOf(step);
    const named = { pzn: step.pzn, name: step.name, content: step.content, today: priceOf(row) };
    const result = undoStep(
      {
        before: { priceType: step.formerType, effectivePrice: step.formerPrice },
        after: { priceType: step.priceType, effectivePrice: step.effectivePrice },
        onPeriod: step.onPeriod,
        resumedOver: step.resumedType === null ? null : { priceType: step.resumedType, ownPrice: step.resumedPrice },
        ended: endedOf(step, overlapped),
      },
      {
        row,
        stillRuns: step.stillRuns,
        changedSince: later !== null || step.elsewhere,
        blocked: blocked.has(step.pzn),
        today,
      },
    );
    const toCome = coming.get(step.pzn) ?? [];
    coming.delete(step.pzn);
    if ('left' in result) {
      const stands = result.left === 'overlaps' ? overlapped.get(step.endedId ?? '') : undefined;
      left.push({ ...named, reason: result.left, later: stands ? enteredSince(stands, today) : later });
      continue;
    }
    const again = toCome.filter(({ stands }) => stands === null);
    const lost = toCome.find(({ stands }) => stands !== null);
    if (lost?.stands) left.push({ ...named, reason: 'overlaps', later: enteredSince(lost.stands, today) });
    const begins = again.find(({ runs }) => runs);
    const period = begins?.to ? { price: begins.price, until: begins.to } : result.restored?.period;
    const state = result.restored && { ...result.restored, period: period ?? null };
    if (state) back.push(...again);
    const { priceType, effectivePrice: price } = priceOf(state);
    key.update(`${step.pzn} ${priceType} ${price} ${again.map(({ id }) => id).join(' ')}\n`);
    restored.push({ ...named, state, since: state?.resumes ? step.endedSince : null, begins: begins !== undefined });
  }
  const others = [...coming.values()].flat().filter(({ stands, listed }) => stands === null && listed);
  const begun = new Map(others.filter(({ runs }) => runs).map((period) => [period.pzn, period]));
  const beneath = begun.size === 0 ? [] : await ask(db, LISTED, [apoId, save.group, [...begun.keys()]]);
  for (const { pzn, name, content, ...listed } of beneath) {
    const { price, to } = begun.get(pzn) as EndedPeriod;
    const row = layeredRow(listed);
    const named = { pzn, name, content, today: priceOf(row) };
    if (blocked.has(pzn)) {
      begun.delete(pzn);
      left.push({ ...named, reason: 'blocked', later: null });
      continue;
    }
    const state = { ...row, period: { price, until: to as Day }, resumes: false };
    key.update(`${pzn} ${price}\n`);
    restored.push({ ...named, state, since: null, begins: true });
  }
  back.push(...others.filter(({ pzn, runs }) => !runs || begun.has(pzn)));
  const stays = new Set(left.map(({ pzn }) => pzn));
  for (const { pzn } of restored) stays.delete(pzn);
  const entered = await readStandingSince(db, { apoId, group: save.group, version });
  const ends = entered.flatMap(({ id, pzn }) => (stays.has(pzn) ? [] : [id]));
  key.update(ends.join(' '));
  return { restored, back, ends, left, key: key.digest('base64url') };
}

export function priceOf(row: LayeredRow | null): ShownPrice {
  const shown = row && shownState(row);
  return {
    priceType: shown?.priceType ?? null,
    effectivePrice: shown && effectivePrice(shown),
    ...(row?.period ? { until: row.period.until } : {}),
  };
}

function rowOf({ listedType, elsewhere, ...step }: StepRow): LayeredRow | null {
  return listedType === null || elsewhere ? null : layeredRow({ ...step, priceType: listedType });
}

function endedOf(
  { endedId, endedType, endedPrice, endedUntil }: StepRow,
  overlapped: ReadonlyMap<string, StandingPeriod>,
): NonNullable<PriceStep['ended']> | null {
  if (endedId === null || endedType === null || endedUntil === null) return null;
  return {
    beneath: { priceType: endedType, calculatedPrice: null, ownPrice: endedPrice },
    until: endedUntil,
    overlapped: overlapped.has(endedId),
  };
}

function enteredSince(stands: StandingPeriod, today: Day): LaterChange {
  return { createdAt: new Date(stands.createdAt), event: UNDO_TEXT.period(stands, today), userName: stands.userName };
}

function laterOf({ laterAt, laterEvent, laterBy }: StepRow): LaterChange | null {
  return laterAt && { createdAt: laterAt, event: laterEvent ?? '', userName: laterBy ?? '' };
}
