import { useCallback, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../../auth/session-slice.ts';
import { readOwned, writeOwned } from '../../lib/storage.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { usePhoneWidth } from '../../lib/use-phone-width.ts';
import type { KindName } from '../kind/kind.ts';
import { readLayout, type TableLayout } from './table-layout.ts';

/** Per person, in the browser (rule 14.50). */
export function useTableLayout(kind: KindName) {
  const { subject } = useSelector(selectSession);
  const key = `table.${kind}`;
  const [layout, setLayout] = useState(() => readLayout(readOwned(key, subject)));
  const latest = useRef(layout);
  const change = useCallback(
    (next: (before: TableLayout) => TableLayout) => {
      latest.current = next(latest.current);
      setLayout(latest.current);
      writeOwned(key, subject, latest.current);
    },
    [key, subject],
  );
  const onResize = useCallback(
    (id: string, width: number | undefined) =>
      change((before) => {
        const { [id]: _former, ...widths } = before.widths;
        return { ...before, widths: width === undefined ? widths : { ...widths, [id]: width } };
      }),
    [change],
  );
  // what a finger has to hit stays as high as it is
  const touch = useMatches('(pointer: coarse)');
  const tall = useMatches('(max-width: 30em)');
  const width = usePhoneWidth();
  /** Pixels of a phone; undefined elsewhere. */
  const room = tall ? width : undefined;
  return useMemo(
    () => ({ layout, change, onResize, touch, dense: layout.dense && !touch, tall, room }),
    [layout, change, onResize, touch, tall, room],
  );
}
