import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from './child.ts';
import { report } from './measure.ts';
import type { Attack } from './neighbour/attack.ts';
import { attacksOf } from './neighbour/attacks.ts';
import { furnishAttackers } from './neighbour/furnish.ts';
import { CROWD_NAME, gatherCrowd } from './neighbour/gather-crowd.ts';
import type { Attacked, Order, Prepared } from './neighbour/job.ts';
import { readKnown } from './neighbour/known.ts';
import { p95Of, type Seen, startNeighbours, STEADY, worstOf } from './neighbour/neighbours.ts';
import { restore } from './neighbour/restore.ts';
import { ATTACKERS, CROWD, SECONDS, SPARE, WORDS } from './neighbour/settings.ts';
import { HEADING, judge, lineOf, type Verdict } from './neighbour/verdict.ts';
import { startWorld } from './neighbour/world.ts';

/**
 * Every call of the contract table against a neighbour (rule 13.17): its largest body or costliest parameters, as one person and
 * three people of one pharmacy keep them up, while another pharmacy works. Settings: neighbour/settings.ts.
 */
const IDLE_MS = 10_000;
const PAUSE_MS = 1_500;
const CALM_MS = 20_000;
/** The latest of a kind, since a machine that others use is not always as fast; of health, whose worst is judged, as long as an attack. */
const MAX_TIMES = { calls: 200, health: 1_000 };

const world = await startWorld();
await furnishAttackers(world);
const neighbours = await startNeighbours(world);
const attacker = await startChild(join(import.meta.dirname, 'neighbour', 'attacker.ts'));
const idle: Seen = { times: new Map(), refused: new Map() };
await rest(IDLE_MS); // compiles what is called
idle.times.clear();
idle.refused.clear();
// The worst of as many answers as an attack sees, and more.
await rest(Math.max(IDLE_MS, 2_500 * SECONDS));
reportIdle('idle');
if (idle.refused.size > 0)
  report('refused while idle', [...idle.refused.keys()].join(', '), { text: '0', holds: false });

process.stdout.write(`\n${SECONDS} s each\n${HEADING}`);
const verdicts: Verdict[] = [];
let turn = 0;
const note = (verdict: Verdict) => {
  verdicts.push(verdict);
  process.stdout.write(lineOf(verdict));
};
for (const attack of attacksOf()) note(await attackOnce(attack));
if (CROWD_NAME.includes(WORDS[0] ?? '')) note(await meetCrowd());
const missed = verdicts.filter(({ holds }) => !holds);
reportIdle('idle at last');
report('attacks', String(verdicts.length));
report('missed', String(missed.length), { text: '0', holds: missed.length === 0 });
const never = verdicts.filter(({ attacked, sent }) =>
  [...Object.keys(attacked.answers), ...sent.map(({ status }) => status)].every(
    (status) => !isAccepted(Number(status)),
  ),
);
report('never accepted', [...new Set(never.map(({ name }) => name))].join(', ') || '0');

// What the night counts: a machine that others use misses a goal by itself, an order it does not.
const far = verdicts.filter(({ isFar }) => isFar);
process.stdout.write(`${verdicts.length - far.length} passed, ${far.length} failed by an order\n`);

await attacker.stop();
neighbours.close();
await world.close();

async function attackOnce(attack: Attack): Promise<Verdict> {
  const { name, people } = attack;
  turn += 1;
  const apoIdOf = (ahead: number) => ATTACKERS.first + ((turn + ahead) % ATTACKERS.count);
  const [apoId, scoutId] = [apoIdOf(0), apoIdOf(Math.floor(ATTACKERS.count / 2))];
  let made = 0;
  const tokenOf = (roles: readonly string[]) => world.tokenOf(`Attacker ${turn}-${(made += 1)}`, [...roles]);
  for (const id of [apoId, scoutId]) await attack.prepare?.(world, id);
  const [known, scoutKnown] = await Promise.all([apoId, scoutId].map((id) => readKnown(world.pool, id, SPARE)));
  if (!known || !scoutKnown) throw new Error('an attacker has no pharmacy');
  const scoutSquads = await attack.squads({ known: scoutKnown, tokenOf });
  const scout = { token: scoutSquads[0]?.tokens[0] ?? '', address: addressOf(2 * turn), known: scoutKnown };
  const squads = await attack.squads({ known, tokenOf });
  const job: Order = { prepare: { url: world.url, address: addressOf(2 * turn + 1), scout, squads } };
  const { chosen } = JSON.parse(await attacker.ask(JSON.stringify(job))) as Prepared;
  if (attack.isWriting) await restore(world, [scoutId]);
  const verdict = await measure({ name, people, sent: chosen.flat() }, attacker);
  if (attack.isWriting) await restore(world, [apoId]);
  return verdict;
}

function reportIdle(when: string): void {
  for (const doing of [...STEADY, 'health'] as const)
    report(`${when}, p95: ${doing}`, `${p95Of(idle, doing).toFixed(0)} ms`);
  report(`${when}, worst: health`, `${worstOf(idle, 'health').toFixed(0)} ms`);
}

/** Honest people and tills, spread over many pharmacies, at their own pace. */
async function meetCrowd(): Promise<Verdict> {
  const crowd = await startChild(join(import.meta.dirname, 'neighbour', 'crowd.ts'));
  const { people, tills } = CROWD;
  await crowd.ask(JSON.stringify(await gatherCrowd(world)));
  const verdict = await measure({ name: CROWD_NAME, people: people + tills, sent: [] }, crowd);
  await crowd.stop();
  return verdict;
}

async function measure(what: Pick<Verdict, 'name' | 'people' | 'sent'>, child: Child): Promise<Verdict> {
  await calmDown();
  await rest(PAUSE_MS); // as idle: what a trial or the last attack left is over
  const { stop } = neighbours.start();
  const order: Order = { attack: { seconds: SECONDS } };
  const attacked = JSON.parse(await child.ask(JSON.stringify(order))) as Attacked;
  const ended = performance.now();
  const seen = await stop();
  const died = await world.revive();
  await calmDown();
  const calmMs = Math.max(0, performance.now() - ended - PAUSE_MS);
  return judge(seen, idle, { ...what, calmMs, died, attacked });
}

/** Lets the neighbours work until they are served as when idle. */
async function calmDown(): Promise<void> {
  const until = performance.now() + CALM_MS;
  for (let isCalm = false; !isCalm; ) {
    const seen = await rest(PAUSE_MS, false);
    const isAsBefore = STEADY.every((doing) => p95Of(seen, doing) <= 2 * p95Of(idle, doing)) && seen.refused.size === 0;
    // After so long it is the machine that has become slower.
    isCalm = isAsBefore || performance.now() > until;
  }
}

async function rest(ms: number, keeps = true): Promise<Seen> {
  const { stop } = neighbours.start();
  await pause(ms);
  const seen = await stop();
  if (keeps) keepIdle(seen);
  return seen;
}

function keepIdle({ times, refused }: Seen): void {
  for (const [doing, taken] of times) {
    idle.times.set(
      doing,
      [...(idle.times.get(doing) ?? []), ...taken].slice(-(doing === 'health' ? MAX_TIMES.health : MAX_TIMES.calls)),
    );
  }
  for (const [what, count] of refused) idle.refused.set(what, (idle.refused.get(what) ?? 0) + count);
}

/** Each attack comes from an address of its own, of loopback. */
function addressOf(number: number): string {
  return `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`;
}

function isAccepted(status: number): boolean {
  return status >= 200 && status < 400;
}
