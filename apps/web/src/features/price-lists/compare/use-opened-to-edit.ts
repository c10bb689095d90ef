import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

/** State of a link that opens a price list for editing (rule 2.26). */
export const TO_EDIT = { edit: true } as const;

/** Starts editing once where a link asked for it. */
export function useOpenedToEdit(mayEdit: boolean, startEditing: () => void): void {
  const state = useLocation().state as Partial<typeof TO_EDIT> | null;
  const isWanted = state?.edit === true && mayEdit;
  const start = useEffectEvent(startEditing);
  useEffect(() => {
    if (isWanted) start();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the list opens
  }, []);
}
