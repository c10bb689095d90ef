/** Which bars and spaces are wide, alternating (ISO/IEC 16388). */
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

/** In narrow bars. */
const WIDE = 2.5;
/** Narrow bars on either side. */
export const CODE39_QUIET = 10;
/** Eleven characters of 13.5 narrow bars and ten gaps. */
export const CODE39_MODULES = 11 * (6 + 3 * WIDE) + 10;

/** In narrow bars. */
export type Bar = { readonly x: number; readonly width: number };

/**
 * '-' and eight digits as on packs, without check character and quiet zones (rule 16.7).
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
