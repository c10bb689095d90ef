// `pnpm test:mutation [rules | use-cases] [--mutate=FILE …]`: changes the code in thousands of small ways and sees whether the
// tests notice (ADR 31). Reports in test-results/mutation.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startTestCluster } from '../dev/src/test-database.ts';

const STRYKER = join(
  dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
  'bin/stryker.js',
);
const PARTS = ['rules', 'use-cases'];

const words = process.argv.slice(2);
const files = words.filter((word) => word.startsWith('--mutate=')).map((word) => word.slice('--mutate='.length));
const named = words.filter((word) => !word.startsWith('--'));
if (named.some((part) => !PARTS.includes(part))) {
  process.stderr.write('pnpm test:mutation [rules | use-cases] [--mutate=FILE …]\n');
  process.exit(2);
}
let failed = 0;
for (const part of PARTS.filter((each) => named.length === 0 || named.includes(each))) {
  // The tests of use cases find it by its environment, which StrykerJS hands on.
  const database = part === 'use-cases' ? await startTestCluster() : undefined;
  try {
    const mutate = files.length > 0 ? ['--mutate', files.join(',')] : [];
    const args = [STRYKER, 'run', `scripts/mutation/${part}.config.mjs`, ...mutate];
    if ((await run(args)) !== 0) failed += 1;
  } finally {
    await database?.stop();
  }
}
process.exit(failed > 0 ? 1 : 0);

/** Runs StrykerJS. This process goes on meanwhile: it reads what the database says, which stands still once nobody listens. */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', resolve);
  });
}
