// What the runs of StrykerJS have in common (ADR 31).

/** @param part names report and scratch files */
export const common = (part) => ({
  testRunner: 'in-process',
  plugins: ['./scripts/mutation/in-process-runner.mjs'],
  testRunnerNodeArgs: ['--disable-warning=ExperimentalWarning'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  dryRunTimeoutMinutes: 20,
  incremental: true,
  reporters: ['json', 'html', 'progress-append-only'],
  jsonReporter: { fileName: `test-results/mutation/${part}.json` },
  htmlReporter: { fileName: `test-results/mutation/${part}.html` },
  incrementalFile: `test-results/mutation/${part}.incremental.json`,
  tempDirName: `test-results/mutation/.sandbox-${part}`,
  ignorePatterns: ['/apps/web', '/bench', '/e2e', '/faults', '/docker', '/.portal', '/test-results'],
  // Types are taken away while the tests run, not looked at.
  disableTypeChecks: false,
  tsconfigFile: 'none.json',
});
