import { type Review, type ReviewTotals, totalReview, umfeldOf } from '@portal/list-view';
import {
  applyBulkRule,
  type BulkIssue,
  type BulkRow,
  type BulkRule,
  type Cents,
  type EditDays,
  effectivePrice,
  PRICE_TYPE,
  type PriceState,
  type RowEdit,
  vatPercentOf,
} from '@portal/rules';
import type { Days } from '../kind/days.ts';
import type { Edits, Kind, KindTypes } from '../kind/kind.ts';
import { type AppliedAgain, findAppliedAgain } from './applied-again.ts';

export type LeftOut = BulkIssue | 'setApart' | 'exclusion';

/** Rule 3.17. */
export type BulkPreview = {
  readonly changes: readonly {
    readonly row: number;
    readonly before: Cents;
    readonly after: Cents;
    readonly days?: EditDays | undefined;
  }[];
  /** rows that have this price already */
  readonly same: number;
  readonly leftOut: ReadonlyMap<LeftOut, readonly number[]>;
  readonly again: AppliedAgain;
  /** what is entered once the rule is applied */
  readonly entered: Edits;
  /** undefined without figures */
  readonly totals: ReviewTotals | undefined;
  /** the changed rows that break a limit of the pharmacy then (rule 12.6) */
  readonly breaking: readonly number[];
};

type Work<T extends KindTypes> = {
  readonly kind: Kind<T>;
  readonly model: T['model'];
  readonly entered: Edits;
  /** of what is entered now */
  readonly review: Review;
};

/** Works out what a rule makes of these rows, for some days where there are any (rule 17.2); nothing is changed. */
export function previewBulk<T extends KindTypes>(
  { kind, model, entered, review }: Work<T>,
  rows: Iterable<number>,
  rule: BulkRule,
  days?: Days,
): BulkPreview {
  const { rules } = kind;
  const changes: { row: number; before: Cents; after: Cents }[] = [];
  const edits: [number, RowEdit][] = [];
  const leftOut = new Map<LeftOut, number[]>();
  let same = 0;
  const leave = (row: number, why: LeftOut) => {
    const known = leftOut.get(why);
    if (known) known.push(row);
    else leftOut.set(why, [row]);
  };
  const stateOf = (row: number) => rules.becomes(model, row, entered.edits.get(model.columns.pzn[row] as string));
  for (const row of rows) {
    const state = stateOf(row);
    const before = effectivePrice(state);
    if (rules.isSetApart(model, row)) leave(row, 'setApart');
    else if (before === null) leave(row, state.priceType === PRICE_TYPE.exclusion ? 'exclusion' : 'noReference');
    else {
      const result = applyBulkRule(rule, bulkRow(review, row, state, before));
      if ('issue' in result) leave(row, result.issue);
      else if (result.price === before) same++;
      else {
        changes.push({ row, before, after: result.price });
        const edit = rules.withPrice(model, row, rules.inputs(model, entered.edits, row), result.price);
        edits.push([row, days && rules.withDays ? rules.withDays(model, row, edit, days) : edit]);
      }
    }
  }
  const again = findAppliedAgain({ kind, model, stateOf }, rule, changes);
  return { changes, same, leftOut, again, ...worthOf({ kind, model, entered, review }, edits) };
}

export function worthOf<T extends KindTypes>(
  { kind, model, entered, review }: Omit<Work<T>, 'review'> & { readonly review: Review | undefined },
  edits: readonly (readonly [row: number, edit: RowEdit])[],
): Pick<BulkPreview, 'entered' | 'totals' | 'breaking'> {
  const after = kind.rules.putAll(model, entered, edits);
  if (!review) return { entered: after, totals: undefined, breaking: [] };
  const judged = kind.reviewing.update(review, model, entered.edits, after.edits);
  const changed = edits.map(([row]) => row);
  return {
    entered: after,
    totals: totalReview(judged, changed),
    breaking: changed.filter((row) => judged.breaches[row] !== 0),
  };
}

function bulkRow({ columns }: Review, row: number, { calculatedPrice }: PriceState, price: Cents): BulkRow {
  const { avp, aep, vhp, umfeldAvg, umfeldMin, umfeldMax, vatPercent } = columns;
  const figure = (column: readonly (Cents | null)[]) => column[row] ?? null;
  const { isMinDoubtful, isMaxDoubtful } = umfeldOf(columns, row);
  return {
    price,
    calculatedPrice,
    avp: figure(avp),
    aep: figure(aep),
    vhp: figure(vhp),
    umfeldAvg: figure(umfeldAvg),
    umfeldMin: isMinDoubtful ? null : figure(umfeldMin),
    umfeldMax: isMaxDoubtful ? null : figure(umfeldMax),
    vatPercent: vatPercentOf(vatPercent[row]),
  };
}
