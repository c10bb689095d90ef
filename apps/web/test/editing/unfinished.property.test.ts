import { expect, test } from '@jest/globals';
import {
  atOnce,
  buildApprovalModel,
  buildPriceListModel,
  deliveredEffects,
  summarizeReview,
  totalReview,
} from '@portal/list-view';
import { NO_GUARDRAILS, type PriceType, type RowEdit } from '@portal/rules';
import fc from 'fast-check';
import { FIRST_FIELDS, readRule } from '../../src/editing/bulk/bulk-fields.ts';
import { previewBulk } from '../../src/editing/bulk/preview-bulk.ts';
import type { RowData } from '../../src/editing/kind/column.ts';
import { confirmRows } from '../../src/editing/confirm/confirm-rows.ts';
import type { Kind, KindTypes } from '../../src/editing/kind/kind.ts';
import { LZD } from '../../src/editing/kinds/lzd.ts';
import { MDP } from '../../src/editing/kinds/mdp.ts';
import { PRICE_LIST } from '../../src/editing/kinds/price-list.ts';
import { QDP } from '../../src/editing/kinds/qdp.ts';
import { reviewColumns } from '../../src/editing/review/review-columns.tsx';
import { entryTexts } from '../../src/editing/undo/entry-text.ts';
import { aPriceList } from '../price-lists/list.ts';
import { anLzd, anMdp, aQdp } from '../price-updates/update.ts';

/** As many times the cases at night, when scripts/test.mjs sets it to 10. */
const TIMES = Number(process.env.PORTAL_PROPERTY_TIMES ?? 1);
const t = ((key: string) => key) as never;
const price = fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: null });
/** As it is stored, and as its inputs stand at any moment of an edit, also one that nobody could store. */
const article = fc.record({
  stored: fc.record({
    priceType: fc.constantFrom<PriceType>(0, 1, 2, 3),
    calculatedPrice: price,
    ownPrice: price,
    avp: price,
    aep: price,
  }),
  edit: fc.option(fc.record({ ownPrice: price, permanent: fc.boolean(), exclusion: fc.boolean() }), { nil: undefined }),
});
const articles = fc.array(article, { minLength: 1, maxLength: 6 });
type Articles = { readonly stored: object; readonly edit: RowEdit | undefined }[];

const KINDS: Record<string, (rows: object[]) => readonly [Kind<KindTypes>, KindTypes['model']]> = {
  'a price list': (rows) => [PRICE_LIST as never, buildPriceListModel(aPriceList(rows).columns) as never],
  'an MDP': (rows) => [MDP as never, packageOf('MDP', anMdp(rows).columns)],
  'a QDP': (rows) => [QDP as never, packageOf('QDP', aQdp(rows).columns)],
  'an LZD': (rows) => [LZD as never, packageOf('LZD', anLzd(rows).columns)],
};

function packageOf(kind: 'MDP' | 'QDP' | 'LZD', columns: ReturnType<typeof anMdp>['columns']): KindTypes['model'] {
  return buildApprovalModel(kind, columns, { editable: true, approved: false }) as never;
}

/** All that is worked out while a list with such edits is drawn. */
function draw(kind: Kind<KindTypes>, model: KindTypes['model'], list: Articles): void {
  const rows = [...list.keys()];
  const edits = new Map(
    list.flatMap(({ edit }, row) => (edit ? [[model.columns.pzn[row] as string, edit] as const] : [])),
  );
  const entered = { edits, touched: new Set(edits.keys()) };
  const { rules, reviewing } = kind;
  const review = atOnce(reviewing.build(model, null, edits, { now: 0, guardrails: NO_GUARDRAILS }));
  reviewing.update(review, model, edits, new Map());
  totalReview(review, rows);
  summarizeReview(review, rows);
  deliveredEffects(review);
  const options = { model, narrow: false, t };
  const actions = { enterPrice: ignore, enterInvalid: ignore, restore: ignore, tick: ignore };
  const inReview = reviewColumns(kind, model, review.columns, t, {
    marks: 'all',
    onMark: ignore,
    whyWidth: undefined,
    tall: false,
    asksDue: false,
  });
  const columns = [
    ...kind.columns({
      ...options,
      shown: {},
      editing: true,
      actions,
      rights: { staff: true },
      onOpen: ignore,
    } as never),
    ...kind.confirmColumns(options),
    inReview.reviewed,
    ...inReview.judged,
    inReview.why,
    ...inReview.more,
  ];
  for (const [row, { edit }] of list.entries()) {
    const data: RowData = {
      edit,
      issue: undefined,
      rounded: undefined,
      setApart: false,
      marked: false,
      breach: '',
      why: 'why',
      chips: 'why',
      effect: review.effect[row],
      reviewed: false,
      due: false,
      answerUnsaved: false,
      reviewedBy: '',
    };
    for (const column of columns) void column.cell?.(row, data);
    rules.was(model, row);
    rules.becomes(model, row, edit);
    if (!edit) continue;
    rules.issue(model, row, edit, { staff: false });
    rules.concerns(model, row, edit);
    rules.withPrice(model, row, edit, null);
    for (const column of ['permanent', 'exclusion'] as const) {
      rules.canTick(model, row, edit, column);
      rules.tickCounter(model, rows, column)(edits);
    }
  }
  confirmRows(kind, model, edits);
  for (const { name, value } of kind.filters(model, true)) {
    kind.keeps(model, { ...kind.firstView, filter: { name, value } }, edits, true);
  }
  for (const key of kind.sortKeys) {
    kind.order(model, [{ key, reversed: false }], edits);
    kind.values(model, key, edits);
  }
  const rule = readRule({ ...FIRST_FIELDS, percent: '3' });
  if (rule) previewBulk({ kind, model, entered, review }, rows, rule);
  const textOf = entryTexts(kind, model, t);
  for (const [pzn, edit] of edits) {
    const inputs = { edit, touched: true, issue: undefined, rounded: undefined, marked: false };
    textOf({
      cause: { by: 'price' },
      rows: new Map([[pzn, { before: { ...inputs, edit: undefined }, after: inputs }]]),
    });
  }
}

const ignore = () => {};

// rule 3.6
test.each(Object.keys(KINDS))('nothing that draws %s throws for an edit that is not finished', (name) => {
  fc.assert(
    fc.property(articles, (list) => {
      const [kind, model] = (KINDS[name] as (typeof KINDS)[string])(list.map(({ stored }) => stored));
      expect(() => draw(kind, model, list)).not.toThrow();
    }),
    { numRuns: 20 * TIMES },
  );
});
