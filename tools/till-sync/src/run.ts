import { EXIT, Failure } from './failures.ts';
import { takeLock } from './lock.ts';
import { sendInventory } from './inventory.ts';
import type { Log } from './log.ts';
import { readSettings } from './settings.ts';
import { sync } from './sync.ts';

/** Runs the job once and returns its exit code; whatever goes wrong is told in one German line. */
export async function run(
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
  args: readonly string[] = [],
): Promise<number> {
  try {
    const [option, inventory, ...more] = args;
    if (option !== undefined && (option !== '--inventory' || !inventory || more.length > 0))
      throw new Failure(EXIT.settings, 'Aufruf: till-sync oder till-sync --inventory DATEI.');
    const settings = readSettings(environment);
    if (inventory) {
      await sendInventory(settings, inventory, log);
      return EXIT.done;
    }
    const free = await takeLock(settings.file);
    try {
      await sync(settings, log);
    } finally {
      await free();
    }
    return EXIT.done;
  } catch (error) {
    if (error instanceof Failure) {
      log.error(error.message);
      return error.exitCode;
    }
    log.error(`Unerwartet: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return EXIT.unexpected;
  }
}
