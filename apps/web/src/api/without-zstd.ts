import { WITHOUT_ENCODING_HEADER } from '@portal/contracts';
import { tabSafe } from '../lib/safe-storage.ts';

const KEY = 'withoutZstd';

/** How an answer came: readable, unreadable on its way, or not at all. */
export type Arrival = 'readable' | 'spoiled' | 'missing';

/** Scripts cannot set `Accept-Encoding`. */
export function encodingHeaders(isWithoutZstd = tabSafe.get(KEY) === '1'): Record<string, string> {
  return isWithoutZstd ? { [WITHOUT_ENCODING_HEADER]: 'zstd' } : {};
}

/** Virus scanners spoil zstd: once more without, remembered in this tab (rule 13.14). */
export async function readWithoutZstd<Answer>(
  read: (isWithoutZstd: boolean) => Promise<Answer>,
  arrivalOf: (answer: Answer) => Arrival,
): Promise<Answer> {
  const isWithoutZstd = tabSafe.get(KEY) === '1';
  const answer = await read(isWithoutZstd);
  if (isWithoutZstd || arrivalOf(answer) !== 'spoiled') return answer;
  const again = await read(true);
  if (arrivalOf(again) === 'readable') tabSafe.set(KEY, '1');
  return again;
}
