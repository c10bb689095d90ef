import { useStoredToggles } from '../../lib/use-stored-toggles.ts';

const NAMES = ['showReview'] as const;
const OFF: ReadonlySet<string> = new Set(NAMES);

/** Whether the columns that help to judge prices are shown; off at first, kept in the browser. */
export function useReviewColumns(): [boolean, (shown: boolean) => void] {
  const [{ showReview }, toggle] = useStoredToggles(NAMES, OFF);
  return [showReview, (shown) => toggle('showReview', shown)];
}
