import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../../lib/use-stable.ts';
import screen from '../../../ui/screen/screen.module.css';
import type { KindTypes } from '../../kind/kind.ts';
import type { ListEditor } from '../../state/use-list-editor.ts';
import { ReviewBar } from '../ReviewBar.tsx';
import { NarrowReviewBar } from './NarrowReviewBar.tsx';
import { type CardTools, ReviewCards } from './ReviewCards.tsx';

type Props<T extends KindTypes> = CardTools & {
  editor: ListEditor<T>;
  narrow: boolean;
  filters: ReactNode;
  /** Opens the price card of a row. */
  onOpen: ((row: number) => void) | undefined;
  /** The list, which cards take the place of. */
  children: (onOpen: Props<T>['onOpen']) => ReactNode;
};

/** What nobody can edit is not reviewed, but for fixed prices that are due; a link may still lead to its rows. */
export function isReviewOffered<T extends KindTypes>(editor: ListEditor<T>): boolean {
  const { editable, keep, due, view } = editor;
  const asks = editable || (keep !== undefined && due !== undefined && due.size > 0);
  return editor.isReviewed && (asks || view.review !== undefined);
}

/** On a narrow screen cards or rows; the same element, so that a turned phone keeps its rows. */
export function ReviewedList<T extends KindTypes>(props: Props<T>) {
  const { editor, narrow, filters, onOpen, children, tools, focus, notes, lock } = props;
  const { ready } = useTranslation('review', { useSuspense: false });
  const { review, model, cards } = editor;
  const isReviewed = isReviewOffered(editor);
  const entry = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  const asked = useRef(false);
  const offersCards = narrow && editor.editable && cards !== undefined;
  const shown = offersCards && isReviewed && cards.shown;
  useEffect(() => {
    // What was pressed is gone.
    const target = entry.current ?? section.current;
    if (asked.current) target?.focus({ preventScroll: true });
    if (asked.current && shown) target?.scrollIntoView();
    asked.current = false;
  }, [shown]);
  const show = (on: boolean, row?: number) => {
    asked.current = true;
    cards?.show(on, row);
  };
  // The former list's review would name wrong rows.
  const current = ready && review?.columns.pzn === model.columns.pzn ? review : undefined;
  const openRow = useStableCallback((row: number) => {
    if (offersCards && isReviewed && editor.reviewing && current?.order.includes(row)) show(true, row);
    else onOpen?.(row);
  });
  if (shown && current) {
    return (
      <ReviewCards
        editor={editor}
        review={current}
        section={section}
        onList={() => show(false)}
        onOpen={onOpen}
        tools={tools}
        focus={focus}
        notes={notes}
        lock={lock}
      />
    );
  }
  return (
    <>
      <div className={screen.tools}>
        {isReviewed && narrow && (
          <NarrowReviewBar editor={editor} entry={entry} onCards={offersCards ? () => show(true) : undefined} />
        )}
        {isReviewed && !narrow && <ReviewBar editor={editor.steady} />}
        {filters}
      </div>
      {children(onOpen && openRow)}
      {tools(focus, notes)}
    </>
  );
}
