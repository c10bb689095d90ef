import {
  type AddedProduct,
  atOnce,
  applyImport,
  type ImportOutcome,
  isBlocked,
  NO_EDITS,
  type PriceListModel,
  type Review,
  type ReviewTotals,
  type RowEdits,
  rowAt,
  rowOfPzn,
  totalReview,
} from '@portal/list-view';
import {
  carryEdit,
  type Guardrails,
  isPriceIgnored,
  originalEdit,
  type ProductGroup,
  resolveSave,
  type RowEdit,
} from '@portal/rules';
import { type LeftOut, previewBulk } from '../../../editing/bulk/preview-bulk.ts';
import { entered, PRICE_LIST } from '../../../editing/kinds/price-list.ts';
import type { Rights } from '../../../editing/kind/kind.ts';
import type { Source, Work } from '../../../editing/state/sources.ts';

/** Why a row stays as it is in the other pharmacy. */
export type Stays = Exclude<LeftOut, 'setApart'> | 'same' | 'missing' | 'blocked' | 'refused' | 'excludedHere';

/** Rule 3.35. */
export type CarriedOver = {
  /** The list of the other pharmacy, with what an import adds to it. */
  readonly model: PriceListModel;
  readonly edits: RowEdits;
  readonly stays: ReadonlyMap<Stays, readonly string[]>;
  /** Of that list with the edits. */
  readonly review: Review;
  readonly rows: readonly number[];
  /** Those of them whose price breaks a limit of that pharmacy (rule 12.6). */
  readonly breaking: readonly number[];
  /** Those of them whose price is worth a second look (rule 3.15). */
  readonly doubtful: readonly number[];
  readonly totals: ReviewTotals;
};

type Target = { readonly model: PriceListModel; readonly guardrails: Guardrails };
type Here = { readonly work: Work; readonly model: PriceListModel; readonly group: ProductGroup };

/**
 * Rules and files with that list's figures, then edits by hand (rules 3.32 and 3.34).
 * @param now seconds since 1970
 */
export function carryOver(here: Here, target: Target, rights: Rights, now: number): CarriedOver {
  const { reviewing } = PRICE_LIST;
  const options = { now, guardrails: target.guardrails };
  const unedited = atOnce(reviewing.build(target.model, null, NO_EDITS, options));
  const why: Why = new Map();
  const added: AddedProduct[] = [];
  let edits: RowEdits = NO_EDITS;
  for (const { source, pzns } of here.work.sources) {
    if (source.kind === 'rule') edits = byRule(source, pzns, { ...target, edits, unedited }, why);
    else edits = byImport(source, pzns, { model: target.model, edits, group: here.group }, { why, added });
  }
  const model = PRICE_LIST.rules.withAdded(target.model, added);
  edits = PRICE_LIST.rules.putAll(model, entered(edits), byHand(here, model, rights, why)).edits;
  edits = withoutRefused(model, edits, rights, why);
  const review =
    model === target.model
      ? reviewing.update(unedited, model, NO_EDITS, edits)
      : atOnce(reviewing.build(model, null, edits, options));
  return judged({ model, edits, review }, why);
}

/**
 * Prices entered for that list, which may have changed since (rule 2.25).
 * @param now seconds since 1970
 */
export function enteredThere(there: RowEdits, { model, guardrails }: Target, rights: Rights, now: number): CarriedOver {
  const why: Why = new Map();
  const rows = [...there].flatMap(([pzn, edit]): [number, RowEdit][] => {
    const row = rowOfPzn(model, pzn);
    if (row !== undefined && !isBlocked(model, row)) return [[row, edit]];
    why.set(pzn, row === undefined ? 'missing' : 'blocked');
    return [];
  });
  for (const [row] of rows) why.set(model.columns.pzn[row] as string, 'same');
  const { edits } = PRICE_LIST.rules.putAll(model, entered(NO_EDITS), rows);
  const kept = withoutRefused(model, edits, rights, why);
  return judged(
    { model, edits: kept, review: atOnce(PRICE_LIST.reviewing.build(model, null, kept, { now, guardrails })) },
    why,
  );
}

