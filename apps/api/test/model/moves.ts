import { differs } from './rules/prices.ts';
import { GROUPS, type World } from './state.ts';

/** Notes for the tills which products a step has changed, by any rule. */
export function noteMoves(before: World, after: World): void {
  for (const [index, pharmacy] of after.pharmacies.entries()) {
    for (const group of GROUPS) {
      const [old, now] = [before.pharmacies[index]?.lists[group].items ?? {}, pharmacy.lists[group].items];
      for (const pzn of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (differs(old[pzn], now[pzn])) pharmacy.moved[pzn] = after.step;
      }
    }
  }
}
