import { createHash } from 'node:crypto';
import type { TillFileRow } from '@portal/rules/till';
import { readIfThere, replaceFile } from './price-file.ts';
import type { Settings } from './settings.ts';

/** What the job remembers: up to where it has loaded, which articles it has told the till of, and which files it has written (rule 9.14). */
export type State = {
  readonly pharmacy: string;
  readonly cursor: string;
  /** Version of the profile that the files are written in. */
  readonly profile: string;
  /** Digests of the files as they were written, first the present ones, those before them, and those about to be; any other content is somebody else's. */
  readonly written: readonly string[];
  readonly rows: readonly TillFileRow[];
};

/** The state of the last run; undefined when there is none, it cannot be read, or it is another pharmacy's. */
export async function readState(settings: Settings): Promise<State | undefined> {
  const text = (await readIfThere(settings.stateFile))?.toString('utf8');
  const state = text === undefined ? undefined : parse(text);
  if (state?.pharmacy !== settings.pharmacy) return undefined;
  if (state.rows) return state as State;
  return { ...(await formerRows(settings, state.sha256)), pharmacy: settings.pharmacy, cursor: '', profile: '' };
}

/** @throws Failure 73 */
export async function writeState(settings: Settings, state: State): Promise<void> {
  await replaceFile(settings.stateFile, `${JSON.stringify(state)}\n`);
}

export function digest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

type Stored = Partial<State> & { readonly sha256?: string };

/** A state that cannot be read is no state: the whole list then comes again. */
function parse(text: string): Stored | undefined {
  try {
    const state = JSON.parse(text) as Stored | null;
    return typeof state?.cursor === 'string' ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Before there were profiles the price file held what was known: `PZN;VK`, decimal comma. */
async function formerRows(settings: Settings, sha256: string | undefined): Promise<Pick<State, 'rows' | 'written'>> {
  const content = await readIfThere(settings.file);
  if (!content || digest(content) !== sha256) return { rows: [], written: [] };
  const lines = content.toString('utf8').matchAll(/^(\d{8});(?:(\d+),(\d{2}))?\r$/gm);
  const rows = Array.from(lines, ([, pzn = '', euros, cents]) => ({
    ...UNKNOWN,
    pzn,
    price: euros === undefined ? null : Number(`${euros}${cents}`),
  }));
  return { rows, written: [sha256] };
}

const UNKNOWN = { productGroup: '', avp: null, type: null, name: '', validFrom: null };
