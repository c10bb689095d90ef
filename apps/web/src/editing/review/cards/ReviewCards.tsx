import { Button } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import type { KindTypes } from '../../kind.ts';
import type { EditSession, ListView, ReviewState } from '../../use-list-editor.ts';
import type { GuardedReview } from '../use-review.ts';
import { CardButtons } from './CardButtons.tsx';
import { CardFacts } from './CardFacts.tsx';
import classes from './cards.module.css';
import { type ReviewSequence, useReviewSequence } from './use-review-sequence.ts';
import { Segments } from '../../../ui/Segments.tsx';

type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  /** Takes the focus when the cards are opened. */
  section: RefObject<HTMLElement | null>;
  onList: () => void;
  /** Opens the price card of a row. */
  onOpen: ((row: number) => void) | undefined;
};

/** Rule 14.40. */
export function ReviewCards<T extends KindTypes>({ editor, review, section, onList, onOpen }: Props<T>) {
  const { t } = useTranslation('review');
  const walk = useReviewSequence(editor, review);
  const { at, count, row } = walk;
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    head.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <section ref={section} className={classes.cards} tabIndex={-1} data-long-page aria-label={t('cards.label')}>
      <div className={classes.head} ref={head}>
        <StepButton to="previous" walk={walk} />
        <p className={classes.place}>
          {row === undefined
            ? t('cards.over')
            : t('cards.place', { at: formatCount(at + 1), number: formatCount(count) })}
        </p>
        <StepButton to="next" walk={walk} />
        <Segments
          className={classes.switch}
          label={t('cards.viewLabel')}
          value="cards"
          onChange={onList}
          choices={[
            { value: 'cards', label: t('cards.cards') },
            { value: 'list', label: t('cards.list') },
          ]}
        />
      </div>
      <LastStep editor={editor} walk={walk} />
      {row === undefined ? (
        <Over editor={editor} review={review} walk={walk} />
      ) : (
        <>
          <CardFacts editor={editor} review={review} row={row} />
          {onOpen && (
            <Button variant="subtle" className={classes.details} onClick={() => onOpen(row)}>
              {t('cards.details')}
            </Button>
          )}
          <CardButtons key={row} editor={editor} review={review} walk={walk} row={row} />
        </>
      )}
    </section>
  );
}

function StepButton({ to, walk }: { to: 'previous' | 'next'; walk: ReviewSequence }) {
  const { t } = useTranslation('review');
  const target = walk.at + (to === 'next' ? 1 : -1);
  const Icon = to === 'next' ? IconChevronRight : IconChevronLeft;
  return (
    <Button
      className={classes.step}
      variant="default"
      aria-label={t(`cards.${to}`)}
      disabled={target < 0 || target > walk.count}
      onClick={() => walk.go(target)}
    >
      <Icon aria-hidden size={20} />
    </Button>
  );
}

/** What was decided last, to be taken back. */
function LastStep<T extends KindTypes>({
  editor,
  walk: { last, undo },
}: {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  walk: ReviewSequence;
}) {
  const { t } = useTranslation('review');
  return (
    // Always there, so that screen readers tell what comes into it.
    <div role="status">
      {last && (
        <p className={classes.last}>
          <span>{t(`cards.done.${last.decision}`, { name: editor.model.columns.name[last.row] })}</span>
          <Button variant="subtle" leftSection={<IconArrowBackUp aria-hidden size={16} />} onClick={() => undo(last)}>
            {t('cards.undo')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Behind the last card: what is still open, and how it goes on. */
function Over<T extends KindTypes>({
  editor,
  review,
  walk,
}: {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  walk: ReviewSequence;
}) {
  const { t } = useTranslation('review');
  const open = review.order.length - editor.marked.done;
  const number = formatCount(open);
  return (
    <div className={classes.over}>
      <p>{open === 0 ? t('cards.allReviewed') : t('cards.open', { count: open, number })}</p>
      {open > 0 && (
        <Button variant="default" size="md" onClick={walk.restart}>
          {t('cards.restart')}
        </Button>
      )}
      {editor.editing && <p>{t('cards.thenApprove')}</p>}
    </div>
  );
}
