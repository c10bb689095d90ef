import { Button } from '@mantine/core';
import { hasReason, maskOf } from '@portal/list-view';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import screen from '../../ui/screen/screen.module.css';
import type { DueRow } from '../judging/marks.ts';
import { hasMoved, isDueChoice } from '../judging/rows-to-review.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import classes from './review.module.css';
import { Toggle } from './Toggle.tsx';

type Props<T extends KindTypes> = { editor: ListView<T> & GridState<T> & ReviewState<T> };

/** Fixed prices that are due, by whether anything has moved; what has not can be kept at once (rule 19.5). */
export function DueParts<T extends KindTypes>({ editor }: Props<T>) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const { view, model, review, due, keep, takeBack, setMarks } = editor;
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState<readonly DueRow[]>([]);
  const shown = isDueChoice(view.review);
  const judged = shown ? review : undefined;
  const parts = useMemo(() => {
    if (!judged) return undefined;
    const found = maskOf(view.all, model.count);
    const isOpen = (row: number) => found[row] === 1 && due?.has(model.columns.pzn[row] as string) === true;
    const rows = [...judged.order].filter((row) => hasReason(judged, row, 'dueReview') && isOpen(row));
    const moved = rows.filter((row) => hasMoved(judged, row));
    const isMoved = new Set(moved);
    return { moved, unmoved: rows.filter((row) => !isMoved.has(row)) };
  }, [judged, view.all, model, due]);
  if (!ready || !shown) return null;
  const unmoved = parts?.unmoved.length ?? 0;
  const numberOf = (rows: readonly number[] | undefined) => ({ number: rows ? formatCount(rows.length) : '…' });
  const show = (choice: 'dueMoved' | 'dueUnmoved') => (on: boolean) =>
    view.change({ review: on ? choice : 'dueReview' });
  const markAll = (rows: readonly DueRow[], reviewed: boolean) =>
    setMarks?.(rows.map(({ pzn, price }) => ({ pzn, price, reviewed })));
  const keepAll = () => {
    const rows = (parts?.unmoved ?? []).flatMap((row): DueRow[] => {
      const pzn = model.columns.pzn[row] as string;
      const former = due?.get(pzn);
      if (!former) return [];
      const { umfeldAvg: umfeld, ...figures } = former;
      return [{ ...figures, umfeld, pzn, price: judged?.columns.after[row] ?? null }];
    });
    setAsking(false);
    setKept(rows);
    keep?.(rows.map(({ pzn, price }) => ({ pzn, price })));
    markAll(rows, true);
  };
  const undo = () => {
    setKept([]);
    takeBack?.(kept);
    markAll(kept, false);
  };
  const counts = { count: unmoved, number: formatCount(unmoved) };
  // What could not be stored is due again.
  const stored = kept.filter(({ pzn }) => !due?.has(pzn)).length;
  return (
    <div className={`${screen.strip} ${classes.parts}`} role="group" aria-label={t('due.parts')}>
      <Toggle
        label={t('due.dueMoved', numberOf(parts?.moved))}
        on={view.review === 'dueMoved'}
        onChange={show('dueMoved')}
      />
      <Toggle
        label={t('due.dueUnmoved', numberOf(parts?.unmoved))}
        on={view.review === 'dueUnmoved'}
        onChange={show('dueUnmoved')}
      />
      {keep && unmoved > 0 && view.review === 'dueUnmoved' && (
        <Button size="compact-sm" variant="light" onClick={() => setAsking(true)}>
          {t('due.keepAll')}
        </Button>
      )}
      <span role="status">{stored > 0 && t('due.kept', { count: stored, number: formatCount(stored) })}</span>
      {stored > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={undo}>
          {t('due.undo')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('due.keepAllTitle', counts)}
        confirmLabel={t('due.keepAllConfirm')}
        cancelLabel={t('due.cancel')}
        onConfirm={keepAll}
        onClose={() => setAsking(false)}
      >
        {t('due.keepAllText')}
      </ConfirmDialog>
    </div>
  );
}
