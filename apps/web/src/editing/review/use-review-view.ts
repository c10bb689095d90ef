import { useStoredToggles } from '../../lib/use-stored-toggles.ts';

const NAMES = ['showReview', 'showCards'] as const;
const OFF: ReadonlySet<string> = new Set(NAMES);

/** Off at first, stored in the browser. */
export function useReviewView() {
  const [{ showReview, showCards }, toggle] = useStoredToggles(NAMES, OFF);
  return {
    columns: showReview,
    setColumns: (shown: boolean) => toggle('showReview', shown),
    cards: showCards,
    setCards: (shown: boolean) => toggle('showCards', shown),
  };
}
