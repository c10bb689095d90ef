import { rmSync } from 'node:fs';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { prepareDatabase } from './demo-database.ts';
import { unpackShell } from './shell-browser.ts';
import { SEEN_FOLDER } from './texts/seen.ts';

/**
 * Before all journeys: one web build, one browser and one loaded database for all workers. Texts that an earlier run has seen are
 * dropped.
 * @returns cleans up after all journeys
 */
export default async function begin(): Promise<() => Promise<void>> {
  rmSync(SEEN_FOLDER, { recursive: true, force: true });
  const [removeDatabase] = await Promise.all([prepareDatabase(), buildWeb(), unpackShell()]);
  return removeDatabase;
}
