import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import type { KindTypes } from '../../kind/kind.ts';
import type { ListEditor } from '../../state/use-list-editor.ts';
import { ReviewBar } from '../ReviewBar.tsx';
import { useReviewCounts } from '../use-review-counts.ts';
import classes from './cards.module.css';

type Props<T extends KindTypes> = {
  editor: ListEditor<T>;
  /** The button that leads to the cards. */
  entry: RefObject<HTMLButtonElement | null>;
  onCards: (() => void) | undefined;
};

/** `ReviewBar` in one line; the rest on request. */
export function NarrowReviewBar<T extends KindTypes>({ editor, entry, onCards }: Props<T>) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const { review, view, model } = editor;
  const counts = useReviewCounts(editor.steady);
  const [open, setOpen] = useState(view.review !== undefined);
  if (!ready || model.count === 0) return null;
  const count = counts?.toReview.length;
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <>
      <div className={classes.entry} aria-busy={!review}>
        <UnstyledButton className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('toReview', { number: count === undefined ? '…' : formatCount(count) })}
          <Chevron aria-hidden size={18} />
        </UnstyledButton>
        {onCards && count !== 0 && (
          <Button ref={entry} variant="light" className={classes.walk} disabled={!review} onClick={onCards}>
            {t('cards.walk')}
          </Button>
        )}
      </div>
      {open && <ReviewBar editor={editor.steady} />}
    </>
  );
}
