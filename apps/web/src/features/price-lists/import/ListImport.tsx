import { applyImport, type ImportResult } from '@portal/list-view';
import { useEffect, useEffectEvent, useState } from 'react';
import { type ChosenImport, ImportModal } from './ImportModal.tsx';
import type { ListWork } from './list-work.ts';
import { OutcomeModal } from './OutcomeModal.tsx';

/** Filters that an import sets on the list behind it; 'all' clears. */
export type ImportFilter = 'edited' | 'exclusionWithOwnPrice' | 'all';

type Props = {
  work: ListWork;
  /** Takes the edits over; nothing is stored. */
  onImported: (result: ImportResult, chosen: ChosenImport) => void;
  /** Taken over at once, without a file. */
  given?: ChosenImport | null;
  onFilter: (filter: ImportFilter) => void;
  onClose: () => void;
};

/** Closing clears the filter (rule 5.8). */
export default function ListImport({ work, given, onImported, onFilter, onClose }: Props) {
  const [done, setDone] = useState<{ chosen: ChosenImport; result: ImportResult } | null>(null);

  const start = (chosen: ChosenImport) => {
    const result = applyImport({ ...work, type: chosen.type }, chosen.answer.data);
    onImported(result, chosen);
    setDone({ chosen, result });
  };

  const takeGiven = useEffectEvent(() => given && start(given));
  // oxlint-disable-next-line react/set-state-in-effect -- as if it was started by hand
  useEffect(() => void takeGiven(), []);

  // The filter sees the edits of the moment it is set.
  const showEdited = useEffectEvent(() => onFilter('edited'));
  useEffect(() => {
    if (done) showEdited();
  }, [done]);

  if (!done && given) return null;
  if (!done) return <ImportModal work={work} onClose={onClose} onStart={start} />;
  return (
    <OutcomeModal
      {...done}
      review={work.review}
      onClose={(keep) => {
        onFilter(keep ?? 'all');
        onClose();
      }}
    />
  );
}
