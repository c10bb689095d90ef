import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import { isDecided } from '../judging/marks.ts';
import { IN_REVIEW } from '../judging/in-review.ts';
import { isChosen } from '../judging/rows-to-review.ts';
import type { ReviewCounts } from './use-review-counts.ts';
import type { GuardedReview } from '../judging/use-review.ts';

type Props<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & ReviewState<T>;
  /** Undefined until judged. */
  review: GuardedReview | undefined;
  counts: ReviewCounts | undefined;
  /** A narrow screen has another way through the rows; the keys stay. */
  keysOnly?: boolean;
};

/** F8, Shift+F8, Ctrl+Enter: no single characters (rule 14.41). */
export function NextToReview<T extends KindTypes>({ editor, review, counts, keysOnly = false }: Props<T>) {
  const { t } = useTranslation('review');
  const [none, setNone] = useState(false);
  /** Where it has led last. */
  const led = useRef<number>(undefined);
  const { view } = editor;
  /** @param beside a row reviewed but not yet marked */
  const move = (direction: 1 | -1, beside?: number) => {
    if (!review || !counts) return;
    const choice = view.review ?? 'all';
    const isOpen = (row: number) => isChosen(review, choice, row) && !isDecided(editor.marked, row) && row !== beside;
    const focused = focusedCell();
    const active = editor.grid.current?.active ?? 0;
    // With the focus elsewhere the row that Tab would enter counts too, but not twice.
    const isPassed = focused !== undefined || view.rows[active] === led.current;
    const start = (focused?.position ?? active) + (isPassed ? direction : 0);
    const row = view.review ? nextOf(view.rows, start, direction, isOpen) : counts.toReview.find(isOpen);
    setNone(row === undefined);
    if (row === undefined) return;
    led.current = row;
    const locked = editor.kind.rules.isSetApart(editor.model, row);
    editor.goTo(row, locked ? undefined : focused?.column, view.review ? undefined : IN_REVIEW);
  };
  const tick = (position: number) => {
    const row = view.rows[position] as number;
    const price = editor.priceOf(row);
    if (price === undefined || !review) return;
    if ((view.review || review.reasons[row] !== 0) && !editor.marked.mine.has(row)) {
      editor.setMarks?.([{ pzn: editor.model.columns.pzn[row] as string, price, reviewed: true }]);
    }
    move(1, row);
  };
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector('[role="dialog"]')) return;
    if (event.key === 'F8' && !event.ctrlKey && !event.metaKey) move(event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const focused = focusedCell();
      if (!focused) return;
      tick(focused.position);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onKeyDown]);
  const waiting = counts === undefined || (view.review !== undefined && view.rows.length === 0);
  const said = <span role="status">{none && t('next.none')}</span>;
  if (keysOnly) return said;
  if (counts?.toReview.length === 0 && !view.review) return null;
  return (
    <>
      {view.review && (
        <ActionIcon
          variant="subtle"
          aria-label={t('back')}
          aria-keyshortcuts="Shift+F8"
          title={t('next.previousKeys')}
          disabled={waiting}
          onClick={() => move(-1)}
        >
          <IconChevronLeft aria-hidden size={18} />
        </ActionIcon>
      )}
      <Button
        size="compact-sm"
        variant="light"
        aria-keyshortcuts="F8"
        title={t('next.nextKeys')}
        disabled={waiting}
        onClick={() => move(1)}
      >
        {t('next.next')}
      </Button>
      {said}
    </>
  );
}

/** Round the end of the list. */
function nextOf(
  rows: ArrayLike<number>,
  start: number,
  direction: 1 | -1,
  isOpen: (row: number) => boolean,
): number | undefined {
  for (let away = 0; away < rows.length; away++) {
    const row = rows[(start + direction * away + 2 * rows.length) % rows.length] as number;
    if (isOpen(row)) return row;
  }
  return undefined;
}

function focusedCell(): { readonly position: number; readonly column: string | undefined } | undefined {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('[role="grid"] [data-position]');
  if (!row) return undefined;
  const typing = focused instanceof HTMLInputElement && focused.type === 'text';
  const column = typing ? focused.closest<HTMLElement>('[data-column]')?.dataset.column : undefined;
  return { position: Number(row.dataset.position), column };
}
