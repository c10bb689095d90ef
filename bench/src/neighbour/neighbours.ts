import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';
import { p95 } from '../measure.ts';
import { LISTED } from './known.ts';
import { NEIGHBOURS } from './settings.ts';
import type { World } from './world.ts';

/** What he does all the time, and what he does now and then, which may wait for a child process. */
export const STEADY = ['start page', 'list', 'save'] as const;
export const AT_TIMES = ['figures', 'upload', 'inventory'] as const;
export type Doing = (typeof STEADY)[number] | (typeof AT_TIMES)[number] | 'health';

/** What the neighbours' calls took, in ms, and how often each was not answered with what it asked for. */
export type Seen = {
  readonly times: Map<Doing, number[]>;
  readonly refused: Map<string, number>;
};

const XSRF = 'x'.repeat(43);
const HEALTH_EACH_MS = 50;
const THINK_MS = 30;
const AT_TIMES_MS = 1_000;
const GIVE_UP_MS = 60_000;
const UPLOAD = [
  '--n\r\nContent-Disposition: form-data; name="type"\r\n\r\npriceimport',
  '--n\r\nContent-Disposition: form-data; name="csv"; filename="Artikel.csv"\r\nContent-Type: text/csv\r\n\r\nPZN;VK\r\n00200495;4,95\r\n',
  '--n--\r\n',
].join('\r\n');

type Person = { apoId: number; token: string; till: string; updateId: number; pzns: string[] };

/**
 * Other pharmacies at work, by turns, so that none exceeds a person's pace: one call after the other, as a browser makes them,
 * while a balancer asks for health.
 */
export async function startNeighbours(world: World) {
  const agent = new http.Agent({ keepAlive: true });
  const people = await Promise.all(
    Array.from({ length: NEIGHBOURS.count }, async (_, at): Promise<Person> => {
      const apoId = NEIGHBOURS.first + at;
      const { rows: packages } = await world.pool.query<{ id: number }>(
        `SELECT id FROM price_update WHERE apo_id = $1`,
        [apoId],
      );
      const { rows } = await world.pool.query<{ pzn: string; isFree: boolean }>(LISTED, [apoId]);
      return {
        apoId,
        token: await world.tokenOf(`Neighbour ${at}`, [`TP_admin_${apoId}`]),
        till: await world.tokenOf(`Till ${apoId}`, [`till_sync_${apoId}`]),
        updateId: packages[0]?.id ?? 0,
        pzns: rows.filter(({ isFree }) => isFree).map(({ pzn }) => pzn),
      };
    }),
  );
  let turn = 0;

  function call(
    seen: Seen,
    doing: Doing,
    token: string,
    method: string,
    path: string,
    body = '',
    type = 'application/json',
  ) {
    const began = performance.now();
    const note = (status: number) => {
      const times = seen.times.get(doing) ?? [];
      times.push(performance.now() - began);
      seen.times.set(doing, times);
      const key = `${doing}: ${status}`;
      if (status !== 200) seen.refused.set(key, (seen.refused.get(key) ?? 0) + 1);
    };
    return new Promise<void>((resolve) => {
      const headers = {
        ...(token && { Authorization: `Bearer ${token}`, Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF }),
        Accept: doing === 'list' ? COLUMNS_MEDIA_TYPE : 'application/json',
        'Accept-Encoding': 'gzip',
        ...(body && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
      };
      const request = http.request(
        world.url + path,
        { method, agent, headers, signal: AbortSignal.timeout(GIVE_UP_MS) },
        (response) => {
          response.resume();
          response.on('close', () => {
            note(response.complete ? (response.statusCode ?? 0) : 0);
            resolve();
          });
        },
      );
      request.on('error', () => {
        note(0);
        resolve();
      });
      request.end(body);
    });
  }

  async function work(seen: Seen): Promise<void> {
    const { apoId, token, pzns } = people[turn++ % people.length] as Person;
    const path = `${apoId}/bench-${apoId}`;
    await call(seen, 'start page', token, 'GET', `/api/pharmacy/dashboard/${path}`);
    await call(seen, 'list', token, 'GET', `/api/price/${path}/OTC`);
    const row = {
      pzn: pzns[turn % pzns.length],
      priceEdit: 4 + (turn % 500) / 10,
      editedPermanent: false,
      editedIgnore: false,
    };
    await call(seen, 'save', token, 'PUT', `/api/price/${path}`, JSON.stringify({ products: [row] }));
    await pause(THINK_MS);
  }

  async function workAtTimes(seen: Seen): Promise<void> {
    const { apoId, token, till, updateId, pzns } = people[turn % people.length] as Person;
    const figures = `/api/price/reviewfigures/MDP/${apoId}/bench-${apoId}/${updateId}/OTC`;
    await call(seen, 'figures', token, 'GET', figures);
    await call(seen, 'upload', token, 'POST', '/api/price/csvMetaData', UPLOAD, 'multipart/form-data; boundary=n');
    const prices = pzns.slice(0, 100).map((pzn) => ({ pzn, price: 4.95 }));
    await call(seen, 'inventory', till, 'POST', `/api/till/v1/${apoId}/inventory`, JSON.stringify({ prices }));
    await pause(AT_TIMES_MS);
  }

  const checkHealth = async (seen: Seen) => {
    await call(seen, 'health', '', 'GET', '/api/health/ready');
    await pause(HEALTH_EACH_MS);
  };

  return {
    /** Works until told to stop; a call that is under way then counts with the time it takes to its end. */
    start(): { seen: Seen; stop(): Promise<Seen> } {
      const seen: Seen = { times: new Map(), refused: new Map() };
      let isOver = false;
      const loop = async (step: (seen: Seen) => Promise<void>) => {
        while (!isOver) await step(seen);
      };
      const loops = Promise.all([loop(work), loop(workAtTimes), loop(checkHealth)]);
      return {
        seen,
        async stop() {
          isOver = true;
          await loops;
          return seen;
        },
      };
    },
    close: () => agent.destroy(),
  };
}

export const p95Of = (seen: Seen, doing: Doing): number => p95(seen.times.get(doing) ?? []);
export const worstOf = (seen: Seen, doing: Doing): number => Math.max(0, ...(seen.times.get(doing) ?? []));
