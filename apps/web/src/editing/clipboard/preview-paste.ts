import { type PastedPrice, type PastedPrices, type Review, rowOfPzn, shownRounded } from '@portal/list-view';
import {
  type Cents,
  type CommonFactor,
  type Day,
  dayIssue,
  effectivePrice,
  findCommonFactor,
  type RowEdit,
} from '@portal/rules';
import { type BulkPreview, worthOf } from '../bulk/preview-bulk.ts';
import type { Edits, Kind, KindTypes } from '../kind.ts';

/** Why lines of a paste come to nothing. */
export type LeftLine = 'unreadable' | 'noDay' | 'unknown' | 'twice' | 'noPzn' | 'beyond';

export type PastePreview = Omit<BulkPreview, 'again'> & {
  /** Lines of which nothing becomes, as they are named to the user. */
  readonly leftLines: ReadonlyMap<LeftLine, readonly string[]>;
  readonly hidden: readonly number[];
  /** Exclusions that get a price and stay exclusions (rule 3.43). */
  readonly excluded: readonly number[];
  /** How a spreadsheet may have shown the prices rounded (rule 3.42). */
  readonly rounded: ReturnType<typeof shownRounded>;
  /** The factor by which nearly all prices move (rule 20.2). */
  readonly factor: CommonFactor | null;
};

export type PasteWork<T extends KindTypes> = {
  readonly kind: Kind<T>;
  readonly model: T['model'];
  readonly entered: Edits;
  readonly review: Review | undefined;
  /** In the order of the screen. */
  readonly shown: Iterable<number>;
  /** The rows from the active one on, for prices without a PZN. */
  readonly from: readonly number[];
  readonly takesPrice: (row: number) => boolean;
  readonly today: Day;
  /** Hidden rows change too. */
  readonly withHidden: boolean;
};

/** Works out what a paste would do; nothing is changed (rules 3.29 and 3.30). */
export function previewPaste<T extends KindTypes>(work: PasteWork<T>, pasted: PastedPrices): PastePreview {
  const { kind, model, entered, review, takesPrice, today, withHidden } = work;
  const { rules } = kind;
  const leftLines = new Map<LeftLine, string[]>();
  const leave = (why: LeftLine, name: string) => leftLines.set(why, [...(leftLines.get(why) ?? []), name]);
  const shown = new Set(work.shown);
  const changes: { row: number; before: Cents; after: Cents }[] = [];
  const edits: [number, RowEdit][] = [];
  const locked: number[] = [];
  const hidden: number[] = [];
  const excluded: number[] = [];
  const incoming: Parameters<typeof shownRounded>[0][number][] = [];
  let same = 0;
  if (pasted.by === 'pzn') for (const line of pasted.noPzn) leave('noPzn', String(line));
  const prices: readonly PastedPrice[] = 'prices' in pasted ? pasted.prices : [];
  const rowsOf = rowFinder(work, pasted, leave);
  for (const each of prices) {
    const { price } = each;
    if (each.issue) leave('unreadable', `${each.line} („${each.text.trim()}“)`);
    if (price === undefined) continue;
    const row = rowsOf(each);
    if (row === undefined) continue;
    const days = each.days === 'unreadable' ? undefined : each.days;
    if (each.days === 'unreadable' || (days && dayIssue({ from: days.validFrom, to: days.validTo }, today))) {
      leave('noDay', String(each.line));
      continue;
    }
    const isDated = days !== undefined && (days.validFrom !== null || days.validTo !== null);
    const dated = (edit: RowEdit) =>
      isDated && rules.withDays ? rules.withDays(model, row, edit, { ...days, remindOn: null }) : edit;
    incoming.push({ price, text: each.text, standing: effectivePrice(rules.was(model, row)) });
    if (!takesPrice(row)) {
      locked.push(row);
      continue;
    }
    if (!shown.has(row)) {
      hidden.push(row);
      if (!withHidden) continue;
    }
    const inputs = rules.inputs(model, entered.edits, row);
    if (inputs.exclusion) {
      excluded.push(row);
      edits.push([row, rules.withPrice(model, row, inputs, price)]);
      continue;
    }
    const before = inputs.ownPrice ?? model.columns.calculatedPrice[row] ?? null;
    if (!isDated && (inputs.ownPrice === price || (inputs.ownPrice === null && before === price))) same++;
    else {
      changes.push({ row, before: before ?? price, after: price });
      edits.push([row, dated(rules.withPrice(model, row, inputs, price))]);
    }
  }
  return {
    changes,
    same,
    leftOut: new Map(locked.length > 0 ? [['setApart', locked]] : []),
    ...worthOf({ kind, model, entered, review }, edits),
    leftLines,
    hidden,
    excluded,
    rounded: shownRounded(incoming),
    factor: findCommonFactor(
      incoming.flatMap(({ price, standing }) => (standing ? [{ before: standing, after: price }] : [])),
    ),
  };
}

/** A PZN with different prices is left out. */
function rowFinder<T extends KindTypes>(
  { model, from }: PasteWork<T>,
  pasted: PastedPrices,
  leave: (why: LeftLine, name: string) => void,
): (each: PastedPrice) => number | undefined {
  if (pasted.by !== 'pzn') {
    const { headingLine = 0 } = pasted.columns;
    return ({ line }) => {
      const row = from[line - headingLine - 1];
      if (row === undefined) leave('beyond', String(line));
      return row;
    };
  }
  const pzns = new Map(pasted.prices.map(({ line, pzn }) => [line, pzn]));
  const pricesOf = new Map<string, Set<string>>();
  for (const { pzn, price, days } of pasted.prices) {
    if (price === undefined) continue;
    pricesOf.set(pzn, (pricesOf.get(pzn) ?? new Set()).add(JSON.stringify([price, days])));
  }
  const seen = new Set<string>();
  return ({ line }) => {
    const pzn = pzns.get(line) as string;
    if (seen.has(pzn)) return undefined;
    seen.add(pzn);
    const row = rowOfPzn(model, pzn);
    if (row === undefined) leave('unknown', pzn);
    else if ((pricesOf.get(pzn)?.size ?? 0) > 1) leave('twice', pzn);
    else return row;
    return undefined;
  };
}
