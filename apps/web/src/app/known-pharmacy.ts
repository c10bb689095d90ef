import type { Dashboard } from '@portal/contracts';
import { pharmacyChosen, pilotAccessKnown } from '../auth/pharmacy-context-slice.ts';

/** What a pharmacy's dashboard tells every page around it: that this is the chosen one, and whether it takes part in the pilot. */
export function whatIsKnown({ pharmacy, status }: Pick<Dashboard, 'pharmacy' | 'status'>) {
  return [pharmacyChosen(pharmacy), pilotAccessKnown(status !== 'NO_PILOT')];
}
