import { holdForFirstScreen } from '../api/fresh.ts';
import type { PortalThunk } from './store.ts';

/** Asks for what the first screen of a start is going to show (ADR 85). */
export function askForScreen(query: PortalThunk<{ unsubscribe(): void }>): PortalThunk<void> {
  return (dispatch) => {
    const asked = dispatch(query);
    holdForFirstScreen(() => asked.unsubscribe());
  };
}
