import { setMaxListeners } from 'node:events';
import http from 'node:http';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import type { Attacked, Job, Order, Prepared, Squad, Tried } from './job.ts';
import { flood } from './flood.ts';
import { Line, type Sender, send } from './send.ts';
import { type Load, type Shot, shotsOf } from './shots.ts';

/** The line of a pharmacy or a person at home, 100 Mbit/s, and the way to a data centre and back. */
const BYTES_PER_SECOND = 12_500_000;
const ROUND_TRIP_MS = 20;
/** How long a trial of one way to call, and those of one call together, may take. */
const TRIAL_MS = 5_000;
const TRIALS_MS = 12_000;
/** What is accepted and slowest, and the slowest of what is not. */
const ACCEPTED = 3;
const REFUSED = 1;

type Ready = { readonly squad: Squad; readonly loaded: readonly { readonly shot: Shot; readonly load: Load }[] };

// A process of its own, for `startChild`, behind the portal: what its work costs is not the portal's.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
let job: Job | undefined;
let ready: readonly Ready[] = [];
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order;
  const answer = 'prepare' in order ? await prepare(order.prepare) : await attack(order.attack.seconds);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit();

async function prepare(given: Job): Promise<Prepared> {
  job = given;
  const chosen: Tried[][] = [];
  const squads: Ready[] = [];
  for (const squad of given.squads) {
    const declaration = ENDPOINTS[squad.call as keyof typeof ENDPOINTS] as Endpoint;
    const all = shotsOf(declaration, squad.known);
    const tried = squad.shots?.map((label) => ({ label, status: 0, ms: 0 })) ?? (await tryAll(given, declaration));
    const shots = tried.flatMap(({ label }) => all.find((shot) => shot.label === label) ?? []);
    if (shots.length === 0) throw new Error(`${squad.call}: none of ${all.map(({ label }) => label).join('; ')}`);
    squads.push({ squad, loaded: shots.map((shot) => ({ shot, load: shot.load() })) });
    chosen.push(tried);
  }
  ready = squads;
  return { chosen };
}

/** What a call answers to each way of making it, one after the other, as the scout. */
async function tryAll({ url, scout }: Job, declaration: Endpoint): Promise<Tried[]> {
  const tried: Tried[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const until = performance.now() + TRIALS_MS;
  for (const shot of shotsOf(declaration, scout.known)) {
    if (performance.now() > until) break;
    const signal = AbortSignal.timeout(TRIAL_MS);
    const { token, address } = scout;
    const sender = {
      url,
      token: declaration.access.kind === 'public' ? '' : token,
      address,
      agent,
      line: new Line(BYTES_PER_SECOND),
      signal,
    };
    const load = shot.load();
    const began = performance.now();
    const status = await send(sender, shot, load, tried.length);
    tried.push({ label: shot.label, status, ms: Math.round(performance.now() - began) });
  }
  agent.destroy();
  const slowest = tried.toSorted((a, b) => b.ms - a.ms);
  // One that did not end within its time may have been accepted.
  const accepted = slowest.filter(({ status }) => status < 400).slice(0, ACCEPTED);
  const refused = slowest.filter(({ status }) => status >= 400);
  return [...accepted, ...refused.slice(0, accepted.length > 0 ? REFUSED : ACCEPTED)];
}

async function attack(seconds: number): Promise<Attacked> {
  const { url, address } = job as Job;
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const answers: Record<string, number> = {};
  const agents: http.Agent[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const loops = ready.flatMap(({ squad, loaded }) =>
    squad.tokens.flatMap((token) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: squad.connections });
      agents.push(agent);
      const house = new Line(BYTES_PER_SECOND);
      return Array.from({ length: squad.connections }, (_, at) => {
        const line = squad.bytesPerSecond === undefined ? house : new Line(squad.bytesPerSecond);
        return keepCalling({ url, token, address, agent, line, signal: stop.signal }, { squad, loaded }, at, answers);
      });
    }),
  );
  await pause(seconds * 1000);
  const { user, system } = process.cpuUsage(cpu);
  const processor = (user + system) / 1000 / (performance.now() - began);
  stop.abort();
  await Promise.all(loops);
  for (const agent of agents) agent.destroy();
  return { answers, processor };
}

async function keepCalling(sender: Sender, { squad, loaded }: Ready, first: number, answers: Record<string, number>) {
  const { leavesAfterMs, floods } = squad;
  for (let count = first; !sender.signal.aborted; count += 1) {
    const { shot, load } = loaded[count % loaded.length] as Ready['loaded'][number];
    const left = leavesAfterMs === undefined ? [] : [AbortSignal.timeout(leavesAfterMs)];
    const signal = AbortSignal.any([sender.signal, ...left]);
    const status = floods
      ? await flood(sender, shot, floods)
      : await send({ ...sender, signal }, shot, load, first * 1_000 + count);
    if (sender.signal.aborted) return;
    answers[status] = (answers[status] ?? 0) + 1;
    await pause(ROUND_TRIP_MS);
  }
}
