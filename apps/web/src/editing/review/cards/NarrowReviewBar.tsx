import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindTypes } from '../../kind/kind.ts';
import type { ListEditor } from '../../state/use-list-editor.ts';
import { NextToReview } from '../NextToReview.tsx';
import { ReviewSwitch } from '../ReviewBar.tsx';
import { useReviewCounts } from '../use-review-counts.ts';
import classes from './cards.module.css';

type Props<T extends KindTypes> = {
  editor: ListEditor<T>;
  /** The button that leads to the cards. */
  entry: RefObject<HTMLButtonElement | null>;
  onCards: (() => void) | undefined;
};

/** `ReviewBar` in one line; the rest is in the sheet of filters. */
export function NarrowReviewBar<T extends KindTypes>({ editor, entry, onCards }: Props<T>) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const { review, model, steady } = editor;
  const counts = useReviewCounts(steady);
  if (!ready || model.count === 0) return null;
  return (
    <div className={classes.entry} role="group" aria-label={t('label')} aria-busy={!review}>
      <ReviewSwitch editor={steady} counts={counts} />
      {onCards && counts?.toReview.length !== 0 && (
        <Button ref={entry} aria-label={t('cards.walk')} disabled={!review} onClick={onCards}>
          {t('cards.walkShort')}
        </Button>
      )}
      <NextToReview editor={steady} review={review} counts={counts} keysOnly />
    </div>
  );
}
