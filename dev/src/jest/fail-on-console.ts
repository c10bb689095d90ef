import { afterEach, expect } from '@jest/globals';

const printed: unknown[][] = [];
/** Of when an answer came, not of the page: which update is outside of an act depends on how busy the machine is. */
const OF_TIMING = /not wrapped in act\(/;
/** What the identity provider for development says of its own store at each start. */
const OF_PROVIDER = /^oidc-provider WARNING: a quick start development-only in-memory adapter/;

// React names mistakes in a page by console.error alone.
for (const word of ['error', 'warn', 'log'] as const) {
  console[word] = (...said) => {
    const text = String(said[0]);
    if (!OF_TIMING.test(text) && !OF_PROVIDER.test(text)) printed.push(said);
  };
}
afterEach(() => {
  expect(printed.splice(0)).toEqual([]);
});
