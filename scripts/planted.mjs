// `pnpm test:planted [NAME …]`: puts faults into the SQL and the rules of the writing use cases, one after the other and in
// memory only, and runs the tests named for each: every fault must be noticed (ADR 31). `--check` only looks for their texts.
import { existsSync, readFileSync } from 'node:fs';
import { startTestCluster } from '../dev/src/test-database.ts';
import { hookModules, loadTests } from './mutation/load-tests.mjs';
import { runTests } from './mutation/run-tests.mjs';
import { PLANTED_FAULTS } from './planted-faults.mjs';

const checksOnly = process.argv.includes('--check');
const names = process.argv.slice(2).filter((word) => word !== '--check');
const faults = PLANTED_FAULTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
const misplaced = faults.filter(
  ({ file, search, tests }) =>
    ![file, ...tests].every((path) => existsSync(path)) || readFileSync(file, 'utf8').split(search).length !== 2,
);
for (const { name, file } of misplaced)
  say(`${name}: its text does not occur exactly once in ${file}, or a test is gone`);
if (misplaced.length > 0 || faults.length === 0) process.exit(1);
if (checksOnly) {
  say(`${faults.length} faults, each with its text and tests`);
  process.exit(0);
}

hookModules();
// A fault may leave a promise that nobody looks at; the tests decide.
process.on('unhandledRejection', () => {});
const database = await startTestCluster();
let unnoticed = 0;
try {
  for (const file of new Set(faults.flatMap(({ tests }) => tests))) {
    const failure = await failureOf([file]);
    if (failure === undefined) continue;
    say(`${file} fails without any fault: ${failure}`);
    unnoticed += 1;
  }
  for (const { name, file, search, replace, tests } of unnoticed === 0 ? faults : []) {
    const begun = Date.now();
    const failure = await failureOf(tests, { file, alter: (source) => source.replace(search, () => replace) });
    if (failure === undefined) unnoticed += 1;
    say(
      `${failure === undefined ? 'UNNOTICED' : 'noticed  '} ${name}  (${((Date.now() - begun) / 1000).toFixed(1)} s)`,
    );
  }
} finally {
  await database.stop();
}
say(`\n${faults.length - unnoticed} of ${faults.length} faults noticed`);
process.exit(unnoticed > 0 ? 1 : 0);

/** @returns the first failure of the tests, undefined when they pass */
async function failureOf(tests, change) {
  try {
    const { suites } = await loadTests(tests, { anew: true, change });
    const results = await runTests(suites, () => true, { bail: true, before: () => {} });
    if (results.length === 0) return 'no tests';
    return results.find(({ error }) => error !== undefined)?.error;
  } catch (error) {
    return String(error);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
