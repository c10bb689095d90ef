/** Which of the five bars and four spaces of a character are wide (ISO/IEC 16388); bars and spaces take turns. */
const CHARACTERS: Readonly<Record<string, string>> = {
  '0': '000110100',
  '1': '100100001',
  '2': '001100001',
  '3': '101100000',
  '4': '000110001',
  '5': '100110000',
  '6': '001110000',
  '7': '000100101',
  '8': '100100100',
  '9': '001100100',
  '-': '010000101',
  '*': '010010100',
};

/** How much wider a wide bar is than a narrow one. */
const WIDE = 2.5;
/** Blank to either side, in narrow bars. */
export const CODE39_QUIET = 10;
/** Narrow bars from the first to the last: eleven characters of 13.5 and the ten gaps between them. */
export const CODE39_MODULES = 11 * (6 + 3 * WIDE) + 10;

/** A bar: where it begins and how wide it is, in narrow bars. */
export type Bar = { readonly x: number; readonly width: number };

/**
 * The bars of a PZN in Code 39 as on packs: '-' and its eight digits, with neither check character nor quiet zones (rule 16.7).
 * @param pzn eight digits
 */
export function pznCode39(pzn: string): Bar[] {
  const bars: Bar[] = [];
  let x = 0;
  for (const character of `*-${pzn}*`) {
    const pattern = CHARACTERS[character];
    if (!pattern) throw new RangeError(`no PZN: ${pzn}`);
    for (let at = 0; at < pattern.length; at++) {
      const width = pattern[at] === '1' ? WIDE : 1;
      if (at % 2 === 0) bars.push({ x, width });
      x += width;
    }
    x += 1;
  }
  return bars;
}
