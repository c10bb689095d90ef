// Stands in for '@jest/globals' while StrykerJS runs: collects the tests of a file instead of running them, so that they can
// be run again and again in one process (ADR 31). Knows what the tests of this repository use of jest, and no more.
import { createRequire } from 'node:module';

const requireOfJest = createRequire(createRequire(import.meta.url).resolve('@jest/globals/package.json'));
/** jest's own. */
export const { expect } = requireOfJest('expect');
export const jest = { spyOn: requireOfJest('jest-mock').spyOn };

const newSuite = (name) => ({ name, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], children: [] });
let current = newSuite('');

/** Collects what a file declares. @returns its suite */
export async function collect(file, load) {
  current = newSuite(file);
  await load();
  return current;
}

export const beforeAll = (run) => void current.beforeAll.push(run);
export const afterAll = (run) => void current.afterAll.push(run);
export const beforeEach = (run) => void current.beforeEach.push(run);
export const afterEach = (run) => void current.afterEach.push(run);

export function test(name, run) {
  current.children.push({ name, run });
}

export function describe(name, declare) {
  const outer = current;
  current = newSuite(name);
  outer.children.push(current);
  declare();
  current = outer;
}

/** Every row of a table once; its number tells the tests of one name apart. */
const each = (declare) => (table) => (name, run) => {
  for (const [index, row] of [...table].entries()) {
    declare(`${name} #${index}`, () => run(...(Array.isArray(row) ? row : [row])));
  }
};
const skipped = () => {};
test.each = each(test);
test.skip = skipped;
describe.each = each(describe);
describe.skip = skipped;
