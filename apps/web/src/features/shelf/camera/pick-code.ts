import { readShelfCode } from '@portal/rules';
import type { FoundCode } from './read-frame.ts';

/** Pictures in a row in which a code without a PZN counts: beside its label a pack may show one for a moment. */
const PICTURES_OF_OTHERS = 5;

/** Of several codes the PZN nearest to the middle; an article is told once until another code is seen. */
export function createPicker() {
  let last: string | undefined;
  let others = 0;
  return (found: readonly FoundCode[]): string | undefined => {
    const texts = found.toSorted((a, b) => a.fromCentre - b.fromCentre).map(({ text }) => text);
    const codes = texts.map((text) => ({ text, code: readShelfCode(text) }));
    for (const { text, code } of codes) {
      if (code.kind !== 'pzn') continue;
      others = 0;
      if (code.pzn === last) return undefined;
      last = code.pzn;
      return text;
    }
    const other = codes.find(({ code }) => code.kind === 'other');
    others = other ? others + 1 : 0;
    if (!other || others !== PICTURES_OF_OTHERS) return undefined;
    last = undefined;
    return other.text;
  };
}
