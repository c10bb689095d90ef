import { createRandom } from '@portal/dev/demo/random.ts';
import { startBenchPortal } from './bench-portal.ts';
import { report } from './measure.ts';
import { CLEAN_TILLS } from './ledger/clean-tills.ts';
import { HALF_LOADS } from './ledger/half-loads.ts';
import { LATER_WORDS } from './ledger/later-words.ts';
import { createLedgerPharmacy } from './ledger/pharmacy.ts';
import { type Planted, PLANTS } from './ledger/plants.ts';
import { runScenarios } from './ledger/run-scenarios.ts';
import { SEVERAL_TILLS } from './ledger/several-tills.ts';
import { WHOLES } from './ledger/wholes.ts';
import { WRONG_EXPORTS } from './ledger/wrong-exports.ts';

/**
 * Ten pharmacies, half by sync job, half by files: a month without an alarm, then twenty faults each; then faults of whole
 * loads and inventories. Then each kind of fault of several tills, half loads, wrong exports and later words, and each kind
 * of clean till, at pharmacies of its own. A fault is named when the portal says its article and its cause.
 */
const portal = await startBenchPortal();
const PHARMACIES = 10;
const EACH = 20;
/** Pharmacies of each kind. */
const TIMES = 2;

let alarms = 0;
const named = new Map<string, { named: number; planted: number }>();
for (let number = 0; number < PHARMACIES; number++) {
  const random = createRandom(4711 + number);
  const pharmacy = await createLedgerPharmacy(portal, { number, bySync: number % 2 === 0, random });
  await pharmacy.cleanMonth();
  alarms += await pharmacy.alarms();
  const planted: Planted[] = [];
  for (let n = 0; n < EACH; n++) planted.push(await PLANTS[n % PLANTS.length]!(pharmacy));
  await pharmacy.settle();
  for (const { fault, isNamed } of planted) {
    const count = named.get(fault) ?? { named: 0, planted: 0 };
    count.planted++;
    if (await isNamed()) count.named++;
    else process.stdout.write(`  NOT NAMED: ${fault} at pharmacy ${number}\n`);
    named.set(fault, count);
  }
}
for (const [fault, count] of named) report(fault, `${count.named} of ${count.planted} named`);
const total = [...named.values()].reduce((sum, count) => sum + count.named, 0);
report('faults named with place and cause', `${total} of ${PHARMACIES * EACH}`, {
  text: 'all',
  holds: total === PHARMACIES * EACH,
});
let wholes = 0;
for (const [at, { fault, isNamed }] of WHOLES.entries()) {
  let count = 0;
  for (const bySync of [true, false]) {
    const number = PHARMACIES + at * 2 + (bySync ? 0 : 1);
    if (await isNamed(await createLedgerPharmacy(portal, { number, bySync, random: createRandom(number) }))) count++;
    else process.stdout.write(`  NOT NAMED: ${fault}, ${bySync ? 'by sync job' : 'by files'}\n`);
  }
  wholes += count;
  report(fault, `${count} of 2 named`);
}
report('faults of the whole named', `${wholes} of ${WHOLES.length * 2}`, {
  text: 'all',
  holds: wholes === WHOLES.length * 2,
});
report('alarms on clean months', `${alarms}`, { text: 'none', holds: alarms === 0 });

await runScenarios(portal, SEVERAL_TILLS, {
  title: 'several, restored and retired tills',
  first: 810_000,
  times: TIMES,
});
await runScenarios(portal, HALF_LOADS, { title: 'half loads', first: 820_000, times: TIMES });
await runScenarios(portal, WRONG_EXPORTS, { title: 'exports that are no inventory', first: 830_000, times: TIMES });
await runScenarios(portal, LATER_WORDS, { title: 'one word after another', first: 840_000, times: TIMES });
await runScenarios(portal, CLEAN_TILLS, { title: 'tills that do as they should', first: 850_000, times: TIMES });
await portal.pool.end();
await portal.close();
