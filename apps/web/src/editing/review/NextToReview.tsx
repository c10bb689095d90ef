import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { KindTypes } from '../kind.ts';
import type { GridState, ListView, ReviewState } from '../use-list-editor.ts';
import type { GuardedReview } from './use-review.ts';

type Props<T extends KindTypes> = { editor: ListView<T> & GridState<T> & ReviewState<T>; review: GuardedReview };

/** F8, Shift+F8, Ctrl+Enter: no single characters (rule 14.41). */
export function NextToReview<T extends KindTypes>({ editor, review }: Props<T>) {
  const { t } = useTranslation('review');
  const [none, setNone] = useState(false);
  /** @param beside rows reviewed but not yet marked */
  const move = (step: 1 | -1, beside?: number) => {
    const { rows } = editor.view;
    const focused = focusedCell();
    const active = editor.grid.current?.active ?? 0;
    // With the focus elsewhere the row that Tab would enter counts too.
    const start = focused ? focused.position : active - step;
    const { mine, others } = editor.marked;
    for (let away = 1; away <= rows.length; away++) {
      const at = (start + step * away + 2 * rows.length) % rows.length;
      const row = rows[at] as number;
      if (review.reasons[row] === 0 || mine.has(row) || others.has(row) || row === beside) continue;
      if (!editor.reviewing) editor.setReviewing(true);
      setNone(false);
      const locked = editor.kind.rules.isSetApart(editor.model, row);
      editor.goTo(row, locked ? undefined : focused?.column);
      return;
    }
    setNone(true);
  };
  const tick = (position: number) => {
    const row = editor.view.rows[position] as number;
    const price = editor.priceOf(row);
    if (price === undefined) return;
    if (review.reasons[row] !== 0 && !editor.marked.mine.has(row)) {
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
  if (review.order.length === 0) return null;
  return (
    <>
      <Button.Group>
        <StepButton step={-1} onMove={move} />
        <StepButton step={1} onMove={move} />
      </Button.Group>
      <span role="status">{none && t('next.none')}</span>
    </>
  );
}

/** The same buttons, as long as nobody knows where they lead. */
export function PlaceOfNext() {
  return (
    <Button.Group>
      <StepButton step={-1} />
      <StepButton step={1} />
    </Button.Group>
  );
}

function StepButton({ step, onMove }: { step: 1 | -1; onMove?: (step: 1 | -1) => void }) {
  const { t } = useTranslation('review');
  const name = step === 1 ? 'next' : 'previous';
  const Icon = step === 1 ? IconChevronDown : IconChevronUp;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t(`next.${name}`)}
      aria-keyshortcuts={step === 1 ? 'F8' : 'Shift+F8'}
      title={t(`next.${name}Keys`)}
      disabled={!onMove}
      onClick={() => onMove?.(step)}
    >
      <Icon aria-hidden size={16} />
    </Button>
  );
}

function focusedCell(): { readonly position: number; readonly column: string | undefined } | undefined {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('[role="grid"] [data-position]');
  if (!row) return undefined;
  const typing = focused instanceof HTMLInputElement && focused.type === 'text';
  const column = typing ? focused.closest<HTMLElement>('[data-column]')?.dataset.column : undefined;
  return { position: Number(row.dataset.position), column };
}
