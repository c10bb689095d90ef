import letters from './app/fonts/inter-latin.woff2?url';
import { beginSignIn } from './app/begin-sign-in.ts';
import { leaveForSignIn } from './app/leave-for-sign-in.ts';
import { preloadList } from './app/preload-list.ts';
import { preload } from './lib/preload.ts';
import { waitForFirstPaint } from './lib/scheduler.ts';

/** Keep this entry small: signed-out visitors are redirected before the application is loaded. */
async function begin(): Promise<void> {
  if (await leaveForSignIn()) return;
  // public/start.js has set it where the address says that the portal starts.
  document.documentElement.dataset.starting ??= 'message';
  const signIn = beginSignIn();
  // With a full cache the application would run before the page is painted.
  await waitForFirstPaint();
  const application = import('./app/start.tsx');
  preloadList(location.pathname);
  // A font that arrives after the first screen would make the browser lay it out a second time.
  preload(letters, 'font', 'low');
  const { startPortal } = await application;
  await startPortal(await signIn);
}

// public/start.js shows load failures; it hears of errors only.
begin().catch(reportError);
