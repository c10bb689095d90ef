import { resolve } from 'node:path';
import { EXIT, Failure } from './failures.ts';
import type { Log } from './log.ts';
import { connectPortal } from './portal.ts';
import { readIfThere } from './price-file.ts';
import type { Settings } from './settings.ts';
import { readState } from './state.ts';

/** Sends what the till's own export holds, compared with what this program has loaded last (rules 9.24 and 9.45). */
export async function sendInventory(settings: Settings, file: string, log: Log): Promise<void> {
  const path = resolve(file);
  const content = await readIfThere(path);
  if (!content) throw new Failure(EXIT.file, `Die Datei ${path} gibt es nicht.`);
  const state = await readState(settings);
  const counts = await connectPortal(settings, log).inventory(content, state?.cursor);
  const [equal, different, missing, extra] = [counts.equal, counts.different, counts.missing, counts.extra].map(
    (count) => count.toLocaleString('de-DE'),
  );
  log.info(
    `Bestand gesendet. Gleich: ${equal}; anderer Preis: ${different}; fehlt in der Kasse: ${missing}; nur in der Kasse: ${extra}.`,
  );
  if (counts.doubts?.length)
    log.info(`Der Bestand zählt noch nicht, bis ihn jemand bestätigt: ${counts.doubts.join(' ')}`);
}
