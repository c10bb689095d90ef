/** How jest is called: test files and what they import are ES modules, and what Node deprecates fails. */
export const JEST = [
  '--throw-deprecation',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
