import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** The element of the title line that the editor fills, which is loaded later than the line. */
export const HeadSlot = createContext<HTMLElement | null>(null);

export function InHead({ children }: { children: ReactNode }) {
  const slot = use(HeadSlot);
  return slot && createPortal(children, slot);
}
