import { afterEach, expect } from '@jest/globals';

const printed: unknown[][] = [];
/** Of when an answer came, not of the page: which update is outside of an act depends on how busy the machine is. */
const OF_TIMING = /not wrapped in act\(/;

// React names mistakes in a page by console.error alone.
for (const word of ['error', 'warn', 'log'] as const) {
  console[word] = (...said) => {
    if (!OF_TIMING.test(String(said[0]))) printed.push(said);
  };
}
afterEach(() => {
  expect(printed.splice(0)).toEqual([]);
});
