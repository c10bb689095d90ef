import { Button, Switch } from '@mantine/core';
import { PRICE_TYPE } from '@portal/rules';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import screen from '../../ui/screen/screen.module.css';
import { useHeadingFocus } from '../../ui/screen/use-screen-focus.ts';
import { AskedNote } from '../AskedNote.tsx';
import { FailureNotice } from '../FailureNotice.tsx';
import { ignoredPricesText } from '../ignored-prices.ts';
import type { KindTypes } from '../kind.ts';
import type { RowData } from '../columns/column.ts';
import rowClasses from '../rows.module.css';
import { questions } from '../session/input-errors.ts';
import type { EditSession, ListView, ReviewState } from '../use-list-editor.ts';
import { ReviewSummary } from '../review/ReviewSummary.tsx';
import { type ConfirmRows, confirmRows } from './confirm-rows.ts';
import { deliveredDoubt } from './delivered-doubt.ts';
import { Doubtful, type DoubtfulOnly } from './Doubtful.tsx';
import { OpenQuestions } from './OpenQuestions.tsx';
import { ReasonInput } from './ReasonInput.tsx';

type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  narrow: boolean;
  /** What else the user has to know before deciding. */
  notice: ReactNode;
  /** Beside the buttons that go on. */
  tools: ReactNode;
  onSubmit: () => void;
};

