import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { TillPage } from '@portal/contracts';
import { callerOf, type Send, Times } from '../load/caller.ts';
import { deliverPackage, type Person, spendMornings } from '../load/morning.ts';
import type { Crowd } from './gather-crowd.ts';
import type { Attacked, Order } from './job.ts';

/** As `bench load`; and the shortest interval that tills are told. */
const THINK_MS = 5_000;
const TILL_MS = 5_000;

// A process of its own, for `startChild`: told who they are, then how long they work.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const lines = createInterface({ input: process.stdin });
const next = () => once(lines, 'line').then(([line]) => JSON.parse(String(line)) as unknown);
process.stdout.write('ready\n');
const crowd = (await next()) as Crowd;
const times = new Times();
const engine = callerOf(crowd.url, crowd.engine, times);
const people = crowd.people.map(({ apoId, token }): Person => {
  const { send } = callerOf(crowd.url, token, times);
  const { updated, listed } = crowd;
  return {
    path: `${apoId}/bench-${apoId}`,
    apoId,
    updated,
    listed,
    send,
    deliver: engine.send,
    delivered: () => undefined,
  };
});
for (const person of new Map(people.map((each) => [each.apoId, each])).values()) await deliverPackage(person);
times.clear();
process.stdout.write('"gathered"\n');

const { seconds } = ((await next()) as Extract<Order, { attack: unknown }>).attack;
const until = performance.now() + seconds * 1000;
const goesOn = () => performance.now() < until;
const cpu = process.cpuUsage();
const mornings = people.map((person) => spendMornings(person, { thinkMs: THINK_MS, rampMs: THINK_MS, goesOn }));
const tills = crowd.tills.map(({ apoId, token }) => keepLoading(callerOf(crowd.url, token, times).send, apoId));
await pause(seconds * 1000);
const { user, system } = process.cpuUsage(cpu);
const accepted = [...times.byCall.values()].reduce((sum, { micros }) => sum + micros.count, 0);
const answered: Attacked = {
  answers: { 200: accepted, ...Object.fromEntries(times.refused) },
  processor: (user + system) / 1e6 / seconds,
};
process.stdout.write(`${JSON.stringify(answered)}\n`);
void Promise.all([...mornings, ...tills]);
await once(lines, 'close');
process.exit();

async function keepLoading(send: Send, apoId: number): Promise<void> {
  const path = `/api/till/v1/${apoId}`;
  let cursor = '';
  await pause(TILL_MS * Math.random());
  while (goesOn()) {
    const { status, text } = await send('till', 'GET', `${path}/prices${cursor && `?since=${cursor}`}`, { read: true });
    if (status === 200) {
      const page = JSON.parse(text) as TillPage;
      cursor = page.cursor;
      if (!page.more) await send('till, acknowledges', 'POST', `${path}/ack`, { body: { cursor } });
    }
    await pause(TILL_MS);
  }
}
