import { rmSync } from 'node:fs';
import { buildWeb } from '@portal/dev/stack/build-web.ts';
import { SEEN_FOLDER } from './texts/seen.ts';

/** Before all journeys: one web build for the portals of all workers; texts that an earlier run has seen count for nothing. */
export default async function begin(): Promise<void> {
  rmSync(SEEN_FOLDER, { recursive: true, force: true });
  await buildWeb();
}
