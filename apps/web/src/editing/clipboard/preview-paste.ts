import {
  type PastedDays,
  type PastedPrice,
  type PastedPrices,
  type Review,
  rowOfPzn,
  shownRounded,
} from '@portal/list-view';
import {
  type Cents,
  type CommonFactor,
  type Day,
  dayIssue,
  effectivePrice,
  findCommonFactor,
  laterPrice,
  orderRanges,
  type RowEdit,
} from '@portal/rules';
import { type BulkPreview, worthOf } from '../bulk/preview-bulk.ts';
import type { Edits, Kind, KindTypes } from '../kind/kind.ts';

/** Why lines of a paste come to nothing. */
export type LeftLine = 'unreadable' | 'noDay' | 'unknown' | 'twice' | 'overlapping' | 'tooMany' | 'noPzn' | 'beyond';

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
  const { kind, model, entered, review, takesPrice, withHidden } = work;
  const { rules } = kind;
  const leftLines = new Map<LeftLine, string[]>();
  const leave = (why: LeftLine, name: string) => leftLines.set(why, [...(leftLines.get(why) ?? []), name]);
  const shown = new Set(work.shown);
  const changes: BulkPreview['changes'][number][] = [];
  const edits: [number, RowEdit][] = [];
  const locked: number[] = [];
  const hidden: number[] = [];
  const excluded: number[] = [];
  const incoming: Parameters<typeof shownRounded>[0][number][] = [];
  let same = 0;
  if (pasted.by === 'pzn') for (const line of pasted.noPzn) leave('noPzn', String(line));
  for (const { row, prices } of articlesOf(work, pasted, leave)) {
    const [{ price, days }, ...others] = prices;
    const standing = effectivePrice(rules.was(model, row));
    incoming.push(...prices.map((each) => ({ price: each.price, text: each.text, standing })));
    if (!takesPrice(row)) {
      locked.push(row);
      continue;
    }
    if (!shown.has(row)) {
      hidden.push(row);
      if (!withHidden) continue;
    }
    const inputs = rules.inputs(model, entered.edits, row);
    const priced = rules.withPrice(model, row, inputs, price);
    if (inputs.exclusion) {
      excluded.push(row);
      edits.push([row, priced]);
      continue;
    }
    const before = inputs.ownPrice ?? model.columns.calculatedPrice[row] ?? null;
    const isSame = !isDated(days) && (inputs.ownPrice === price || (inputs.ownPrice === null && before === price));
    const changing = isSame ? others : prices;
    if (isSame) same++;
    if (changing.length === 0) continue;
    changes.push(...changing.map((each) => ({ row, before: before ?? price, after: each.price, days: each.days })));
    const later = others.map((each) =>
      laterPrice({ ownPrice: each.price, ...(each.days as StartedDays) }, inputs.permanent),
    );
    const further = later.length > 0 ? { later } : {};
    const first = isSame ? inputs : priced;
    edits.push([
      row,
      isDated(days) && rules.withDays
        ? rules.withDays(model, row, first, { ...days, remindOn: null, ...further })
        : { ...first, ...further },
    ]);
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

type Price = Pick<PastedPrice, 'line' | 'text'> & { readonly price: Cents; readonly days: PastedDays | undefined };
type StartedDays = PastedDays & { readonly validFrom: Day };
/** In the order of their days. */
type Article = { readonly row: number; readonly prices: readonly [Price, ...Price[]] };

const isDated = (days: PastedDays | undefined): days is PastedDays =>
  days !== undefined && (days.validFrom !== null || days.validTo !== null);

/** Articles whose prices contradict each other are left out (rules 3.30 and 17.13). */
function articlesOf<T extends KindTypes>(
  { model, from, today }: PasteWork<T>,
  pasted: PastedPrices,
  leave: (why: LeftLine, name: string) => void,
): Article[] {
  const hasPrice = ({ line, text, price, issue }: PastedPrice) => {
    if (issue) leave('unreadable', `${line} („${text.trim()}“)`);
    return price !== undefined;
  };
  const read = ({ line, text, price, days }: PastedPrice): Price[] => {
    const isKept = days !== 'unreadable' && !(days && dayIssue({ from: days.validFrom, to: days.validTo }, today));
    if (isKept) return [{ line, text, price: price as Cents, days }];
    leave('noDay', String(line));
    return [];
  };
  if (pasted.by === 'place') {
    const { headingLine = 0 } = pasted.columns;
    return pasted.prices.filter(hasPrice).flatMap((each) => {
      const row = from[each.line - headingLine - 1];
      if (row === undefined) leave('beyond', String(each.line));
      return row === undefined ? [] : read(each).map((price): Article => ({ row, prices: [price] }));
    });
  }
  if (pasted.by !== 'pzn') return [];
  const byPzn = Map.groupBy(pasted.prices.filter(hasPrice), ({ pzn }) => pzn);
  return [...byPzn].flatMap(([pzn, lines]): Article[] => {
    const row = rowOfPzn(model, pzn);
    if (row === undefined) leave('unknown', pzn);
    if (row === undefined) return [];
    const prices = [...new Map(lines.flatMap(read).map((each) => [contentOf(each), each])).values()];
    const isTwice = prices.length > 1 && !prices.some(({ days }) => isDated(days));
    if (isTwice) leave('twice', pzn);
    const ordered = isTwice
      ? []
      : orderRanges(
          prices.map((each) => ({ ...each, ...each.days })),
          today,
        );
    if (ordered === 'tooMany') leave(ordered, pzn);
    else if (ordered === 'overlapping') leave(ordered, lines.map(({ line }) => line).join(' + '));
    else if (ordered[0]) return [{ row, prices: [ordered[0], ...ordered.slice(1)] }];
    return [];
  });
}

const contentOf = ({ price, days }: Price) => JSON.stringify([price, days]);
