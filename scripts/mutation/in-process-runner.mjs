// A test runner of StrykerJS that loads the tests once and runs them in its process, without jest: a mutant is switched on
// by a variable, so that thousands of them cost milliseconds each instead of a start of jest (ADR 31).
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { filesOf, hookModules, loadTests } from './load-tests.mjs';
import { runTests } from './run-tests.mjs';

/** Where the instrumented code looks which mutant is on, and counts what it passes. */
const stryker = (globalThis.__stryker__ ??= {});

class InProcessRunner {
  static inject = tokens(commonTokens.options);
  #options;
  #loaded;

  constructor(options) {
    this.#options = options.inProcess;
  }

  /** A mutant in what runs while modules load gets modules of its own, in this process. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    hookModules();
    // A mutant may well leave a promise that nobody looks at; the tests decide.
    process.on('unhandledRejection', () => {});
    process.on('uncaughtException', () => {});
  }

  async dryRun() {
    this.#loaded = await this.#load();
    const results = await this.#run(this.#loaded.suites, () => true, false);
    return { status: DryRunStatus.Complete, tests: toTests(results), mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, reloadEnvironment, disableBail }) {
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    stryker.hitLimit = hitLimit;
    if (!reloadEnvironment) this.#loaded ??= await this.#load();
    stryker.activeMutant = activeMutant.id;
    const results = await this.#attempt({ testFilter, reloadEnvironment, disableBail });
    stryker.activeMutant = undefined;
    const hit = determineHitLimitReached(stryker.hitCount, hitLimit);
    return toMutantRunResult(hit ?? { status: DryRunStatus.Complete, tests: toTests(results) });
  }

  async #attempt({ testFilter, reloadEnvironment, disableBail }) {
    try {
      const { suites, files } = reloadEnvironment ? await this.#loadAnew(testFilter) : this.#loaded;
      return await this.#run(suites, this.#wanted(files, testFilter), !disableBail);
    } catch (error) {
      // The modules do not even load with it.
      return [{ id: testFilter?.[0] ?? 'loading', ms: 0, error: String(error) }];
    }
  }

  #load() {
    return loadTests(filesOf(this.#options.testFiles));
  }

  /** @param filter ids of tests, which begin with their file */
  #loadAnew(filter) {
    const named = (file) => !filter || filter.some((id) => id.startsWith(`${file} › `));
    return loadTests(filesOf(this.#options.testFiles).filter(named), { anew: true });
  }

  /** Tests of one file may build on each other: then all of the files concerned run. */
  #wanted(files, filter) {
    if (!filter) return () => true;
    const ids = new Set(filter);
    if (!this.#options.wholeFiles) return (id) => ids.has(id);
    const concerned = new Set(filter.map((id) => files.get(id)));
    return (id) => concerned.has(files.get(id));
  }

  #run(suites, wanted, bail) {
    return runTests(suites, wanted, { bail, before: (id) => void (stryker.currentTestId = id) });
  }
}

function toTests(results) {
  return results.map(({ id, ms, error }) => ({
    id,
    name: id,
    timeSpentMs: ms,
    ...(error === undefined
      ? { status: TestStatus.Success }
      : { status: TestStatus.Failed, failureMessage: error.slice(0, 500) }),
  }));
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
export const strykerValidationSchema = {
  properties: {
    inProcess: {
      type: 'object',
      properties: { testFiles: { type: 'array', items: { type: 'string' } }, wholeFiles: { type: 'boolean' } },
    },
  },
};
