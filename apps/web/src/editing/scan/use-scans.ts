import { rowOfPzn } from '@portal/list-view';
import type { Scan } from '@portal/rules';
import { useState } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { Edits, KindTypes } from '../kind.ts';

/** A scan that leads to no row, and what was entered when it was drawn first. */
type MissedScan = Scan & { readonly entered: Edits | undefined };

type Options<T extends KindTypes> = {
  readonly model: T['model'];
  readonly entered: Edits;
  /** Inputs take something in. */
  readonly editing: boolean;
  readonly goTo: (row: number, column?: string) => void;
};

/** A scanned code leads to its article: while editing to its price input, while reading to its row (rule 2.40). */
export function useScans<T extends KindTypes>({ model, entered, editing, goTo }: Options<T>) {
  const [missed, setMissed] = useState<MissedScan | null>(null);
  // The input that took the scan in gives back what it held with the same picture.
  if (missed && missed.entered === undefined) setMissed({ ...missed, entered });
  const onScan = useStableCallback(({ pzn }: Scan) => {
    const row = pzn === null ? undefined : rowOfPzn(model, pzn);
    setMissed(row === undefined ? { pzn, entered: undefined } : null);
    if (row !== undefined) goTo(row, editing ? 'ownPrice' : undefined);
  });
  return {
    onScan,
    /** The last scan, where it led to no row and nothing has been entered since. */
    missed: missed?.entered === entered ? missed : null,
  };
}
