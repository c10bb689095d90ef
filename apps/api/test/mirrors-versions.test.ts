import { expect, test } from '@jest/globals';
import type { ProductGroup } from '@portal/rules';
import { aboveBoth } from '../src/modules/mirrors/exchange-list.ts';

const list = (group: ProductGroup, version: number) => ({ apoId: 1, group, version, flag: 0, qdpFlag: 0 }) as const;
const versions = (lists: ReturnType<typeof aboveBoth>) => lists.map(({ group, version }) => [group, version]);

test('lists of a new or former mirror are written above both versions, each group on its own (rule 8.4)', () => {
  const own = [list('OTC', 5), list('FREIWAHL', 9), list('HILFSMITTEL', 4)];
  // HILFSMITTEL has no other list
  const others = [list('FREIWAHL', 3), list('OTC', 8)];
  expect(versions(aboveBoth(own, others))).toEqual([
    ['OTC', 8],
    ['FREIWAHL', 9],
    ['HILFSMITTEL', 4],
  ]);
  expect(versions(aboveBoth(own, []))).toEqual([
    ['OTC', 5],
    ['FREIWAHL', 9],
    ['HILFSMITTEL', 4],
  ]);
});
