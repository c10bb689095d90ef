import { hasReason } from '@portal/list-view';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import { type Shown, shownOf } from '../../lib/use-stored-toggles.ts';
import type { KindTypes } from '../kind/kind.ts';
import { articleDetail, changeColumn, type ReviewColumns, reviewColumns } from '../review/review-columns.tsx';
import { isDueChoice } from '../judging/rows-to-review.ts';
import { useRelease } from '../state/use-release.ts';
import type { EditSession, GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import type { Column } from '../kind/column.ts';
import { emptyOf, fitColumns, JUDGING, nameWidths } from './fit-columns.ts';
import { NARROW_ARTICLE } from './product-columns.tsx';
import { arrangeColumns, fillRoom, MAX_GROWN_WIDTH, shownColumns } from './table-layout.ts';
import { useTableLayout } from './use-table-layout.ts';

type Options<T extends KindTypes> = {
  /** What the standard or the expert mode shows. */
  readonly shown: Shown<T['toggle']>;
  readonly narrow: boolean;
  /** Rule 3.20. */
  readonly keepsInputs: boolean;
  /** The card stands beside the rows. */
  readonly docked: boolean;
  readonly isExpert: boolean;
  /** Pixels for the columns. */
  readonly room: number;
  readonly onOpen: ((row: number) => void) | undefined;
};

/** Pixels: 'Bleibt so' and 'Wieder aufnehmen …'. */
const ANSWERS_WIDTH = 236;
/** Pixels beside the docked card: leaves room for the price. */
const DOCKED_ARTICLE = 212;
/** Pixels: since when a price is fixed, and one that has moved. */
const DUE_WHY = 208;

/** Stable while typing; rows get their data separately. */
export function useTable<T extends KindTypes>(
  editor: ListView<T> & GridState<T> & ReviewState<T> & EditSession<T>,
  { shown, narrow, keepsInputs, docked, isExpert, room, onOpen }: Options<T>,
) {
  const { kind, model, actions, rights, editing, reminders, keep } = editor;
  const { t: reviewText } = useTranslation('review', { useSuspense: false });
  const { t } = useTranslation('editing');
  // An edit makes another review of the same figures.
  const known = editor.reviewing ? editor.review?.columns : undefined;
  const judged = known !== undefined;
  const figures = known?.umfeldAvg;
  const detail = useMemo(
    () => (known && !narrow ? articleDetail(known, reviewText) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- what is known of the rows, not what was entered
    [figures, narrow, reviewText],
  );
  // The docked card shows the active row, a tap on a phone that of its row.
  const onCard = editor.reviewing && (docked || narrow) ? undefined : onOpen;
  const [own, ownPinned, standard] = useMemo(() => {
    const priced = narrow && judged;
    const options = { model, editing, narrow, priced, actions, rights, onOpen: onCard, detail, reminders, t };
    const all = kind.columns({ ...options, shown: shownOf<T['toggle']>(kind.toggles, () => true) });
    const pin = (column: Column): Column => {
      if (isPinned(column)) return { ...column, pinned: 'right' };
      return docked && column.id === 'name' ? { ...column, width: Math.min(column.width, DOCKED_ARTICLE) } : column;
    };
    const pinned = keepsInputs ? all.map(pin) : all;
    return [all.some(isInput) ? pinned : all, pinned, new Set(kind.columns({ ...options, shown }).map(({ id }) => id))];
  }, [kind, model, shown, editing, narrow, judged, keepsInputs, docked, actions, rights, onCard, detail, reminders, t]);
  const marks = editor.setMarks ? 'all' : keep ? 'due' : 'none';
  // Read when pressed: the price on screen then.
  const onMark = useStableCallback((row: number, reviewed: boolean) => {
    const price = editor.review?.columns.after[row] ?? null;
    const pzn = model.columns.pzn[row] as string;
    editor.setMarks?.([{ pzn, price, reviewed }]);
    if (reviewed && editor.review && hasReason(editor.review, row, 'dueReview')) keep?.([{ pzn, price }]);
  });
  const release = useRelease(editor, reviewText);
  const store = useTableLayout(kind.name);
  const { tall, room: phone } = store;
  const asksDue = isDueChoice(editor.view.review);
  const answersWidth = asksDue && !tall ? ANSWERS_WIDTH : undefined;
  const leftOver = narrow ? Math.max(NARROWEST_WHY, room - NARROW_ARTICLE - ANSWERS_WIDTH) : DUE_WHY;
  const whyWidth =
    store.layout.widths['review-why'] ??
    (phone === undefined
      ? answersWidth && Math.min(leftOver, DUE_WHY)
      : Math.max(NARROWEST_WHY, phone - NARROW_ARTICLE));
  const inReview = useMemo(() => {
    if (!known) return undefined;
    const review = reviewColumns(kind, model, known, reviewText, {
      marks,
      onMark,
      release,
      whyWidth,
      tall,
      asksDue,
      answersWidth,
    });
    const change = (column: Column) =>
      kind.confirms === 'approve' ? changeColumn(kind, model, known, column, reviewText) : column;
    return withReview(own, review, change, { narrow, tall, docked });
    // oxlint-disable-next-line react/exhaustive-deps -- what is known of the rows, not what was entered
  }, [
    kind,
    model,
    figures,
    own,
    narrow,
    docked,
    reviewText,
    marks,
    onMark,
    release,
    whyWidth,
    answersWidth,
    asksDue,
    tall,
  ]);
  const { layout } = store;
  const names = useMemo(() => nameWidths(model.columns.name), [model.columns.name]);
  const empty = useMemo(() => emptyOf(own.filter(isFigure), model.columns), [own, model.columns]);
  const all = inReview?.columns ?? own;
  const isShown = inReview?.shown ?? standard;
  const leaving = useMemo((): readonly (readonly string[])[] => {
    if (narrow) return [];
    if (inReview) return docked ? IN_REVIEW_LEAVE : [];
    const onCard = isExpert && !editing ? EXPERT_LEAVES : [...EXPERT_LEAVES, ...ON_CARD_LEAVE];
    const first = isExpert ? [] : [empty, REPEATED, ...(editing ? WITH_INPUTS_LEAVE : [])];
    return [...first, ...(docked ? onCard : [])];
  }, [narrow, inReview, docked, isExpert, editing, empty]);
  // Reading, what judges the price stays; the inputs take its room.
  const reviewed = editing ? names.many : 0;
  const article = inReview ? reviewed : isExpert ? 0 : names.most;
  const fitted = fitColumns(all, isShown, leaving, {
    pixels: room,
    article: Math.min(article, MAX_GROWN_WIDTH),
    layout,
  });
  const { overflows } = fitted;
  // Not each width of the window makes another table.
  const ids = [...fitted.shown].join(' ');
  const choices = useMemo(() => {
    const columns = !inReview && docked && overflows ? ownPinned : all;
    return arrangeColumns(columns, new Set(ids.split(' ')), layout, inReview ? undefined : names.longest);
  }, [inReview, docked, overflows, ownPinned, all, ids, layout, names]);
  return useMemo(
    () => ({ ...store, choices, columns: fillRoom(shownColumns(choices), phone), narrow }),
    [store, choices, phone, narrow],
  );
}
export type Table = ReturnType<typeof useTable>;

/** Pixels. */
const NARROWEST_WHY = 96;

/** Tick, article, price, reasons, inputs; the rest in the chooser (rule 14.26). A narrow screen has the inputs on the card. */
function withReview(
  all: readonly Column[],
  { reviewed, judged, why, more }: ReviewColumns,
  change: (price: Column) => Column,
  { narrow, tall, docked }: { readonly narrow: boolean; readonly tall: boolean; readonly docked: boolean },
): { readonly columns: readonly Column[]; readonly shown: ReadonlySet<string> } {
  const of = (wanted: (column: Column) => boolean) => all.filter(wanted);
  // Where a tap or the docked card shows it, the button of the card is not needed.
  const articles = of(({ id }) => id === 'name' || (id === 'info' && !narrow && !docked));
  const prices = of(({ id }) => PRICES.has(id)).map((price) => change({ ...price, pinned: undefined }));
  const inputs = of(isInput);
  const shown = narrow
    ? [...articles, why, reviewed, ...prices, ...judged]
    : [{ ...reviewed, pinned: 'left' as const }, ...articles, ...prices, ...judged, why, ...inputs];
  const ids = new Set(shown.map(({ id }) => id));
  const columns = [...shown, ...more, ...of((column) => !ids.has(column.id) && !(narrow && isInput(column)))];
  // A tap opens what decides.
  if (tall) ids.delete(reviewed.id);
  return { columns, shown: ids };
}

const isInput = ({ interactive }: Column) => interactive === true;

const isPinned = ({ id, interactive }: Column) => interactive === true || PRICES.has(id) || id === 'priceType';

/** The article says it, too. */
const REPEATED = ['content'];
const each = (...ids: readonly string[]) => ids.map((id) => [id]);
const WITH_INPUTS_LEAVE = each('normSize');
/** Beside the docked card, which has them, in the order in which they make way. */
const EXPERT_LEAVES = each('normSize', 'atc', 'vhCluster', 'peCluster');
const ON_CARD_LEAVE = each(
  'diffAvp',
  'diffRpAvg',
  'deviationAvp',
  'diffRavp',
  'diffRavpRegio',
  'content',
  'units',
  'avpOld',
  'avp',
);
const IN_REVIEW_LEAVE = each(...JUDGING);
const PRICES: ReadonlySet<string> = new Set(['calculatedPrice', 'effectivePrice']);

/** What may make way where no row has it. */
const isFigure = (column: Column) => !isPinned(column) && column.id !== 'name';
