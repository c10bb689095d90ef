import { readShelfCode } from '@portal/rules';
import { useEffect, useState } from 'react';
import { holdUnsavedWork } from '../../lib/unsaved-work.ts';

/** What was scanned last. */
export type Shown =
  | { readonly kind: 'pzn'; readonly pzn: string }
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid'; readonly text: string };

/** What was checked and collected, each article once (rule 21.5). */
export function useRound(isListed: (pzn: string) => boolean) {
  const [shown, setShown] = useState<Shown>();
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [collected, setCollected] = useState<readonly string[]>([]);
  const isLoss = collected.length > 0;
  useEffect(() => (isLoss ? holdUnsavedWork() : undefined), [isLoss]);
  return {
    shown,
    checked,
    collected,
    read: (text: string) => {
      const code = readShelfCode(text);
      setShown(code.kind === 'invalid' ? { kind: 'invalid', text: text.trim().slice(0, 40) } : code);
      if (code.kind !== 'pzn' || !isListed(code.pzn)) return;
      const { pzn } = code;
      setChecked((before) => (before.includes(pzn) ? before : [...before, pzn]));
    },
    collect: (pzn: string, isOn: boolean) =>
      setCollected((before) => [...before.filter((each) => each !== pzn), ...(isOn ? [pzn] : [])]),
    /** Once they are marked as printed. */
    printed: (pzns: readonly string[]) => setCollected((before) => before.filter((each) => !pzns.includes(each))),
  };
}
