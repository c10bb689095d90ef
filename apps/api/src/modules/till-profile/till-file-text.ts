import { setImmediate as breath } from 'node:timers/promises';
import { type TillFileRow, tillFileHead, tillFileLines, type TillProfile } from '@portal/rules';

/** Rows that are written at once: a few milliseconds, then other calls have their turn. */
const SLICE = 500;

/** The text of a till's file (rule 9.8); its bytes are `encodeTillText` of it. */
export async function tillFileText(profile: TillProfile, rows: readonly TillFileRow[]): Promise<string> {
  let text = tillFileHead(profile);
  for (let start = 0; start < rows.length; start += SLICE) {
    text += tillFileLines(profile, rows.slice(start, start + SLICE));
    await breath();
  }
  return text;
}
