import { Alert, Button, Switch } from '@mantine/core';
import { compareGerman, editedRows, priceConcerns, type PriceListModel } from '@portal/list-view';
import { type Cents } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { OpenQuestions } from '../../editing/OpenQuestions.tsx';
import classes from '../../ui/screen/screen.module.css';
import { useHeadingFocus } from '../../ui/screen/use-screen-focus.ts';
import { confirmColumns } from './confirm-columns.tsx';
import type { EditSession } from './edit-session.ts';
import { type RowData, rowData } from './row-data.ts';
import rowClasses from '../../editing/rows.module.css';
import { SaveFailure } from './SaveFailure.tsx';

type Props = {
  model: PriceListModel;
  session: EditSession;
  narrow: boolean;
  onSave: () => void;
  onCancel: () => void;
  onReload: () => void;
  onChoose: (row: number, price: Cents) => void;
};

/** The changed rows only, old and new side by side, those that look like a typing error first (rule 4.10). */
export function ConfirmView({ model, session, narrow, onSave, onCancel, onReload, onChoose }: Props) {
  const { t } = useTranslation('priceList');
  const { step, edits } = session;
  const heading = useHeadingFocus();
  const [doubtfulOnly, setDoubtfulOnly] = useState(false);
  const [conflictsOnly, setConflictsOnly] = useState(false);
  const failure = step.name === 'confirming' ? step.failure : null;
  const conflicts = useMemo(() => new Set(failure?.pzns), [failure]);

  const { rows, doubtful } = useMemo(() => orderedRows(model, edits), [model, edits]);
  const shown = useMemo(() => {
    if (conflictsOnly && conflicts.size > 0)
      return rows.filter((row) => conflicts.has(model.columns.pzn[row] as string));
    return doubtfulOnly ? rows.filter((row) => doubtful.has(row)) : rows;
  }, [rows, doubtful, doubtfulOnly, conflictsOnly, conflicts, model]);

  const columns = useMemo(() => confirmColumns(model, { narrow, t }), [model, narrow, t]);
  const dataOf = useCallback((row: number): RowData => rowData(model, session, row), [model, session]);
  const lookOf = useCallback(
    (row: number) => ({ className: doubtful.has(row) ? rowClasses.doubtful : undefined }),
    [doubtful],
  );

  return (
    <>
      <div className={classes.confirmHead}>
        <h2 className={classes.confirmTitle} ref={heading} tabIndex={-1}>
          {t('confirm.title')}
        </h2>
        <p className={classes.count}>{t('confirm.count', { count: rows.length, number: formatCount(rows.length) })}</p>
      </div>
      {failure && (
        <SaveFailure
          failure={failure}
          conflictsOnly={conflictsOnly}
          onConflictsOnly={setConflictsOnly}
          onReload={onReload}
        />
      )}
      <OpenQuestions
        faults={session.faults}
        nameOf={(pzn) => model.columns.name[model.columns.pzn.indexOf(pzn)] ?? ''}
        text={t('confirm.asked')}
        onChoose={(pzn, cents) => onChoose(model.columns.pzn.indexOf(pzn), cents)}
      />
      {doubtful.size > 0 && (
        <Alert
          className={classes.notice}
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('confirm.doubtful', { count: doubtful.size, number: formatCount(doubtful.size) })}
        >
          <div className={classes.noticeRow}>
            {t('confirm.doubtfulText')}
            <Switch
              size="sm"
              label={t('confirm.doubtfulOnly')}
              checked={doubtfulOnly}
              onChange={(event) => setDoubtfulOnly(event.currentTarget.checked)}
            />
          </div>
        </Alert>
      )}
      <DataGrid
        label={t('confirm.title')}
        columns={columns}
        rows={shown}
        dataOf={dataOf}
        lookOf={lookOf}
        viewKey={`${doubtfulOnly}|${conflictsOnly}`}
        printHint={t('common:print.afterEditing')}
      />
      <div className={classes.toolbar} role="toolbar" aria-label={t('toolbar.label')}>
        <p className={classes.state}>{t('confirm.hint')}</p>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button onClick={onSave}>{t('confirm.save')}</Button>
      </div>
    </>
  );
}

/** Doubtful rows first, each part by name. */
function orderedRows(model: PriceListModel, edits: EditSession['edits']) {
  const rows = editedRows(model, edits);
  const doubtful = new Set(
    rows.filter((row) => {
      const edit = edits.get(model.columns.pzn[row] as string);
      return edit !== undefined && priceConcerns(model, row, edit).length > 0;
    }),
  );
  const byName = [...rows].sort(
    (a, b) =>
      Number(doubtful.has(b)) - Number(doubtful.has(a)) ||
      compareGerman(model.columns.name[a] as string, model.columns.name[b] as string),
  );
  return { rows: byName, doubtful };
}
