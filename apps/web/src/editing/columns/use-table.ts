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
import { NARROW_ARTICLE } from './product-columns.tsx';
import { arrangeColumns, fillRoom, shownColumns } from './table-layout.ts';
import { useTableLayout } from './use-table-layout.ts';

type Options<T extends KindTypes> = {
  /** What the standard or the expert mode shows. */
  readonly shown: Shown<T['toggle']>;
  readonly narrow: boolean;
  /** Rule 3.20. */
  readonly keepsInputs: boolean;
  /** The card beside the rows takes the room of the figures that it shows, too. */
  readonly crowded: boolean;
  /** There is room for what is worked on alone. */
  readonly tight: boolean;
  readonly onOpen: ((row: number) => void) | undefined;
};

/** Pixels: 'Bleibt so' and 'Wieder aufnehmen …', on a phone below each other. */
const ANSWERS_WIDTH = { narrow: 146, wide: 236 };
/** Pixels: leaves room for the price beside the inputs. */
const CROWDED_ARTICLE = 212;
/** Pixels: since when a price is fixed, and one that has moved. */
const DUE_WHY = 208;

/** Stable while typing; rows get their data separately. */
export function useTable<T extends KindTypes>(
  editor: ListView<T> & GridState<T> & ReviewState<T> & EditSession<T>,
  { shown, narrow, keepsInputs, crowded, tight, onOpen }: Options<T>,
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
  const onCard = editor.reviewing && (crowded || narrow) ? undefined : onOpen;
  const [own, standard] = useMemo(() => {
    const priced = narrow && judged;
    const options = { model, editing, narrow, priced, actions, rights, onOpen: onCard, detail, reminders, t };
    const all = kind.columns({ ...options, shown: shownOf<T['toggle']>(kind.toggles, () => true) });
    const takesInput = all.some(({ interactive }) => interactive);
    const isPinned = ({ id, interactive }: Column) => interactive === true || PRICES.has(id) || id === 'priceType';
    const pin = (column: Column): Column => {
      if (isPinned(column)) return { ...column, pinned: 'right' };
      return crowded && column.id === 'name' ? { ...column, width: Math.min(column.width, CROWDED_ARTICLE) } : column;
    };
    return [
      keepsInputs && (takesInput || (crowded && !judged)) ? all.map(pin) : all,
      new Set(
        kind
          .columns({ ...options, shown })
          .map(({ id }) => id)
          .filter((id) => !takesInput || !((crowded && LEAVES_FIRST.has(id)) || (tight && LEAVES_NEXT.has(id)))),
      ),
    ];
  }, [
    kind,
    model,
    shown,
    editing,
    narrow,
    keepsInputs,
    crowded,
    tight,
    judged,
    actions,
    rights,
    onCard,
    detail,
    reminders,
    t,
  ]);
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
  const { tall, room } = store;
  const asksDue = isDueChoice(editor.view.review);
  const answersWidth = asksDue && !tall ? ANSWERS_WIDTH[narrow ? 'narrow' : 'wide'] : undefined;
  const whyWidth =
    store.layout.widths['review-why'] ??
    (room === undefined ? answersWidth && DUE_WHY : Math.max(NARROWEST_WHY, room - NARROW_ARTICLE));
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
    const left = !crowded ? undefined : answersWidth === undefined && !tight ? 1 : 0;
    return withReview(own, review, change, { narrow, tall, left });
    // oxlint-disable-next-line react/exhaustive-deps -- what is known of the rows, not what was entered
  }, [
    kind,
    model,
    figures,
    own,
    narrow,
    crowded,
    tight,
    reviewText,
    marks,
    onMark,
    release,
    whyWidth,
    answersWidth,
    asksDue,
    tall,
  ]);
  const choices = useMemo(
    () => arrangeColumns(inReview?.columns ?? own, inReview?.shown ?? standard, store.layout),
    [own, standard, inReview, store.layout],
  );
  return useMemo(
    () => ({ ...store, choices, columns: fillRoom(shownColumns(choices), room), narrow }),
    [store, choices, room, narrow],
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
  {
    narrow,
    tall,
    left,
  }: {
    readonly narrow: boolean;
    /** A phone, where a tap opens what decides. */
    readonly tall: boolean;
    /** How many columns that judge are left beside the docked card, which has them; undefined: all. */
    readonly left: number | undefined;
  },
): { readonly columns: readonly Column[]; readonly shown: ReadonlySet<string> } {
  const of = (wanted: (column: Column) => boolean) => all.filter(wanted);
  // Where a tap or the docked card shows it, the button of the card is not needed.
  const articles = of(({ id }) => id === 'name' || (id === 'info' && !narrow && left === undefined));
  const prices = of(({ id }) => PRICES.has(id)).map((price) => change({ ...price, pinned: undefined }));
  const inputs = of(isInput);
  const shown = narrow
    ? [...articles, why, reviewed, ...prices, ...judged]
    : [{ ...reviewed, pinned: 'left' as const }, ...articles, ...prices, ...judged, why, ...inputs];
  const ids = new Set(shown.map(({ id }) => id));
  const columns = [...shown, ...more, ...of((column) => !ids.has(column.id) && !(narrow && isInput(column)))];
  for (const { id } of left === undefined ? [] : judged.slice(left)) ids.delete(id);
  if (tall) ids.delete(reviewed.id);
  return { columns, shown: ids };
}

const isInput = ({ interactive }: Column) => interactive === true;

/** Beside the docked card, which has them: prices are not to lie below the inputs. */
const LEAVES_FIRST: ReadonlySet<string> = new Set([
  'normSize',
  'peCluster',
  'diffAvp',
  'diffRpAvg',
  'deviationAvp',
  'diffRavp',
  'diffRavpRegio',
]);
/** In a narrower window, too. */
const LEAVES_NEXT: ReadonlySet<string> = new Set(['content', 'units', 'avpOld', 'avp']);
const PRICES: ReadonlySet<string> = new Set(['calculatedPrice', 'effectivePrice']);
