import { defineConfig, type OxlintOverride } from 'oxlint';
import { ZONES } from './borders.ts';

const STORAGES = ['localStorage', 'sessionStorage'];
/** Rule 13.15. */
const NORMALIZE = {
  property: 'normalize',
  message: 'Long runs of marks take it minutes: use boundText of packages/rules.',
};
const useSafeStorage = 'The browser may refuse it or have no room: use lib/safe-storage.ts.';

/** What a test has to reach. Queries of the screen throw when they find nothing. */
const ASSERTIONS = ['expect*', 'fc.assert', 'arrivesAt', '*.getBy*', '*.findBy*', '*.findAllBy*'];

export default defineConfig({
  plugins: ['typescript', 'import', 'node', 'react', 'jsx-a11y', 'unicorn', 'promise'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/generated/**', 'node_modules/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'no-console': 'error',
    'node/no-process-env': 'error',
    'no-restricted-properties': ['error', NORMALIZE],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/react-in-jsx-scope': 'off',
    'typescript/unbound-method': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-base-to-string': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
  },
  overrides: [
    {
      files: [
        'apps/api/src/config.ts',
        '{apps,packages}/*/test/**',
        'apps/web/vite.config.ts',
        '{dev,scripts,e2e,bench,faults,docker}/**',
        'jest.config.mjs',
        'tools/*/src/main.ts',
        'tools/*/test/**',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['**/test/**/*.test.{ts,tsx}'],
      plugins: ['jest'],
      rules: {
        'jest/expect-expect': ['error', { assertFunctionNames: ASSERTIONS }],
        'jest/no-conditional-expect': 'off',
        'jest/no-standalone-expect': 'off',
        'jest/valid-expect': 'off', // it knows no promise that is kept and awaited later; no-floating-promises finds the others
      },
    },
    {
      files: ['apps/web/src/**'],
      excludeFiles: ['apps/web/src/lib/safe-storage.ts'],
      rules: {
        'no-restricted-globals': ['error', ...STORAGES.map((name) => ({ name, message: useSafeStorage }))],
        'no-restricted-properties': [
          'error',
          NORMALIZE,
          ...STORAGES.map((property) => ({ property, message: useSafeStorage })),
        ],
      },
    },
    {
      files: ['packages/rules/src/incoming-text.ts', '**/test/**'],
      rules: { 'no-restricted-properties': 'off' },
    },
    ...ZONES.map(({ files, refused }): OxlintOverride => {
      return { files, rules: { 'no-restricted-imports': ['error', { patterns: refused }] } };
    }),
  ],
});
