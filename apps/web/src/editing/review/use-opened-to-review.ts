import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMatches } from '../../lib/use-matches.ts';
import type { KindTypes } from '../kind/kind.ts';
import { isDecided } from '../judging/marks.ts';
import type { ListEditor } from '../state/use-list-editor.ts';

/** Once the rows are there, leads to the first input that is still to be reviewed, on a phone to the first card. */
export function useOpenedToReview<T extends KindTypes>({
  view,
  grid,
  goTo,
  marked,
  cards,
  editing,
}: ListEditor<T>): void {
  const state = useLocation().state as { readonly review?: boolean } | null;
  const isWanted = useRef(state?.review === true);
  const narrow = useMatches('(max-width: 48em)');
  const isReady = view.judged !== undefined && editing;
  const show = cards?.show;
  const { rows } = view;
  useEffect(() => {
    if (!isReady || !isWanted.current) return;
    isWanted.current = false;
    if (narrow) show?.(true);
    // where the user has gone meanwhile goes first
    else if (document.activeElement === document.body) {
      const at = rows.findIndex((row) => !isDecided(marked, row));
      if (at > 0) goTo(rows[at] as number, 'ownPrice');
      else grid.current?.typeInView();
    }
  }, [isReady, narrow, show, grid, goTo, rows, marked]);
}
