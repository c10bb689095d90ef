import { Button, NativeSelect } from '@mantine/core';
import { summarizeReview } from '@portal/list-view';
import { PRICE_TYPE } from '@portal/rules';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { inContext } from '../../lib/i18n.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import screen from '../../ui/screen/screen.module.css';
import { useHeadingFocus } from '../../ui/screen/use-screen-focus.ts';
import { QuestionsNote } from '../parts/QuestionsNote.tsx';
import { MoreTools } from '../parts/MoreTools.tsx';
import { FailureNotice } from '../parts/FailureNotice.tsx';
import { ignoredPricesText } from '../state/ignored-prices.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { RowData } from '../kind/column.ts';
import rowClasses from '../parts/rows.module.css';
import { laterCount } from '../days/days-text.ts';
import { questions } from '../session/input-errors.ts';
import type { EditSession, ListView, ReviewState } from '../state/use-list-editor.ts';
import { Segments } from '../../ui/Segments.tsx';
import { type ConfirmChoiceName, confirmChoices, confirmedRows, firstChoice } from './confirm-choices.ts';
import classes from './confirm.module.css';
import { ConfirmCounts } from './ConfirmCounts.tsx';
import { type ConfirmRows, confirmRows } from './confirm-rows.ts';
import { ConfirmWarnings } from './ConfirmWarnings.tsx';
import { deliveredDoubt } from './delivered-doubt.ts';
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
  const heading = useHeadingFocus(useMatches('(max-height: 30em)'));
  const showsAll = kind.confirmsRows === 'all';
  const [chosen, setChosen] = useState<ConfirmChoiceName | null>(null);
  const [conflictsOnly, setConflictsOnly] = useState(false);
  const { review, marked } = editor;

  const rows = useMemo(() => confirmRows(kind, model, edits), [kind, model, edits]);
  const delivered = useMemo(() => deliveredDoubt(kind, model, edits, review), [kind, model, edits, review]);
  const confirmed = confirmedRows(kind, rows);
  const isExcludedAnew = useCallback(
    (row: number) => {
      const becomes = kind.rules.becomes(model, row, edits.get(model.columns.pzn[row] as string));
      const { exclusion } = PRICE_TYPE;
      return becomes.priceType === exclusion && kind.rules.was(model, row).priceType !== exclusion;
    },
    [kind, model, edits],
  );
  const summary = useMemo(
    () => review && summarizeReview(review, confirmed, isExcludedAnew),
    [review, confirmed, isExcludedAnew],
  );
  const largest = summary?.largest;
  const choices = useMemo(
    () => confirmChoices({ kind, rows, delivered, review, marked, largest: largest ?? [] }),
    [kind, rows, delivered, review, marked, largest],
  );
  const choice = choices.find(({ name }) => name === chosen) ?? firstChoice(choices);
  const conflicts = session.failure?.pzns;
  const shown = useMemo(
    () =>
      conflictsOnly && conflicts
        ? rows.all.filter((row) => conflicts.includes(model.columns.pzn[row] as string))
        : choice.rows,
    [rows, model, conflicts, conflictsOnly, choice],
  );
  const columns = useMemo(() => kind.confirmColumns({ model, narrow, t }), [kind, model, narrow, t]);
  const lookOf = useCallback(
    (row: number, data: RowData) => ({ className: lookClass(rows, row, showsAll && data.edit !== undefined) }),
    [rows, showsAll],
  );
  const rowOf = (pzn: string) => model.columns.pzn.indexOf(pzn);
  // an approval is about every row
  const hasQuestions = kind.confirms === 'approve' && questions(session.issues).size > 0;
  const title = t('confirm.title', { context });

  const tabs = choices.map(({ name, rows: { length } }) => ({
    value: name,
    label: t(`confirm.choice.${name}`, inContext(context, { number: formatCount(length) })),
  }));

  const list = (
    <div className={screen.grid}>
      <DataGrid
        label={title}
        columns={columns}
        rows={shown}
        dataOf={editor.dataOf}
        lookOf={lookOf}
        viewKey={`${choice.name}|${conflictsOnly}`}
        tall={narrow}
        empty={kind.confirms === 'approve' && t('confirm.noEdits')}
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
      {notice}
      {review && summary && confirmed.length > 0 && (
        <ConfirmCounts review={review} summary={summary} rows={confirmed} later={laterCount(edits)} />
      )}
      <ConfirmWarnings kind={context} choices={choices} onChoose={setChosen} />
      <OpenQuestions
        issues={session.issues}
        nameOf={(pzn) => model.columns.name[rowOf(pzn)] ?? ''}
        text={t('confirm.asked', { context })}
        onChoose={(pzn, cents) => actions.enterPrice(rowOf(pzn), cents)}
      />
      {(choices.length > 1 || editor.unsavedCount > 0) && (
        <div className={classes.choices}>
          {choices.length > 1 &&
            (narrow ? (
              <NativeSelect
                aria-label={t('confirm.choice.label')}
                value={choice.name}
                data={tabs}
                onChange={(event) => setChosen(event.currentTarget.value as ConfirmChoiceName)}
              />
            ) : (
              <Segments
                label={t('confirm.choice.label')}
                className={classes.choice}
                value={choice.name}
                onChange={setChosen}
                choices={tabs}
              />
            ))}
          {/* a reason is kept with what is sent: drafts that are stored have theirs */}
          {editor.unsavedCount > 0 && <ReasonInput value={editor.reason} onChange={editor.setReason} />}
        </div>
      )}
      {list}
      <div
        className={screen.toolbar}
        role="toolbar"
        translate="no"
        aria-label={t('toolbar.label', { context })}
        data-confirms
      >
        <ConfirmButtons gap="xs" since={session.failure ?? model}>
          <Button disabled={hasQuestions} onClick={onSubmit}>
            {t('confirm.submit', { context })}
          </Button>
          <MoreTools>{tools}</MoreTools>
        </ConfirmButtons>
        <Button variant="default" onClick={() => editor.dispatch({ type: 'returned' })}>
          {t('cancel')}
        </Button>
        <p className={screen.state} role="status">
          {hasQuestions ? <QuestionsNote issues={session.issues} /> : !narrow && t('confirm.hint')}
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
  const approved = countApproved(kind, model);
  const leftOut = kind.confirms === 'approve' ? model.count - approved - rows.all.length : 0;
  return (
    <p className={screen.count}>
      {kind.confirms === 'approve' && count === 0
        ? t('confirm.none', counts)
        : t('confirm.summary', { context: kind.name, ...counts })}
      {approved > 0 && ` ${t('confirm.approved', { count: approved, number: formatCount(approved) })}`}
      {leftOut > 0 && ` ${t('confirm.leftOut', { count: leftOut, number: formatCount(leftOut) })}`}
      {ignored.length > 0 && <strong> {ignoredPricesText(ignored, model.columns.name, t)}</strong>}
    </p>
  );
}

/** In parts (rule 6.31). */
function countApproved<T extends KindTypes>({ rules }: ListView<T>['kind'], model: T['model']): number {
  return model.columns.pzn.reduce((count, _, row) => count + Number(rules.isApproved(model, row)), 0);
}

function lookClass({ isDoubtful }: ConfirmRows, row: number, changed: boolean): string | undefined {
  if (isDoubtful(row)) return rowClasses.doubtful;
  return changed ? rowClasses.changed : undefined;
}
