import { Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { NO_EDITS, visibleRows } from '@portal/list-view';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import screen from '../../ui/screen/screen.module.css';
import classes from './arriving-list.module.css';
import type { RowActions, RowData } from '../kind/column.ts';
import { arrangeColumns, fillRoom, shownColumns } from '../columns/table-layout.ts';
import { useTableLayout } from '../columns/use-table-layout.ts';
import type { Kind, KindTypes } from '../kind/kind.ts';
import type { ColumnMode } from '../state/use-column-mode.tsx';

type Props<T extends KindTypes> = {
  kind: Kind<T>;
  title: string;
  mode: ColumnMode<T>;
  /** Of the rows that came first. */
  model: T['model'];
  /** How many have come, of how many. */
  rows: number;
  count: number;
};

/** Read-only until whole (rule 2.28). */
export function ArrivingList<T extends KindTypes>({ kind, title, mode, model, rows, count }: Props<T>) {
  const { t } = useTranslation('editing');
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { layout, dense, tall, room } = useTableLayout(kind.name);
  const { shown } = mode;
  const columns = useMemo(() => {
    const all = kind.columns({
      model,
      shown,
      editing: false,
      narrow,
      actions: NO_ACTIONS,
      rights: { staff: false },
      onOpen: undefined,
      t,
    });
    return fillRoom(shownColumns(arrangeColumns(all, new Set(all.map(({ id }) => id)), layout)), room);
  }, [kind, model, shown, narrow, layout, room, t]);
  const first = useMemo(() => {
    const order = Uint32Array.from({ length: model.count }, (_, row) => row);
    return visibleRows(order, kind.keeps(model, kind.firstView, NO_EDITS, false));
  }, [kind, model]);
  const dataOf = useCallback(
    (row: number): RowData => ({ ...UNTOUCHED, setApart: kind.rules.isSetApart(model, row) }),
    [kind, model],
  );
  const progress = t('arriving.progress', { rows: formatCount(rows), count: formatCount(count) });
  return (
    <>
      <div className={classes.arriving}>
        <p className={classes.text} role="status">
          {t('loading', { context: kind.name })}. {t('arriving.text', { context: kind.name })}
        </p>
        <p className={classes.progress}>{progress}</p>
        <Progress.Root size="md" className={classes.bar}>
          <Progress.Section
            value={Math.floor((100 * rows) / count)}
            aria-label={t('loading', { context: kind.name })}
          />
        </Progress.Root>
      </div>
      <div className={screen.work} data-kind={kind.name}>
        <div className={screen.grid} aria-busy="true">
          <DataGrid
            label={title}
            columns={columns}
            dense={dense}
            tall={tall}
            narrow={narrow}
            rows={first}
            dataOf={dataOf}
            printHint={t('loading', { context: kind.name })}
          />
        </div>
      </div>
    </>
  );
}

const nothing = () => undefined;
const NO_ACTIONS: RowActions = {
  enterPrice: nothing,
  enterInvalid: nothing,
  tick: nothing,
  restore: nothing,
  onScan: nothing,
  enterDays: () => undefined,
  onDays: undefined,
  onPriceTyped: nothing,
};
const UNTOUCHED: RowData = {
  edit: undefined,
  issue: undefined,
  rounded: undefined,
  setApart: false,
  marked: false,
  breach: '',
  why: '',
  chips: '',
  due: false,
  answerUnsaved: false,
  effect: undefined,
  reviewed: false,
  reviewedBy: '',
};
