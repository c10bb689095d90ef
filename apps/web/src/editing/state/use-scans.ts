import { rowOfPzn } from '@portal/list-view';
import type { Scan } from '@portal/rules';
import { useState } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { Edits, KindTypes } from '../kind/kind.ts';

type MissedScan = Scan & { readonly entered: Edits | undefined };

type Options<T extends KindTypes> = {
  readonly model: T['model'];
  readonly entered: Edits;
  /** Inputs take something in. */
  readonly editing: boolean;
  readonly goTo: (row: number, column?: string) => void;
};

/** To its price input while editing, else to its row (rule 2.40). */
export function useScans<T extends KindTypes>({ model, entered, editing, goTo }: Options<T>) {
  const [missed, setMissed] = useState<MissedScan | null>(null);
  // The input restores its value in the same render.
  if (missed && missed.entered === undefined) setMissed({ ...missed, entered });
  const onScan = useStableCallback(({ pzn }: Scan) => {
    const row = pzn === null ? undefined : rowOfPzn(model, pzn);
    setMissed(row === undefined ? { pzn, entered: undefined } : null);
    if (row !== undefined) goTo(row, editing ? 'ownPrice' : undefined);
  });
  return {
    onScan,
    missed: missed?.entered === entered ? missed : null,
  };
}
