import assert from 'node:assert/strict';
import type { Visit } from './journey.ts';

/** What hands do: keys pressed (a modifier is one of its own), clicks of a mouse, taps of a finger. */
export type Actions = { keys: number; clicks: number; taps: number };
/** Characters of names, conditions and prices are said, not limited: they are the same by every way. */
type Counted = Actions & { characters: number };
const NONE: Counted = { keys: 0, clicks: 0, taps: 0, characters: 0 };

/**
 * Counts what a person would do from here on, on this page and those it leads to; turning the wheel is not counted.
 * @returns ends the count: prints it under the name of the job and fails where it is more than `most`, which is the way
 *   of docs/ten-jobs.md
 */
export async function countActions({ page }: Visit): Promise<(job: string, most: Partial<Actions>) => Promise<void>> {
  const actions = { ...NONE };
  await page.exposeFunction('countAction', (action: keyof Counted, count: number) => void (actions[action] += count));
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return async (job, most) => {
    await page.waitForFunction(() => true); // what was counted before has come, also where a page follows
    const { keys, clicks, taps, characters } = actions;
    const touched = taps > 0 ? `, ${taps} × getippt` : '';
    process.stdout.write(`${job}: ${keys} Tasten, ${clicks} Klicks${touched}, ${characters} Zeichen\n`);
    const allowed = { ...NONE, ...most };
    for (const action of ['keys', 'clicks', 'taps'] as const) {
      assert.ok(actions[action] <= allowed[action], `${job}: ${actions[action]} ${action}, at most ${allowed[action]}`);
    }
  };
}

/**
 * Runs in the page, before its own scripts. Only what the browser itself takes for input counts, not events made by a script.
 * Text that comes without keys, as the driver enters umlauts, counts by its letters.
 * Listens on the document: the driver stops at the window what it withholds from a moving target, and tries again.
 */
function listen(): void {
  const { countAction } = window as unknown as { countAction(action: keyof Counted, count: number): void };
  let awaited = false; // the text of a key
  const on = <E extends Event>(name: string, heard: (event: E) => void) =>
    document.addEventListener(name, (event) => event.isTrusted && heard(event as E), { capture: true });
  on<KeyboardEvent>('keydown', ({ key, repeat, ctrlKey, metaKey, altKey }) => {
    awaited = key.length === 1;
    if (!repeat) countAction(awaited && !ctrlKey && !metaKey && !altKey ? 'characters' : 'keys', 1);
  });
  on<InputEvent>('input', ({ inputType, data }) => {
    if (inputType === 'insertText' && !awaited) countAction('characters', data?.length ?? 0);
    awaited = false;
  });
  on<PointerEvent>('pointerdown', ({ pointerType }) => countAction(pointerType === 'touch' ? 'taps' : 'clicks', 1));
}
