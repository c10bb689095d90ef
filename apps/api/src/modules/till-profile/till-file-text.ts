import { setImmediate as breath } from 'node:timers/promises';
import { tillFileEnd, type TillFileRow, tillFileHead, tillFileLines, type TillProfile } from '@portal/rules';

/** Rows per time slice. */
const SLICE = 500;

/** Rule 9.8. */
export async function tillFileText(profile: TillProfile, rows: readonly TillFileRow[]): Promise<string> {
  let text = tillFileHead(profile);
  for (let start = 0; start < rows.length; start += SLICE) {
    text += tillFileLines(profile, rows.slice(start, start + SLICE));
    await breath();
  }
  return text + tillFileEnd(profile, rows);
}
