import type { TickColumn } from '@portal/list-view';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shown } from '../lib/use-stored-toggles.ts';
import { DataGrid } from '../ui/grid/DataGrid.tsx';
import screen from '../ui/screen/screen.module.css';
import type { KindTypes } from './kind.ts';
import type { Column, RowData } from './columns/column.ts';
import { reviewColumns } from './review/review-columns.tsx';
import rows from './rows.module.css';
import { SelectAllScope } from './SelectAll.tsx';
import type { Editing } from './use-editing.ts';

export type ListGridProps<T extends KindTypes> = {
  edit: Editing<T>;
  title: string;
  shown: Shown<T['toggle']>;
  narrow: boolean;
  /** The list is deleted: its rows are greyed. */
  dimmed?: boolean;
  onOpen?: (row: number) => void;
  /** Where the whole list can be printed while it is read. */
  printHint: string;
};

/** The rows on screen. The columns stay the same while somebody types; what a row shows beside them is its data. */
export function ListGrid<T extends KindTypes>({
  edit,
  title,
  shown,
  narrow,
  dimmed,
  onOpen,
  printHint,
}: ListGridProps<T>) {
  const { t } = useTranslation(['editing', 'common']);
  const { kind, model, session, view, actions, rights, dispatch, editing, selectAll } = edit;
  const { edits } = session.entered;
  const { t: reviewText } = useTranslation('review', { useSuspense: false });
  const own = useMemo(
    () => kind.columns({ model, shown, editing, narrow, actions, rights, onOpen, t }),
    [kind, model, shown, editing, narrow, actions, rights, onOpen, t],
  );
  // An edit makes another review of the same figures.
  const known = edit.reviewing ? edit.review?.columns : undefined;
  const figures = known?.umfeldAvg;
  // Read when it is pressed: the price that was marked is the one on screen then.
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  const canMark = edit.setMarks !== undefined;
  const onMark = useCallback((row: number, reviewed: boolean) => {
    const { review, setMarks, model: present } = latest.current;
    const price = review?.columns.after[row] ?? null;
    setMarks?.([{ pzn: present.columns.pzn[row] as string, price, reviewed }]);
  }, []);
  const columns = useMemo(
    () => (known ? withReview(own, reviewColumns(kind, model, known, reviewText, canMark ? onMark : undefined)) : own),
    // oxlint-disable-next-line react/exhaustive-deps -- what is known of the rows, not what was entered
    [own, kind, model, figures, reviewText, canMark, onMark],
  );
  const { tick: onTick } = selectAll;
  const asking = selectAll.asked !== null;
  const counterOf = useCallback(
    (column: TickColumn) => kind.rules.tickCounter(model, view.rows, column),
    [kind, model, view.rows],
  );
  const scope = useMemo(
    () => (editing ? { kind: kind.name, counterOf, edits, onTick, asking } : null),
    [editing, kind, counterOf, edits, onTick, asking],
  );
  const lookOf = useCallback(
    (_row: number, { edit: changed, setApart, marked }: RowData) => ({
      className: setApart ? rows[kind.setApartAs] : changed ? rows.changed : marked ? rows.marked : undefined,
      selected: marked && !changed,
    }),
    [kind],
  );
  const { filter, query, hideExclusions } = view;
  const onlyHidden = kind.hidesExclusions && filter.name === 'all' && query === '' && hideExclusions;
  const empty = model.count === 0 ? t('emptyList', { context: kind.name }) : t(onlyHidden ? 'onlyExclusions' : 'empty');
  return (
    <div className={dimmed ? `${screen.grid} ${rows.dimmed}` : screen.grid}>
      <SelectAllScope value={scope}>
        <DataGrid
          label={title}
          columns={columns}
          rows={view.rows}
          dataOf={edit.dataOf}
          lookOf={lookOf}
          {...(view.byWeight ? {} : { sort: view.sort })}
          onSort={(key) => view.sortBy(key as T['sort'])}
          {...(onOpen ? { onOpen } : {})}
          onToggle={(row) => dispatch({ type: 'markToggled', pzn: model.columns.pzn[row] as string })}
          isLocked={(row) => kind.rules.isSetApart(model, row)}
          viewKey={view.key}
          empty={empty}
          printHint={editing ? t(`common:print.${AFTER[kind.confirms]}`) : printHint}
        />
      </SelectAllScope>
    </div>
  );
}

/** What is worked with first: beside the article why and how far a price moves, the price and its inputs, then all the rest. */
function withReview(columns: readonly Column[], [reviewed, why, moved, ...figures]: readonly Column[]): Column[] {
  const at = columns.findIndex(({ id }) => id === 'name') + 1;
  const rest = columns.slice(at);
  const isWorkedWith = ({ id, interactive }: Column) => interactive === true || PRICES.has(id);
  const judged = [reviewed, why, moved].filter((column) => column !== undefined);
  return [
    ...columns.slice(0, at),
    ...judged,
    ...rest.filter(isWorkedWith),
    ...figures,
    ...rest.filter((column) => !isWorkedWith(column)),
  ];
}

const PRICES: ReadonlySet<string> = new Set(['calculatedPrice', 'effectivePrice']);
const AFTER = { save: 'afterEditing', approve: 'afterApproval' } as const;
