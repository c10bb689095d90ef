// StrykerJS over the rules of the domain and the view of lists that stands on them, by their own tests.
import { common } from './common.mjs';

export default {
  ...common('rules'),
  mutate: ['packages/{rules,list-view}/src/**/*.ts', '!packages/*/src/**/index.ts'],
  inProcess: { testFiles: ['packages/{rules,list-view}/test/**/*.test.ts'], wholeFiles: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
