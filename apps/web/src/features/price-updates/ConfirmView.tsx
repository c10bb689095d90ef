import { Alert, Button, Switch } from '@mantine/core';
import type { UpdateHead } from './price-updates-api.ts';
import { type ApprovalModel, approvalSortIndex, FIRST_APPROVAL_SORT, type RowEdits } from '@portal/list-view';
import { type Cents } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import rowClasses from '../../editing/rows.module.css';
import { questions } from '../../editing/session/held-edit.ts';
import { AskedNote } from '../../editing/AskedNote.tsx';
import { OpenQuestions } from '../../editing/OpenQuestions.tsx';
import classes from '../../ui/screen/screen.module.css';
import { useHeadingFocus } from '../../ui/screen/use-screen-focus.ts';
import { confirmColumns, updateConcerns } from './confirm-columns.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { type RowData, rowData } from './row-data.ts';
import type { UpdateSession } from './update-session.ts';

type Props = {
  head: UpdateHead;
  model: ApprovalModel;
  session: UpdateSession;
  narrow: boolean;
  onApprove: () => void;
  onCancel: () => void;
  onReload: () => void;
  onChoose: (row: number, price: Cents) => void;
};

/**
 * The last look before an approval: old and new price side by side, what looks like a typing error first. An MDP shows
 * changed rows only (rule 6.13); new products and first calculations are all new, and can be narrowed to those.
 */
export function ConfirmView({ head, model, session, narrow, onApprove, onCancel, onReload, onChoose }: Props) {
  const { t } = useTranslation('priceUpdate');
  const { edits } = session.entered;
  const heading = useHeadingFocus();
  const [doubtfulOnly, setDoubtfulOnly] = useState(false);
  const [changedOnly, setChangedOnly] = useState(model.kind === 'MDP');

  const { rows, doubtful, total, changed } = useMemo(() => orderedRows(model, edits), [model, edits]);
  const shown = useMemo(() => {
    if (doubtfulOnly) return rows.filter((row) => doubtful.has(row));
    return changedOnly ? rows.filter((row) => edits.has(model.columns.pzn[row] as string)) : rows;
  }, [rows, doubtful, doubtfulOnly, changedOnly, edits, model]);
  const columns = useMemo(() => confirmColumns(model, { narrow, t }), [model, narrow, t]);
  const dataOf = useCallback((row: number): RowData => rowData(model, session, row), [model, session]);
  const lookOf = useCallback(
    (row: number, { edit }: RowData) => ({
      className: doubtful.has(row)
        ? rowClasses.doubtful
        : edit && model.kind !== 'MDP'
          ? rowClasses.changed
          : undefined,
    }),
    [doubtful, model.kind],
  );
  // approving decides every row, and what this one shall cost only the user knows
  const asked = questions(session.faults).size > 0;
  const leftOut = model.count - total;
  const title = t('confirm.title', { context: model.kind });

  return (
    <>
      <div className={classes.confirmHead}>
        <h2 className={classes.confirmTitle} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className={classes.count}>
          {t('confirm.summary', { total: formatCount(total), changed: formatCount(changed) })}
          {leftOut > 0 && ` ${t('confirm.leftOut', { count: leftOut, number: formatCount(leftOut) })}`}
        </p>
      </div>
      {session.failure && <FailureNotice failure={session.failure} onReload={onReload} />}
      {head.approvalWarning && (
        <Alert
          className={classes.notice}
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('confirm.warning')}
        >
          {head.approvalWarning.message}
        </Alert>
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
      {model.kind !== 'MDP' && changed > 0 && (
        <div className={classes.filters}>
          <Switch
            size="sm"
            label={t('confirm.changedOnly')}
            checked={changedOnly}
            onChange={(event) => setChangedOnly(event.currentTarget.checked)}
          />
        </div>
      )}
      <DataGrid
        label={title}
        columns={columns}
        rows={shown}
        dataOf={dataOf}
        lookOf={lookOf}
        viewKey={`${doubtfulOnly}|${changedOnly}`}
        empty={t('confirm.none')}
        printHint={t('common:print.afterApproval')}
      />
      <div className={classes.toolbar} role="toolbar" aria-label={t('toolbar.label')}>
        <p className={classes.state} role="status">
          {asked ? <AskedNote faults={session.faults} /> : t('confirm.hint')}
        </p>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button disabled={asked} onClick={onApprove}>
          {t('toolbar.approve')}
        </Button>
      </div>
    </>
  );
}

/** Rows that will be approved: doubtful ones first, then the other changed ones, each part by name. */
function orderedRows(model: ApprovalModel, edits: RowEdits) {
  const { pzn, inactive } = model.columns;
  const byName = [...approvalSortIndex(model, FIRST_APPROVAL_SORT, edits)].filter((row) => !inactive[row]);
  const editOf = (row: number) => edits.get(pzn[row] as string);
  const isDoubtful = (row: number) => {
    const edit = editOf(row);
    return edit !== undefined && updateConcerns(model, row, edit).length > 0;
  };
  const doubtful = new Set(byName.filter(isDoubtful));
  const changed = byName.filter((row) => editOf(row) !== undefined);
  const rows = [
    ...doubtful,
    ...changed.filter((row) => !doubtful.has(row)),
    ...byName.filter((row) => editOf(row) === undefined),
  ];
  return { rows, doubtful, total: byName.length, changed: changed.length };
}
