import { useState } from 'react';
import { localSafe } from '../../lib/safe-storage.ts';
import { useStoredToggles } from '../../lib/use-stored-toggles.ts';

const NAMES = ['showCards'] as const;
const OFF: ReadonlySet<string> = new Set(NAMES);

/** Cards in place of the list of a phone; off at first, stored in the browser. */
export function useReviewCards() {
  const [{ showCards }, toggle] = useStoredToggles(NAMES, OFF);
  /** The row whose card was asked for. */
  const [first, setFirst] = useState<number>();
  const show = (shown: boolean, row?: number) => {
    setFirst(row);
    toggle('showCards', shown);
  };
  return { shown: showCards, first, show };
}

/** Before there was a switch, columns of the review were shown beside all rows: its lists open with rows to review. */
export function useFormerReviewColumns(): boolean {
  const [shown] = useState(() => localSafe.get('showReview') === 'true');
  return shown;
}

/** Once somebody has chosen, lists open as specified. */
export const forgetReviewColumns = () => localSafe.remove('showReview');
