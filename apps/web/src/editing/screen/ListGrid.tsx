import { Button } from '@mantine/core';
import { ARRIVAL_FILTERS, type TickColumn } from '@portal/list-view';
import { type DOMAttributes, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import screen from '../../ui/screen/screen.module.css';
import { SideScroll } from '../../ui/screen/SideScroll.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { RowData } from '../kind/column.ts';
import type { Table } from '../columns/use-table.ts';
import rows from '../parts/rows.module.css';
import { SelectAllScope } from '../parts/SelectAll.tsx';
import type { EditSession, GridState, ListView } from '../state/use-list-editor.ts';

export type ListGridProps<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & EditSession<T>;
  title: string;
  table: Table;
  /** Keys and clipboard around the rows. */
  handlers: Pick<DOMAttributes<HTMLElement>, 'onCopy' | 'onPaste' | 'onKeyDown' | 'onMouseDownCapture'>;
  /** The list is deleted: its rows are greyed. */
  dimmed?: boolean;
  onOpen?: (row: number) => void;
  /** The menu of a column is asked for. */
  onMenu: (id: string) => void;
  /** Where the whole list can be printed while it is read. */
  printHint: string;
};

/** The rows on screen. */
export function ListGrid<T extends KindTypes>(props: ListGridProps<T>) {
  const { editor, title, table, handlers, dimmed, onOpen, onMenu, printHint } = props;
  const { t } = useTranslation(['editing', 'common']);
  const { kind, model, session, view, dispatch, editing, selectAll } = editor;
  const { edits } = session.entered;
  const { tick: onTick } = selectAll;
  const asking = selectAll.toConfirm !== null;
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
  // Who asks to edit a list types next (rule 3.20).
  const wasReading = useRef(!editing);
  const { grid } = editor;
  useEffect(() => {
    if (editing && wasReading.current && kind.opens === 'reading') grid.current?.typeInView();
    wasReading.current = !editing;
  }, [editing, kind, grid]);
  const { filter, query, hideExclusions, review, conditions = [] } = view;
  const sort = useMemo(() => ({ ...view.sort, next: view.sortThen ?? [] }), [view]);
  const isUnfiltered = filter.name === 'all' && query === '' && conditions.length === 0;
  const onlyHidden = kind.hidesExclusions && hideExclusions && isUnfiltered && !review;
  const nothing = isUnfiltered && (review === 'all' || review === 'dueReview') ? NOTHING[review] : undefined;
  const unknown = ARRIVAL_FILTERS.find((each) => each === filter.name && view.arrivals?.[each] === null);
  const why = unknown
    ? t(`arrivalsUnknown.${unknown}`)
    : model.count === 0
      ? t('emptyList', { context: kind.name })
      : t(nothing ?? (onlyHidden ? 'onlyExclusions' : 'empty'));
  const all = { filter: kind.firstView.filter, query: '', conditions: [], review: undefined, reviewOrder: undefined };
  const empty = (
    <>
      {why}{' '}
      {model.count > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => view.change(onlyHidden ? { hideExclusions: false } : all)}
        >
          {nothing
            ? t('showAllOf', { number: formatCount(view.all.length) })
            : t(onlyHidden ? 'showExclusions' : 'showAll')}
        </Button>
      )}
    </>
  );
  return (
    <div
      className={[screen.grid, editing && rows.fills, dimmed && rows.dimmed].filter(Boolean).join(' ')}
      {...handlers}
    >
      <SelectAllScope value={scope}>
        <DataGrid
          handle={editor.grid}
          label={title}
          columns={table.columns}
          dense={table.dense}
          tall={table.tall}
          onResize={table.onResize}
          onMenu={onMenu}
          rows={view.rows}
          dataOf={editor.dataOf}
          lookOf={lookOf}
          {...(view.reviewOrder ? {} : { sort })}
          onSort={view.sortBy}
          {...(onOpen ? { onOpen } : {})}
          narrow={table.narrow}
          onToggle={(row) => dispatch({ type: 'markToggled', pzn: model.columns.pzn[row] as string })}
          viewKey={view.key}
          empty={empty}
          printHint={editing ? t(`common:print.${AFTER[kind.confirms]}`) : printHint}
        />
      </SelectAllScope>
      <SideScroll />
    </div>
  );
}

const NOTHING = { all: 'nothingToReview', dueReview: 'nothingDue' } as const;
const AFTER = { save: 'afterEditing', approve: 'afterApproval' } as const;
