import { hasReason, intersectRows } from '@portal/list-view';
import type { Kind, KindTypes } from '../kind/kind.ts';
import type { Marked } from '../judging/marks.ts';
import type { GuardedReview } from '../judging/use-review.ts';
import type { ConfirmRows, DoubtfulRows } from './confirm-rows.ts';

export type ConfirmChoiceName = 'all' | 'changed' | 'jumps' | 'belowAep' | 'breaking' | 'ends' | 'open' | 'largest';

/** Rows that the confirmation can show alone. */
export type ConfirmChoice = { readonly name: ConfirmChoiceName; readonly rows: readonly number[] };

type Facts<T extends KindTypes> = {
  readonly kind: Pick<Kind<T>, 'confirms' | 'confirmsRows'>;
  readonly rows: ConfirmRows;
  /** Unedited prices of the update that are out of the ordinary (rule 14.42). */
  readonly delivered: DoubtfulRows;
  readonly review: GuardedReview | undefined;
  readonly marked: Pick<Marked, 'mine' | 'others'>;
  /** Rows whose price moves, largest change first. */
  readonly largest: readonly number[];
};

/** What is saved or approved. */
export function confirmedRows<T extends KindTypes>({ confirms }: Pick<Kind<T>, 'confirms'>, rows: ConfirmRows) {
  return confirms === 'approve' ? rows.all : rows.changed;
}

/** The specified rows first, then each group that has any (rule 14.27). */
export function confirmChoices<T extends KindTypes>(facts: Facts<T>): readonly ConfirmChoice[] {
  const { kind, rows, delivered, review, marked, largest } = facts;
  const confirmed = confirmedRows(kind, rows);
  const among = (found: Uint32Array | undefined) =>
    review && found ? [...intersectRows(found, confirmed, review.count)] : [];
  const ends = (row: number) => review !== undefined && hasReason(review, row, 'ownPriceEnds');
  const isOpen = (row: number) => !marked.mine.has(row) && !marked.others.has(row);
  const changed: ConfirmChoice = { name: 'changed', rows: rows.changed };
  const first: ConfirmChoice[] = kind.confirmsRows === 'all' ? [{ name: 'all', rows: rows.all }, changed] : [changed];
  const groups: ConfirmChoice[] = [
    { name: 'jumps', rows: [...rows.doubtful.jumps, ...delivered.jumps] },
    { name: 'belowAep', rows: [...rows.doubtful.belowAep, ...delivered.belowAep] },
    { name: 'breaking', rows: among(review?.breaking) },
    { name: 'ends', rows: confirmed.filter(ends) },
    { name: 'open', rows: among(review?.order).filter(isOpen) },
    { name: 'largest', rows: kind.confirms === 'approve' ? largest : [] },
  ];
  return [...first, ...groups.filter(({ rows: { length } }) => length > 0)];
}

/** The first; where it is empty, what is open, then the largest changes. */
export function firstChoice(choices: readonly ConfirmChoice[]): ConfirmChoice {
  const [first] = choices as [ConfirmChoice];
  if (first.rows.length > 0) return first;
  const named = (name: ConfirmChoiceName) => choices.find((choice) => choice.name === name);
  return named('open') ?? named('largest') ?? first;
}
