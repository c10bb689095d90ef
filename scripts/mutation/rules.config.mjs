// StrykerJS over the rules of the domain: everything in packages/rules, by its own tests.
import { common } from './common.mjs';

export default {
  ...common('rules'),
  mutate: ['packages/rules/src/**/*.ts', '!packages/rules/src/**/index.ts'],
  inProcess: { testFiles: ['packages/rules/test/**/*.test.ts'], wholeFiles: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