function judged({ model, edits, review }: Pick<CarriedOver, 'model' | 'edits' | 'review'>, why: Why): CarriedOver {
  const rows = [...edits.keys()].map((pzn) => rowOfPzn(model, pzn) as number);
  const stays = new Map<Stays, string[]>();
  for (const [pzn, reason] of why) {
    if (edits.has(pzn)) continue;
    const known = stays.get(reason);
    if (known) known.push(pzn);
    else stays.set(reason, [pzn]);
  }
  const breaking = rows.filter((row) => review.breaches[row] !== 0);
  const doubtful = rows.filter((row) => {
    const edit = edits.get(model.columns.pzn[row] as string) as RowEdit;
    return PRICE_LIST.rules.concerns(model, row, edit).length > 0;
  });
  return { model, edits, stays, review, rows, breaking, doubtful, totals: totalReview(review, rows) };
}

type Why = Map<string, Stays>;

function byRule(
  { rule, days }: Source & { kind: 'rule' },
  pzns: ReadonlySet<string>,
  { model, edits, unedited }: Target & { edits: RowEdits; unedited: Review },
  why: Why,
): RowEdits {
  const rows: number[] = [];
  for (const pzn of pzns) {
    const row = rowOfPzn(model, pzn);
    if (row === undefined) why.set(pzn, 'missing');
    else rows.push(row);
  }
  const review = PRICE_LIST.reviewing.update(unedited, model, NO_EDITS, edits);
  const preview = previewBulk({ kind: PRICE_LIST, model, entered: entered(edits), review }, rows, rule, days);
  for (const row of rows) why.set(model.columns.pzn[row] as string, 'same');
  for (const [reason, left] of preview.leftOut) {
    for (const row of left) why.set(model.columns.pzn[row] as string, reason === 'setApart' ? 'blocked' : reason);
  }
  return preview.entered.edits;
}

const IMPORT_STAYS: Partial<Record<ImportOutcome, Stays>> = {
  unchanged: 'same',
  alreadyNegative: 'same',
  // a price for an excluded article would be lost
  exclusionPriced: 'exclusion',
  notFound: 'missing',
  wrongGroup: 'missing',
  blocked: 'blocked',
};

function byImport(
  { type, rows }: Source & { kind: 'import' },
  pzns: ReadonlySet<string>,
  context: { model: PriceListModel; edits: RowEdits; group: ProductGroup },
  { why, added }: { why: Why; added: AddedProduct[] },
): RowEdits {
  const result = applyImport(
    { ...context, type },
    rows.filter(({ pzn }) => pzns.has(pzn)),
  );
  for (const [outcome, reason] of Object.entries(IMPORT_STAYS)) {
    for (const pzn of result.pzns[outcome as ImportOutcome]) why.set(pzn, reason);
  }
  for (const { pzn } of result.unusable) why.set(pzn, 'refused');
  added.push(...result.added);
  const priced = type === 'priceimport' ? new Set(result.pzns.exclusionPriced) : new Set<string>();
  return new Map([...result.edits].filter(([pzn]) => !priced.has(pzn)));
}

function byHand({ work, model: own }: Here, model: PriceListModel, rights: Rights, why: Why): [number, RowEdit][] {
  return [...work.byHand].flatMap(([pzn, edit]): [number, RowEdit][] => {
    const row = rowOfPzn(model, pzn);
    const from = rowOfPzn(own, pzn);
    if (row === undefined || from === undefined) why.set(pzn, 'missing');
    else if (isBlocked(model, row)) why.set(pzn, 'blocked');
    else {
      const carried = carryEdit({ row: rowAt(own, from), edit }, rowAt(model, row), rights);
      const ignored = isPriceIgnored(originalEdit(rowAt(own, from)), edit);
      why.set(
        pzn,
        ignored ? 'excludedHere' : 'edit' in carried ? 'same' : carried.issue === 'exclusion' ? 'exclusion' : 'refused',
      );
      if ('edit' in carried) return [[row, carried.edit]];
    }
    return [];
  });
}

/** So that the rest can be saved. */
function withoutRefused(model: PriceListModel, edits: RowEdits, rights: Rights, why: Why): RowEdits {
  const kept = new Map(edits);
  for (const [pzn, edit] of edits) {
    if (resolveSave(rowAt(model, rowOfPzn(model, pzn) as number), edit, rights).ok) continue;
    kept.delete(pzn);
    why.set(pzn, 'refused');
  }
  return kept;
}
