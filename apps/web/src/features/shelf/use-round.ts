import { readShelfCode, type ShelfCode } from '@portal/rules';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../../auth/session-slice.ts';
import { storeDraft, storedDraft } from '../../lib/tab-drafts.ts';
import { holdUnsavedWork } from '../../lib/unsaved-work.ts';

type Round = { readonly checked: readonly string[]; readonly collected: readonly string[] };

/** What was checked and collected, each article once (rule 21.5). With collected labels the tab keeps it. */
export function useRound(pharmacyId: string, isListed: (pzn: string) => boolean) {
  const { subject: owner } = useSelector(selectSession);
  const [shown, setShown] = useState<ShelfCode>();
  const subject = `shelf:${pharmacyId}`;
  const [{ checked, collected }, setRound] = useState<Round>(() => roundOf(storedDraft({ owner, subject }), isListed));
  const isLoss = collected.length > 0;
  useEffect(() => (isLoss ? holdUnsavedWork() : undefined), [isLoss]);
  useEffect(() => {
    storeDraft({ owner, subject }, isLoss ? { checked, collected } : undefined);
  }, [owner, subject, checked, collected, isLoss]);
  return {
    /** What was scanned last. */
    shown,
    checked,
    collected,
    read: (text: string) => {
      const code = readShelfCode(text);
      setShown(code);
      if (code.kind !== 'pzn' || !isListed(code.pzn)) return;
      const { pzn } = code;
      setRound((before) => (before.checked.includes(pzn) ? before : { ...before, checked: [...before.checked, pzn] }));
    },
    collect: (pzn: string, isOn: boolean) =>
      setRound((before) => ({
        ...before,
        collected: [...before.collected.filter((each) => each !== pzn), ...(isOn ? [pzn] : [])],
      })),
    /** Once they are marked as printed. */
    printed: (pzns: readonly string[]) =>
      setRound((before) => ({ ...before, collected: before.collected.filter((each) => !pzns.includes(each)) })),
  };
}

/** Users can change what is stored. */
function roundOf(stored: unknown, isListed: (pzn: string) => boolean): Round {
  const { checked, collected } = (stored ?? {}) as { [Name in keyof Round]?: unknown };
  return { checked: pznsOf(checked).filter(isListed), collected: pznsOf(collected).filter(isListed) };
}

function pznsOf(value: unknown): string[] {
  const pzns = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return [...new Set(pzns)];
}
