import { useCallback, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../../auth/session-slice.ts';
import { readOwned, writeOwned } from '../../lib/storage.ts';
import { useMatches } from '../../lib/use-matches.ts';

const KEY = 'priceCard';

/**
 * Whether the card stands beside the list: as the person left it, else where it is read first (rule 14.32).
 * @param isRead the list shows rows to review, or was opened with one article
 */
export function useDock(isRead: boolean) {
  const { subject } = useSelector(selectSession);
  const fits = useMatches('(min-width: 75em)');
  const isWide = useMatches('(min-width: 90em)');
  const [chosen, setChosen] = useState(() => readChoice(subject));
  /** The row whose card was asked for; an object of its own each time. */
  const [entered, setEntered] = useState<{ readonly row: number } | null>(null);
  const choose = useCallback(
    (opened: boolean) => {
      setChosen(opened);
      setEntered(null);
      writeOwned(KEY, subject, { opened });
    },
    [subject],
  );
  const enter = useCallback(
    (row: number) => {
      choose(true);
      setEntered({ row });
    },
    [choose],
  );
  const opened = fits && (chosen ?? (isRead && isWide));
  return useMemo(() => ({ fits, opened, choose, enter, entered }), [fits, opened, choose, enter, entered]);
}

export type Dock = ReturnType<typeof useDock>;

function readChoice(subject: string): boolean | undefined {
  const stored = readOwned(KEY, subject);
  return stored && 'opened' in stored && typeof stored.opened === 'boolean' ? stored.opened : undefined;
}
