import { useTranslation } from 'react-i18next';
import type { KindTypes } from '../kind.ts';
import type { GridState, ListView, ReviewState } from '../use-list-editor.ts';
import { DeliveredEffects } from './DeliveredEffects.tsx';
import { Hint } from './Hint.tsx';
import classes from './review.module.css';
import { ReviewBar } from './ReviewBar.tsx';
import { PlaceOfWorth, WorthOnScreen } from './Worth.tsx';

type Props<T extends KindTypes> = { editor: ListView<T> & GridState<T> & ReviewState<T> };

/** The review's controls with what the rows are worth. */
export function ReviewBand<T extends KindTypes>({ editor }: Props<T>) {
  const { ready } = useTranslation('review', { useSuspense: false });
  const { review, model, kind } = editor;
  if (!ready || model.count === 0) return null;
  return (
    <>
      <div className={classes.band}>
        <ReviewBar editor={editor} />
        {review ? <WorthOnScreen editor={editor} review={review} /> : kind.confirms === 'approve' && <PlaceOfWorth />}
      </div>
      <DeliveredEffects editor={editor} review={review?.unedited} />
      <div className={classes.hintLine}>
        <Hint of={['way', 'card']} />
      </div>
    </>
  );
}
