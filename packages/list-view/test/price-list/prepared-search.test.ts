import { describe, expect, test } from '@jest/globals';
import { prepareSearch, searchIndex } from '../../src/index.ts';
import { listOf } from './factory.ts';

// more rows than a piece of the work; 'İ' becomes longer in lower case, which moves every row after it
const list = () =>
  listOf(
    Array.from({ length: 4_500 }, (_, row) => ({
      name: row % 900 === 0 ? 'İbu Tropfen' : 'Salbe',
      producer: row === 4_499 ? 'Letzter' : 'Muster',
      content: row % 1_500 === 0 ? '20 ml' : null,
    })),
  );
const found = (model: ReturnType<typeof list>, query: string) =>
  Array.from(searchIndex(model, query) ?? []).flatMap((hit, row) => (hit ? [row] : []));
const each = (step: number) => Array.from({ length: 4_500 / step }, (_, at) => at * step);

describe('a search that is prepared while the page is idle', () => {
  test.each([
    ['wholly', Infinity],
    ['not at all', 0],
    ['in part', 2],
  ])('finds the same rows: %s', (_words, pieces) => {
    const model = list();
    const work = prepareSearch(model);
    let done = 0;
    while (done < pieces && !work.next().done) done += 1;
    expect(found(model, 'tropfen')).toEqual(each(900));
    expect(found(model, 'letzter')).toEqual([4_499]);
    expect(found(model, 'muster 20')).toEqual(each(1_500));
    // whatever was left goes on without harm
    for (const _step of work);
    expect(found(model, 'tropfen 20')).toEqual([0]);
  });

  test('is done in pieces of at most 2,000 rows for one word and for several', () => {
    expect([...prepareSearch(list())]).toHaveLength(6);
  });
});
