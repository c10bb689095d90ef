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
  onFilter: (filter: ImportFilter) => void;
  onClose: () => void;
};

/** Closing clears the filter (rule 5.8). */
export default function ListImport({ work, onImported, onFilter, onClose }: Props) {
  const [done, setDone] = useState<{ chosen: ChosenImport; result: ImportResult } | null>(null);

  const start = (chosen: ChosenImport) => {
    const result = applyImport({ ...work, type: chosen.type }, chosen.answer.data);
    onImported(result, chosen);
    setDone({ chosen, result });
  };

  // The filter sees the edits of the moment it is set.
  const showEdited = useEffectEvent(() => onFilter('edited'));
  useEffect(() => {
    if (done) showEdited();
  }, [done]);

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