/** Typing errors first (rules 4.10 and 6.13). */
export function ConfirmView<T extends KindTypes>({ editor, narrow, notice, tools, onSubmit }: Props<T>) {
  const { t } = useTranslation(['editing', 'common']);
  const { kind, model, session, actions } = editor;
  const { edits } = session.entered;
  const context = kind.name;
  const heading = useHeadingFocus();
  const showsAll = kind.confirmsRows === 'all';
  const [changedOnly, setChangedOnly] = useState(!showsAll);
  const [doubtfulOnly, setDoubtfulOnly] = useState<DoubtfulOnly>(null);
  const [conflictsOnly, setConflictsOnly] = useState(false);

  const rows = useMemo(() => confirmRows(kind, model, edits), [kind, model, edits]);
  const delivered = useMemo(
    () => deliveredDoubt(kind, model, edits, editor.review),
    [kind, model, edits, editor.review],
  );
  const conflicts = session.failure?.pzns;
  const shown = useMemo(() => {
    if (conflictsOnly && conflicts)
      return rows.all.filter((row) => conflicts.includes(model.columns.pzn[row] as string));
    if (doubtfulOnly) return doubtfulOnly === 'own' ? [...rows.doubtful] : delivered.rows;
    return changedOnly ? rows.changed : rows.all;
  }, [rows, delivered, model, conflicts, conflictsOnly, doubtfulOnly, changedOnly]);
  const columns = useMemo(() => kind.confirmColumns({ model, narrow, t }), [kind, model, narrow, t]);
  const lookOf = useCallback(
    (row: number, data: RowData) => ({ className: lookClass(rows, row, showsAll && data.edit !== undefined) }),
    [rows, showsAll],
  );
  const isExcludedAnew = useCallback(
    (row: number) => {
      const becomes = kind.rules.becomes(model, row, edits.get(model.columns.pzn[row] as string));
      const { exclusion } = PRICE_TYPE;
      return becomes.priceType === exclusion && kind.rules.was(model, row).priceType !== exclusion;
    },
    [kind, model, edits],
  );
  const rowOf = (pzn: string) => model.columns.pzn.indexOf(pzn);
  // an approval is about every row
  const asked = kind.confirms === 'approve' && questions(session.issues).size > 0;
  const title = t('confirm.title', { context });

  // A phone shows the prices first.
  const listFirst = narrow && rows.changed.length > 0;
  const list = (
    <div className={screen.grid}>
      <DataGrid
        label={title}
        columns={columns}
        rows={shown}
        dataOf={editor.dataOf}
        lookOf={lookOf}
        viewKey={`${doubtfulOnly}|${conflictsOnly}|${changedOnly}`}
        empty={kind.confirms === 'approve' && t('confirm.none')}
        printHint={t(kind.confirms === 'save' ? 'common:print.afterEditing' : 'common:print.afterApproval')}
      />
    </div>
  );

  return (
    <>
      <div className={screen.confirmHead} data-long-page={narrow || undefined}>
        <h2 className={screen.confirmTitle} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Summary editor={editor} rows={rows} />
      </div>
      {session.failure && (
        <FailureNotice
          kind={context}
          failure={session.failure}
          onReload={() => void editor.reloadKeepingOthers()}
          conflictsOnly={{ checked: conflictsOnly, onChange: setConflictsOnly }}
        />
      )}
      {listFirst && list}
      {notice}
      <ReviewSummary
        review={editor.review}
        open={kind.confirms === 'approve' && rows.changed.length === 0}
        rows={kind.confirms === 'approve' ? rows.all : rows.changed}
        names={model.columns.name}
        isExcludedAnew={isExcludedAnew}
      />
      <OpenQuestions
        issues={session.issues}
        nameOf={(pzn) => model.columns.name[rowOf(pzn)] ?? ''}
        text={t('confirm.asked', { context })}
        onChoose={(pzn, cents) => actions.enterPrice(rowOf(pzn), cents)}
      />
      <Doubtful kind={context} own={rows} delivered={delivered} only={doubtfulOnly} onOnly={setDoubtfulOnly} />
      {rows.changed.length > 0 && (showsAll || editor.unsavedCount > 0) && (
        <div className={screen.filters}>
          {/* a reason is kept with what is sent: drafts that are stored have theirs */}
          {editor.unsavedCount > 0 && <ReasonInput value={editor.reason} onChange={editor.setReason} />}
          {showsAll && <OnlySwitch label={t('confirm.changedOnly')} checked={changedOnly} onChange={setChangedOnly} />}
        </div>
      )}
      {!listFirst && list}
      <div
        className={screen.toolbar}
        role="toolbar"
        translate="no"
        aria-label={t('toolbar.label', { context })}
        data-confirms
      >
        <ConfirmButtons gap="xs" since={session.failure ?? model}>
          <Button disabled={asked} onClick={onSubmit}>
            {t('confirm.submit', { context })}
          </Button>
          {tools}
        </ConfirmButtons>
        <Button variant="default" onClick={() => editor.dispatch({ type: 'returned' })}>
          {t('cancel')}
        </Button>
        <p className={screen.state} role="status">
          {asked ? <AskedNote issues={session.issues} /> : t('confirm.hint')}
        </p>
      </div>
    </>
  );
}

function Summary<T extends KindTypes>({
  editor: { kind, model, ignored },
  rows,
}: {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  rows: ConfirmRows;
}) {
  const { t } = useTranslation('editing');
  const count = rows.changed.length;
  const counts = {
    count,
    number: formatCount(count),
    total: formatCount(rows.all.length),
    changed: formatCount(count),
  };
  const leftOut = kind.confirms === 'approve' ? model.count - rows.all.length : 0;
  return (
    <p className={screen.count}>
      {t('confirm.summary', { context: kind.name, ...counts })}
      {leftOut > 0 && ` ${t('confirm.leftOut', { count: leftOut, number: formatCount(leftOut) })}`}
      {ignored.length > 0 && <strong> {ignoredPricesText(ignored, model.columns.name, t)}</strong>}
    </p>
  );
}

type SwitchProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function OnlySwitch({ label, checked, onChange }: SwitchProps) {
  return (
    <Switch size="sm" label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  );
}

function lookClass({ doubtful }: ConfirmRows, row: number, changed: boolean): string | undefined {
  if (doubtful.has(row)) return rowClasses.doubtful;
  return changed ? rowClasses.changed : undefined;
}
