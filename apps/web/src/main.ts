import letters from './app/fonts/inter-latin.woff2?url';
import { beginSignIn } from './app/begin-sign-in.ts';
import { leaveForSignIn } from './app/leave-for-sign-in.ts';
import { listScreenAt } from './app/list-screens.ts';
import { firstPicture } from './lib/first-picture.ts';
import { nextTurn } from './lib/in-pieces.ts';
import { preload } from './lib/preload.ts';
import { preloadTexts } from './lib/translations-folder.ts';

/** The application is a hundred times this file: who has to sign in first leaves before it is loaded. */
async function begin(): Promise<void> {
  if (await leaveForSignIn()) return;
  // public/start.js has said so already where the address shows it.
  document.documentElement.dataset.starting ??= 'message';
  const begun = beginSignIn();
  // On a quick line all of it would be there first, and the user would look at an empty page until it has run.
  await firstPicture();
  // What it is built on runs by itself, so that the browser gets a turn in between. A failure is that of the whole.
  import('./api/portal-api.ts').catch(() => undefined);
  import('./app/react.ts').catch(() => undefined);
  const application = import('./app/start-portal.tsx');
  // What a list in the address needs next: the browser would learn of it only once the application runs.
  const list = listScreenAt(location.pathname);
  if (list) {
    preloadTexts(list.texts);
    list.load().catch(() => undefined);
  }
  // Else it would come once the first screen has been laid out without it, all of which would be laid out again.
  preload(letters, 'font', 'low');
  void nextTurn().then(() => new Worker(new URL('./lib/intl-worker.ts', import.meta.url), { type: 'module' }));
  const { startPortal } = await application;
  const signIn = await begun;
  await nextTurn();
  await startPortal(signIn);
}

// Parts that are missing are told of by public/start.js, which hears of errors only.
begin().catch(reportError);
