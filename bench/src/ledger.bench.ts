import { createRandom } from '@portal/dev/demo/random.ts';
import { startBenchPortal } from './bench-portal.ts';
import { report } from './measure.ts';
import { createLedgerPharmacy } from './ledger/pharmacy.ts';
import { type Planted, PLANTS } from './ledger/plants.ts';

/**
 * Ten pharmacies, half by sync job, half by files: a month without an alarm, then twenty faults each.
 * A fault is named when the portal says its article and its cause.
 */
const portal = await startBenchPortal();
const PHARMACIES = 10;
const EACH = 20;

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
report('alarms on clean months', `${alarms}`, { text: 'none', holds: alarms === 0 });
await portal.pool.end();
await portal.close();
