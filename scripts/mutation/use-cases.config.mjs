// StrykerJS over the use cases that write prices, by tests on the real database. Texts are left alone: an empty statement is
// noticed by whoever runs it, and what stands inside of SQL is planted by hand (scripts/planted-faults.mjs).
import { common } from './common.mjs';

const MODULES = 'apps/api/src/modules';
const USE_CASES = [
  'price-lists/{save-price-list,judge-edits,find-clashes,saved-rows}',
  'price-updates/{approve-update,apply-approval,approved-rows,change-update,reopen-update,store-drafts,drafts-sql,save-update,close-update,lock-update,recompute-deadline,update-abilities,update-access}',
  'price-writing/*',
  'settings/change-flag',
  'mirrors/{add-mirror,remove-mirror,exchange-list,judge-mirror}',
  'intake/{take-in-package,store-package,package-sql}',
];

export default {
  ...common('use-cases'),
  mutate: [...USE_CASES.map((files) => `${MODULES}/${files}.ts`), 'apps/api/src/db/update-one.ts'],
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  inProcess: {
    // The ones that compare whole rows come first: they notice most, and the first failure decides.
    testFiles: [
      'apps/api/test/whole-rows/*.test.ts',
      'apps/api/test/price-list-save.test.ts',
      'apps/api/test/price-updates/{approval,two-tabs}.test.ts',
      'apps/api/test/mirrors.test.ts',
      'apps/api/test/settings.test.ts',
      'apps/api/test/intake/{intake,redelivery,product-master}.test.ts',
      'apps/api/test/http/order-of-use-cases.test.ts',
      'apps/api/test/jobs/clock.test.ts',
    ],
    wholeFiles: false,
  },
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  thresholds: { high: 90, low: 80, break: 80 },
};
