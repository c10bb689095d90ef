import { setTimeout as pause } from 'node:timers/promises';
import { AS_BROWSERS, load } from '../call.ts';

/** Times in ms of people who open lists, one of them each `everyMs`, each a list that nobody has opened before. */
export async function openLists(
  portal: string,
  lists: Iterator<number>,
  { everyMs, until }: { everyMs: number; until: Promise<unknown> },
): Promise<number[]> {
  const times: number[] = [];
  const opened: Promise<void>[] = [];
  let ended = false;
  const end = until.finally(() => {
    ended = true;
  });
  while (!ended) {
    const { value: apoId, done } = lists.next();
    if (done) throw new Error('too few lists');
    opened.push(open(apoId));
    await Promise.race([pause(everyMs), end]);
  }
  await Promise.all(opened);
  return times;

  async function open(apoId: number): Promise<void> {
    const began = performance.now();
    const { status } = await load(`${portal}/api/price/${apoId}/bench-${apoId}/OTC`, AS_BROWSERS);
    if (status !== 200) throw new Error(`list of ${apoId}: ${status}`);
    times.push(performance.now() - began);
  }
}
