import { describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import { type Handlers, implement } from '../../src/http/implement.ts';

const { getLiveness, getReadiness } = ENDPOINTS;
const TWO = { getLiveness, getReadiness };

const live: Handlers<'getLiveness'> = { getLiveness: () => ({ status: 'OK' }) };
const ready: Handlers<'getReadiness'> = { getReadiness: () => ({ status: 'OK', build: '1.0.0' }) };
const config = { getConfig: () => ({}) };

test('calls are mounted in the order of the table, with handlers in any order', () => {
  const mounted: string[] = [];
  implement(TWO, { ...ready, ...live }, ({ id }) => void mounted.push(id));
  expect(mounted).toEqual(['getLiveness', 'getReadiness']);
});

/** Never run: what the compiler says of it is the test (`pnpm typecheck`). */
// oxlint-disable-next-line jest/no-export -- the compiler would take it for unused
export function whatDoesNotCompile() {
  const mount = () => undefined;
  // @ts-expect-error a call without a handler
  implement(TWO, { ...live }, mount);
  // @ts-expect-error a handler without a call
  implement(TWO, { ...live, ...ready, ...config }, mount);
  // @ts-expect-error the handler of another answer
  implement(TWO, { ...live, getReadiness: () => ({ status: 'perhaps' }) }, mount);
  // @ts-expect-error of the whole table one is not enough
  implement(ENDPOINTS, live, mount);
}

describe('the table', () => {
  const patterns = Object.values<Endpoint>(ENDPOINTS).map(({ id, path }) => ({
    id,
    path: path.replace(/:[A-Za-z]+/g, ':'),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}$`),
  }));

  test('has literal paths before paths with a parameter in their place (rule 13.1)', () => {
    // A path that an earlier one would take away. The same path with another method takes nothing away.
    const hidden = patterns.flatMap(({ id, path }, index) =>
      patterns
        .slice(0, index)
        .filter((earlier) => earlier.path !== path && earlier.pattern.test(path))
        .map((earlier) => `${earlier.id} hides ${id}`),
    );
    expect(hidden).toEqual([]);
  });

  test('has a pair that this would find the other way round', () => {
    const [general, special] = ['savePriceList', 'openLogExport'].map((id) => patterns.find((one) => one.id === id));
    expect(general?.pattern.test(special?.path ?? '')).toBe(true);
  });
});
