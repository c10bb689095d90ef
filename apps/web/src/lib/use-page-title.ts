import { useEffect } from 'react';

/** Titles the page 'Kundencenter - {message}' while the component is shown (rule 2.5). */
export function usePageTitle(message: string): void {
  useEffect(() => {
    document.title = `Kundencenter - ${message}`;
  }, [message]);
}
