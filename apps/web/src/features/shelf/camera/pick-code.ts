import { readShelfCode } from '@portal/rules';
import type { FoundCode } from './read-frame.ts';

/** Readings after which a code without a PZN counts: beside its label a pack may show one for a moment. */
const READINGS_OF_OTHERS = 5;

/**
 * Of several codes the PZN nearest to the middle, once two pictures with PZNs that follow each other have it; an
 * article is told once until another code is seen (rule 21.6).
 */
export function createPicker() {
  let last: string | undefined;
  let before: ReadonlySet<string> = new Set();
  let others: readonly string[] = [];
  return (found: readonly FoundCode[]): string | undefined => {
    const texts = found.toSorted((a, b) => a.fromCentre - b.fromCentre).map(({ text }) => text);
    const codes = texts.map((text) => ({ text, code: readShelfCode(text) }));
    const pzns = codes.flatMap(({ text, code }) => (code.kind === 'pzn' ? [{ text, pzn: code.pzn }] : []));
    const [nearest] = pzns;
    if (nearest) {
      others = [];
      const isSecond = before.has(nearest.pzn);
      before = new Set(pzns.map(({ pzn }) => pzn));
      if (!isSecond || nearest.pzn === last) return undefined;
      last = nearest.pzn;
      return nearest.text;
    }
    const other = codes.find(({ code }) => code.kind === 'other')?.text;
    // A picture in which nothing is found may have been turned away from its code.
    if (other === undefined) return undefined;
    others = [...(others[0] === other ? others : []), other];
    if (others.length !== READINGS_OF_OTHERS) return undefined;
    last = undefined;
    before = new Set();
    return other;
  };
}
