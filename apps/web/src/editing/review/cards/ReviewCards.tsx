import { Button } from '@mantine/core';
import { IconArrowBackUp, IconLock } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmGuard } from '../../../ui/confirm-guard/use-confirm-guard.ts';
import { formatCount } from '../../../lib/format.ts';
import type { ToolbarFocus } from '../../../ui/screen/use-screen-focus.ts';
import { Segments } from '../../../ui/Segments.tsx';
import type { KindTypes } from '../../kind/kind.ts';
import type { EditSession, ListView, ReviewState } from '../../state/use-list-editor.ts';
import type { GuardedReview } from '../../judging/use-review.ts';
import { CardBar, type ScreenTools } from './CardBar.tsx';
import { CardFacts } from './CardFacts.tsx';
import classes from './cards.module.css';
import { type ReviewSequence, useReviewSequence } from './use-review-sequence.ts';

/** What the bar below the cards takes from the screen. */
export type CardTools = {
  /** What else the screen offers, behind 'Mehr'. */
  readonly tools: ScreenTools;
  readonly focus: ToolbarFocus;
  /** What was done last, and what could not be done. */
  readonly notes: ReactNode;
  /** Why nothing can be approved yet. */
  readonly lock: string | undefined;
};

type Props<T extends KindTypes> = CardTools & {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  /** Takes the focus when the cards are opened. */
  section: RefObject<HTMLElement | null>;
  onList: () => void;
  /** Opens the price card of a row. */
  onOpen: ((row: number) => void) | undefined;
};

/** Rule 14.40. */
export function ReviewCards<T extends KindTypes>(props: Props<T>) {
  const { editor, review, section, onList, onOpen, tools, focus, notes, lock } = props;
  const { t } = useTranslation('review');
  const walk = useReviewSequence(editor, review, editor.cards?.first);
  const { at, row } = walk;
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    head.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <section ref={section} className={classes.cards} tabIndex={-1} data-long-page aria-label={t('cards.label')}>
      <div className={classes.head} ref={head}>
        <LastDecisionNote editor={editor} walk={walk} />
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
      {row === undefined ? (
        <Over editor={editor} review={review} walk={walk} lock={lock} />
      ) : (
        <>
          <CardFacts editor={editor} review={review} row={row} />
          <div className={classes.details}>
            {onOpen && (
              <Button variant="subtle" onClick={() => onOpen(row)}>
                {t('cards.details')}
              </Button>
            )}
            {editor.editing && walk.inputs(row).ownPrice !== null && (
              <Button variant="subtle" onClick={() => editor.actions.enterPrice(row, null)}>
                {t('cards.calculated')}
              </Button>
            )}
          </div>
        </>
      )}
      {notes}
      <CardBar editor={editor} review={review} walk={walk} tools={tools} focus={focus} />
    </section>
  );
}

/** What was decided last; on its own card it can be taken back. */
function LastDecisionNote<T extends KindTypes>({
  editor,
  walk: { last, undo, row },
}: {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  walk: ReviewSequence;
}) {
  const { t } = useTranslation('review');
  return (
    // Always there, so that screen readers tell what comes into it.
    <div role="status" className={classes.last}>
      {last &&
        (last.row === row ? (
          <Button variant="subtle" leftSection={<IconArrowBackUp aria-hidden size={16} />} onClick={() => undo(last)}>
            {t('cards.undo')}
          </Button>
        ) : (
          <span>{t(`cards.done.${last.decision}`, { name: editor.model.columns.name[last.row] })}</span>
        ))}
    </div>
  );
}

type OverProps<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  walk: ReviewSequence;
  lock: string | undefined;
};

/** Behind the last card: what is still open, and how it goes on. */
function Over<T extends KindTypes>({ editor, review, walk, lock }: OverProps<T>) {
  const { t } = useTranslation('review');
  const { kind, model } = editor;
  const open = review.order.length - editor.marked.done;
  // The last decision lies elsewhere, but its second tap must not approve.
  const guard = useConfirmGuard<HTMLDivElement>();
  const isApproved = (_pzn: string, row: number) => !kind.rules.isSetApart(model, row);
  return (
    <div className={classes.over} {...guard}>
      <p>{open === 0 ? t('cards.allReviewed') : t('cards.open', { count: open, number: formatCount(open) })}</p>
      {open > 0 && (
        <Button variant="default" size="md" onClick={walk.restart}>
          {t('cards.restart')}
        </Button>
      )}
      {editor.editing && (
        <>
          <Button
            className={classes.approve}
            disabled={lock !== undefined || editor.refused.length > 0}
            leftSection={lock !== undefined && <IconLock aria-hidden size={16} />}
            onClick={() => editor.dispatch({ type: 'checked' })}
          >
            {t('cards.approve', { number: formatCount(model.columns.pzn.filter(isApproved).length) })}
          </Button>
          {lock !== undefined && <p>{lock}</p>}
        </>
      )}
    </div>
  );
}
