// StrykerJS over the use cases that write prices, by tests on the real database. Texts are left alone: an empty statement is
// noticed when it runs, and what stands inside of SQL is planted by hand (scripts/planted-faults.mjs).
import { existsSync } from 'node:fs';
import { common } from './common.mjs';

/** @throws Error for a file that is gone: it would be measured no more, and nobody told */
const inModule = (name, ...files) =>
  files.map((file) => {
    const path = `apps/api/src/modules/${name}/${file}.ts`;
    if (!existsSync(path)) throw new Error(`no such file: ${path}`);
    return path;
  });

const USE_CASES = [
  ...inModule('price-lists', 'save-price-list', 'validate-edits', 'find-conflicts', 'saved-rows'),
  ...inModule('price-updates', 'approve-update', 'apply-approval', 'approved-rows', 'change-update', 'reopen-update'),
  ...inModule('price-updates', 'store-drafts', 'drafts-sql', 'save-update', 'close-update', 'lock-update'),
  ...inModule('price-updates', 'recompute-deadline', 'update-abilities', 'update-access'),
  ...inModule('price-writing', 'locks', 'write-lists', 'store-rows-sql', 'effective-sql'),
  ...inModule('settings', 'change-setting'),
  ...inModule('mirrors', 'add-mirror', 'remove-mirror', 'exchange-list', 'validate-mirror'),
  ...inModule('intake', 'take-in-package', 'store-package', 'package-sql'),
  'apps/api/src/db/update-one.ts',
];

export default {
  ...common('use-cases'),
  mutate: USE_CASES,
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  inProcess: {
    // The ones that compare whole rows come first: they notice most, and the first failure decides.
    testFiles: [
      'apps/api/test/whole-rows/*.test.ts',
      'apps/api/test/price-list-save.test.ts',
      'apps/api/test/price-writing/*.test.ts',
      'apps/api/test/price-updates/{approval,two-tabs}.test.ts',
      'apps/api/test/mirrors.test.ts',
      'apps/api/test/settings.test.ts',
      'apps/api/test/intake/intake.test.ts',
      'apps/api/test/http/order-of-use-cases.test.ts',
      'apps/api/test/restore/restored-state.test.ts',
      'apps/api/test/jobs/clock.test.ts',
    ],
    wholeFiles: false,
  },
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  thresholds: { high: 90, low: 80, break: 80 },
};
