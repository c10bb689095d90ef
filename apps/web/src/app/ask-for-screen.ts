import type { UnknownAction } from '@reduxjs/toolkit';
import type { PortalThunk } from './store.ts';

/** How long, in ms, an answer waits for its screen, which may have to be loaded itself. */
const KEPT_MS = 10_000;

/** Asks for what a screen shows before it is drawn (ADR 81), and keeps it until the screen takes it over. */
export function askForScreen(query: PortalThunk<{ unsubscribe(): void }>): PortalThunk<void> {
  return (dispatch: (action: PortalThunk<{ unsubscribe(): void }> | UnknownAction) => unknown) => {
    const asked = dispatch(query) as { unsubscribe(): void };
    setTimeout(() => asked.unsubscribe(), KEPT_MS);
  };
}
