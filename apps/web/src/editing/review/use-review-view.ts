import { useStoredToggles } from '../../lib/use-stored-toggles.ts';

const NAMES = ['showReview', 'showCards'] as const;
const OFF: ReadonlySet<string> = new Set(NAMES);

/** Whether the columns that help to judge prices are shown, and on a narrow screen cards in place of rows; off at first, kept in the browser. */
export function useReviewView() {
  const [{ showReview, showCards }, toggle] = useStoredToggles(NAMES, OFF);
  return {
    columns: showReview,
    setColumns: (shown: boolean) => toggle('showReview', shown),
    cards: showCards,
    setCards: (shown: boolean) => toggle('showCards', shown),
  };
}
