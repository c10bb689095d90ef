import { beginSignIn } from './app/begin-sign-in.ts';
import { leaveForSignIn } from './app/leave-for-sign-in.ts';
import { waitForFirstPaint } from './lib/scheduler.ts';

/** Keep this entry small: signed-out visitors are redirected before the application is loaded. */
async function begin(): Promise<void> {
  if (await leaveForSignIn()) return;
  // public/start.js has set it where the address says that the portal starts.
  document.documentElement.dataset.starting ??= 'message';
  const signIn = beginSignIn();
  // With a full cache the application would run before the page is painted.
  await waitForFirstPaint();
  const { startPortal } = await import('./app/start.tsx');
  await startPortal(await signIn);
}

// public/start.js shows load failures; it hears of errors only.
begin().catch(reportError);
