import { availableParallelism, totalmem } from 'node:os';

// Four projects: rules, contracts, tools and dev (node), the api (node, with a real PostgreSQL), the web (jsdom), and stress: what
// kills processes, fills memory or lasts long. `npm test` leaves stress and files named `*.nightly.test.ts` to `pnpm test:nightly`.
const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx },
      target: 'es2024',
      transform: tsx ? { react: { runtime: 'automatic', importSource: '#jsx' } } : {},
    },
    module: { type: 'es6' },
  },
];
const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
  // Copies of the repository that mutants are tried in.
  modulePathIgnorePatterns: ['<rootDir>/test-results/'],
  // Workspace packages are TypeScript too; only those of the registry are ready to run.
  transformIgnorePatterns: ['/node_modules/'],
};

/** A worker waits for timers and the database more than half of its time: five share two processors, where each has 2 GB. */
const maxWorkers = Math.max(2, Math.min(Math.ceil(2.5 * availableParallelism()), Math.floor(totalmem() / 2 ** 31)));

const STRESS = '**/*.stress.test.ts';
/** Set by scripts/test.mjs for the night and for files asked for by name. */
const NOT_NOW = process.env.PORTAL_NIGHTLY ? [`!${STRESS}`] : [`!${STRESS}`, '!**/*.nightly.test.{ts,tsx}'];
/** A test that prints to the console fails. */
const QUIET = '<rootDir>/dev/src/jest/fail-on-console.ts';
const database = {
  globalSetup: '<rootDir>/dev/src/jest/setup-database.mjs',
  globalTeardown: '<rootDir>/dev/src/jest/stop-database.mjs',
};

export default {
  // What is awaited is an event, however busy the machine: for what never comes. Jest passes a project's own limit over.
  testTimeout: 180_000,
  maxWorkers,
  // Modules of finished files are never given back by a worker; at 4 GB it spends its time looking for memory.
  workerIdleMemoryLimit: '1.5GB',
  // What is collected, and how much of it there must be, stands in scripts/coverage.mjs.
  coverageProvider: 'v8',
  coverageReporters: ['lcov', ['text-summary', { file: 'summary.txt' }]],
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        ...['packages/*', 'tools/*', 'dev'].map((folder) => `<rootDir>/${folder}/test/**/*.test.ts`),
        ...NOT_NOW,
      ],
      setupFilesAfterEnv: [QUIET],
    },
    {
      ...common,
      displayName: 'api',
      testMatch: ['<rootDir>/apps/api/test/**/*.test.ts', ...NOT_NOW],
      ...database,
    },
    {
      ...common,
      displayName: 'stress',
      testMatch: [`<rootDir>/{apps/api,dev}/test/${STRESS}`],
      ...database,
    },
    {
      ...common,
      // What only a cluster can show, and the night's job with a process of it killed; asked for by `pnpm test:citus`.
      displayName: 'citus',
      testMatch: ['<rootDir>/dev/test-citus/**/*.test.ts', '<rootDir>/apps/api/test/jobs/processes.stress.test.ts'],
      ...database,
    },
    {
      ...common,
      displayName: 'web',
      testMatch: ['<rootDir>/apps/web/test/**/*.test.ts', '<rootDir>/apps/web/test/**/*.test.tsx', ...NOT_NOW],
      testEnvironment: '<rootDir>/dev/src/jest/jsdom-environment.mjs',
      setupFilesAfterEnv: [
        QUIET,
        ...['patience', 'computed-style'].map((name) => `<rootDir>/apps/web/test/support/${name}.ts`),
      ],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/dev/src/jest/empty-module.mjs',
        // 78 icons in place of 6,000: a fifth of a second for each file.
        '^@tabler/icons-react$': '<rootDir>/apps/web/test/support/icons.mjs',
        // Without the stack that the other one takes for each element: an eighth of all the time. Missing keys are named by lint.
        '^react/jsx-runtime$': '<rootDir>/apps/web/node_modules/react/cjs/react-jsx-runtime.production.js',
      },
    },
  ],
};
