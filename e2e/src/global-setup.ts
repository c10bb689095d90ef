import { rmSync } from 'node:fs';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { unpackShell } from './shell-browser.ts';
import { SEEN_FOLDER } from './texts/seen.ts';

/** Before all journeys: one web build and one browser for all workers; texts that an earlier run has seen count for nothing. */
export default async function begin(): Promise<void> {
  rmSync(SEEN_FOLDER, { recursive: true, force: true });
  await Promise.all([buildWeb(), unpackShell()]);
}
