import { createHash } from 'node:crypto';
import { readIfThere, replaceFile } from './price-file.ts';
import type { Settings } from './settings.ts';

/** What the job remembers: up to where the price file is complete, and which file that is. */
type State = { readonly pharmacy: string; readonly cursor: string; readonly sha256: string };

/** The cursor that belongs to a price file; undefined when there is none, or the file is not the one of the last run. */
export async function readCursor(settings: Settings, content: string): Promise<string | undefined> {
  const text = await readIfThere(settings.stateFile);
  const state = text === undefined ? undefined : parse(text);
  return state?.pharmacy === settings.pharmacy && state.sha256 === hash(content) ? state.cursor : undefined;
}

/** To be called after the file is written: should the power fail in between, the next run loads the whole list. */
export async function writeState(settings: Settings, content: string, cursor: string): Promise<void> {
  const state: State = { pharmacy: settings.pharmacy, cursor, sha256: hash(content) };
  await replaceFile(settings.stateFile, `${JSON.stringify(state, null, 2)}\n`);
}

/** A state that cannot be read is no state: the whole list then comes again. */
function parse(text: string): State | undefined {
  try {
    const state = JSON.parse(text) as Partial<Record<keyof State, unknown>> | null;
    return typeof state?.cursor === 'string' ? (state as State) : undefined;
  } catch {
    return undefined;
  }
}

function hash(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
