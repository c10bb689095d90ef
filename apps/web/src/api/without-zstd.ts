import { WITHOUT_ENCODING_HEADER } from '@portal/contracts';
import { tabSafe } from '../lib/safe-storage.ts';

const KEY = 'withoutZstd';

/** How an answer came: readable, unreadable on its way, or not at all. */
export type Arrival = 'readable' | 'spoiled' | 'missing';

/** What asks the server for another encoding than zstd: `Accept-Encoding` is the browser's own, which scripts cannot set. */
export function encodingHeaders(isWithoutZstd = tabSafe.get(KEY) === '1'): Record<string, string> {
  return isWithoutZstd ? { [WITHOUT_ENCODING_HEADER]: 'zstd' } : {};
}

/**
 * Reads an answer, and once more without zstd where it came unreadable: virus scanners and proxies that do not know zstd spoil it
 * (rule 13.14). What helped is remembered in this tab.
 * @param read of calls that change nothing; true asks for another encoding
 */
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
