import { brokenInvariants } from '../../apps/api/test/support/invariants.ts';
import { expect } from './expect.ts';
import { findCitus, startDistributed } from './distributed.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults/index.ts';
import { openEnvironment, type Server, startServer } from './environment.ts';

// A warning about what a package will refuse is a failure here, as in the processes that are started.
process.throwDeprecation = true;

// `pnpm test:faults [--rounds=N] [--cluster] [name …]`: causes each fault on real processes and looks at what is left; with --cluster on
// a distributed database, but for those faults that have servers of their own.
const words = process.argv.slice(2);
const factor = Number(words.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 1);
const names = words.filter((word) => !word.startsWith('--'));
const onCluster = words.includes('--cluster');
const possible = FAULTS.filter(({ server: own, distributed }) => (onCluster ? !own : !distributed));
const unknown = names.filter((name) => !possible.some((fault) => fault.name === name));
if (unknown.length > 0 || !(factor > 0)) {
  process.stderr.write(
    `pnpm test:faults [--rounds=N] [--cluster] [NAME …]\n${possible.map(({ name, title }) => `  ${name.padEnd(20)} ${title}`).join('\n')}\n`,
  );
  process.exit(2);
}
if (onCluster && !findCitus()) {
  process.stdout.write(
    '0 passed, 0 failed, all passed over: no installed PostgreSQL with Citus (docs/operations.md)\n',
  );
  process.exit(0);
}
const wanted = possible.filter(({ name }) => names.length === 0 || names.includes(name));
const server = await (onCluster ? startDistributed() : startServer());
let failed = 0;
let passedOver = 0;
// A call that nobody waits for any more since its fault has failed: it makes that one fail, and not the run end.
let stray: unknown;
process.on('unhandledRejection', (reason) => {
  stray ??= reason;
});
const started = Date.now();
for (const fault of wanted) {
  process.stdout.write(`${fault.title} … `);
  const begun = Date.now();
  const missing = fault.missing?.();
  if (missing) {
    passedOver += 1;
    process.stdout.write(`passed over: ${missing} not found\n`);
    continue;
  }
  try {
    stray = undefined;
    const { runs, seen } = await cause(server, fault);
    if (stray) throw stray;
    process.stdout.write(`${runs} runs, 0 losses, ${seconds(begun)}\n  ${seen}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`FAILED, ${seconds(begun)}\n${error instanceof Error ? error.stack : String(error)}\n`);
  }
}
await server.close();
process.stdout.write(
  `\n${wanted.length - failed - passedOver} passed, ${failed} failed, ${passedOver} passed over, ${seconds(started)}\n`,
);
process.exit(failed > 0 ? 1 : 0);

async function cause(shared: Server, fault: Fault) {
  const own = await fault.server?.();
  const environment = await openEnvironment(own ?? shared);
  try {
    const outcome = await fault.run(environment, Math.max(1, Math.round(fault.rounds * factor)));
    expect('broken invariants', await brokenInvariants(environment.database), []);
    return outcome;
  } finally {
    await environment.close();
    await own?.close();
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
